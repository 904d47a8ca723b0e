import { type DepartmentView, type SiteView, type TargetView } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Segmented, Table, Tag, type TableProps } from 'antd';
import { lazy, memo, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { departmentsQuery, sitesQuery } from '../api/queries.js';
import { DepartmentSelect, SiteSelect } from '../parts/choices.js';
import { cronWords } from '../parts/cron-words.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { useHeightLeft } from '../parts/use-height-left.js';
import { useMay } from '../session/session.js';
import { AddColumn } from './add-column.js';
import { BulkRunBar } from './bulk-run-bar.js';
import { EnabledSwitch } from './enabled-switch.js';
import { TargetActions } from './target-actions.js';

const TargetForm = lazy(() => import('./target-form.js'));
const FILTERS = ['q', 'site', 'dept', 'enabled'] as const;
const ENABLED = [
  { value: '', label: '全部' },
  { value: 'true', label: '启用' },
  { value: 'false', label: '停用' },
];

export interface TargetRow extends TargetView {
  siteEnabled: boolean;
  adapter: string;
  deptName: string | null;
  /** What the filter looks in. */
  words: string;
}

/** All targets of all sites. Some thousands are here at once: filtering answers at the speed of typing. */
export default function TargetsPage() {
  const { filters, change } = useFilters(FILTERS);
  const [text, setText] = useState(filters.q);
  const typed = useDeferredValue(text);
  const [selected, setSelected] = useState<string[]>([]);
  const sites = useQuery({ ...sitesQuery, refetchInterval: 30_000 });
  const departments = useQuery(departmentsQuery);
  const all = useMemo(() => rowsOf(sites.data ?? [], departments.data ?? []), [sites.data, departments.data]);
  const shown = useMemo(() => all.filter((row) => matches(row, { ...filters, q: typed })), [all, filters, typed]);
  const runnable = useMemo(() => shown.filter(isRunnable).map(({ code }) => code), [shown]);
  const mayEdit = useMay('admin');
  const [edited, setEdited] = useState<TargetView | null>(null);
  const columns = useMemo(() => targetColumns(mayEdit ? setEdited : null), [mayEdit]);
  const { ref, height } = useHeightLeft(selected.length > 0 ? 150 : 90, 320);
  const filtered = Boolean(typed || filters.site || filters.dept || filters.enabled);
  const clear = useCallback(() => {
    setText('');
    change({ q: null, site: null, dept: null, enabled: null });
  }, [change]);
  return (
    <>
      <PageTitle
        title="采集目标"
        note={sites.data && (filtered ? `${count(shown.length)} / ${count(all.length)} 个` : `${count(all.length)} 个`)}
      >
        <AddColumn />
      </PageTitle>
      <div className="filters">
        <Input
          value={text}
          placeholder="名称、编码或入口地址"
          aria-label="筛选采集目标"
          allowClear
          maxLength={200}
          className="filter-wide"
          onChange={(event) => setText(event.target.value)}
          onBlur={() => text !== filters.q && change({ q: text.trim() })}
          onPressEnter={() => change({ q: text.trim() })}
        />
        <SiteSelect value={filters.site} onChange={(site) => change({ site })} />
        <DepartmentSelect value={filters.dept} onChange={(dept) => change({ dept })} />
        <Segmented
          options={ENABLED}
          value={filters.enabled}
          onChange={(enabled) => change({ enabled })}
          aria-label="是否启用"
        />
        {filtered && (
          <Button type="link" onClick={clear}>
            清除筛选
          </Button>
        )}
      </div>
      {sites.error && <ProblemAlert error={sites.error} onRetry={() => void sites.refetch()} />}
      <BulkRunBar selected={selected} found={runnable} onSelect={setSelected} />
      <div ref={ref}>
        {(sites.data || sites.isPending) && (
          <TargetRows
            rows={shown}
            isPending={sites.isPending}
            filtered={filtered}
            onClear={clear}
            columns={columns}
            height={height}
            selected={selected}
            onSelect={setSelected}
          />
        )}
      </div>
      <Suspense>{edited && <TargetForm target={edited} onClose={() => setEdited(null)} />}</Suspense>
    </>
  );
}

interface TargetRowsProps {
  rows: TargetRow[];
  isPending: boolean;
  filtered: boolean;
  onClear: () => void;
  columns: TableProps<TargetRow>['columns'];
  height: number;
  selected: string[];
  onSelect: (codes: string[]) => void;
}

/** By itself, so that a key typed into the filter is shown before its rows are drawn. */
const TargetRows = memo(function TargetRows(props: TargetRowsProps) {
  const { rows, isPending, filtered, onClear, columns, height, selected, onSelect } = props;
  const rowSelection = useMemo(
    (): TableProps<TargetRow>['rowSelection'] => ({
      selectedRowKeys: selected,
      preserveSelectedRowKeys: true,
      onChange: (keys) => onSelect(keys as string[]),
      columnWidth: 44,
      fixed: true,
      getCheckboxProps,
    }),
    [selected, onSelect],
  );
  return (
    <Table
      virtual
      rowKey="code"
      size="small"
      loading={isPending}
      columns={columns}
      dataSource={rows}
      scroll={{ x: 1040, y: height }}
      pagination={false}
      rowSelection={rowSelection}
      locale={{
        emptyText: isPending ? (
          ' '
        ) : filtered ? (
          <EmptyHint why="没有符合这些条件的采集目标">
            <Button onClick={onClear}>清除筛选</Button>
          </EmptyHint>
        ) : (
          <EmptyHint why="还没有任何采集目标。从一个栏目的地址开始添加。">
            <Link href="/wizard">添加栏目</Link>
          </EmptyHint>
        ),
      }}
    />
  );
});

// The same for all renderings: with another function the table asks it for each of 5,000 rows again.
const getCheckboxProps = (row: TargetRow) => ({ disabled: !isRunnable(row), 'aria-label': `选择${row.name}` });

const targetColumns = (edit: ((target: TargetView) => void) | null): TableProps<TargetRow>['columns'] => [
  {
    title: '采集目标',
    dataIndex: 'name',
    width: 196,
    fixed: 'start',
    render: (name: string, target) => (
      <div className="two-lines">
        <Link href={`/articles?target=${encodeURIComponent(target.code)}`} title={`查看“${name}”的文章`} data-main>
          {name}
        </Link>
        <span className="code" title={target.code}>
          {target.code}
        </span>
      </div>
    ),
  },
  {
    title: '站点',
    dataIndex: 'siteName',
    width: 116,
    ellipsis: true,
    render: (name: string, row) => (
      <>
        {name}
        {!row.siteEnabled && <Tag className="after-text">站点停用</Tag>}
      </>
    ),
  },
  {
    title: '分类与部门',
    width: 98,
    render: (_, { contentCategory, deptName }) => (
      <div className="two-lines">
        <span title={contentCategory ?? undefined}>{orDash(contentCategory)}</span>
        <span className="code" title={deptName ?? undefined}>
          {deptName ?? ''}
        </span>
      </div>
    ),
  },
  {
    title: '运行时间',
    dataIndex: 'scheduleCron',
    width: 104,
    ellipsis: true,
    render: (cron: string | null) =>
      cron === null ? (
        <span className="faint" title="按栏目、站点或默认规则运行，见任务页的“计划”">
          按上级规则
        </span>
      ) : (
        <span title={cron}>{cronWords(cron) ?? cron}</span>
      ),
  },
  { title: '最近采集', width: 84, render: (_, { lastCrawledAt }) => <Ago time={lastCrawledAt} none="从未" /> },
  { title: '最新文章', width: 100, render: (_, { lastArticleTime }) => <Ago time={lastArticleTime} none="没有" /> },
  { title: '启用', width: 60, render: (_, target) => <EnabledSwitch kind="targets" {...target} /> },
  {
    title: '操作',
    width: edit ? 232 : 176,
    fixed: 'end',
    render: (_, target) => (
      <span className="row-actions">
        <TargetActions target={target} siteEnabled={target.siteEnabled} />
        {edit && (
          <Button size="small" type="text" onClick={() => edit(target)}>
            编辑
          </Button>
        )}
        <Link href={`/workbench?target=${encodeURIComponent(target.code)}`} title="在已保存的页面上调整选择器">
          选择器
        </Link>
      </span>
    ),
  },
];

function rowsOf(sites: SiteView[], departments: DepartmentView[]): TargetRow[] {
  const nameOf = new Map(departments.map(({ id, shortName, fullName }) => [id, shortName ?? fullName]));
  return sites.flatMap((site) =>
    site.targets.map((target) => ({
      ...target,
      siteEnabled: site.enabled,
      adapter: site.adapter,
      deptName: target.deptId === null ? null : (nameOf.get(target.deptId) ?? null),
      words: `${target.name}\n${target.code}\n${target.entryUrl}\n${target.siteName}`.toLowerCase(),
    })),
  );
}

function matches(row: TargetRow, filters: Record<(typeof FILTERS)[number], string>): boolean {
  const wanted = filters.q.trim().toLowerCase();
  return (
    (filters.site === '' || row.siteCode === filters.site) &&
    (filters.dept === '' || String(row.deptId) === filters.dept) &&
    (filters.enabled === '' || String(row.enabled) === filters.enabled) &&
    (wanted === '' || row.words.includes(wanted))
  );
}

function isRunnable({ enabled, siteEnabled }: TargetRow): boolean {
  return enabled && siteEnabled;
}

function orDash(text: string | null) {
  return text ?? <span className="faint">—</span>;
}
