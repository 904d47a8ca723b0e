import { type ApiKeyView, type NewApiKeyView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Popconfirm, Table, Tag, Typography, type TableProps } from 'antd';
import { useState } from 'react';
import { change, read } from '../api/admin-client.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { useMessages } from '../parts/messages.js';
import { Ago } from '../parts/moment.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { API_SCOPE, KEY_STATE } from '../parts/words.js';
import { useMay } from '../session/session.js';
import { ApiKeyForm } from './api-key-form.js';

/** Keys by which programs read the API; the key itself is shown once, when it is made. */
export function ApiKeys() {
  const mayRead = useMay('admin');
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<NewApiKeyView | null>(null);
  const keys = useQuery({
    queryKey: ['keys'],
    queryFn: ({ signal }) => read('/admin/api/keys', { signal }),
    enabled: mayRead,
  });
  if (!mayRead) return <EmptyHint why="API 密钥只能由管理员管理，请联系管理员。" />;
  return (
    <>
      {keys.error && <ProblemAlert error={keys.error} onRetry={() => void keys.refetch()} />}
      {made && (
        <Alert
          type="success"
          showIcon
          closable={{ onClose: () => setMade(null) }}
          title={`密钥“${made.name}”已创建。它只显示这一次，请现在复制保存。`}
          description={
            <Typography.Text code copyable className="secret">
              {made.key}
            </Typography.Text>
          }
        />
      )}
      <div className="filters">
        <Button type="primary" onClick={() => setMaking(true)}>
          新建密钥
        </Button>
        <span className="faint">供下游系统读取文章和变更；吊销后 5 秒内失效。</span>
      </div>
      {!keys.error && (
        <Table
          rowKey="id"
          size="middle"
          loading={keys.isPending}
          columns={COLUMNS}
          dataSource={keys.data ?? []}
          pagination={false}
          scroll={{ x: 860 }}
          locale={{ emptyText: <EmptyHint why="还没有 API 密钥。下游系统需要一个密钥才能读取数据。" /> }}
        />
      )}
      {making && (
        <ApiKeyForm
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMade(key);
            setMaking(false);
          }}
        />
      )}
    </>
  );
}

const COLUMNS: TableProps<ApiKeyView>['columns'] = [
  {
    title: '名称',
    dataIndex: 'name',
    ellipsis: true,
    render: (name: string, { prefix }) => (
      <div className="two-lines">
        <span title={name}>{name}</span>
        <code className="code">{prefix}…</code>
      </div>
    ),
  },
  {
    title: '权限',
    dataIndex: 'scopes',
    width: 260,
    render: (scopes: ApiKeyView['scopes']) => scopes.map((scope) => API_SCOPE[scope]).join('、'),
  },
  {
    title: '状态',
    dataIndex: 'state',
    width: 90,
    render: (state: ApiKeyView['state']) => <Tag color={KEY_STATE[state].color}>{KEY_STATE[state].text}</Tag>,
  },
  {
    title: '到期',
    dataIndex: 'expiresAt',
    width: 140,
    className: 'figures-column',
    render: (time: string | null) => (time === null ? '不过期' : beijingMinutes(time)),
  },
  {
    title: '最近使用',
    dataIndex: 'lastUsedAt',
    width: 110,
    render: (time: string | null) => <Ago time={time} none="从未" />,
  },
  { title: '操作', width: 80, render: (_, key) => key.state === 'active' && <RevokeKey apiKey={key} /> },
];

function RevokeKey({ apiKey }: { apiKey: ApiKeyView }) {
  const client = useQueryClient();
  const messages = useMessages();
  const revoke = useMutation({
    mutationFn: () => change('delete', '/admin/api/keys/{id}', { path: { id: apiKey.id } }),
    onSuccess: () => void messages.success(`密钥“${apiKey.name}”已吊销`),
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['keys'] }),
  });
  return (
    <Popconfirm
      title={`吊销密钥“${apiKey.name}”？`}
      description="使用它的系统将立即无法读取数据，且不能恢复"
      okText="吊销"
      okButtonProps={{ danger: true }}
      onConfirm={() => revoke.mutate()}
    >
      <Button size="small" danger loading={revoke.isPending}>
        吊销
      </Button>
    </Popconfirm>
  );
}
