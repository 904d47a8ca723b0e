import { type PageOf, type ScheduledRun } from '@govcrawler/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Table, Tag, type TableProps } from 'antd';
import { getJson } from '../api/api-client.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { CRON_LEVEL } from '../parts/words.js';

const FILTERS = ['page'] as const;
const SIZE = 50;

/** What will run next, soonest first, and who decided when. */
export default function ScheduledPage() {
  const { filters, change } = useFilters(FILTERS);
  const page = Math.max(1, Number.parseInt(filters.page, 10) || 1);
  const runs = useQuery({
    queryKey: ['scheduled', page],
    queryFn: ({ signal }) =>
      getJson<PageOf<ScheduledRun>>('/jobs/scheduled', { runs: 3, limit: SIZE, offset: (page - 1) * SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <>
      <PageTitle title="计划" note={runs.data && `${count(runs.data.total)} 个启用的采集目标，时间为北京时间`} />
      {runs.error && <ProblemAlert error={runs.error} onRetry={() => void runs.refetch()} />}
      {(runs.data || runs.isPending) && (
        <Table
          rowKey="targetCode"
          size="middle"
          loading={runs.isPending || runs.isPlaceholderData}
          columns={COLUMNS}
          dataSource={runs.data?.items ?? []}
          tableLayout="fixed"
          scroll={{ x: 860 }}
          pagination={{
            current: page,
            pageSize: SIZE,
            total: runs.data?.total ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: (next) => {
              change({ page: next });
              window.scrollTo(0, 0);
            },
          }}
          locale={{ emptyText: runs.data ? <EmptyHint why="没有启用的采集目标，不会有定时任务。" /> : ' ' }}
        />
      )}
    </>
  );
}

const COLUMNS: TableProps<ScheduledRun>['columns'] = [
  {
    title: '采集目标',
    render: (_, run) => (
      <div className="two-lines">
        <span title={run.targetCode}>{run.targetName}</span>
        <span className="code" title={run.host}>
          {run.siteName}
        </span>
      </div>
    ),
  },
  {
    title: '下次运行',
    width: 170,
    className: 'figures-column',
    render: (_, { nextRuns, problem }) => {
      const [next] = nextRuns;
      if (next !== undefined) return beijingMinutes(next);
      return problem === null ? <span className="faint">自动安排</span> : <Tag color="error">不会运行</Tag>;
    },
  },
  {
    title: '随后',
    width: 300,
    className: 'figures-column',
    render: (_, { nextRuns, problem }) => problem ?? nextRuns.slice(1).map(beijingMinutes).join('，'),
  },
  {
    title: '规则',
    width: 200,
    render: (_, { cron, effectiveCron, level }) => (
      <div className="two-lines">
        <code>{effectiveCron ?? cron}</code>
        <span className="code">{CRON_LEVEL[level]}</span>
      </div>
    ),
  },
];
