import { type IncidentView } from '@govcrawler/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Segmented, Tag, type TableProps } from 'antd';
import { change as send, read } from '../api/admin-client.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ListTable } from '../parts/list-table.js';
import { useMessages } from '../parts/messages.js';
import { Ago } from '../parts/moment.js';
import { paging } from '../parts/pager.js';
import { useFilters } from '../parts/use-filters.js';
import { ALERT_RULE, SEVERITY } from '../parts/words.js';
import { useMay } from '../session/session.js';

const FILTERS = ['firing', 'page', 'size'] as const;

/** Troubles that the rules found, from first sign to end; somebody who cares for one says so. */
export function Incidents() {
  const { filters, change } = useFilters(FILTERS);
  const { page, size, limit, offset } = paging(filters, 50);
  const incidents = useQuery({
    queryKey: ['incidents', filters.firing, page, size],
    queryFn: ({ signal }) =>
      read('/admin/api/alerts/incidents', { query: { firing: filters.firing, limit, offset }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  return (
    <>
      <div className="filters">
        <Segmented
          aria-label="告警状态"
          value={filters.firing}
          onChange={(firing) => change({ firing })}
          options={[
            { value: '', label: '全部' },
            { value: 'true', label: '持续中' },
            { value: 'false', label: '已恢复' },
          ]}
        />
      </div>
      <ListTable
        rowKey="id"
        query={incidents}
        columns={COLUMNS}
        scroll={{ x: 900 }}
        pager={{ page, size, unit: '条', onChange: (next, nextSize) => change({ page: next, size: nextSize }) }}
        empty={
          <EmptyHint why="没有告警。规则每分钟检查一次：站点连续失败、长期没有新文章、选择器失效、主机被封、队列积压和磁盘不足。" />
        }
      />
    </>
  );
}

const COLUMNS: TableProps<IncidentView>['columns'] = [
  {
    title: '告警',
    fixed: 'start',
    width: 300,
    render: (_, { title, message }) => (
      <div className="two-lines">
        <span title={title}>{title}</span>
        <span className="code may-wrap">{message}</span>
      </div>
    ),
  },
  {
    title: '规则',
    width: 130,
    render: (_, { rule, severity }) => (
      <div className="two-lines">
        <span>{ALERT_RULE[rule]}</span>
        <span>
          <Tag color={SEVERITY[severity].color}>{SEVERITY[severity].text}</Tag>
        </span>
      </div>
    ),
  },
  {
    title: '状态',
    width: 150,
    render: (_, { state, recoveredAt }) => (
      <div className="two-lines">
        <span>
          <Tag color={state === 'firing' ? 'error' : 'success'}>{state === 'firing' ? '持续中' : '已恢复'}</Tag>
        </span>
        {recoveredAt && <span className="code figures-column">{beijingMinutes(recoveredAt)}</span>}
      </div>
    ),
  },
  {
    title: '首次发现',
    width: 140,
    className: 'figures-column',
    render: (_, { firstAt }) => beijingMinutes(firstAt),
  },
  { title: '最近一次', width: 110, render: (_, { lastAt }) => <Ago time={lastAt} /> },
  { title: '处理', width: 160, fixed: 'end', render: (_, incident) => <Acknowledgement incident={incident} /> },
];

function Acknowledgement({ incident }: { incident: IncidentView }) {
  const mayEdit = useMay('admin');
  const client = useQueryClient();
  const messages = useMessages();
  const acknowledge = useMutation({
    mutationFn: () => send('post', '/admin/api/alerts/incidents/{id}/ack', { path: { id: incident.id } }),
    onSuccess: () => void messages.success('已确认'),
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['incidents'] }),
  });
  if (incident.acknowledgedAt) {
    return (
      <div className="two-lines">
        <span>{incident.acknowledgedBy} 已确认</span>
        <span className="code figures-column">{beijingMinutes(incident.acknowledgedAt)}</span>
      </div>
    );
  }
  if (incident.state === 'recovered') return <span className="faint">无需处理</span>;
  return (
    <Button size="small" disabled={!mayEdit} loading={acknowledge.isPending} onClick={() => acknowledge.mutate()}>
      确认
    </Button>
  );
}
