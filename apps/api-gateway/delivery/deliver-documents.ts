import { Injectable } from '@nestjs/common';
import {
  DELIVERED_PARTS,
  type DeliveredArticle,
  type DeliveredAttachment,
  type DeliveredPart,
} from '@govcrawler/contracts';
import { cutChunks } from '@govcrawler/core';
import { type StoredDocument, type StoredFileText } from '@govcrawler/persistence';
import { toIso } from '../http/wire-time.js';
import { DeliverableDocuments, DocumentFiles } from './delivery-ports.js';

export type PartSet = ReadonlySet<DeliveredPart>;
export const ALL_PARTS: PartSet = new Set(DELIVERED_PARTS);

/** The column keeps this much (code points); a text of that length may go on in its file. */
const COLUMN_LIMIT = 14_000;
/** The column has none of these either. */
const UNREADABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F]|^\uFEFF+/g;
/** Characters of text that one document brings along, and its attachments together: messages stay bounded. */
export const MAX_TEXT = 2_000_000;

/** Makes of stored documents what consumers get: the whole text, the text of attachments, and chunks of both. */
@Injectable()
export class DeliverDocuments {
  constructor(
    private readonly stored: DeliverableDocuments,
    private readonly files: DocumentFiles,
  ) {}

  /** Those of the ids that are there. */
  async byId(ids: readonly number[], parts: PartSet): Promise<Map<number, DeliveredArticle>> {
    const documents = await this.stored.documents(ids, { bodies: needsBodies(parts) });
    const delivered = await this.deliver([...documents.values()], parts);
    return new Map(delivered.map((article) => [article.id, article]));
  }

  async deliver(documents: readonly StoredDocument[], parts: PartSet): Promise<DeliveredArticle[]> {
    const withFiles = parts.has('attachments') ? documents.filter((document) => document.hasAttachment) : [];
    const files = await this.stored.filesOf(withFiles.map(({ id }) => id));
    const delivered: DeliveredArticle[] = [];
    for (const document of documents) {
      delivered.push(await this.article(document, parts, files.get(document.id) ?? []));
    }
    return delivered;
  }

  private async article(
    document: StoredDocument,
    parts: PartSet,
    files: readonly StoredFileText[],
  ): Promise<DeliveredArticle> {
    const article = metadataOf(document);
    if (parts.has('text') || parts.has('chunks')) {
      const whole = await this.wholeText(document);
      const text = cut(whole);
      if (parts.has('text')) {
        article.text = text;
        article.textTruncated = text.length < whole.length;
      }
      if (parts.has('chunks')) article.chunks = cutChunks(text);
    }
    if (parts.has('markdown')) article.markdown = document.contentMarkdown;
    if (parts.has('attachments')) article.attachments = await this.attachments(files, parts);
    return article;
  }

  /** What the column had no room for is in the text file. */
  private async wholeText({ contentText, textPath }: StoredDocument): Promise<string> {
    if (textPath === null || contentText.length < COLUMN_LIMIT) return contentText;
    const file = await this.files.read(textPath);
    return file === null ? contentText : file.toString('utf8').replace(UNREADABLE, '');
  }

  private async attachments(files: readonly StoredFileText[], parts: PartSet): Promise<DeliveredAttachment[]> {
    const attachments: DeliveredAttachment[] = [];
    let room = MAX_TEXT;
    for (const { articleId: _article, textPath, filePath: _file, ...facts } of files) {
      const whole = textPath === null ? null : ((await this.files.read(textPath))?.toString('utf8') ?? null);
      const text = whole === null ? null : cut(whole, room);
      room -= text?.length ?? 0;
      const textTruncated = whole !== null && text !== null && text.length < whole.length;
      const chunks = text !== null && parts.has('chunks') ? cutChunks(text) : [];
      attachments.push({ ...facts, text, textTruncated, chunks });
    }
    return attachments;
  }
}

function needsBodies(parts: PartSet): boolean {
  return parts.has('text') || parts.has('markdown') || parts.has('chunks');
}

/** Never inside a character. */
function cut(text: string, limit = MAX_TEXT): string {
  if (text.length <= limit) return text;
  return text.slice(0, /[\uD800-\uDBFF]/.test(text[limit - 1] ?? '') ? limit - 1 : limit);
}

function metadataOf(document: StoredDocument): DeliveredArticle {
  return {
    id: document.id,
    revision: document.revision,
    status: document.status,
    title: document.title,
    siteCode: document.siteCode,
    siteName: document.siteName,
    targetCode: document.targetCode,
    deptId: document.deptId,
    department: document.department,
    category: document.contentCategory,
    subcategory: document.contentSubcategory,
    channelName: document.channelName,
    channelPath: document.channelPath,
    publisher: document.publisher,
    docNo: document.docNo,
    indexNo: document.indexNo,
    topicWords: document.topicWords,
    openCategory: document.openCategory,
    validity: document.validity,
    source: document.sourceRaw,
    publishTime: toIso(document.publishTime),
    publishDate: document.publishDate,
    writtenDate: document.writtenDate,
    url: document.url,
    finalUrl: document.finalUrl,
    fetchedAt: toIso(document.fetchedAt),
    withdrawnAt: toIso(document.withdrawnAt),
    rawSha256: document.rawSha256,
    contentHash: document.contentHash,
    metadata: document.metadata,
    summary: document.summary,
  };
}
