import { type CrawlLogView, type SiteView } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented, Select, Switch, Table, Tag, type TableProps } from 'antd';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { sitesQuery } from '../api/queries.js';
import { beijingSeconds } from '../parts/beijing-time.js';
import { SiteSelect, TargetSelect } from '../parts/choices.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Failure } from '../parts/failure-help.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { useHeightLeft } from '../parts/use-height-left.js';
import { FETCH_STRATEGY } from '../parts/words.js';

const FILTERS = ['site', 'target', 'success', 'hours', 'tail'] as const;
const HOURS = [1, 6, 24, 72, 168];
const OUTCOMES = [
  { value: '', label: '全部' },
  { value: 'false', label: '失败' },
  { value: 'true', label: '成功' },
];
const LIMIT = 1000;

/** Every attempt to get something from a site, newest first; it follows what happens while “实时” is on. */
export default function LogsPage() {
  const { filters, change } = useFilters(FILTERS);
  const hours = HOURS.find((choice) => String(choice) === filters.hours) ?? 24;
  const tail = filters.tail !== 'off';
  const { ref, height } = useHeightLeft(90, 320);
  const logs = useQuery({
    queryKey: ['logs', filters.site, filters.target, filters.success, hours],
    queryFn: ({ signal }) =>
      read('/admin/api/logs/recent', {
        query: { siteCode: filters.site, targetCode: filters.target, success: filters.success, hours, limit: LIMIT },
        signal,
      }),
    refetchInterval: tail ? 3_000 : false,
  });
  const sites = useQuery(sitesQuery);
  const columns = useMemo(() => logColumns(namesOf(sites.data ?? [])), [sites.data]);
  const filtered = Boolean(filters.site || filters.target || filters.success);
  const clear = () => change({ site: null, target: null, success: null });
  const failures = logs.data?.items.filter(({ success }) => !success).length ?? 0;
  return (
    <>
      <PageTitle
        title="运行监控"
        note={
          logs.data &&
          `${logs.data.count >= LIMIT ? `最近 ${count(LIMIT)}` : count(logs.data.count)} 条，失败 ${count(failures)} 条，北京时间`
        }
      >
        <label className="inline-label">
          <Switch
            size="small"
            checked={tail}
            onChange={(on) => change({ tail: on ? null : 'off' })}
            aria-label="实时刷新"
          />
          实时
        </label>
      </PageTitle>
      <div className="filters">
        <Segmented
          options={OUTCOMES}
          value={filters.success}
          onChange={(success) => change({ success })}
          aria-label="结果"
        />
        <SiteSelect value={filters.site} onChange={(site) => change({ site, target: null })} />
        <TargetSelect site={filters.site} value={filters.target} onChange={(target) => change({ target })} />
        <Select
          className="filter"
          aria-label="时间范围"
          value={hours}
          onChange={(next) => change({ hours: next === 24 ? null : next })}
          options={HOURS.map((value) => ({
            value,
            label: value < 72 ? `最近 ${value} 小时` : `最近 ${value / 24} 天`,
          }))}
        />
        {filtered && (
          <Button type="link" onClick={clear}>
            清除筛选
          </Button>
        )}
      </div>
      {logs.error && <ProblemAlert error={logs.error} onRetry={() => void logs.refetch()} />}
      <div ref={ref}>
        {(logs.data || logs.isPending) && (
          <Table
            virtual
            rowKey="id"
            size="small"
            loading={logs.isPending}
            columns={columns}
            dataSource={logs.data?.items ?? []}
            scroll={{ x: 1040, y: height }}
            pagination={false}
            locale={{ emptyText: logs.data ? <NoLogs filtered={filtered} hours={hours} onClear={clear} /> : ' ' }}
          />
        )}
      </div>
    </>
  );
}

const logColumns = (names: Map<string, string>): TableProps<CrawlLogView>['columns'] => [
  {
    title: '时间',
    dataIndex: 'occurredAt',
    width: 160,
    fixed: 'start',
    className: 'figures-column',
    render: (time: string) => beijingSeconds(time),
  },
  {
    title: '结果',
    dataIndex: 'success',
    width: 80,
    render: (success: boolean) => <Tag color={success ? 'success' : 'error'}>{success ? '成功' : '失败'}</Tag>,
  },
  {
    title: '采集目标',
    width: 210,
    ellipsis: true,
    render: (_, { siteCode, targetCode }) =>
      targetCode ? (
        <Link href={`/targets?q=${encodeURIComponent(targetCode)}`} title={targetCode} data-main>
          {names.get(targetCode) ?? targetCode}
        </Link>
      ) : (
        siteCode && (names.get(siteCode) ?? siteCode)
      ),
  },
  {
    title: 'HTTP',
    dataIndex: 'httpStatus',
    width: 64,
    className: 'figures-column',
    render: (code: number | null) => code ?? '—',
  },
  {
    title: '方式',
    dataIndex: 'fetchStrategy',
    width: 90,
    render: (strategy: string | null) => (strategy === null ? '—' : (FETCH_STRATEGY[strategy] ?? strategy)),
  },
  {
    title: '用时',
    dataIndex: 'durationMs',
    width: 90,
    align: 'end',
    className: 'figures-column',
    render: (ms: number | null) => (ms === null ? '—' : `${count(ms)} ms`),
  },
  {
    title: '说明',
    ellipsis: true,
    render: (_, { errorMsg, articleId, url }) => {
      if (errorMsg) return <Failure message={errorMsg} />;
      return articleId === null ? (
        <span className="faint">{url}</span>
      ) : (
        <Link href={`/articles?article=${articleId}`} title={url ?? undefined}>
          {url ?? `文章 ${articleId}`}
        </Link>
      );
    },
  },
];

/** Names of sites and targets by their codes. */
function namesOf(sites: SiteView[]): Map<string, string> {
  return new Map(
    sites.flatMap(({ code, name, targets }) => [
      [code, name] as const,
      ...targets.map((target) => [target.code, `${target.name}（${name}）`] as const),
    ]),
  );
}

function NoLogs({ filtered, hours, onClear }: { filtered: boolean; hours: number; onClear: () => void }) {
  if (filtered) {
    return (
      <EmptyHint why="这段时间没有符合条件的记录">
        <Button onClick={onClear}>清除筛选</Button>
      </EmptyHint>
    );
  }
  return (
    <EmptyHint why={`最近 ${hours} 小时没有任何抓取。定时任务到点后记录会出现在这里。`}>
      <Link href="/jobs?tab=scheduled">看看接下来运行什么</Link>
    </EmptyHint>
  );
}
