import { useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton, Table, type TableProps } from 'antd';
import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { ranking, timeline } from '../charts/chart-options.js';
import { Chart } from '../charts/chart.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { DIMENSIONS, MONTHS, type Dimension, type StatsLine } from './stats-lines.js';

const FILTERS = ['by'] as const;
const IN_CHART = 15;

/** How much came from where and when: each figure leads to its articles. */
export default function StatsPage() {
  const { filters, change } = useFilters(FILTERS);
  const by = filters.by in DIMENSIONS ? (filters.by as Dimension) : 'site';
  const lines = useQuery({
    queryKey: ['stats', 'lines', by],
    queryFn: ({ signal }) => DIMENSIONS[by].lines(signal),
  });
  const articles = (lines.data ?? []).reduce((sum, line) => sum + line.articles, 0);
  const note = by === 'month' ? `最近 ${MONTHS} 个月共发布 ${count(articles)} 篇` : `共 ${count(articles)} 篇文章`;
  return (
    <>
      <PageTitle title="统计分析" note={lines.data && note}>
        <Segmented
          options={Object.entries(DIMENSIONS).map(([value, { words }]) => ({ value, label: `按${words}` }))}
          value={by}
          onChange={(next) => change({ by: next === 'site' ? null : next })}
          aria-label="统计维度"
        />
      </PageTitle>
      {lines.error && <ProblemAlert error={lines.error} onRetry={() => void lines.refetch()} />}
      {lines.isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {lines.data && <Contributions key={by} lines={lines.data} by={by} />}
    </>
  );
}

function Contributions({ lines, by }: { lines: StatsLine[]; by: Dimension }) {
  const [, navigate] = useLocation();
  const { words } = DIMENSIONS[by];
  const isTime = by === 'month';
  const inChart = useMemo(
    () => (isTime ? lines : lines.filter(({ articles }) => articles > 0).slice(0, IN_CHART)),
    [isTime, lines],
  );
  const option = useMemo(
    () =>
      (isTime ? timeline : ranking)(
        '文章',
        inChart.map(({ name, articles }) => ({ name, value: articles })),
      ),
    [isTime, inChart],
  );
  const all = lines.reduce((sum, line) => sum + line.articles, 0);
  // Newest first in the table, in the order of time in the chart.
  const rows = useMemo(() => (isTime ? [...lines].reverse() : lines), [isTime, lines]);
  return (
    <>
      {all > 0 && (
        <section className="panel">
          <h2>
            {isTime ? '各月发布的文章' : `文章最多的${words}`}
            {!isTime && lines.length > IN_CHART ? `（前 ${IN_CHART} 个）` : ''}
          </h2>
          <Chart
            label={`各${words}的文章数，数字见下表`}
            height={isTime ? 260 : inChart.length * 30 + 48}
            option={option}
            onPick={(name) => {
              const href = inChart.find((line) => line.name === name)?.href;
              if (href) navigate(href);
            }}
          />
        </section>
      )}
      <Table
        rowKey="key"
        size="middle"
        sticky={{ offsetHeader: 56 }}
        scroll={{ x: isTime ? 560 : 820 }}
        columns={columns(by, all)}
        dataSource={rows}
        pagination={false}
        locale={{ emptyText: <EmptyHint why={`还没有任何${words}，没有可以统计的内容。`} /> }}
      />
    </>
  );
}

function columns(by: Dimension, all: number): TableProps<StatsLine>['columns'] {
  const number = { align: 'end', className: 'figures-column' } as const;
  const everywhere: TableProps<StatsLine>['columns'] = [
    {
      title: '文章',
      dataIndex: 'articles',
      width: 110,
      ...number,
      sorter: (a, b) => a.articles - b.articles,
      render: count,
    },
    {
      title: '占比',
      width: 90,
      ...number,
      render: (_, { articles }) => (all === 0 ? '—' : `${((articles / all) * 100).toFixed(1)}%`),
    },
  ];
  const targets: TableProps<StatsLine>['columns'] = [
    { title: '采集目标', dataIndex: 'targets', width: 100, ...number, render: count },
  ];
  const today: TableProps<StatsLine>['columns'] = [
    {
      title: '今日新增',
      dataIndex: 'newToday',
      width: 110,
      ...number,
      sorter: (a, b) => (a.newToday ?? 0) - (b.newToday ?? 0),
      render: (value: number) => (value > 0 ? <b className="plus">+{count(value)}</b> : 0),
    },
  ];
  const last: TableProps<StatsLine>['columns'] = [
    {
      title: '最近入库',
      width: 120,
      render: (_, { lastFetchedAt }) => <Ago time={lastFetchedAt ?? null} none="没有" />,
    },
  ];
  const hasTargets = by === 'site' || by === 'dept';
  return [
    { title: DIMENSIONS[by].words, dataIndex: 'name', fixed: 'start', width: 260, ellipsis: true },
    ...(hasTargets ? targets : []),
    ...everywhere,
    ...(by === 'month' ? [] : today),
    ...(hasTargets ? last : []),
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
}
