import { type SourceCheckView } from '@govcrawler/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Drawer, Skeleton, Table, Tag, type TableProps } from 'antd';
import { change, read } from '../api/admin-client.js';
import { beijingMinutes, beijingSeconds } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ExternalLink } from '../parts/external-link.js';
import { Failure } from '../parts/failure-help.js';
import { useMessages } from '../parts/messages.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { CHECK_OUTCOME, SOURCE_STATE, SOURCE_WHY } from '../parts/words.js';
import { useMay } from '../session/session.js';

/** One source with its decision log: what each check found, when the next one was planned, and why then. */
export default function SourceChecks({ code, onClose }: { code: string; onClose: () => void }) {
  const source = useQuery({
    queryKey: ['sources', 'one', code],
    queryFn: ({ signal }) => read('/admin/api/sources/{code}', { path: { code }, signal }),
  });
  const checks = useQuery({
    queryKey: ['sources', 'checks', code],
    queryFn: ({ signal }) =>
      read('/admin/api/sources/{code}/checks', { path: { code }, query: { limit: 100 }, signal }),
  });
  const error = source.error ?? checks.error;
  return (
    <Drawer open onClose={onClose} size="min(860px, 100vw)" title={source.data ? source.data.name : '信息源'}>
      {error && <ProblemAlert error={error} onRetry={() => void Promise.all([source.refetch(), checks.refetch()])} />}
      {source.isPending && <Skeleton active />}
      {source.data && (
        <>
          {source.data.state === 'stopped' && <Stopped code={code} error={source.data.lastError} />}
          <Descriptions
            size="small"
            bordered
            column={{ xs: 1, sm: 2 }}
            items={[
              {
                key: 'url',
                label: '地址',
                span: 2,
                children: <ExternalLink url={source.data.url}>{source.data.url}</ExternalLink>,
              },
              { key: 'state', label: '状态', children: SOURCE_STATE[source.data.state].text },
              { key: 'next', label: '下次检查', children: beijingMinutes(source.data.nextCheckAt) },
              {
                key: 'why',
                label: '原因',
                span: 2,
                children: source.data.nextWhy ?? SOURCE_WHY[source.data.state] ?? '—',
              },
              { key: 'last', label: '最新文章', children: beijingMinutes(source.data.lastArticleAt) },
              { key: 'fails', label: '连续失败', children: count(source.data.failCount) },
            ]}
          />
        </>
      )}
      <h3>检查记录</h3>
      <Table
        rowKey="id"
        size="small"
        loading={checks.isPending}
        columns={COLUMNS}
        dataSource={checks.data?.items ?? []}
        pagination={false}
        scroll={{ x: 720 }}
        locale={{
          emptyText: checks.data ? (
            <EmptyHint why="还没有检查过。到点后，每次检查的结果和下一次的安排都会记在这里。" />
          ) : (
            ' '
          ),
        }}
      />
    </Drawer>
  );
}

const COLUMNS: TableProps<SourceCheckView>['columns'] = [
  { title: '检查于', dataIndex: 'settledAt', width: 165, className: 'figures-column', render: beijingSeconds },
  {
    title: '结果',
    width: 150,
    render: (_, { outcome, itemsNew, error }) => (
      <>
        <Tag color={CHECK_OUTCOME[outcome].color}>{CHECK_OUTCOME[outcome].text}</Tag>
        {itemsNew > 0 && <b className="plus">+{count(itemsNew)}</b>}
        {error && <Failure message={error} />}
      </>
    ),
  },
  { title: '当时为什么检查', dataIndex: 'why', render: (why: string | null, { reason }) => why ?? reason },
  {
    title: '下一次',
    render: (_, { nextCheckAt, nextWhy, nextReason }) => (
      <div className="two-lines">
        <span className="figures-column">{beijingMinutes(nextCheckAt)}</span>
        <span className="code may-wrap">{nextWhy ?? nextReason}</span>
      </div>
    ),
  },
];

function Stopped({ code, error }: { code: string; error: string | null }) {
  const mayRun = useMay('operator');
  const client = useQueryClient();
  const messages = useMessages();
  const resume = useMutation({
    mutationFn: () => change('post', '/admin/api/sources/{code}/resume', { path: { code } }),
    onSuccess: () => void messages.success('已恢复，将按计划检查'),
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['sources'] }),
  });
  return (
    <Alert
      type="warning"
      showIcon
      title="已停止检查：凭据失效"
      description={error ?? '更新凭据后恢复。'}
      action={
        mayRun && (
          <Button size="small" loading={resume.isPending} onClick={() => resume.mutate()}>
            恢复
          </Button>
        )
      }
    />
  );
}
