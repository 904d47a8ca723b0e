import { type CrawlJobState, type CrawlSummary } from '@govcrawler/contracts';
import { type CheckReason, type CronExpression, type SourceStats, type SourceType } from '@govcrawler/core';

/** A target that schedules itself, as the last reconcile saw it. */
export interface WatchedSource {
  id: number;
  code: string;
  siteCode: string;
  hostKey: string;
  kind: SourceType;
  /** The cron that it would run by otherwise. */
  manual: CronExpression | null;
}

/** What is remembered of a source. */
export interface ScheduledSource extends SourceStats {
  targetId: number;
  openJobId: number | null;
  dueReason: string | null;
  dueWhy: string | null;
  dueExpected: number | null;
}

/** A crawl that ended; `job` is null when its row is gone. */
export interface EndedCheck {
  source: ScheduledSource;
  job: {
    state: CrawlJobState;
    error: string | null;
    summary: Pick<CrawlSummary, 'itemsNew' | 'nothingNewReason'> | null;
    tick: Date | null;
    finishedAt: Date | null;
  } | null;
}

/** A line of the decision log. */
export interface CheckLine {
  targetId: number;
  jobId: number | null;
  dueAt: Date | null;
  settledAt: Date;
  reason: string;
  why: string | null;
  expected: number | null;
  outcome: string;
  itemsNew: number;
  error: string | null;
  nextDueAt: Date | null;
  nextReason: string;
  nextWhy: string | null;
}

export interface SourceFacts {
  /** Newest first. */
  publications: { publishedAt: Date | null; fetchedAt: Date }[];
  freshUntil: Date | null;
  targetCreatedAt: Date;
}

/** What is remembered of targets that schedule themselves; the source schedule repository is one. */
export abstract class SourceSchedule {
  /** What is there stays; parked ones are due again. */
  abstract watch(sources: readonly ScheduledSource[]): Promise<void>;
  /** Longest overdue first. */
  abstract due(now: Date, limit: number): Promise<ScheduledSource[]>;
  // Each of these says whether it was this scheduler that changed the row; another one may have been faster.
  abstract opened(sourceId: string, dueAt: Date, jobId: number, lookAgainAt: Date): Promise<boolean>;
  abstract stillOpen(sourceId: string, dueAt: Date, lookAgainAt: Date): Promise<boolean>;
  abstract postpone(
    sourceId: string,
    dueAt: Date,
    until: Date | null,
    reason: CheckReason,
    why: string | null,
  ): Promise<boolean>;
  abstract settle(next: ScheduledSource, openJobId: number, check: CheckLine): Promise<boolean>;
  abstract ended(limit: number): Promise<EndedCheck[]>;
  abstract stopped(): Promise<{ source: ScheduledSource; lastSuccessAt: Date | null }[]>;
  abstract resume(sourceId: string, now: Date): Promise<boolean>;
  /** Null when the target is gone. */
  abstract factsOf(targetId: number, limit: number): Promise<SourceFacts | null>;
  abstract crawlsByHost(hosts: readonly string[], since: Date): Promise<Map<string, Date[]>>;
  abstract pruneChecks(before: Date): Promise<number>;
}
