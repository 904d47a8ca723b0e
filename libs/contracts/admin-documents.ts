import { type AttachmentView } from './admin-api.js';
import { type AttachmentTextStatus } from './article.js';

/** One state of an article, as the list of its states shows it. */
export interface RevisionRow {
  revision: number;
  title: string;
  contentHash: string;
  fetchedAt: string;
  /** Null: this is what the article says now. */
  replacedAt: string | null;
}

export interface RevisionView extends RevisionRow {
  publishTime: string | null;
  docNo: string | null;
  indexNo: string | null;
  publisher: string | null;
  sourceRaw: string | null;
  topicWords: string | null;
  openCategory: string | null;
  contentText: string;
  contentMarkdown: string | null;
  /** Whether `/original?revision=` has a page to show. */
  hasOriginal: boolean;
}

/** An attachment with what became of its download and of reading its text. */
export interface AttachmentFileView extends AttachmentView {
  attempts: number;
  failReason: string | null;
  failMessage: string | null;
  textStatus: AttachmentTextStatus | null;
  textReason: string | null;
  /** Whether a browser may show it in place (`?inline=true`); everything else is saved as a file. */
  showsInline: boolean;
}

/** The text that was read from an attachment. */
export interface AttachmentTextView {
  id: number;
  status: AttachmentTextStatus | null;
  reason: string | null;
  text: string;
  /** The text is longer than one answer. */
  truncated: boolean;
}
