import { type DepartmentStats, type DepartmentView } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, Select, Table, type TableProps } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { read } from '../api/admin-client.js';
import { departmentsQuery } from '../api/queries.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { Pager, paging } from '../parts/pager.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { useMay } from '../session/session.js';
import { DeleteDepartment } from './delete-department.js';

const DepartmentForm = lazy(() => import('./department-form.js'));
const FILTERS = ['q', 'region', 'category', 'page', 'size'] as const;

type Row = DepartmentView & { figures: DepartmentStats | undefined };

/** Who publishes: departments with what they have published so far. */
export default function DepartmentsPage() {
  const { filters, change } = useFilters(FILTERS);
  const { page, size, offset } = paging(filters, 50);
  const mayEdit = useMay('admin');
  const [edited, setEdited] = useState<DepartmentView | 'new' | null>(null);
  const departments = useQuery(departmentsQuery);
  const figures = useQuery({
    queryKey: ['stats', 'by-dept'],
    queryFn: ({ signal }) => read('/admin/api/stats/by-dept', { signal }),
  });
  const all = useMemo(() => {
    const figuresOf = new Map((figures.data ?? []).map((line) => [line.deptId, line]));
    return (departments.data ?? []).map((department): Row => ({
      ...department,
      figures: figuresOf.get(department.id),
    }));
  }, [departments.data, figures.data]);
  const shown = useMemo(
    () =>
      all.filter(
        ({ fullName, shortName, region, category }) =>
          (filters.q === '' || `${fullName}\n${shortName ?? ''}`.includes(filters.q)) &&
          (filters.region === '' || region === filters.region) &&
          (filters.category === '' || category === filters.category),
      ),
    [all, filters],
  );
  const filtered = Boolean(filters.q || filters.region || filters.category);
  const clear = () => change({ q: null, region: null, category: null });
  return (
    <>
      <PageTitle title="部门" note={departments.data && `共 ${count(departments.data.length)} 个`}>
        {mayEdit && (
          <Button type="primary" onClick={() => setEdited('new')}>
            新增部门
          </Button>
        )}
      </PageTitle>
      <div className="filters">
        <Input.Search
          key={filters.q}
          defaultValue={filters.q}
          placeholder="名称或简称，如：财政"
          aria-label="筛选部门"
          allowClear
          maxLength={100}
          className="filter-wide"
          onSearch={(q) => change({ q: q.trim() })}
        />
        <WordSelect
          words="地区"
          value={filters.region}
          of={all.map(({ region }) => region)}
          onChange={(region) => change({ region })}
        />
        <WordSelect
          words="类别"
          value={filters.category}
          of={all.map(({ category }) => category)}
          onChange={(category) => change({ category })}
        />
        {filtered && (
          <Button type="link" onClick={clear}>
            清除筛选
          </Button>
        )}
      </div>
      {departments.error && <ProblemAlert error={departments.error} onRetry={() => void departments.refetch()} />}
      {(departments.data || departments.isPending) && (
        <Table
          rowKey="id"
          size="middle"
          sticky={{ offsetHeader: 56 }}
          loading={departments.isPending}
          columns={columns(mayEdit, setEdited)}
          dataSource={shown.slice(offset, offset + size)}
          scroll={{ x: 900 }}
          pagination={false}
          locale={{
            emptyText: !departments.data ? (
              ' '
            ) : filtered ? (
              <EmptyHint why="没有符合这些条件的部门">
                <Button onClick={clear}>清除筛选</Button>
              </EmptyHint>
            ) : (
              <EmptyHint why="还没有部门。启动时会从 config/departments.yaml 读入，也可以在这里新增。" />
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
      <Suspense>{edited && <DepartmentForm department={edited} onClose={() => setEdited(null)} />}</Suspense>
    </>
  );
}

const columns = (mayEdit: boolean, edit: (department: DepartmentView) => void): TableProps<Row>['columns'] => [
  {
    title: '部门',
    dataIndex: 'fullName',
    fixed: 'start',
    width: 260,
    ellipsis: true,
    render: (name: string, { id }) => (
      <Link href={`/articles?dept=${id}`} title={`查看“${name}”的文章`} data-main>
        {name}
      </Link>
    ),
  },
  { title: '简称', dataIndex: 'shortName', width: 140, ellipsis: true, render: orDash },
  { title: '地区', dataIndex: 'region', width: 110, ellipsis: true, render: orDash },
  { title: '类别', dataIndex: 'category', width: 120, ellipsis: true, render: orDash },
  {
    title: '采集目标',
    width: 90,
    align: 'end',
    className: 'figures-column',
    render: (_, { id, figures }) =>
      figures?.targets ? <Link href={`/targets?dept=${id}`}>{count(figures.targets)}</Link> : 0,
  },
  {
    title: '文章',
    width: 90,
    align: 'end',
    className: 'figures-column',
    sorter: (a, b) => (a.figures?.articles ?? 0) - (b.figures?.articles ?? 0),
    render: (_, { figures }) => count(figures?.articles ?? 0),
  },
  {
    title: '最近入库',
    width: 110,
    render: (_, { figures }) => <Ago time={figures?.lastFetchedAt ?? null} none="没有" />,
  },
  ...(mayEdit
    ? [
        {
          title: '操作',
          width: 130,
          render: (_: unknown, department: Row) => (
            <span className="row-actions">
              <Button size="small" onClick={() => edit(department)}>
                编辑
              </Button>
              <DeleteDepartment department={department} />
            </span>
          ),
        },
      ]
    : []),
];

interface WordSelectProps {
  words: string;
  value: string;
  of: (string | null)[];
  onChange: (value: string | undefined) => void;
}

function WordSelect({ words, value, of, onChange }: WordSelectProps) {
  const options = [...new Set(of)].filter((word) => word !== null).sort((a, b) => a.localeCompare(b, 'zh-CN'));
  return (
    <Select
      allowClear
      showSearch
      placeholder={`全部${words}`}
      aria-label={words}
      className="filter"
      value={value || undefined}
      onChange={onChange}
      options={options.map((word) => ({ value: word, label: word }))}
    />
  );
}

function orDash(text: string | null) {
  return text ?? <span className="faint">—</span>;
}
