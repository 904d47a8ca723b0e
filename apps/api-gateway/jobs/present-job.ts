import {
  type CrawlJobState,
  type CrawlProgress,
  type CrawlSummary,
  type CrawlTrigger,
  type JobView,
} from '@govcrawler/contracts';
import { toIso } from '../http/wire-time.js';

/** A job's row with the names of its target. */
export interface StoredJob {
  id: number;
  siteCode: string;
  siteName: string;
  targetCode: string;
  targetName: string;
  hostKey: string;
  triggerKind: CrawlTrigger;
  forceFull: boolean;
  maxItems: number | null;
  state: CrawlJobState;
  stopRequested: boolean;
  attempts: number;
  progressJson: CrawlProgress | null;
  summaryJson: CrawlSummary | null;
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

export function jobView(job: StoredJob): JobView {
  return {
    id: job.id,
    siteCode: job.siteCode,
    siteName: job.siteName,
    targetCode: job.targetCode,
    targetName: job.targetName,
    host: job.hostKey,
    trigger: job.triggerKind,
    force: job.forceFull,
    maxItems: job.maxItems,
    state: job.state,
    stopRequested: job.stopRequested,
    attempts: job.attempts,
    progress: job.progressJson,
    summary: job.summaryJson,
    error: job.error,
    createdAt: toIso(job.createdAt),
    startedAt: toIso(job.startedAt),
    finishedAt: toIso(job.finishedAt),
  };
}
