import { type RunUsage } from './model-usage.js';

export type CrawlJobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
export type CrawlTrigger = 'cron' | 'manual' | 'bulk' | 'cli' | 'demo';

/** Live view of a running crawl, kept on the job row. */
export interface CrawlProgress {
  phase: 'listing' | 'articles' | 'finished';
  page: number;
  /** Known only where the list says how long it is. */
  pages: number | null;
  article: number;
  articles: number;
  itemsNew: number;
  itemsFailed: number;
  currentTitle: string | null;
  /** Seconds that the rest will take at the pace so far; null while nothing is known. Absent on rows of older workers. */
  remainingSec?: number | null;
  /** Where agents collect: how far they are. */
  agents?: { section: string | null; sectionNo: number; sections: number; saved: number; usage: RunUsage };
}

/** Why a finished crawl brought nothing new: always said, never guessed by the reader. */
export type NothingNewReason =
  'unchanged' | 'all_known' | 'list_empty' | 'all_failed' | 'list_unreachable' | 'cancelled';

export interface CrawlSummary {
  itemsSeen: number;
  itemsNew: number;
  itemsUpdated: number;
  itemsKnown: number;
  itemsFailed: number;
  /** Stored documents that the site no longer lists. Absent on rows of older workers. */
  itemsWithdrawn?: number;
  /** Listed documents that people deleted here; only a forced crawl collects them again. Absent on rows of older workers. */
  itemsDeleted?: number;
  attachments: number;
  attachmentsFailed: number;
  pages: number;
  durationMs: number;
  /** How often each failure reason occurred. */
  failures: Record<string, number>;
  nothingNewReason: NothingNewReason | null;
  /** What agents used of the language model. */
  modelUsage?: RunUsage;
  /** What did not go as planned, in words for people. */
  notes?: string[];
}

/** What travels through a queue: ids only, the row in the database is the truth. */
export interface CrawlJobMessage {
  schemaVersion: 1;
  jobId: number;
}
