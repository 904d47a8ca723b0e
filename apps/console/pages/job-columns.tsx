import { type JobView } from '@govcrawler/contracts';
import { Tag, Tooltip, type TableProps } from 'antd';
import { Link } from 'wouter';
import { beijingSeconds, duration } from '../parts/beijing-time.js';
import { failureAdvice } from '../parts/failure-advice.js';
import { Help } from '../parts/failure-help.js';
import { JOB_STATE, TRIGGER } from '../parts/words.js';
import { CancelButton } from './cancel-job.js';
import { JobOutcome } from './job-outcome.js';
import { RetryButton } from './retry-jobs.js';

export const JOB_COLUMNS: TableProps<JobView>['columns'] = [
  {
    title: '任务',
    dataIndex: 'id',
    width: 76,
    fixed: 'start',
    className: 'figures-column',
    render: (id: number) => `#${id}`,
  },
  {
    title: '采集目标',
    width: 220,
    render: (_, job) => (
      <div className="two-lines">
        <Link href={`/articles?target=${encodeURIComponent(job.targetCode)}`} title={job.targetCode} data-main>
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
        <span className="code">
          {elapsed(job)} {runsLong(job) && <Help advice={LONG} />}
        </span>
      </div>
    ),
  },
  {
    title: '操作',
    width: 84,
    render: (_, job) => {
      if (isActive(job)) return <CancelButton job={job} />;
      return job.state !== 'done' && <RetryButton jobId={job.id} />;
    },
  },
];

export function isActive(job: JobView): boolean {
  return job.state === 'queued' || job.state === 'running';
}

const LONG_MS = 600_000;
const LONG = failureAdvice('running_long')!;

function runsLong({ state, startedAt }: JobView): boolean {
  return state === 'running' && startedAt !== null && Date.now() - new Date(startedAt).getTime() > LONG_MS;
}

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

function elapsed(job: JobView): string {
  if (job.startedAt === null) {
    if (job.state !== 'queued') return '未开始';
    return `已等待 ${duration(Date.now() - new Date(job.createdAt).getTime())}`;
  }
  const end = job.finishedAt === null ? Date.now() : new Date(job.finishedAt).getTime();
  return `${job.finishedAt === null ? '已用' : '用时'} ${duration(end - new Date(job.startedAt).getTime())}`;
}
