import { type AttachmentLink, type Validity } from './crawl-item.js';
import { type DetailPreview, type SelectorMatchView } from './discovery.js';
import { type ErrandState } from './errand.js';
import { type ParserOverride } from './site-file.js';

/** What a re-parse is told. */
export interface ReparseOrder {
  targetCode: string;
  /** The override to read by; null: none. */
  override: ParserOverride | null;
  /** False: only say what would change. */
  apply: boolean;
}

/** A stored document with what a second reading of its page starts from. */
export interface StoredDocument {
  id: number;
  url: string;
  finalUrl: string | null;
  urlHash: string;
  revision: number;
  title: string;
  publishTime: Date | null;
  publishDate: string | null;
  writtenDate: string | null;
  nativePostId: string | null;
  sourceRaw: string | null;
  publisher: string | null;
  docNo: string | null;
  indexNo: string | null;
  topicWords: string | null;
  openCategory: string | null;
  validity: Validity | null;
  contentText: string | null;
  contentHtml: string | null;
  rawHtmlPath: string | null;
  attachments: AttachmentLink[];
}

/** One field that reads differently; long texts are cut. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

export interface ReparsedArticle {
  articleId: number;
  title: string;
  url: string;
  changes: FieldChange[];
  /** Set when the new reading is worse and the document stays as it is: it would be empty, or its page is missing. */
  kept: 'would_be_empty' | 'no_raw_page' | null;
}

export interface ReparseReport {
  articles: number;
  read: number;
  changed: number;
  unchanged: number;
  /** Documents that stay as they are because the new reading finds no text. */
  wouldBeEmpty: number;
  noRawPage: number;
  /** Revisions written. */
  applied: number;
  changesByField: Record<string, number>;
  samples: ReparsedArticle[];
  /** The last document that was read: an interrupted run goes on after it. */
  lastId: number;
}

/** GET /admin/api/reparses/:id */
export interface ReparseView {
  id: number;
  targetCode: string;
  apply: boolean;
  override: ParserOverride | null;
  state: ErrandState;
  report: ReparseReport | null;
  error: string | null;
  createdBy: string;
  createdAt: string;
  finishedAt: string | null;
}

/** POST /admin/api/targets/:code/parser/try */
export interface ParserTryView {
  articleId: number | null;
  url: string;
  snapshot: string;
  snapshotTruncated: boolean;
  matches: SelectorMatchView[];
  /** Read by what is saved now. */
  current: DetailPreview;
  /** Read by what is tried. */
  proposed: DetailPreview;
}

/** POST /admin/api/targets/:code/parser/compare: the newest stored pages, read by what is tried. */
export interface ParserCompareView {
  compared: number;
  changed: number;
  articles: ReparsedArticle[];
}
