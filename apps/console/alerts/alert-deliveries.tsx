import { type AlertDeliveryView } from '@govcrawler/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Tag, type TableProps } from 'antd';
import { change as send, read } from '../api/admin-client.js';
import { beijingMinutes, beijingSeconds } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { ListTable } from '../parts/list-table.js';
import { useMessages } from '../parts/messages.js';
import { count } from '../parts/number-format.js';
import { paging } from '../parts/pager.js';
import { useFilters } from '../parts/use-filters.js';
import { DELIVERY_KIND, DELIVERY_STATE } from '../parts/words.js';
import { useMay } from '../session/session.js';

const FILTERS = ['page', 'size'] as const;

/** What became of each message; a failed one can be sent again. */
export function AlertDeliveries() {
  const { filters, change } = useFilters(FILTERS);
  const { page, size, limit, offset } = paging(filters, 50);
  const deliveries = useQuery({
    queryKey: ['alert-deliveries', page, size],
    queryFn: ({ signal }) => read('/admin/api/alerts/deliveries', { query: { limit, offset }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'pending') ? 2_000 : 15_000),
  });
  return (
    <ListTable
      rowKey="id"
      query={deliveries}
      columns={COLUMNS}
      scroll={{ x: 960 }}
      pager={{ page, size, unit: '条', onChange: (next, nextSize) => change({ page: next, size: nextSize }) }}
      empty={<EmptyHint why="还没有发送过消息。出现告警或发送测试后，这里会有记录。" />}
    />
  );
}

const COLUMNS: TableProps<AlertDeliveryView>['columns'] = [
  {
    title: '消息',
    width: 260,
    fixed: 'start',
    render: (_, { title, kind }) => (
      <div className="two-lines">
        <span title={title}>{title}</span>
        <span className="code">{DELIVERY_KIND[kind]}</span>
      </div>
    ),
  },
  { title: '通道', dataIndex: 'channelName', width: 130, ellipsis: true },
  {
    title: '状态',
    width: 170,
    render: (_, { state, attempts, nextTryAt }) => (
      <div className="two-lines">
        <span>
          <Tag color={DELIVERY_STATE[state].color}>{DELIVERY_STATE[state].text}</Tag>
        </span>
        <span className="code figures-column">
          尝试 {count(attempts)} 次
          {state === 'pending' && attempts > 0 && nextTryAt && `，${beijingSeconds(nextTryAt).slice(11)} 再试`}
        </span>
      </div>
    ),
  },
  {
    title: '结果',
    ellipsis: true,
    render: (_, { error, httpStatus }) =>
      error ? (
        <span className="failure-text" title={error}>
          {error}
        </span>
      ) : (
        (httpStatus ?? <span className="faint">—</span>)
      ),
  },
  {
    title: '时间',
    width: 140,
    className: 'figures-column',
    render: (_, { sentAt, createdAt }) => beijingMinutes(sentAt ?? createdAt),
  },
  { title: '操作', width: 100, fixed: 'end', render: (_, delivery) => <Resend delivery={delivery} /> },
];

function Resend({ delivery }: { delivery: AlertDeliveryView }) {
  const mayEdit = useMay('admin');
  const client = useQueryClient();
  const messages = useMessages();
  const resend = useMutation({
    mutationFn: () => send('post', '/admin/api/alerts/deliveries/{id}/resend', { path: { id: delivery.id } }),
    onSuccess: () => void messages.success('已重新排队'),
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['alert-deliveries'] }),
  });
  if (!mayEdit || delivery.state === 'pending') return null;
  return (
    <Button size="small" loading={resend.isPending} onClick={() => resend.mutate()}>
      重新发送
    </Button>
  );
}
