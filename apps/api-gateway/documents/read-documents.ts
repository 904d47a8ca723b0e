import { readFile } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import {
  type AttachmentFileView,
  type AttachmentTextView,
  type RevisionRow,
  type RevisionView,
} from '@govcrawler/contracts';
import { decodePage } from '@govcrawler/parser';
import { type Attachment, type StoredRevision } from '@govcrawler/persistence';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';
import { toIso } from '../http/wire-time.js';

/** Documents as they were kept. */
export abstract class KeptDocuments {
  abstract revisionsOf(
    articleId: number,
  ): Promise<Pick<StoredRevision, 'revision' | 'title' | 'contentHash' | 'fetchedAt' | 'replacedAt'>[] | null>;
  abstract revision(articleId: number, revision?: number): Promise<StoredRevision | null>;
  abstract attachmentsOf(articleId: number): Promise<Attachment[] | null>;
  abstract attachment(id: number): Promise<Attachment | null>;
}

const MAX_TEXT = 500_000;
/** What a browser shows without running anything in it. */
const INLINE = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'text/plain']);

/** Shows what was kept of a document: its former states, the page as it came, its files and their texts. */
@Injectable()
export class ReadDocuments {
  constructor(
    private readonly documents: KeptDocuments,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  async revisions(articleId: number): Promise<RevisionRow[] | null> {
    return (await this.documents.revisionsOf(articleId))?.map(revisionRow) ?? null;
  }

  async revision(articleId: number, revision: number): Promise<RevisionView | null> {
    const found = await this.documents.revision(articleId, revision);
    return (
      found && {
        ...revisionRow(found),
        publishTime: toIso(found.publishTime),
        docNo: found.docNo,
        indexNo: found.indexNo,
        publisher: found.publisher,
        sourceRaw: found.sourceRaw,
        topicWords: found.topicWords,
        openCategory: found.openCategory,
        contentText: found.contentText ?? '',
        contentMarkdown: found.contentMarkdown,
        hasOriginal: found.rawHtmlPath !== null,
      }
    );
  }

  /** The page as it came, as text: whatever its encoding was, it leaves as UTF-8. */
  async original(articleId: number, revision?: number): Promise<{ text: string; isHtml: boolean } | null> {
    const path = (await this.documents.revision(articleId, revision))?.rawHtmlPath;
    const file = await this.locate(path ?? null);
    if (file === null) return null;
    const { text } = decodePage(await readFile(file));
    return { text, isHtml: /^\s*</.test(text) };
  }

  async attachments(articleId: number): Promise<AttachmentFileView[] | null> {
    return (await this.documents.attachmentsOf(articleId))?.map(fileView) ?? null;
  }

  /** Where its bytes lie, and under which name and type they may leave. */
  async attachmentFile(id: number): Promise<{ path: string; filename: string; inlineType: string | null } | null> {
    const attachment = await this.documents.attachment(id);
    const path = await this.locate(attachment?.filePath ?? null);
    if (!attachment || path === null) return null;
    return { path, filename: attachment.filename ?? `attachment-${id}`, inlineType: inlineType(attachment) };
  }

  async attachmentText(id: number): Promise<AttachmentTextView | null> {
    const attachment = await this.documents.attachment(id);
    if (!attachment) return null;
    const file = await this.locate(attachment.textPath);
    const whole = file === null ? '' : await readFile(file, 'utf8');
    const text = whole.slice(0, MAX_TEXT);
    const { textStatus: status, textReason: reason } = attachment;
    return { id, status, reason, text, truncated: text.length < whole.length };
  }

  private async locate(path: string | null): Promise<string | null> {
    return path === null ? null : ((await this.infrastructure.files?.locate(path)) ?? null);
  }
}

function revisionRow({
  revision,
  title,
  contentHash,
  fetchedAt,
  replacedAt,
}: Pick<StoredRevision, 'revision' | 'title' | 'contentHash' | 'fetchedAt' | 'replacedAt'>): RevisionRow {
  return { revision, title, contentHash, fetchedAt: toIso(fetchedAt), replacedAt: toIso(replacedAt) };
}

function fileView(attachment: Attachment): AttachmentFileView {
  return {
    id: attachment.id,
    url: attachment.url,
    filename: attachment.filename,
    mime: attachment.mime,
    sizeBytes: attachment.sizeBytes,
    sha256: attachment.sha256,
    status: attachment.downloadStatus,
    attempts: attachment.attempts,
    failReason: attachment.failReason,
    failMessage: attachment.failMessage,
    textStatus: attachment.textStatus,
    textReason: attachment.textReason,
    showsInline: attachment.filePath !== null && inlineType(attachment) !== null,
  };
}

function inlineType({ mime }: Attachment): string | null {
  const type = (mime ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return INLINE.has(type) ? type : null;
}
