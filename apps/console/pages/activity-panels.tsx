import { queryOptions, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { dailyActivity } from '../charts/chart-options.js';
import { Chart } from '../charts/chart.js';
import { DayHeatMap, HeatLegend } from '../charts/day-heat-map.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { count } from '../parts/number-format.js';
import { ProblemAlert } from '../parts/problem-alert.js';

const DAYS = 30;
const SHOWN_SITES = 20;

export const activityQuery = queryOptions({
  queryKey: ['stats', 'activity', DAYS],
  queryFn: ({ signal }) => read('/admin/api/stats/activity', { query: { days: DAYS }, signal }),
  refetchInterval: 60_000,
});

/** The last thirty days: what came in, what failed, and which site brought it. */
export function ActivityPanels() {
  const activity = useQuery(activityQuery);
  const { data } = activity;
  const option = useMemo(() => data && dailyActivity(data), [data]);
  const sum = (values: number[] | undefined): number => (values ?? []).reduce((all, value) => all + value, 0);
  return (
    <>
      <section className="panel">
        <h2>最近 {DAYS} 天</h2>
        {activity.error && <ProblemAlert error={activity.error} onRetry={() => void activity.refetch()} />}
        {activity.isPending && <Skeleton active paragraph={{ rows: 6 }} />}
        {data && option && (
          <>
            <p className="faint">
              新增 {count(sum(data.articles))} 篇，抓取 {count(sum(data.attempts))} 次，其中失败{' '}
              {count(sum(data.failures))} 次
            </p>
            <Chart label={`最近 ${DAYS} 天每天的新增文章和失败次数，合计见上文`} height={220} option={option} />
          </>
        )}
      </section>
      {data && (
        <section className="panel">
          <h2>
            各站点每日新增
            {data.sites.length > SHOWN_SITES && <Link href="/stats">全部 {count(data.sites.length)} 个站点</Link>}
            {data.sites.length > 0 && <HeatLegend />}
          </h2>
          {data.sites.length === 0 ? (
            <EmptyHint why={`最近 ${DAYS} 天没有新增文章。运行采集目标后，这里会显示每个站点每天新增多少。`} />
          ) : (
            <DayHeatMap days={data.days} sites={data.sites.slice(0, SHOWN_SITES)} />
          )}
        </section>
      )}
    </>
  );
}
