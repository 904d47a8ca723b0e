import { type BriefingProgress, type BriefingSummary } from '@govcrawler/contracts';
import { Progress } from 'antd';
import { count } from '../parts/number-format.js';

export function isUnfinished({ state }: Pick<BriefingSummary, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** 0.0123 CNY · 52 次调用 */
export function costLine(progress: BriefingProgress | null): string {
  if (!progress) return '—';
  const { cost, currency, calls } = progress.usage;
  return `${cost.toFixed(4)} ${currency} · ${count(calls)} 次调用`;
}

/** Which phase it is in, and how much of it is done. */
export function BriefingProgressLine({ briefing }: { briefing: Pick<BriefingSummary, 'state' | 'progress'> }) {
  const { progress } = briefing;
  if (briefing.state === 'queued' || !progress) return <span className="faint">排队中</span>;
  return (
    <div className="job-progress">
      <Progress percent={percentOf(progress)} size="small" status="active" aria-label="简报进度" />
      <span className="code">{wordsOf(progress)}</span>
    </div>
  );
}

function wordsOf(progress: BriefingProgress): string {
  const { phase, targets, targetsDone, documentsNew, items, summarised, summariesFailed, summariesSkipped } = progress;
  switch (phase) {
    case 'collecting':
      return `采集：第 ${Math.min(targetsDone + 1, targets)} / ${targets} 个目标，新增 ${count(documentsNew)} 篇`;
    case 'summarising': {
      const done = summarised + summariesFailed + summariesSkipped;
      return `摘要：${count(done)} / ${count(items)} 篇${summariesFailed > 0 ? `，失败 ${count(summariesFailed)}` : ''}`;
    }
    case 'ranking':
      return `排序：${count(items)} 篇`;
    case 'finished':
      return '完成';
  }
}

/** Half for collecting, most of the rest for summaries. */
function percentOf(progress: BriefingProgress): number {
  const { phase, targets, targetsDone, items, summarised, summariesFailed, summariesSkipped } = progress;
  if (phase === 'collecting') return Math.floor((50 * targetsDone) / Math.max(1, targets));
  if (phase === 'summarising') {
    return 50 + Math.floor((45 * (summarised + summariesFailed + summariesSkipped)) / Math.max(1, items));
  }
  return phase === 'ranking' ? 96 : 100;
}
