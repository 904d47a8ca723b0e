import { type DetailFields } from './crawl-item.js';
import { type ErrandState } from './errand.js';
import { type BulkCreateResult } from './admin-api.js';
import { type DetailSelectors, type ListSelectors, type Pagination } from './site-file.js';

/** How far a discovery may go. */
export interface DiscoveryOrder {
  /** The home page to start from. */
  url: string;
  /** Further hosts whose pages belong to the site; its own is always one. */
  hosts: string[];
  maxPages: number;
  /** Clicks from the home page. */
  maxDepth: number;
  maxMinutes: number;
}

export interface SampleRow {
  title: string;
  url: string;
  publishDate: string | null;
}

/** A column that looks like one to collect. */
export interface DiscoveredColumn {
  adapter: 'yaml' | 'gkmlpt' | 'rss';
  /** Proposed slug, unique in the discovery. */
  columnId: string;
  name: string;
  listUrl: string;
  /** 0 to 1. */
  confidence: number;
  listSelectors: ListSelectors | null;
  pagination: Pagination;
  totalPages: number | null;
  /** Parameters of the adapter for this column. */
  params: Record<string, unknown>;
  rowCount: number;
  sampleRows: SampleRow[];
}

export interface DiscoveryProgress {
  pagesFetched: number;
  pagesWaiting: number;
  columnsFound: number;
  currentUrl: string | null;
}

export interface DiscoveryResult {
  siteName: string;
  baseUrl: string;
  pagesFetched: number;
  pagesFailed: number;
  /** Why it ended. */
  endedBy: 'nothing_left' | 'max_pages' | 'max_minutes' | 'cancelled';
  columns: DiscoveredColumn[];
}

/** GET /admin/api/discoveries/:id */
export interface DiscoveryView {
  id: number;
  order: DiscoveryOrder;
  state: ErrandState;
  progress: DiscoveryProgress | null;
  result: DiscoveryResult | null;
  error: string | null;
  createdBy: string;
  createdAt: string;
  finishedAt: string | null;
}

/** An entry of the list of discoveries: without what was found. */
export type DiscoverySummary = Omit<DiscoveryView, 'result'>;

/** 202: where to look for what becomes of it. */
export interface AcceptedErrand {
  id: number;
  /** False: the same was under way already. */
  created: boolean;
}

/** What accepting columns of a discovery did. */
export interface AcceptedColumns {
  siteCode: string;
  /** Targets that were made; empty where a file was asked for, which makes them itself. */
  targets: BulkCreateResult;
  /** The site file, when one was asked for. */
  yaml: string | null;
  /** Where it was written; null: it was only returned. */
  yamlPath: string | null;
}

/** Pages that a worker fetched for a look; kept so that corrections need no further request. */
export interface InspectedPages {
  url: string;
  finalUrl: string;
  html: string;
  /** A language model's, where inference found no list. */
  proposedList?: ListSelectors;
  articles: { url: string; title: string; publishDate: string | null; html: string | null; failure: string | null }[];
}

/** Places of elements in the snapshot (`data-gc`), for highlighting. */
export interface ListMarkView {
  row: number[];
  href: number[];
  title: number[];
  date: number[];
}

/** How a list page reads, by inferred or corrected selectors. */
export interface ListReadingView {
  /** The selectors are a language model's; they read dated rows, and a person should look twice. */
  byModel: boolean;
  selectors: ListSelectors | null;
  confidence: number;
  rowCount: number;
  rows: (SampleRow & { pinned: boolean; isFile: boolean })[];
  marks: ListMarkView;
  pagination: Pagination;
  totalPages: number | null;
}

/** DetailFields as they travel: times as text, the body cut to what a preview shows. */
export interface DetailPreview extends Omit<DetailFields, 'publishTime' | 'contentHtml' | 'markdown'> {
  url: string;
  publishTime: string | null;
  /** Sanitised. */
  contentHtml: string;
  /** Why the page could not be fetched. */
  failure: string | null;
}

/** GET /admin/api/inspections/:id */
export interface InspectionView {
  id: number;
  state: ErrandState;
  error: string | null;
  url: string;
  finalUrl: string | null;
  /** Harmless HTML for a sandboxed frame; elements are named by data-gc. */
  snapshot: string | null;
  snapshotTruncated: boolean;
  list: ListReadingView | null;
  articles: DetailPreview[];
  /** The page of the first article that was fetched, and where the corrected selectors match on it. */
  articlePage: ArticlePageView | null;
}

/** An article's page to correct selectors on. */
export interface ArticlePageView {
  url: string;
  /** Harmless HTML for a sandboxed frame; elements are named by data-gc. */
  snapshot: string;
  matches: SelectorMatchView[];
}

/** Where one selector matches; elements by their data-gc in the snapshot. */
export interface SelectorMatchView {
  field: string;
  selector: string;
  count: number;
  elements: number[];
}

/** What a person corrects on an inspected page; elements by their data-gc. */
export interface InspectionCorrection {
  list?: Partial<ListSelectors>;
  detail?: DetailSelectors;
  /** An element of a row that the list should be made of. */
  pointedAt?: number;
}
