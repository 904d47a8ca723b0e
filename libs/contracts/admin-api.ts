import { type AlertRule } from './admin-alerts.js';
import { type ArticleStatus, type AttachmentStatus } from './article.js';
import { type BriefingSummary } from './briefing.js';
import { type Validity } from './crawl-item.js';
import { type ParserOverride, type DetailSelectors, type ListSelectors } from './site-file.js';
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

/** Who keeps a row up to date: its file or the console. */
export type ManagedBy = 'yaml' | 'admin';

export interface TargetView {
  code: string;
  name: string;
  siteCode: string;
  siteName: string;
  entryUrl: string;
  channelName: string | null;
  channelPath: string | null;
  contentCategory: string | null;
  contentSubcategory: string | null;
  deptId: number | null;
  scheduleCron: string | null;
  intervalSec: number | null;
  intervalJitterSec: number | null;
  enabled: boolean;
  /** yaml: its file says most of it, and the console may not say otherwise. */
  managedBy: ManagedBy;
  hasParserOverride: boolean;
  /** To be sent back with an edit (If-Match or `version`). */
  version: string;
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
  adapterParams: Record<string, unknown>;
  fetchStrategy: 'httpx' | 'playwright';
  respectRobots: boolean;
  robotsOnError: 'allow' | 'deny';
  scheduleCron: string | null;
  enabled: boolean;
  managedBy: ManagedBy;
  yamlPath: string | null;
  /** To be sent back with an edit (If-Match or `version`). */
  version: string;
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
  /** Since when the site no longer lists it; the document stays. */
  withdrawnAt: string | null;
}

/** A piece of a text; hits are what was looked for. Plain text: it is to be escaped like any other. */
export interface HighlightPiece {
  text: string;
  hit: boolean;
}

export interface ArticleHighlight {
  title: HighlightPiece[];
  /** The surroundings of the first hit; null when only the title matches. */
  snippet: HighlightPiece[] | null;
  /** Where the snippet is from: short facts such as the number, the text, or a file. */
  source: 'facts' | 'body' | 'file' | null;
}

/** An article that a search found. */
export interface FoundArticle extends ArticleRow {
  /** Null where no words were looked for. */
  highlight: ArticleHighlight | null;
}

export interface ArticleSearchPage extends PageOf<FoundArticle> {
  /** False: the total is an estimate, because longer words were not compared with every text. */
  totalIsExact: boolean;
  /** For the next page, at any depth; null on the last one. */
  nextCursor: string | null;
  /** False while the index takes in many changes: some of them may be missing here. */
  upToDate: boolean;
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
  /** What a language model made of the article as it is now. */
  summary: string | null;
  attachments: AttachmentView[];
}

/** An article as readers see it (/api/articles/:id). To show: contentFullHtml ?? contentHtml ?? ''. */
export interface ReaderArticle extends ArticleDetail {
  /** The body as the feed or page carried it, sanitised. */
  contentHtml: string | null;
  /** What was found at the article's link, sanitised; null until it was asked for and found. */
  contentFullHtml: string | null;
  contentFullFetchedAt: string | null;
  /** Why the last try found nothing: a word, a colon and a message. */
  contentFullError: string | null;
  contentFullSourceUrl: string | null;
}

/** POST /api/articles/:id/fulltext: poll the article while a job is under way. */
export type FullTextAnswer =
  | { enqueued: true; jobId: number }
  | { enqueued: false; reason: 'disabled' | 'no_link' | 'already_fetched' | 'recent_failure' };

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

/** What `/admin/api/events` sends, by the name of the event. Every event says how things are, not what changed. */
export interface LiveEvents {
  /** First of all; resumed: what was missed since Last-Event-ID follows. */
  hello: { resumed: boolean };
  /** Too much was missed: read everything again. */
  reset: Record<string, never>;
  job: JobView;
  /** The longest queues; `hosts` counts all hosts with work. */
  queue: { hosts: number; queued: number; running: number; longest: HostQueueView[] };
  alerts: { count: number; critical: number };
  /** The newest briefings; those that are being written say how far they are. */
  briefings: BriefingSummary[];
  /** Last of all: the session has ended, or the server goes down. */
  bye: { reason: 'session_ended' | 'shutdown' };
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

/** What an operator overrides for one target, and what the target would be read by without it. */
export interface TargetParserView {
  targetCode: string;
  adapter: string;
  override: ParserOverride | null;
  /** Selectors of the adapter, where neither file nor override says any. */
  adapterDefaults: { list: ListSelectors | null; detail: DetailSelectors };
  version: string;
}

/** Bulk creation answers for every target on its own. */
export interface BulkCreateResult {
  created: TargetView[];
  refused: { targetCode: string; code: string; title: string; errors?: { field: string; message: string }[] }[];
}

export interface DepartmentView {
  id: number;
  fullName: string;
  shortName: string | null;
  region: string | null;
  category: string | null;
  version: string;
}

/** The ids that a search finds; `truncated` when there are more than one answer carries. */
export interface ArticleIds {
  total: number;
  count: number;
  truncated: boolean;
  ids: number[];
}

export interface BulkDeleteResult {
  deleted: number;
  /** Ids that were not there. */
  missing: number[];
  filesRemoved: number;
}

/** When a target will run, and who said so. */
export interface ScheduledRun {
  targetCode: string;
  targetName: string;
  siteCode: string;
  siteName: string;
  host: string;
  /** As written; "adaptive" for targets that schedule themselves. */
  cron: string;
  /** What really fires; null where there is no cron. */
  effectiveCron: string | null;
  level: 'target' | 'column' | 'default_column' | 'site' | 'default';
  nextRuns: string[];
  /** Why this target will not run, in Chinese. */
  problem: string | null;
}

/** What a cron expression would do, before it is saved. */
export interface SchedulePreview {
  nextRuns: string[];
  /** What is wrong with the expression, in Chinese; then there are no runs. */
  problem: string | null;
}

export interface DepartmentStats {
  /** Null: articles and targets that belong to no department. */
  deptId: number | null;
  fullName: string | null;
  shortName: string | null;
  region: string | null;
  category: string | null;
  targets: number;
  articles: number;
  newToday: number;
  lastFetchedAt: string | null;
}

export interface AlertView {
  /**
   * source_stopped: its credential must be renewed; source_gone: its server said 410 and it was switched off;
   * source_moved: its address moved for good and its file still names the old one.
   */
  kind: 'target_failing' | 'job_failed' | 'source_stopped' | 'source_gone' | 'source_moved' | AlertRule;
  /** critical: nothing worked in the whole time. */
  severity: 'warning' | 'critical';
  siteCode: string;
  siteName: string;
  targetCode: string | null;
  targetName: string | null;
  host: string;
  attempts: number;
  failures: number;
  message: string | null;
  jobId: number | null;
  lastAt: string | null;
}

export interface AdapterView {
  id: string;
  title: string;
  defaultIntervalSec: number | null;
  defaultSelectors: { list: ListSelectors | null; detail: DetailSelectors };
  /** JSON Schema of adapter_params and of a column's params. */
  paramsSchema: Record<string, unknown>;
}

/** A main column: one that others may be aliases of, and that is not an alias itself. */
export interface RegistryColumn {
  targetCode: string;
  columnId: string | null;
  name: string;
  siteCode: string;
  siteName: string;
  entryUrl: string;
  channelPath: string | null;
  contentCategory: string | null;
  contentSubcategory: string | null;
  deptId: number | null;
  adapter: string;
  enabled: boolean;
  managedBy: ManagedBy;
  /** Codes of the targets that are read by this column's selectors. */
  aliases: string[];
}

export interface AuditEntryView {
  id: number;
  occurredAt: string;
  actor: string;
  action: string;
  subjectKind: string;
  subjectKey: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  requestId: string | null;
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
  /** What a deletion would take with it; it waits for the parameter `confirm`. */
  loses?: Record<string, number>;
  requestId: string;
}
