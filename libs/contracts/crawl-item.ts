/** Whether a published document is still in force, as the site states it. */
export type Validity = 'effective' | 'expired' | 'abolished';

/** A file that a document offers, as found on a list or detail page. */
export interface AttachmentLink {
  url: string;
  /** The best human name known before the download: `alt`, link text, API field. */
  name: string | null;
}

/**
 * One document as an adapter found it on a list page or in an API answer: the contract between sites and pipeline.
 * Codes stand for the site and target; the pipeline replaces them by database ids.
 */
export interface CrawlItem {
  siteCode: string;
  targetCode: string;
  deptId: number | null;
  /** Absolute, as published. */
  url: string;
  /** sha256 of the normalised URL, 64 hex digits (core `urlHash`). */
  urlHash: string;
  title: string;
  publishTime: Date | null;
  /** YYYY-MM-DD in Asia/Shanghai. */
  publishDate: string | null;
  /** The CMS's own id of the document, if it has one. */
  nativePostId: string | null;
  /** 文号 */
  docNo: string | null;
  /** 索引号 */
  indexNo: string | null;
  /** 发文机关 / 发布机构 */
  publisher: string | null;
  /** 来源, as printed. */
  sourceRaw: string | null;
  /** 主题词 */
  topicWords: string | null;
  /** 公开分类 */
  openCategory: string | null;
  validity: Validity | null;
  channelName: string | null;
  channelPath: string | null;
  contentCategory: string | null;
  contentSubcategory: string | null;
  attachments: AttachmentLink[];
  /** The list marks this row as pinned (置顶): its position says nothing about its age. */
  pinned: boolean;
  /** The document's body where the list already carries it (full-text feeds); null means: fetch the page. */
  bodyHtml: string | null;
  metadata: Record<string, unknown>;
}

/** Which engine found the body when the site's selectors did not. */
export type FallbackEngine = 'generic' | 'readability';

/** What the detail parser reads from one page. */
export interface DetailFields {
  title: string | null;
  /** The publication time as printed. */
  publishTimeRaw: string | null;
  publishTime: Date | null;
  source: string | null;
  contentHtml: string;
  contentText: string;
  markdown: string;
  attachments: AttachmentLink[];
  inlineImageCount: number;
  docNo: string | null;
  indexNo: string | null;
  publisher: string | null;
  /** 成文日期, YYYY-MM-DD */
  writtenDate: string | null;
  topicWords: string | null;
  openCategory: string | null;
  validity: Validity | null;
  usedFallback: boolean;
  fallbackEngine: FallbackEngine | null;
}
