import { type ScheduledRun } from '@govcrawler/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Tag, type TableProps } from 'antd';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { SiteSelect } from '../parts/choices.js';
import { cronWords } from '../parts/cron-words.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ListTable } from '../parts/list-table.js';
import { paging } from '../parts/pager.js';
import { useFilters } from '../parts/use-filters.js';
import { CRON_LEVEL } from '../parts/words.js';

const FILTERS = ['site', 'page', 'size'] as const;

/** What will run next, soonest first, in words, and who decided when. */
export function ScheduledRuns() {
  const { filters, change } = useFilters(FILTERS);
  const { page, size, limit, offset } = paging(filters, 50);
  const runs = useQuery({
    queryKey: ['scheduled', filters.site, page, size],
    queryFn: ({ signal }) =>
      read('/admin/api/jobs/scheduled', { query: { siteCode: filters.site, runs: 3, limit, offset }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <>
      <div className="filters">
        <SiteSelect value={filters.site} onChange={(site) => change({ site })} />
        <span className="faint">时间均为北京时间；启停和改动在 5 分钟内生效</span>
      </div>
      <ListTable
        rowKey="targetCode"
        query={runs}
        columns={COLUMNS}
        tableLayout="fixed"
        scroll={{ x: 960 }}
        pager={{ page, size, unit: '个', onChange: (next, nextSize) => change({ page: next, size: nextSize }) }}
        empty={
          <EmptyHint why="没有启用的采集目标，不会有定时任务。">
            <Link href="/targets">去启用采集目标</Link>
          </EmptyHint>
        }
      />
    </>
  );
}

const COLUMNS: TableProps<ScheduledRun>['columns'] = [
  {
    title: '采集目标',
    fixed: 'start',
    width: 240,
    render: (_, run) => (
      <div className="two-lines">
        <Link href={`/targets?q=${encodeURIComponent(run.targetCode)}`} title={run.targetCode} data-main>
          {run.targetName}
        </Link>
        <span className="code" title={run.host}>
          {run.siteName}
        </span>
      </div>
    ),
  },
  {
    title: '下次运行',
    width: 160,
    className: 'figures-column',
    render: (_, { nextRuns, problem }) => {
      const [next] = nextRuns;
      if (next !== undefined) return <b>{beijingMinutes(next)}</b>;
      return problem === null ? <span className="faint">自动安排</span> : <Tag color="error">不会运行</Tag>;
    },
  },
  {
    title: '随后',
    width: 290,
    className: 'figures-column',
    render: (_, { nextRuns, problem }) => problem ?? nextRuns.slice(1).map(beijingMinutes).join('，'),
  },
  {
    title: '规则',
    width: 260,
    render: (_, { cron, effectiveCron, level }) => (
      <div className="two-lines">
        <span title={`${cron}${effectiveCron && effectiveCron !== cron ? ` → ${effectiveCron}` : ''}`}>
          {cronWords(effectiveCron ?? cron) ?? (cron === 'adaptive' ? '按发布规律自动安排' : cron)}
        </span>
        <span className="code">{CRON_LEVEL[level]}</span>
      </div>
    ),
  },
];
