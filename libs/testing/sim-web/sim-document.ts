import { type Validity } from '@govcrawler/contracts';

/**
 * What a document consists of. `attachment-only` says little more than "see the attachment", `file` is a list row
 * that links to a file and has no page of its own.
 */
export type DocumentKind = 'text' | 'image-only' | 'table-only' | 'attachment-only' | 'file';
export type AttachmentFormat = 'pdf' | 'docx' | 'xlsx' | 'ofd';

/** A file as the page offers it and as the server sends it. */
export interface SimAttachment {
  /** The human name, extension included, as link text, `alt` or Content-Disposition gives it. */
  name: string;
  url: string;
  format: AttachmentFormat;
  bytes: number;
  sha256: string;
  /** A sentence that text extraction must find in the file. */
  probe: string;
}

/** One place where a list of the site shows the document. */
export interface SimListing {
  /** `column_id` of the site file. */
  column: string;
  url: string;
  /** A row that stands higher than its date allows; `marked` rows say 置顶. */
  pinned: 'marked' | 'unmarked' | null;
  /** YYYY-MM-DD as the list shows it. */
  date: string;
}

/** How a page's bytes are encoded, and what header and meta claim about it. */
export interface PageEncoding {
  actual: 'utf-8' | 'gb18030';
  meta: string | null;
  header: string | null;
}

/** Ground truth of one logical document, however many addresses it has. Fields the site never shows are null. */
export interface SimDocument {
  /** `<site code>/<native id>` */
  id: string;
  siteCode: string;
  nativeId: string;
  /** The address of the first listing. */
  url: string;
  /** Further addresses that show the same document. */
  otherUrls: string[];
  /** Compare without white space: lists and pages break long titles. */
  title: string;
  /** YYYY-MM-DD */
  publishDate: string;
  /** HH:MM:SS, Asia/Shanghai. */
  publishTime: string;
  /** 成文日期 */
  writtenDate: string | null;
  /** 文号 as printed, in any of the bracket styles in use. */
  docNo: string | null;
  indexNo: string | null;
  publisher: string | null;
  source: string | null;
  validity: Validity | null;
  topicWords: string | null;
  openCategory: string | null;
  kind: DocumentKind;
  /** Sentences of the body; a good extraction holds all of them. Empty where there is no text. */
  probes: string[];
  attachments: SimAttachment[];
  images: number;
  listings: SimListing[];
  encoding: PageEncoding;
  /** Counts up with every update. */
  revision: number;
  withdrawn: boolean;
}
