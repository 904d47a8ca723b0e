import { type CrawlProgress, type CrawlSummary, type JobView } from '@govcrawler/contracts';
import { Progress } from 'antd';
import { duration } from '../parts/beijing-time.js';
import { Failure } from '../parts/failure-help.js';
import { count } from '../parts/number-format.js';
import { NOTHING_NEW } from '../parts/words.js';

/** While a job runs: how far it is. Afterwards: what it brought, and why if that was nothing. */
export function JobOutcome({ job }: { job: JobView }) {
  if (job.state === 'running' && job.progress) return <RunningProgress progress={job.progress} />;
  if (job.state === 'queued') return <span className="faint">等待轮到：同一主机一次只运行一个任务</span>;
  return (
    <div className="two-lines">
      {job.summary && <Summary summary={job.summary} said={job.error} />}
      {job.error && <Failure message={job.error} />}
      {!job.summary && !job.error && <span className="faint">—</span>}
    </div>
  );
}

function RunningProgress({ progress }: { progress: CrawlProgress }) {
  const { phase, page, pages, article, articles, itemsNew, itemsFailed, currentTitle, remainingSec } = progress;
  const percent = articles > 0 ? Math.floor((article / articles) * 100) : 0;
  const text =
    phase === 'listing'
      ? `正在读取列表第 ${page}${pages === null ? '' : ` / ${pages}`} 页`
      : `${article} / ${articles} 篇，新增 ${itemsNew}${itemsFailed > 0 ? `，失败 ${itemsFailed}` : ''}`;
  return (
    <div className="job-progress">
      <Progress percent={percent} size="small" status="active" showInfo={phase !== 'listing'} />
      <span className="code">
        {text}
        {typeof remainingSec === 'number' && `，约剩 ${duration(remainingSec * 1000)}`}
      </span>
      {currentTitle && (
        <span className="code current-title" title={currentTitle}>
          {currentTitle}
        </span>
      )}
    </div>
  );
}

function Summary({ summary, said }: { summary: CrawlSummary; said: string | null }) {
  const parts = [
    `已有 ${count(summary.itemsKnown)}`,
    summary.itemsUpdated > 0 ? `更新 ${count(summary.itemsUpdated)}` : null,
    summary.itemsDeleted ? `人工删除未采 ${count(summary.itemsDeleted)}` : null,
    summary.attachments > 0 ? `附件 ${count(summary.attachments)}` : null,
  ];
  return (
    <>
      <span className="may-wrap">
        <b className={summary.itemsNew > 0 ? 'plus' : undefined}>新增 {count(summary.itemsNew)}</b>
        {summary.itemsFailed > 0 && <b className="minus"> · 失败 {count(summary.itemsFailed)}</b>}
        <span className="faint"> · {parts.filter((part) => part !== null).join(' · ')}</span>
      </span>
      {summary.nothingNewReason && <span className="code">{NOTHING_NEW[summary.nothingNewReason]}</span>}
      <FailureCounts failures={summary.failures} said={said} />
    </>
  );
}

/** Which failures occurred how often, each with its help; the one that ended the job is said below anyway. */
function FailureCounts({ failures, said }: { failures: Record<string, number>; said: string | null }) {
  const counted = Object.entries(failures).filter(([reason, times]) => times > 0 && !said?.startsWith(reason));
  if (counted.length === 0) return null;
  return (
    <span className="failure-counts may-wrap">
      {counted.map(([reason, times]) => (
        <span key={reason}>
          <Failure message={reason} /> × {count(times)}
        </span>
      ))}
    </span>
  );
}
