import {
  type ArticleChangeKind,
  type ArticleStatus,
  type AttachmentStatus,
  type AttachmentTextStatus,
  type StoredFetchStrategy,
} from './article.js';
import { type Validity } from './crawl-item.js';

/** What a consumer wants of the change feed; an absent list means all. */
export interface DeliveryFilter {
  siteCodes?: string[];
  deptIds?: number[];
  /** content_category of the article. */
  categories?: string[];
}

/** Where a new (or reset) consumer begins. */
export type DeliveryStart = { from: 'beginning' } | { from: 'now' } | { from: 'date'; date: Date };

/** How far a consumer is behind what is stored. */
export interface DeliveryLag {
  /** Entries that it has not acknowledged, of those that its filter lets through. */
  entries: number;
  /** True when counting stopped early: there are more. */
  atLeast: boolean;
  /** Age of the oldest of them; 0 when there is none. */
  seconds: number;
}

/** Parts of a document that a reader may leave out; metadata always comes. */
export const DELIVERED_PARTS = ['text', 'markdown', 'chunks', 'attachments'] as const;
export type DeliveredPart = (typeof DELIVERED_PARTS)[number];

/** A piece of a text, ready to be embedded. Its id stays when other parts of the document change. */
export interface DeliveredChunk {
  id: string;
  /** The headings it stands under, outermost first. */
  path: string[];
  text: string;
}

/** A file of a document, with what could be read of it. */
export interface DeliveredAttachment {
  id: number;
  url: string;
  filename: string | null;
  mime: string | null;
  sizeBytes: number | null;
  sha256: string | null;
  status: AttachmentStatus;
  /** Null while the file is not downloaded or not read yet. */
  textStatus: AttachmentTextStatus | null;
  text: string | null;
  /** The text is longer than what is delivered with the document; the attachment itself has all of it. */
  textTruncated: boolean;
  chunks: DeliveredChunk[];
}

/** A document as consumers get it. Parts that were not asked for are absent. */
export interface DeliveredArticle {
  id: number;
  revision: number;
  status: ArticleStatus;
  title: string;
  siteCode: string;
  siteName: string;
  targetCode: string | null;
  deptId: number | null;
  department: string | null;
  category: string | null;
  subcategory: string | null;
  channelName: string | null;
  channelPath: string | null;
  /** 发文机关 */
  publisher: string | null;
  /** 文号 */
  docNo: string | null;
  /** 索引号 */
  indexNo: string | null;
  topicWords: string | null;
  openCategory: string | null;
  validity: Validity | null;
  source: string | null;
  /** ISO 8601, UTC. */
  publishTime: string | null;
  /** YYYY-MM-DD in Beijing. */
  publishDate: string | null;
  /** 成文日期 */
  writtenDate: string | null;
  url: string;
  finalUrl: string | null;
  fetchedAt: string;
  /** When the site was found not to have it any more; the copy here stays. */
  withdrawnAt: string | null;
  rawSha256: string | null;
  contentHash: string;
  metadata: Record<string, unknown>;
  /** What a language model made of the document as it is now; null: nothing yet. */
  summary: string | null;
  text?: string;
  /** The text was cut at the largest length that is delivered; the evidence has the whole page. */
  textTruncated?: boolean;
  markdown?: string;
  chunks?: DeliveredChunk[];
  attachments?: DeliveredAttachment[];
}

/** One entry of the feed. */
export interface DeliveredChange {
  kind: ArticleChangeKind;
  articleId: number;
  revision: number;
  changedAt: string;
  /** A DELETE that means: the article is still there, but no longer what this consumer asked for. */
  leftFilter: boolean;
  /** The document as it is now; null for DELETE. */
  article: DeliveredArticle | null;
}

/** A page of the feed. */
export interface ChangesPage {
  items: DeliveredChange[];
  /** Confirm it once the items are safe, and read on from it. It moves on also where there are no items. */
  cursor: string;
  /** Nothing newer was stored when this page was read. */
  caughtUp: boolean;
}

export interface ArticlesPage {
  items: DeliveredArticle[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** A consumer of the feed and how far it is. */
export interface ConsumerView {
  name: string;
  cursor: string;
  filter: DeliveryFilter;
  lag: DeliveryLag;
  createdBy: string;
  createdAt: string;
  lastAckAt: string | null;
  webhook: WebhookView | null;
}

export interface WebhookView {
  url: string;
  enabled: boolean;
  /** Failures in a row. */
  failures: number;
  nextTryAt: string | null;
  lastError: string | null;
}

/** The secret verifies signatures (Standard Webhooks); it is shown once. */
export interface WebhookCreated {
  url: string;
  secret: string;
}

export interface AckView {
  cursor: string;
  /** False when everything up to the cursor was confirmed before. */
  moved: boolean;
}

/** Where a document comes from: what was asked, what was answered, when, and the bytes themselves. */
export interface EvidenceView {
  articleId: number;
  revision: number;
  url: string;
  finalUrl: string | null;
  fetchedAt: string;
  fetchStrategy: StoredFetchStrategy | null;
  httpStatus: number | null;
  responseHeaders: Record<string, string> | null;
  rawSha256: string | null;
  rawSizeBytes: number | null;
  /** Whether the stored bytes still have that hash; null when they are gone. */
  intact: boolean | null;
  /** Where the bytes are, relative to the API; null when they are gone. */
  rawHref: string | null;
}
