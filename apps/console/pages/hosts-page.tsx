import { type HostRow } from '@govcrawler/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input, Popconfirm, Select, Tag, type TableProps } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import { change as send, read } from '../api/admin-client.js';
import { sitesQuery } from '../api/queries.js';
import { beijingMinutes } from '../parts/beijing-time.js';
import { EmptyHint } from '../parts/empty-hint.js';
import { Failure } from '../parts/failure-help.js';
import { ListTable } from '../parts/list-table.js';
import { useMessages } from '../parts/messages.js';
import { Ago } from '../parts/moment.js';
import { count } from '../parts/number-format.js';
import { PageTitle } from '../parts/page-title.js';
import { paging } from '../parts/pager.js';
import { useFilters } from '../parts/use-filters.js';
import { HOST_STATE } from '../parts/words.js';
import { useMay } from '../session/session.js';

const HostPolicies = lazy(() => import('./host-policies.js'));
const FILTERS = ['q', 'state', 'page', 'size'] as const;

/** How each host is doing and how politely it is asked; here it is paused and resumed. */
export default function HostsPage() {
  const { filters, change } = useFilters(FILTERS);
  const { page, size, limit, offset } = paging(filters, 50);
  const hosts = useQuery({
    queryKey: ['hosts', filters.q, filters.state, page, size],
    queryFn: ({ signal }) =>
      read('/admin/api/hosts', { query: { q: filters.q, state: filters.state, limit, offset }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  const filtered = Boolean(filters.q || filters.state);
  const [policies, setPolicies] = useState<string | null>(null);
  const sites = useQuery(sitesQuery);
  const columns = useMemo(() => {
    const names = new Map((sites.data ?? []).map(({ code, name }) => [code, name]));
    return hostColumns(names, setPolicies);
  }, [sites.data]);
  return (
    <>
      <PageTitle title="主机" note={hosts.data && `共 ${count(hosts.data.total)} 个；同一主机一次只运行一个任务`}>
        <Button onClick={() => setPolicies('')}>礼貌策略</Button>
      </PageTitle>
      <div className="filters">
        <Input.Search
          key={filters.q}
          defaultValue={filters.q}
          placeholder="主机名"
          aria-label="筛选主机"
          allowClear
          maxLength={200}
          className="filter-wide"
          onSearch={(q) => change({ q: q.trim() })}
        />
        <Select
          allowClear
          placeholder="全部状态"
          aria-label="状态"
          className="filter"
          value={filters.state || undefined}
          onChange={(state) => change({ state })}
          options={Object.entries(HOST_STATE).map(([value, { text }]) => ({ value, label: text }))}
        />
        {filtered && (
          <Button type="link" onClick={() => change({ q: null, state: null })}>
            清除筛选
          </Button>
        )}
      </div>
      <ListTable
        rowKey="host"
        query={hosts}
        columns={columns}
        scroll={{ x: 1040 }}
        pager={{ page, size, unit: '个', onChange: (next, nextSize) => change({ page: next, size: nextSize }) }}
        empty={
          <EmptyHint why={filtered ? '没有符合这些条件的主机' : '还没有主机。添加站点后，它的主机会出现在这里。'} />
        }
      />
      <Suspense>
        {policies !== null && <HostPolicies domain={policies || null} onClose={() => setPolicies(null)} />}
      </Suspense>
    </>
  );
}

const hostColumns = (names: Map<string, string>, setPolicy: (host: string) => void): TableProps<HostRow>['columns'] => [
  {
    title: '主机',
    dataIndex: 'host',
    width: 210,
    fixed: 'start',
    render: (host: string, { sites }) => (
      <div className="two-lines">
        <span title={host}>{host}</span>
        <span className="code" title={sites.join('、')}>
          {sites.map((code) => names.get(code) ?? code).join('、')}
        </span>
      </div>
    ),
  },
  {
    title: '状态',
    width: 130,
    render: (_, { state, until }) => (
      <div className="two-lines">
        <span>
          <Tag color={HOST_STATE[state].color}>{HOST_STATE[state].text}</Tag>
        </span>
        {until && <span className="code figures-column">至 {beijingMinutes(until)}</span>}
      </div>
    ),
  },
  {
    title: '队列',
    width: 110,
    render: (_, { running, queued }) =>
      running + queued === 0 ? '—' : `运行 ${count(running)} · 排队 ${count(queued)}`,
  },
  {
    title: '礼貌策略',
    width: 146,
    render: (_, { host, policy }) => (
      <div className="two-lines">
        <button type="button" className="article-title" onClick={() => setPolicy(host.replace(/:\d+$/, ''))}>
          间隔 {policy.intervalSec} 秒
        </button>
        <span className="code">
          并发 {policy.concurrency ?? '不限'} · 每秒 {policy.requestsPerSec ?? '不限'} 次
        </span>
      </div>
    ),
  },
  {
    title: '最近失败',
    render: (_, { lastReason, networkFailures, failures }) =>
      lastReason ? (
        <div className="two-lines">
          <Failure message={lastReason} />
          <span className="code">
            网络错误 {count(networkFailures)} · 失败 {count(failures)}
          </span>
        </div>
      ) : (
        <span className="faint">没有</span>
      ),
  },
  { title: '上次访问', width: 104, render: (_, { lastStartAt }) => <Ago time={lastStartAt} none="从未" /> },
  {
    title: 'Cookie',
    dataIndex: 'cookies',
    width: 90,
    ellipsis: true,
    render: (cookies: string[]) => (cookies.length === 0 ? '—' : cookies.join('、')),
  },
  { title: '操作', width: 136, fixed: 'end', render: (_, host) => <HostActions host={host} /> },
];

const ACTS = { pause: '已暂停 24 小时', resume: '已恢复', reset: '状态已清除', cookies: '的 Cookie 已清除' } as const;

function HostActions({ host }: { host: HostRow }) {
  const mayRun = useMay('operator');
  const client = useQueryClient();
  const messages = useMessages();
  const act = useMutation({
    mutationFn: (what: keyof typeof ACTS): Promise<unknown> => {
      const path = { host: host.host };
      if (what === 'pause') return send('post', '/admin/api/hosts/{host}/pause', { path, body: { hours: 24 } });
      if (what === 'cookies') return send('delete', '/admin/api/hosts/{host}/cookies', { path });
      return what === 'resume'
        ? send('post', '/admin/api/hosts/{host}/resume', { path })
        : send('post', '/admin/api/hosts/{host}/reset', { path });
    },
    onSuccess: (_, what) => void messages.success(`${host.host} ${ACTS[what]}`),
    onError: messages.problem,
    onSettled: () => client.invalidateQueries({ queryKey: ['hosts'] }),
  });
  if (!mayRun) return null;
  if (host.state === 'paused') {
    return (
      <Button size="small" loading={act.isPending} onClick={() => act.mutate('resume')}>
        恢复
      </Button>
    );
  }
  return (
    <span className="row-actions">
      <Popconfirm
        title={`暂停 ${host.host} 24 小时？`}
        description="期间不访问这个主机，排队的任务会等待"
        okText="暂停"
        onConfirm={() => act.mutate('pause')}
      >
        <Button size="small" loading={act.isPending}>
          暂停
        </Button>
      </Popconfirm>
      {host.cookies.length > 0 && (
        <Popconfirm
          title={`清除 ${host.host} 的 Cookie？`}
          description="下次访问可能要重新通过浏览器验证"
          okText="清除"
          onConfirm={() => act.mutate('cookies')}
        >
          <Button size="small">清除 Cookie</Button>
        </Popconfirm>
      )}
      {host.state !== 'ready' && (
        <Button size="small" title="结束冷却或熔断，立即恢复访问" onClick={() => act.mutate('reset')}>
          清除状态
        </Button>
      )}
    </span>
  );
}
