import { type AuditEntryView } from '@govcrawler/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Input, Select, type TableProps } from 'antd';
import { read } from '../api/admin-client.js';
import { beijingSeconds } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ListTable } from '../parts/list-table.js';
import { paging } from '../parts/pager.js';
import { useFilters } from '../parts/use-filters.js';
import { FIELD_WORDS } from '../parts/field-words.js';
import { AUDIT_SUBJECT, auditAction } from '../parts/words.js';
import { useMay } from '../session/session.js';

const FILTERS = ['actor', 'kind', 'key', 'page', 'size'] as const;

/** Who changed what, when, from what to what. */
export function AuditLog() {
  const { filters, change } = useFilters(FILTERS);
  const { page, size, limit, offset } = paging(filters, 50);
  const mayRead = useMay('admin');
  const entries = useQuery({
    queryKey: ['audit', filters, page, size],
    queryFn: ({ signal }) =>
      read('/admin/api/audit', {
        query: { actor: filters.actor, subjectKind: filters.kind, subjectKey: filters.key, limit, offset },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: mayRead,
  });
  if (!mayRead) return <EmptyHint why="审计日志只对管理员开放，请联系管理员。" />;
  const filtered = Boolean(filters.actor || filters.kind || filters.key);
  return (
    <>
      <div className="filters">
        <Input.Search
          key={filters.actor}
          defaultValue={filters.actor}
          placeholder="操作人"
          aria-label="操作人"
          allowClear
          className="filter-site"
          onSearch={(actor) => change({ actor: actor.trim() })}
        />
        <Select
          allowClear
          placeholder="全部对象"
          aria-label="对象"
          className="filter"
          value={filters.kind || undefined}
          onChange={(kind) => change({ kind })}
          options={Object.entries(AUDIT_SUBJECT).map(([value, label]) => ({ value, label }))}
        />
        {filtered && (
          <Button type="link" onClick={() => change({ actor: null, kind: null, key: null })}>
            清除筛选
          </Button>
        )}
      </div>
      <ListTable
        rowKey="id"
        query={entries}
        columns={COLUMNS}
        scroll={{ x: 900 }}
        expandable={{
          expandedRowRender: (entry) => <Changes entry={entry} />,
          rowExpandable: ({ before, after }) => before !== null || after !== null,
        }}
        pager={{ page, size, unit: '条', onChange: (next, nextSize) => change({ page: next, size: nextSize }) }}
        empty={
          <EmptyHint why={filtered ? '没有符合这些条件的记录' : '还没有任何改动。在后台所做的修改都会记在这里。'} />
        }
      />
    </>
  );
}

const COLUMNS: TableProps<AuditEntryView>['columns'] = [
  {
    title: '时间',
    dataIndex: 'occurredAt',
    width: 170,
    className: 'figures-column',
    render: (time: string) => beijingSeconds(time),
  },
  { title: '操作人', dataIndex: 'actor', width: 140, ellipsis: true },
  {
    title: '操作',
    dataIndex: 'action',
    width: 140,
    render: (action: string) => <span title={action}>{auditAction(action)}</span>,
  },
  { title: '对象', ellipsis: true, render: (_, entry) => <Subject entry={entry} /> },
  {
    title: '请求编号',
    dataIndex: 'requestId',
    width: 200,
    ellipsis: true,
    render: (id: string | null) => <code>{id ?? '—'}</code>,
  },
];

const NAMES = ['name', 'fullName', 'title', 'username'];

/** What was changed: by its name where the entry tells it, and by its key. */
function Subject({ entry: { subjectKey, before, after } }: { entry: AuditEntryView }) {
  const name = NAMES.map((field) => after?.[field] ?? before?.[field]).find((value) => typeof value === 'string');
  if (typeof name !== 'string' || name === subjectKey) return subjectKey;
  return (
    <>
      {name} <span className="code">{subjectKey}</span>
    </>
  );
}

function Changes({ entry }: { entry: AuditEntryView }) {
  const names = [...new Set([...Object.keys(entry.before ?? {}), ...Object.keys(entry.after ?? {})])];
  return (
    <table className="plain-table changes">
      <thead>
        <tr>
          <th>字段</th>
          <th>原来</th>
          <th>现在</th>
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <td title={name}>{FIELD_WORDS[name] ?? name}</td>
            <td>{show(entry.before?.[name])}</td>
            <td>{show(entry.after?.[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function show(value: unknown): string {
  if (value === undefined || value === null) return '—';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
