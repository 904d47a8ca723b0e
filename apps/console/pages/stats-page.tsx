import { type DepartmentStats, type SiteStats } from '@govcrawler/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Segmented, Skeleton, Table, type TableProps } from 'antd';
import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { read } from '../api/admin-client.js';
import { ranking } from '../charts/chart-options.js';
import { Chart } from '../charts/chart.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';

const FILTERS = ['by'] as const;
const DIMENSIONS = [
  { value: 'site', label: '按站点' },
  { value: 'dept', label: '按部门' },
];
const IN_CHART = 15;

interface Line {
  key: string;
  name: string;
  targets: number;
  articles: number;
  newToday: number;
  lastFetchedAt: string | null;
  /** The articles page with these articles only; null where it cannot be asked for. */
  href: string | null;
}

/** How much came from where: each figure leads to its articles. */
export default function StatsPage() {
  const { filters, change } = useFilters(FILTERS);
  const by = filters.by === 'dept' ? 'dept' : 'site';
  const bySite = useQuery({
    queryKey: ['stats', 'by-site'],
    queryFn: ({ signal }) => read('/admin/api/stats/by-site', { signal }),
    enabled: by === 'site',
  });
  const byDepartment = useQuery({
    queryKey: ['stats', 'by-dept'],
    queryFn: ({ signal }) => read('/admin/api/stats/by-dept', { signal }),
    enabled: by === 'dept',
  });
  const lines = useMemo(
    () => (by === 'site' ? (bySite.data ?? []).map(siteLine) : (byDepartment.data ?? []).map(departmentLine)),
    [by, bySite.data, byDepartment.data],
  );
  const query: UseQueryResult<unknown> = by === 'site' ? bySite : byDepartment;
  const articles = lines.reduce((sum, line) => sum + line.articles, 0);
  return (
    <>
      <PageTitle title="统计分析" note={!query.isPending && `共 ${count(articles)} 篇文章`}>
        <Segmented
          options={DIMENSIONS}
          value={by}
          onChange={(next) => change({ by: next === 'site' ? null : next })}
          aria-label="统计维度"
        />
      </PageTitle>
      {query.error && <ProblemAlert error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {!query.isPending && !query.error && <Contributions lines={lines} words={by === 'site' ? '站点' : '部门'} />}
    </>
  );
}

function Contributions({ lines, words }: { lines: Line[]; words: string }) {
  const [, navigate] = useLocation();
  const top = useMemo(() => lines.filter(({ articles }) => articles > 0).slice(0, IN_CHART), [lines]);
  const option = useMemo(
    () =>
      ranking(
        '文章',
        top.map(({ name, articles }) => ({ name, value: articles })),
      ),
    [top],
  );
  const all = lines.reduce((sum, line) => sum + line.articles, 0);
  return (
    <>
      {top.length > 0 && (
        <section className="panel">
          <h2>
            文章最多的{words}
            {lines.length > IN_CHART ? `（前 ${IN_CHART} 个）` : ''}
          </h2>
          <Chart
            label={`各${words}的文章数，数字见下表`}
            height={top.length * 30 + 48}
            option={option}
            onPick={(name) => {
              const href = top.find((line) => line.name === name)?.href;
              if (href) navigate(href);
            }}
          />
        </section>
      )}
      <Table
        rowKey="key"
        size="middle"
        sticky={{ offsetHeader: 56 }}
        scroll={{ x: 820 }}
        columns={columns(words, all)}
        dataSource={lines}
        pagination={false}
        locale={{ emptyText: <EmptyHint why={`还没有任何${words}，没有可以统计的内容。`} /> }}
      />
    </>
  );
}

const columns = (words: string, all: number): TableProps<Line>['columns'] => [
  { title: words, dataIndex: 'name', fixed: 'start', width: 260, ellipsis: true },
  { title: '采集目标', dataIndex: 'targets', width: 100, align: 'end', className: 'figures-column', render: count },
  {
    title: '文章',
    dataIndex: 'articles',
    width: 110,
    align: 'end',
    className: 'figures-column',
    sorter: (a, b) => a.articles - b.articles,
    render: count,
  },
  {
    title: '占比',
    width: 90,
    align: 'end',
    className: 'figures-column',
    render: (_, { articles }) => (all === 0 ? '—' : `${((articles / all) * 100).toFixed(1)}%`),
  },
  {
    title: '今日新增',
    dataIndex: 'newToday',
    width: 110,
    align: 'end',
    className: 'figures-column',
    sorter: (a, b) => a.newToday - b.newToday,
    render: (value: number) => (value > 0 ? <b className="plus">+{count(value)}</b> : 0),
  },
  { title: '最近入库', width: 120, render: (_, { lastFetchedAt }) => <Ago time={lastFetchedAt} none="没有" /> },
  {
    title: '操作',
    width: 90,
    render: (_, { href }) =>
      href && (
        <Link href={href} data-main>
          看文章
        </Link>
      ),
  },
];

function siteLine({ siteCode, siteName, ...figures }: SiteStats): Line {
  return { ...figures, key: siteCode, name: siteName, href: `/articles?site=${encodeURIComponent(siteCode)}` };
}

function departmentLine({ deptId, fullName, ...figures }: DepartmentStats): Line {
  return {
    ...figures,
    key: String(deptId),
    name: fullName ?? '未归属部门',
    href: deptId === null ? null : `/articles?dept=${deptId}`,
  };
}
