import { type CrawlJobState, type HostQueueView, type JobView, type PageOf } from '@govcrawler/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Popconfirm, Segmented, Table, Tag, Tooltip, type TableProps } from 'antd';
import { Link } from 'wouter';
import { getJson, postJson } from '../api/api-client.js';
import { beijingSeconds, duration } from '../parts/beijing-time.js';
import { BehindLastPage, EmptyHint } from '../parts/empty-hint.js';
import { count } from '../parts/number-format.js';
import { useMessages } from '../parts/messages.js';
import { PageTitle } from '../parts/page-title.js';
import { ProblemAlert } from '../parts/problem-alert.js';
import { useFilters } from '../parts/use-filters.js';
import { useMay } from '../session/session.js';
import { JOB_STATE, TRIGGER } from '../parts/words.js';
import { JobOutcome } from './job-outcome.js';
import { RetryAllButton, RetryButton } from './retry-jobs.js';

const FILTERS = ['state', 'page'] as const;
const SIZE = 20;
const STATES = [{ value: '', label: '全部' }].concat(
  Object.entries(JOB_STATE).map(([value, { text }]) => ({ value, label: text })),
);

/** What runs, what waits, and what came of it. */
export default function JobsPage() {
  const { filters, change } = useFilters(FILTERS);
  const page = Math.max(1, Number.parseInt(filters.page, 10) || 1);
  const jobs = useQuery({
    queryKey: ['jobs', 'list', filters.state, page],
    queryFn: ({ signal }) =>
      getJson<PageOf<JobView>>('/jobs/list', { state: filters.state, limit: SIZE, offset: (page - 1) * SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => (query.state.data?.items.some(isActive) ? 2_000 : 10_000),
  });
  return (
    <>
      <PageTitle title="任务" note={jobs.data && `共 ${count(jobs.data.total)} 个`}>
        <RetryAllButton />
        <Segmented options={STATES} value={filters.state} onChange={(state) => change({ state })} />
      </PageTitle>
      <HostQueues />
      {jobs.error && <ProblemAlert error={jobs.error} onRetry={() => void jobs.refetch()} />}
      {(jobs.data || jobs.isPending) && (
        <Table
          rowKey="id"
          size="middle"
          loading={jobs.isPending || jobs.isPlaceholderData}
          columns={COLUMNS}
          dataSource={jobs.data?.items ?? []}
          tableLayout="fixed"
          scroll={{ x: 960 }}
          pagination={{
            current: page,
            pageSize: SIZE,
            total: jobs.data?.total ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: (next) => {
              change({ page: next });
              window.scrollTo(0, 0);
            },
          }}
          locale={{
            emptyText: !jobs.data ? (
              ' '
            ) : jobs.data.total > 0 ? (
              <BehindLastPage total={jobs.data.total} onFirst={() => change({ page: null })} />
            ) : (
              <NoJobs state={filters.state} onClear={() => change({ state: null })} />
            ),
          }}
        />
      )}
    </>
  );
}

const COLUMNS: TableProps<JobView>['columns'] = [
  { title: '任务', dataIndex: 'id', width: 76, className: 'figures-column', render: (id: number) => `#${id}` },
  {
    title: '采集目标',
    width: 220,
    render: (_, job) => (
      <div className="two-lines">
        <Link href={`/articles?target=${encodeURIComponent(job.targetCode)}`} title={job.targetCode}>
          {job.targetName}
        </Link>
        <span className="code" title={job.host}>
          {job.siteName}
        </span>
      </div>
    ),
  },
  {
    title: '触发',
    width: 112,
    render: (_, job) => (
      <>
        {TRIGGER[job.trigger]}
        {job.force && <Tag className="after-text">全量</Tag>}
      </>
    ),
  },
  {
    title: '状态',
    width: 96,
    render: (_, job) => (
      <Tag color={JOB_STATE[job.state].color}>
        {job.state === 'running' && job.stopRequested ? '正在停止' : JOB_STATE[job.state].text}
      </Tag>
    ),
  },
  { title: '进度与结果', render: (_, job) => <JobOutcome job={job} /> },
  {
    title: '时间',
    width: 172,
    render: (_, job) => (
      <div className="two-lines figures-column">
        <Tooltip title={<JobTimes job={job} />}>{beijingSeconds(job.startedAt ?? job.createdAt)}</Tooltip>
        <span className="code">{elapsed(job)}</span>
      </div>
    ),
  },
  {
    title: '操作',
    width: 84,
    render: (_, job) => {
      if (isActive(job)) return <CancelButton job={job} />;
      return job.state !== 'done' && <RetryButton job={job} />;
    },
  },
];

function JobTimes({ job }: { job: JobView }) {
  return (
    <>
      入队 {beijingSeconds(job.createdAt)}
      <br />
      开始 {beijingSeconds(job.startedAt)}
      <br />
      结束 {beijingSeconds(job.finishedAt)}
    </>
  );
}

function CancelButton({ job }: { job: JobView }) {
  const mayRun = useMay('operator');
  const messages = useMessages();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => postJson<JobView>(`/jobs/${job.id}/cancel`),
    onSuccess: (stopped) =>
      void messages.success(stopped.state === 'cancelled' ? `任务 #${job.id} 已取消` : `任务 #${job.id} 正在停止`),
    onError: (error) => void messages.error(error.message, 6),
    onSettled: () => client.invalidateQueries({ queryKey: ['jobs'] }),
  });
  return (
    <Popconfirm
      title={`取消任务 #${job.id}？`}
      description="已经采集的文章会保留"
      okText="取消任务"
      cancelText="返回"
      onConfirm={() => cancel.mutate()}
    >
      <Button size="small" danger disabled={!mayRun || job.stopRequested} loading={cancel.isPending}>
        取消
      </Button>
    </Popconfirm>
  );
}

/** One tag per host with work: a host never runs two jobs at once, so this is where waiting shows. */
function HostQueues() {
  const queue = useQuery({
    queryKey: ['jobs', 'queue'],
    queryFn: ({ signal }) => getJson<HostQueueView[]>('/jobs/queue', {}, signal),
    refetchInterval: (query) => (query.state.data?.length ? 2_000 : 10_000),
  });
  if (!queue.data || queue.data.length === 0) return null;
  return (
    <div className="host-queues" aria-label="各主机的队列">
      {queue.data.slice(0, 24).map(({ host, queued, running }) => (
        <span key={host} className={running > 0 ? 'host-queue busy' : 'host-queue'}>
          {host}
          {running > 0 && <b>运行中</b>}
          {queued > 0 && <span>排队 {count(queued)}</span>}
        </span>
      ))}
      {queue.data.length > 24 && <span className="host-queue">另有 {count(queue.data.length - 24)} 个主机</span>}
    </div>
  );
}

function NoJobs({ state, onClear }: { state: string; onClear: () => void }) {
  const word = JOB_STATE[state as CrawlJobState]?.text;
  return word ? (
    <EmptyHint why={`没有“${word}”的任务`}>
      <Button onClick={onClear}>查看全部任务</Button>
    </EmptyHint>
  ) : (
    <EmptyHint why="还没有任务。定时任务到点会自动出现，也可以手动运行一个采集目标。">
      <Link href="/sites">去运行采集目标</Link>
    </EmptyHint>
  );
}

function isActive(job: JobView): boolean {
  return job.state === 'queued' || job.state === 'running';
}

function elapsed(job: JobView): string {
  if (job.startedAt === null) {
    if (job.state !== 'queued') return '未开始';
    return `已等待 ${duration(Date.now() - new Date(job.createdAt).getTime())}`;
  }
  const end = job.finishedAt === null ? Date.now() : new Date(job.finishedAt).getTime();
  return `${job.finishedAt === null ? '已用' : '用时'} ${duration(end - new Date(job.startedAt).getTime())}`;
}
