import { type SiteView } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Popconfirm, Table, Tag, type TableProps } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { sitesQuery } from '../api/queries.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { Pager, paging } from '../parts/pager.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { AddColumn } from './add-column.js';
import { EnabledSwitch } from './enabled-switch.js';
import { useMay } from '../session/session.js';
import { useRunMany } from './run-targets.js';
import { TargetTable } from './target-table.js';

const SiteForm = lazy(() => import('./site-form.js'));
const FILTERS = ['q', 'page', 'size'] as const;

/** All sites with their targets; this is where crawls are started by hand. */
export default function SitesPage() {
  const { filters, change } = useFilters(FILTERS);
  const { page, size, offset } = paging(filters, 50);
  const [opened, setOpened] = useState<readonly React.Key[]>([]);
  const sites = useQuery({ ...sitesQuery, refetchInterval: 30_000 });
  const shown = useMemo(() => matching(sites.data ?? [], filters.q), [sites.data, filters.q]);
  const mayEdit = useMay('admin');
  const [edited, setEdited] = useState<SiteView | 'new' | null>(null);
  const columns = useMemo(() => siteColumns(mayEdit ? setEdited : null), [mayEdit]);
  const targets = shown.reduce((sum, site) => sum + site.targets.length, 0);
  return (
    <>
      <PageTitle title="站点" note={sites.data && `${count(shown.length)} 个站点，${count(targets)} 个采集目标`}>
        <Input.Search
          key={filters.q}
          defaultValue={filters.q}
          placeholder="按名称、编码或主机筛选"
          aria-label="筛选站点和采集目标"
          allowClear
          onSearch={(q) => change({ q: q.trim() })}
          className="page-search"
        />
        {mayEdit && <Button onClick={() => setEdited('new')}>新增站点</Button>}
        <AddColumn />
      </PageTitle>
      {sites.error && <ProblemAlert error={sites.error} onRetry={() => void sites.refetch()} />}
      {(sites.data || sites.isPending) && (
        <Table
          rowKey="code"
          size="middle"
          loading={sites.isPending}
          columns={columns}
          dataSource={shown.slice(offset, offset + size)}
          scroll={{ x: 900 }}
          sticky={{ offsetHeader: 56 }}
          pagination={false}
          expandable={{
            // A search shows what it found, also where it found it inside a site.
            expandedRowKeys: filters.q && shown.length <= 10 ? shown.map(({ code }) => code) : [...opened],
            onExpandedRowsChange: setOpened,
            expandRowByClick: true,
            expandedRowRender: (site) => <TargetTable site={site} />,
          }}
          locale={{
            emptyText: !sites.data ? (
              ' '
            ) : filters.q ? (
              <EmptyHint why={`没有名称、编码或主机包含“${filters.q}”的站点或采集目标`}>
                <Button onClick={() => change({ q: null })}>清除筛选</Button>
              </EmptyHint>
            ) : (
              <EmptyHint why="还没有任何站点。新增一个站点，或用“添加栏目”从一个栏目的地址开始。">
                <Link href="/wizard">添加栏目</Link>
              </EmptyHint>
            ),
          }}
        />
      )}
      <Pager
        page={page}
        size={size}
        total={shown.length}
        unit="个"
        onChange={(next, nextSize) => change({ page: next, size: nextSize })}
      />
      <Suspense>{edited && <SiteForm site={edited} onClose={() => setEdited(null)} />}</Suspense>
    </>
  );
}

const siteColumns = (edit: ((site: SiteView) => void) | null): TableProps<SiteView>['columns'] => [
  {
    title: '站点',
    dataIndex: 'name',
    fixed: 'start',
    ellipsis: true,
    render: (name: string, site) => (
      <div className="two-lines">
        <span>{name}</span>
        <span className="code">{site.code}</span>
      </div>
    ),
  },
  { title: '主机', dataIndex: 'host', width: 190, ellipsis: true },
  { title: '适配器', dataIndex: 'adapter', width: 130, render: (adapter: string) => <Tag>{adapter}</Tag> },
  {
    title: '采集目标',
    width: 104,
    render: (_, { targets }) => {
      const enabled = targets.filter((target) => target.enabled).length;
      return enabled === targets.length ? `${targets.length} 个` : `${enabled} / ${targets.length} 启用`;
    },
  },
  {
    title: '状态',
    dataIndex: 'enabled',
    width: 68,
    render: (_, site) => <EnabledSwitch kind="sites" {...site} />,
  },
  {
    title: '操作',
    width: edit ? 220 : 170,
    render: (_, site) => <SiteActions site={site} edit={edit} />,
  },
];

function SiteActions({ site, edit }: { site: SiteView; edit: ((site: SiteView) => void) | null }) {
  const run = useRunMany();
  const mayRun = useMay('operator');
  const codes = site.targets.filter((target) => target.enabled).map(({ code }) => code);
  return (
    <span className="row-actions" onClick={(event) => event.stopPropagation()}>
      <Popconfirm
        title={`运行“${site.name}”的全部 ${codes.length} 个采集目标？`}
        description="同一主机的任务会依次执行"
        onConfirm={() => run.mutate({ targetCodes: codes })}
      >
        <Button size="small" disabled={!mayRun || !site.enabled || codes.length === 0} loading={run.isPending}>
          运行全部
        </Button>
      </Popconfirm>
      {edit && (
        <Button size="small" type="text" onClick={() => edit(site)}>
          编辑
        </Button>
      )}
      <Link href={`/articles?site=${encodeURIComponent(site.code)}`}>看文章</Link>
    </span>
  );
}

/** A site whose own name matches keeps all its targets; otherwise only the targets that match. */
function matching(sites: SiteView[], text: string): SiteView[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return sites;
  const has = (...values: string[]) => values.some((value) => value.toLowerCase().includes(wanted));
  return sites.flatMap((site) => {
    if (has(site.name, site.code, site.host)) return [site];
    const targets = site.targets.filter((target) => has(target.name, target.code));
    return targets.length > 0 ? [{ ...site, targets }] : [];
  });
}
