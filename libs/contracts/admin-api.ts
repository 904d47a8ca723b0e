import { type ArticleStatus, type AttachmentStatus } from './article.js';
import { type Validity } from './crawl-item.js';
import { type CrawlJobState, type CrawlProgress, type CrawlSummary, type CrawlTrigger } from './crawl-job.js';

/*
 * What the admin API (/admin/api) answers and the console reads. Times are ISO 8601 in UTC; days are YYYY-MM-DD in
 * Asia/Shanghai.
 */

/** One page of a list with true paging. */
export interface PageOf<T> {
  /** Items in this answer. */
  count: number;
  /** Items that match, on all pages. */
  total: number;
  limit: number;
  offset: number;
  items: T[];
}

export type UserRole = 'viewer' | 'operator' | 'admin';

export interface SessionView {
  username: string;
  role: UserRole;
}

export interface TargetView {
  code: string;
  name: string;
  siteCode: string;
  siteName: string;
  entryUrl: string;
  channelName: string | null;
  contentCategory: string | null;
  contentSubcategory: string | null;
  deptId: number | null;
  scheduleCron: string | null;
  intervalSec: number | null;
  enabled: boolean;
  lastCrawledAt: string | null;
  lastArticleTime: string | null;
}

export interface SiteView {
  code: string;
  name: string;
  baseUrl: string;
  /** The queue lane: sites on one host share it. */
  host: string;
  adapter: string;
  scheduleCron: string | null;
  enabled: boolean;
  targets: TargetView[];
}

export interface ArticleRow {
  id: number;
  title: string;
  url: string;
  docNo: string | null;
  siteCode: string;
  siteName: string;
  targetCode: string | null;
  targetName: string | null;
  publishDate: string | null;
  publishTime: string | null;
  fetchedAt: string;
  status: ArticleStatus;
  hasAttachment: boolean;
}

export interface AttachmentView {
  id: number;
  url: string;
  filename: string | null;
  mime: string | null;
  sizeBytes: number | null;
  sha256: string | null;
  status: AttachmentStatus;
}

export interface ArticleDetail extends ArticleRow {
  nativePostId: string | null;
  indexNo: string | null;
  publisher: string | null;
  sourceRaw: string | null;
  topicWords: string | null;
  openCategory: string | null;
  validity: Validity | null;
  channelName: string | null;
  channelPath: string | null;
  contentCategory: string | null;
  contentSubcategory: string | null;
  fetchStrategy: string | null;
  contentText: string;
  attachments: AttachmentView[];
}

export interface JobView {
  id: number;
  siteCode: string;
  siteName: string;
  targetCode: string;
  targetName: string;
  host: string;
  trigger: CrawlTrigger;
  force: boolean;
  maxItems: number | null;
  state: CrawlJobState;
  stopRequested: boolean;
  attempts: number;
  progress: CrawlProgress | null;
  summary: CrawlSummary | null;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

/** The queue as one line per host: at most one job of a host runs at any moment. */
export interface HostQueueView {
  host: string;
  queued: number;
  running: number;
  oldestQueuedAt: string | null;
}

export interface AcceptedJob {
  jobId: number;
  targetCode: string;
  host: string;
  state: CrawlJobState;
  /** False: this very tick was accepted before, the earlier job is named. */
  created: boolean;
}

/** Bulk runs answer for every target on its own: one refused target does not stop the others. */
export interface BulkRunResult {
  accepted: AcceptedJob[];
  refused: { targetCode: string; code: string; title: string }[];
}

export interface CrawlLogView {
  id: number;
  occurredAt: string;
  siteCode: string | null;
  targetCode: string | null;
  articleId: number | null;
  success: boolean;
  httpStatus: number | null;
  fetchStrategy: string | null;
  durationMs: number | null;
  errorMsg: string | null;
  url: string | null;
}

export interface SiteStats {
  siteCode: string;
  siteName: string;
  enabled: boolean;
  targets: number;
  articles: number;
  newToday: number;
  lastFetchedAt: string | null;
}

export interface StatsOverview {
  sites: number;
  sitesEnabled: number;
  targets: number;
  targetsEnabled: number;
  articles: number;
  articlesByStatus: Record<ArticleStatus, number>;
  attachments: number;
  /** First stored since midnight in Asia/Shanghai. */
  newToday: number;
  jobs: Record<CrawlJobState, number>;
  bySite: SiteStats[];
}

/** An error answer (RFC 9457, application/problem+json). */
export interface Problem {
  type: string;
  /** In Chinese, for people. */
  title: string;
  status: number;
  /** Stable, for programs. */
  code: string;
  detail?: string;
  /** The first field concerned. */
  field?: string;
  errors?: { field: string; message: string }[];
  requestId: string;
}
