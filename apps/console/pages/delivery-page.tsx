import { type ConsumerView } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Table, Tag, type TableProps } from 'antd';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { beijingSeconds, duration } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';

/** Behind by more than this a consumer is worth a look. */
const LATE_SECONDS = 3600;

/** Who takes documents from the platform, and how far each of them is behind. */
export default function DeliveryPage() {
  const consumers = useQuery({
    queryKey: ['consumers'],
    queryFn: ({ signal }) => read('/admin/api/consumers', { signal }),
    refetchInterval: 10_000,
  });
  return (
    <>
      <PageTitle title="下游交付" note={consumers.data && `${count(consumers.data.items.length)} 个消费者`} />
      {consumers.error && <ProblemAlert error={consumers.error} onRetry={() => void consumers.refetch()} />}
      {(consumers.data || consumers.isPending) && (
        <Table
          rowKey="name"
          size="middle"
          loading={consumers.isPending}
          columns={COLUMNS}
          dataSource={consumers.data?.items ?? []}
          pagination={false}
          scroll={{ x: 980 }}
          locale={{
            emptyText: consumers.data ? (
              <EmptyHint why="还没有下游系统登记。下游用 API 密钥调用 POST /api/v1/consumers 登记后，从变更流读取每一篇文章、修订和撤回。">
                <Link href="/settings?tab=keys">新建 API 密钥</Link>
              </EmptyHint>
            ) : (
              ' '
            ),
          }}
        />
      )}
    </>
  );
}

const COLUMNS: TableProps<ConsumerView>['columns'] = [
  {
    title: '消费者',
    width: 200,
    fixed: 'start',
    render: (_, { name, createdBy }) => (
      <div className="two-lines">
        <span title={name}>{name}</span>
        <span className="code">由 {createdBy} 登记</span>
      </div>
    ),
  },
  {
    title: '积压',
    width: 150,
    render: (_, { lag }) =>
      lag.entries === 0 ? (
        <Tag color="success">已跟上</Tag>
      ) : (
        <div className="two-lines">
          <span>
            <Tag color={lag.seconds > LATE_SECONDS ? 'error' : 'warning'}>
              {lag.atLeast ? '超过 ' : ''}
              {count(lag.entries)} 条
            </Tag>
          </span>
          <span className="code">最早 {duration(lag.seconds * 1000)}前</span>
        </div>
      ),
  },
  { title: '最近确认', width: 110, render: (_, { lastAckAt }) => <Ago time={lastAckAt} none="从未" /> },
  { title: '范围', ellipsis: true, render: (_, { filter }) => scope(filter) },
  { title: '推送', width: 240, render: (_, { webhook }) => <Webhook webhook={webhook} /> },
  { title: '登记于', width: 110, render: (_, { createdAt }) => <Ago time={createdAt} /> },
];

function scope({ siteCodes = [], deptIds = [], categories = [] }: ConsumerView['filter']): string {
  const parts = [
    siteCodes.length > 0 && `站点 ${siteCodes.join('、')}`,
    deptIds.length > 0 && `部门 ${deptIds.join('、')}`,
    categories.length > 0 && `分类 ${categories.join('、')}`,
  ].filter(Boolean);
  return parts.length === 0 ? '全部文章' : parts.join('；');
}

function Webhook({ webhook }: Pick<ConsumerView, 'webhook'>) {
  if (!webhook) return <span className="faint">自行拉取</span>;
  const state = !webhook.enabled ? (
    <Tag>已停用</Tag>
  ) : webhook.failures > 0 ? (
    <Tag color="error" title={webhook.lastError ?? undefined}>
      连续失败 {count(webhook.failures)} 次
    </Tag>
  ) : (
    <Tag color="success">正常</Tag>
  );
  return (
    <div className="two-lines">
      <span className="code" title={webhook.url}>
        {webhook.url}
      </span>
      <span>
        {state}
        {webhook.failures > 0 && webhook.nextTryAt && (
          <span className="code"> {beijingSeconds(webhook.nextTryAt)} 再试</span>
        )}
      </span>
    </div>
  );
}
