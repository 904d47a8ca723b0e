import { type CrawlJobState } from './crawl-job.js';
import { type RunUsage } from './model-usage.js';

/** What a briefing is to be about. */
export interface BriefingOrder {
  title: string;
  /** Whose documents; those that agents collect are crawled first. */
  targetCodes: string[];
  /** First and last day of publication, YYYY-MM-DD. */
  from: string;
  to: string;
  /** Crawl the targets first; otherwise what is stored is briefed. */
  collect: boolean;
  maxItems: number;
  /** The feed consumer whose webhook gets the briefing when it is done. */
  deliverTo: string | null;
}

export type BriefingPhase = 'collecting' | 'summarising' | 'ranking' | 'finished';

/** How far a briefing is. */
export interface BriefingProgress {
  phase: BriefingPhase;
  targets: number;
  targetsDone: number;
  /** The crawl under way, and what crawls brought so far. */
  jobId: number | null;
  /** Jobs that were made for it, by target. */
  jobs: Record<string, number>;
  documentsNew: number;
  /** Documents of the briefing. */
  items: number;
  summarised: number;
  summariesFailed: number;
  /** Without text, or with a summary from before. */
  summariesSkipped: number;
  usage: RunUsage;
  /** The same without the crawl under way: what an interrupted run goes on from. */
  booked: RunUsage;
  /** What went wrong on the way, in words for people. */
  notes: string[];
}

export interface BriefingDelivery {
  consumer: string;
  state: 'waiting' | 'pending' | 'sent' | 'failed';
  attempts: number;
  error: string | null;
  sentAt: string | null;
}

/** An entry of GET /admin/api/briefings: without its items. */
export interface BriefingSummary {
  id: number;
  order: BriefingOrder;
  state: CrawlJobState;
  progress: BriefingProgress | null;
  itemCount: number;
  /** Null while it is not ranked. */
  rankedBy: 'model' | 'date' | null;
  error: string | null;
  delivery: BriefingDelivery | null;
  createdBy: string;
  createdAt: string;
  finishedAt: string | null;
}

export interface BriefingItemView {
  /** From 1, the most important first. */
  position: number;
  /** Null once the document was deleted. */
  articleId: number | null;
  title: string;
  url: string;
  publishDate: string | null;
  type: string | null;
  siteName: string;
  summary: string | null;
}

/** GET /admin/api/briefings/:id and /api/v1/briefings/:id */
export interface BriefingView extends BriefingSummary {
  items: BriefingItemView[];
}

export interface BriefingsPage {
  items: BriefingSummary[];
  /** Give it as `before` to read on; null at the end. */
  nextBefore: number | null;
}

/** GET /admin/api/model: whether agents, summaries and briefings can work here. */
export interface ModelStatus {
  configured: boolean;
  model: string | null;
  /** Host of the endpoint. */
  endpoint: string | null;
  priceInput: number;
  priceOutput: number;
  currency: string;
  runCeiling: number | null;
  summariseAll: boolean;
}

/** Which documents get a summary. */
export interface SummariesOrder {
  articleIds: number[];
}

export interface SummariesProgress {
  total: number;
  summarised: number;
  failed: number;
  skipped: number;
  usage: RunUsage;
}
