import { type AlertChannelView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm, Table, Tag, type TableProps } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { change, read } from '../api/admin-client.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { useMessages } from '../parts/messages.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { CHANNEL_KIND, SEVERITY } from '../parts/words.js';
import { useMay } from '../session/session.js';

const ChannelForm = lazy(() => import('./channel-form.js'));

/** Where people are told of alerts. */
export function AlertChannels() {
  const mayEdit = useMay('admin');
  const [edited, setEdited] = useState<AlertChannelView | 'new' | null>(null);
  const channels = useQuery({
    queryKey: ['alert-channels'],
    queryFn: ({ signal }) => read('/admin/api/alerts/channels', { signal }),
  });
  const columns = useMemo(() => channelColumns(mayEdit ? setEdited : null), [mayEdit]);
  return (
    <>
      {channels.error && <ProblemAlert error={channels.error} onRetry={() => void channels.refetch()} />}
      <div className="filters">
        {mayEdit && (
          <Button type="primary" onClick={() => setEdited('new')}>
            新增通道
          </Button>
        )}
        <span className="faint">同时出现的告警合并成一条消息；恢复时再通知一次。</span>
      </div>
      {(channels.data || channels.isPending) && (
        <Table
          rowKey="id"
          size="middle"
          loading={channels.isPending}
          columns={columns}
          dataSource={channels.data?.items ?? []}
          pagination={false}
          scroll={{ x: 860 }}
          locale={{
            emptyText: channels.data ? (
              <EmptyHint why="还没有通知通道。新增钉钉、飞书、企业微信机器人或 Webhook，告警就会发到那里。" />
            ) : (
              ' '
            ),
          }}
        />
      )}
      <Suspense>{edited && <ChannelForm channel={edited} onClose={() => setEdited(null)} />}</Suspense>
    </>
  );
}

const channelColumns = (
  edit: ((channel: AlertChannelView) => void) | null,
): TableProps<AlertChannelView>['columns'] => [
  {
    title: '名称',
    width: 200,
    fixed: 'start',
    render: (_, { name, kind }) => (
      <div className="two-lines">
        <span title={name}>{name}</span>
        <span className="code">{CHANNEL_KIND[kind]}</span>
      </div>
    ),
  },
  { title: '地址', dataIndex: 'address', ellipsis: true },
  { title: '签名', dataIndex: 'hasSecret', width: 80, render: (has: boolean) => (has ? '有' : '没有') },
  {
    title: '发送',
    dataIndex: 'minSeverity',
    width: 110,
    render: (least: AlertChannelView['minSeverity']) => (least === 'critical' ? `仅${SEVERITY.critical.text}` : '全部'),
  },
  {
    title: '状态',
    dataIndex: 'enabled',
    width: 90,
    render: (enabled: boolean) => <Tag color={enabled ? 'success' : 'default'}>{enabled ? '启用' : '停用'}</Tag>,
  },
  ...(edit
    ? [
        {
          title: '操作',
          width: 210,
          fixed: 'end' as const,
          render: (_: unknown, channel: AlertChannelView) => <ChannelActions channel={channel} edit={edit} />,
        },
      ]
    : []),
];

function ChannelActions({ channel, edit }: { channel: AlertChannelView; edit: (channel: AlertChannelView) => void }) {
  const client = useQueryClient();
  const messages = useMessages();
  const [, navigate] = useLocation();
  const test = useMutation({
    mutationFn: () => change('post', '/admin/api/alerts/channels/{id}/test', { path: { id: channel.id } }),
    onSuccess: () => {
      void messages.success('测试消息已排队，结果见投递记录');
      navigate('/alerts?tab=deliveries');
    },
    onError: messages.problem,
  });
  const remove = useMutation({
    mutationFn: () => change('delete', '/admin/api/alerts/channels/{id}', { path: { id: channel.id } }),
    onSuccess: () => void messages.success(`通道“${channel.name}”已删除`),
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['alert-channels'] }),
  });
  return (
    <span className="row-actions">
      <Button size="small" loading={test.isPending} onClick={() => test.mutate()}>
        发送测试
      </Button>
      <Button size="small" type="text" onClick={() => edit(channel)}>
        编辑
      </Button>
      <Popconfirm
        title={`删除通道“${channel.name}”？`}
        description="告警不再发到这里，它的投递记录一并删除"
        okText="删除"
        okButtonProps={{ danger: true }}
        onConfirm={() => remove.mutate()}
      >
        <Button size="small" danger loading={remove.isPending}>
          删除
        </Button>
      </Popconfirm>
    </span>
  );
}
