import { type SourceState, type SourceView } from '@govcrawler/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input, Select, Tag, type TableProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ListTable } from '../parts/list-table.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { paging } from '../parts/pager.js';
import { useFilters } from '../parts/use-filters.js';
import { CADENCE, SOURCE_STATE, SOURCE_WHY } from '../parts/words.js';
import { useMay } from '../session/session.js';
import { TargetActions } from './target-actions.js';

const SourceChecks = lazy(() => import('./source-checks.js'));
const FeedDiscovery = lazy(() => import('./feed-discovery.js'));
const OpmlImport = lazy(() => import('./opml-import.js'));
const SourceForm = lazy(() => import('./source-form.js'));
const FILTERS = ['q', 'kind', 'state', 'source', 'page', 'size'] as const;

/** Sources that schedule themselves: how often they are asked, how often that was worth it, when next, and why then. */
export default function SourcesPage() {
  const { filters, change } = useFilters(FILTERS);
  const { page, size, limit, offset } = paging(filters, 50);
  const mayEdit = useMay('admin');
  const [opened, setOpened] = useState<'form' | 'opml' | 'discovery' | null>(null);
  const sources = useQuery({
    queryKey: ['sources', filters.q, filters.kind, filters.state, page, size],
    queryFn: ({ signal }) =>
      read('/admin/api/sources', {
        query: { q: filters.q, kind: filters.kind, state: filters.state, limit, offset },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  const summary = useQuery({
    queryKey: ['sources', 'summary'],
    queryFn: ({ signal }) => read('/admin/api/sources/summary', { signal }),
    refetchInterval: 30_000,
  });
  const filtered = Boolean(filters.q || filters.kind || filters.state);
  const clear = () => change({ q: null, kind: null, state: null });
  return (
    <>
      <PageTitle
        title="信息源"
        note={
          summary.data &&
          `${count(summary.data.total)} 个，检查 ${count(summary.data.checks)} 次，命中率 ${percent(summary.data.hitRate)}${
            summary.data.overdue > 0 ? `，${count(summary.data.overdue)} 个已到点未检查` : ''
          }`
        }
      >
        <span className="row-actions">
          <a href="/admin/api/sources/opml" download>
            导出 OPML
          </a>
          {mayEdit && (
            <>
              <Button onClick={() => setOpened('opml')}>导入 OPML</Button>
              <Button onClick={() => setOpened('discovery')}>查找订阅源</Button>
              <Button type="primary" onClick={() => setOpened('form')}>
                新增信息源
              </Button>
            </>
          )}
        </span>
      </PageTitle>
      <div className="filters">
        <Input.Search
          key={filters.q}
          defaultValue={filters.q}
          placeholder="名称或地址"
          aria-label="筛选信息源"
          allowClear
          maxLength={200}
          className="filter-wide"
          onSearch={(q) => change({ q: q.trim() })}
        />
        <Select
          allowClear
          placeholder="全部类型"
          aria-label="类型"
          className="filter"
          value={filters.kind || undefined}
          onChange={(kind) => change({ kind })}
          options={[
            { value: 'rss', label: '订阅源' },
            { value: 'custom', label: '自定义' },
          ]}
        />
        <Select
          allowClear
          placeholder="全部状态"
          aria-label="状态"
          className="filter"
          value={filters.state || undefined}
          onChange={(state) => change({ state })}
          options={(Object.keys(SOURCE_STATE) as SourceState[]).map((value) => ({
            value,
            label: SOURCE_STATE[value].text,
          }))}
        />
        {filtered && (
          <Button type="link" onClick={clear}>
            清除筛选
          </Button>
        )}
      </div>
      <ListTable
        rowKey="code"
        query={sources}
        columns={columns((code) => change({ source: code, page: filters.page }))}
        scroll={{ x: 1040 }}
        pager={{ page, size, unit: '个', onChange: (next, nextSize) => change({ page: next, size: nextSize }) }}
        empty={
          filtered ? (
            <EmptyHint why="没有符合这些条件的信息源">
              <Button onClick={clear}>清除筛选</Button>
            </EmptyHint>
          ) : (
            <EmptyHint why="还没有信息源。新增一个 RSS 地址，或把采集目标的运行时间设为 adaptive（按发布规律自动安排）。" />
          )
        }
      />
      <Suspense>
        {filters.source && (
          <SourceChecks code={filters.source} onClose={() => change({ source: null, page: filters.page })} />
        )}
        {opened === 'form' && <SourceForm onClose={() => setOpened(null)} />}
        {opened === 'opml' && <OpmlImport onClose={() => setOpened(null)} />}
        {opened === 'discovery' && <FeedDiscovery onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}

const columns = (open: (code: string) => void): TableProps<SourceView>['columns'] => [
  {
    title: '信息源',
    width: 230,
    fixed: 'start',
    render: (_, source) => (
      <div className="two-lines">
        <button type="button" className="article-title" data-main title={source.url} onClick={() => open(source.code)}>
          {source.name}
        </button>
        <span className="code" title={source.url}>
          {source.siteName}
        </span>
      </div>
    ),
  },
  {
    title: '状态',
    dataIndex: 'state',
    width: 96,
    render: (state: SourceView['state'], { lastError }) => (
      <Tag color={SOURCE_STATE[state].color} title={lastError ?? undefined}>
        {SOURCE_STATE[state].text}
      </Tag>
    ),
  },
  {
    title: '节奏',
    dataIndex: 'cadence',
    width: 96,
    render: (cadence: string | null) =>
      cadence === null ? <span className="faint">尚不了解</span> : (CADENCE[cadence] ?? cadence),
  },
  {
    title: '命中率',
    width: 110,
    align: 'end',
    className: 'figures-column',
    render: (_, { hitRate, hitCount, checkCount }) => (
      <span title={`${count(checkCount)} 次检查中 ${count(hitCount)} 次有新文章`}>{percent(hitRate)}</span>
    ),
  },
  { title: '上次检查', width: 104, render: (_, { lastCheckAt }) => <Ago time={lastCheckAt} none="从未" /> },
  {
    title: '下次检查与原因',
    render: (_, { nextCheckAt, nextWhy, backoffUntil, state }) => {
      const next = nextCheckAt ?? backoffUntil;
      const why = nextWhy ?? SOURCE_WHY[state] ?? '';
      return (
        <div className="two-lines">
          {next && <span className="figures-column">{beijingMinutes(next)}</span>}
          {!next && state === 'fixed' && <Link href="/jobs?tab=scheduled">见任务计划</Link>}
          <span className="code" title={why}>
            {why}
          </span>
        </div>
      );
    },
  },
  {
    title: '操作',
    width: 128,
    fixed: 'end',
    render: (_, source) => <TargetActions target={source} siteEnabled />,
  },
];

function percent(share: number | null): string {
  return share === null ? '—' : `${(share * 100).toFixed(0)}%`;
}
