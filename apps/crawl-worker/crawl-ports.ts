import {
  type CrawlItem,
  type CrawlJobState,
  type CrawlPlan,
  type CrawlProgress,
  type CrawlSummary,
  type CrawlTrigger,
  type RunUsage,
} from '@govcrawler/contracts';

/** Proof of holding a host: writes that carry an old token are refused. */
export interface HostFence {
  hostKey: string;
  token: number;
}

/** A target as the pipeline needs it: the plan with its selectors resolved, and how its last listing ended. */
export interface TargetPlan {
  plan: CrawlPlan;
  /** The lane of its list, which may have moved since a job was queued. */
  hostKey: string;
  /** False while a listing is under way or was cut short: then a known row proves nothing about the rows below it. */
  listingComplete: boolean;
  /** When its list was last read from the first page to the last. */
  lastWalkedAt: Date | null;
}

export abstract class CrawlPlans {
  abstract resolve(targetCode: string): Promise<TargetPlan | null>;
}

/** What the database knows of a listed row. */
export interface KnownDocument {
  /** Null: people deleted it, and only a forced crawl may bring it back. */
  articleId: number | null;
  /** Null once the target that found it was deleted. */
  targetId: number | null;
  publishDate: string | null;
  /** Withdrawn, or missing from its target's last whole listing. */
  absent: boolean;
  matchedBy: 'url' | 'native';
}

export abstract class KnownDocuments {
  /** In the order of the candidates; null where nothing is stored. */
  abstract findKnown(
    siteId: number,
    candidates: { urlHash: string; nativePostId: string | null }[],
  ): Promise<(KnownDocument | null)[]>;
}

/** A document that a listing found and that is not stored yet. */
export interface PendingDocument {
  item: CrawlItem;
  attempts: number;
}

/**
 * Documents seen but not stored yet, kept in the database: whatever dies between listing and storing, the next crawl
 * of the target takes them up again, although the list's newer rows may be known by then.
 */
export abstract class PendingDocuments {
  abstract add(targetId: number, items: readonly CrawlItem[], fence: HostFence): Promise<void>;
  /** Those whose time has come, oldest first. */
  abstract due(targetId: number, now: Date): Promise<PendingDocument[]>;
  /** A forced crawl tries again what was given up. */
  abstract retryAll(targetId: number, fence: HostFence): Promise<number>;
  /** A try failed; null means: no further try by itself, only by a forced crawl. */
  abstract reschedule(
    targetId: number,
    urlHash: string,
    failure: { reason: string; nextTryAt: Date | null },
    fence: HostFence,
  ): Promise<void>;
}

/** Everything that a list showed, read without a gap from its first page to its last. */
export interface WholeListing {
  end: 'whole';
  rows: { urlHash: string; nativePostId: string | null }[];
  /** Date of the last row, YYYY-MM-DD: what is not newer may merely have left the end of the list. */
  newerThan: string | null;
}

/** How a listing ended that did not fail: only a whole one says something about the documents that it lacked. */
export type CompletedListing = { end: 'known_row' } | { end: 'cut_off' } | WholeListing;

/** A line of the crawl log about a list; lines about documents name an article. */
export interface ListLog {
  siteId: number;
  targetId: number;
  occurredAt: Date;
  success: boolean;
  httpStatus: number | null;
  fetchStrategy: 'httpx' | 'playwright' | null;
  durationMs: number;
  errorMsg: string | null;
  url: string;
}

export abstract class Listings {
  abstract started(targetId: number, fence: HostFence): Promise<void>;
  abstract completed(
    targetId: number,
    listing: CompletedListing,
    at: Date,
    fence: HostFence,
  ): Promise<{ withdrawn: number; doubted: boolean }>;
  /** The crawl is over; `log` tells how its list was answered. */
  abstract crawled(
    targetId: number,
    crawl: { at: Date; lastArticleTime: Date | null; log: ListLog | null },
    fence: HostFence,
  ): Promise<void>;
}

export interface ClaimedJob {
  id: number;
  targetCode: string;
  forceFull: boolean;
  maxItems: number | null;
  triggerKind: CrawlTrigger;
  /** How many attempts in a row died without getting anywhere. */
  crashes: number;
  /** The last list page that an attempt which died had read. */
  farthestPage: number;
  /** What agents of an interrupted attempt used. */
  usageBefore?: RunUsage | null;
}

export abstract class CrawlJobs {
  /** queued -> running; null when the job is finished, cancelled or parked by now. */
  abstract claim(jobId: number, lease: HostFence, workerId: string): Promise<ClaimedJob | null>;
  abstract saveProgress(jobId: number, token: number, progress: CrawlProgress): Promise<void>;
  /** Those of them that somebody cancelled, or whose row is gone. */
  abstract stoppedAmong(jobIds: readonly number[]): Promise<number[]>;
  abstract finish(
    jobId: number,
    token: number,
    outcome: {
      state: Extract<CrawlJobState, 'done' | 'failed' | 'cancelled'>;
      summary: CrawlSummary | null;
      error: string | null;
    },
  ): Promise<void>;
  /**
   * running -> queued, for an attempt that ends before the job is done; also after its lease is over. With `hostKey` it
   * waits on another lane from now on.
   */
  abstract requeue(jobId: number, token: number, hostKey?: string): Promise<void>;
}
