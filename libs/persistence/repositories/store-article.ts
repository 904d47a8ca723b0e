import { createHash } from 'node:crypto';
import {
  type ArticleStatus,
  type AttachmentLink,
  type StoredFetchStrategy,
  type Validity,
} from '@govcrawler/contracts';
import { type EntityManager } from 'typeorm';
import { insertRows, type RowValues } from '../connection/insert-rows.js';
import { RepeatTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { ArticleRevisionEntity } from '../entities/article-revision.entity.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { CrawlLogEntity } from '../entities/crawl-log.entity.js';
import { storedCode } from '../sanitise/stored-code.js';
import { Dialect } from '../schema/dialect.js';
import { snakeCase } from '../schema/entity-columns.js';
import { appendUpserts } from './change.repository.js';
import { assertFence, type Fence } from './fence.js';
import { endPending } from './pending-document.repository.js';

/** One fetched and parsed document; its files are already written. */
export interface StoreArticle {
  siteId: number;
  targetId: number;
  deptId: number | null;
  url: string;
  finalUrl: string | null;
  urlHash: string;
  nativePostId: string | null;
  title: string;
  publishTime: Date | null;
  /** YYYY-MM-DD in Asia/Shanghai. */
  publishDate: string | null;
  writtenDate: string | null;
  sourceRaw: string | null;
  publisher: string | null;
  channelName: string | null;
  channelPath: string | null;
  contentCategory: string | null;
  contentSubcategory: string | null;
  indexNo: string | null;
  docNo: string | null;
  topicWords: string | null;
  openCategory: string | null;
  validity: Validity | null;
  metadata: Record<string, unknown>;
  contentText: string;
  contentHtml: string;
  markdown: string;
  /** Decides whether a document that is stored already has changed. */
  contentHash: string;
  rawSha256: string | null;
  rawHtmlPath: string | null;
  textPath: string | null;
  status: ArticleStatus;
  fetchStrategy: StoredFetchStrategy | null;
  httpStatus: number | null;
  /** What the server said with the page; absent when there was no answer of its own. */
  responseHeaders?: Record<string, string> | null;
  durationMs: number | null;
  fetchedAt: Date;
  attachments: AttachmentLink[];
  /** Null for writers that hold no host, such as an import. */
  fence: Fence | null;
}

/**
 * created: new; updated: known address, other content, a new revision; restored: known, same content, back after it
 * was withdrawn; unchanged: known address, same content;
 * duplicate: the document belongs to another address (same native id) or to another target.
 */
export interface StoreResult {
  kind: 'created' | 'updated' | 'restored' | 'unchanged' | 'duplicate';
  articleId: number;
  revision: number;
}

const LOCKED_COLUMNS = [
  'id',
  'targetId',
  'contentHash',
  'revision',
  'nativePostId',
  'missedListings',
  'withdrawnAt',
].map((column) => `article.${column}`);

/** The whole write of one document, inside the transaction of `manager`. */
export async function storeArticle(manager: EntityManager, command: StoreArticle): Promise<StoreResult> {
  if (command.fence) await assertFence(manager, command.fence);
  const inserted = await insertIfAbsent(manager, ArticleEntity, newRow(command));
  const result: StoreResult = inserted
    ? { kind: 'created', articleId: inserted.id, revision: 1 }
    : await meetKnownArticle(manager, command);
  const written = result.kind === 'created' || result.kind === 'updated';
  if (written) await addAttachments(manager, result, command.attachments);
  await endPending(manager, [command]);
  await insertRows(manager, CrawlLogEntity, [logRow(command, result.articleId)]);
  if (written || result.kind === 'restored') await appendUpserts(manager, [result.articleId]);
  return result;
}

/** The native id as it is stored: lookups must shorten and clean it in the same way. */
export function storedNativePostId(nativePostId: string | null): string | null {
  return nativePostId === null ? null : storedCode('article', 'native_post_id', nativePostId) || null;
}

async function meetKnownArticle(manager: EntityManager, command: StoreArticle): Promise<StoreResult> {
  const known = await lockArticle(manager, 'article.urlHash = :urlHash', { urlHash: command.urlHash });
  if (!known) return meetTwin(manager, command);
  const { id: articleId, revision } = known;
  const isAbsent = known.missedListings > 0 || known.withdrawnAt !== null;
  // Another target's selectors may cut the page differently: two owners would rewrite it in turns for ever. Only what
  // its owner no longer lists may move to the one that does.
  const isOthers = known.targetId !== null && known.targetId !== command.targetId;
  if (isOthers && !isAbsent) return { kind: 'duplicate', articleId, revision };
  if (known.contentHash === command.contentHash) {
    if (isAbsent) await bringBack(manager, articleId, command.targetId);
    return { kind: known.withdrawnAt === null ? 'unchanged' : 'restored', articleId, revision };
  }
  await keepRevision(manager, articleId);
  const native = known.nativePostId ?? (await freeNativePostId(manager, command));
  const values: RowValues<ArticleEntity> = {
    ...contentOf(command),
    targetId: command.targetId,
    nativePostId: native,
    revision: revision + 1,
    missedListings: 0,
    withdrawnAt: null,
    exportedToRagAt: null,
    updatedAt: () => Dialect.of(manager.dataSource).now,
  };
  await updateRows(manager, ArticleEntity, values, 'id = :articleId', { articleId });
  return { kind: 'updated', articleId, revision: revision + 1 };
}

async function meetTwin(manager: EntityManager, command: StoreArticle): Promise<StoreResult> {
  const twin = await lockArticle(manager, 'article.siteId = :siteId AND article.nativePostId = :native', {
    siteId: command.siteId,
    native: storedNativePostId(command.nativePostId),
  });
  if (!twin) throw new RepeatTransaction(`The article in the way of ${command.url} was deleted meanwhile`);
  const { id: articleId, revision } = twin;
  if (twin.withdrawnAt === null) return { kind: 'duplicate', articleId, revision };
  await bringBack(manager, articleId, command.targetId);
  return { kind: 'restored', articleId, revision };
}

/** The site publishes the document again, here or in another of its columns. */
async function bringBack(manager: EntityManager, articleId: number, targetId: number): Promise<void> {
  const values: RowValues<ArticleEntity> = {
    targetId,
    missedListings: 0,
    withdrawnAt: null,
    exportedToRagAt: null,
    updatedAt: () => Dialect.of(manager.dataSource).now,
  };
  await updateRows(manager, ArticleEntity, values, 'id = :articleId', { articleId });
}

function lockArticle(manager: EntityManager, where: string, parameters: object): Promise<ArticleEntity | null> {
  return manager
    .createQueryBuilder(ArticleEntity, 'article')
    .select(LOCKED_COLUMNS)
    .setLock('pessimistic_write')
    .where(where, parameters)
    .getOne();
}

async function freeNativePostId(manager: EntityManager, command: StoreArticle): Promise<string | null> {
  const native = storedNativePostId(command.nativePostId);
  if (native === null) return null;
  const taken = await manager
    .createQueryBuilder(ArticleEntity, 'article')
    .select('article.id')
    .where('article.siteId = :siteId AND article.nativePostId = :native', { siteId: command.siteId, native })
    .getOne();
  return taken ? null : native;
}

/** Copies inside the database what is about to be replaced. */
export async function keepRevision(manager: EntityManager, articleId: number): Promise<void> {
  const ownColumns = new Set(['id', 'articleId', 'replacedAt']);
  const copied = manager.dataSource
    .getMetadata(ArticleRevisionEntity)
    .columns.map(({ propertyName }) => propertyName)
    .filter((property) => !ownColumns.has(property))
    .map(snakeCase)
    .join(', ');
  const { now } = Dialect.of(manager.dataSource);
  await manager.query(
    `INSERT INTO article_revision (article_id, replaced_at, ${copied})
     SELECT id, ${now}, ${copied} FROM article WHERE id = ${Number(articleId)}`,
  );
}

/** Adds the files of a document that it does not have yet. */
export async function addAttachments(
  manager: EntityManager,
  result: StoreResult,
  links: AttachmentLink[],
): Promise<void> {
  const rows = new Map(attachmentRows(result.articleId, links).map((row) => [row.urlHash, row]));
  if (result.kind === 'updated' && rows.size > 0) {
    const known = await manager
      .createQueryBuilder(AttachmentEntity, 'attachment')
      .select(['attachment.id', 'attachment.urlHash'])
      .where('attachment.articleId = :articleId', { articleId: result.articleId })
      .getMany();
    for (const { urlHash } of known) rows.delete(urlHash);
  }
  await insertRows(manager, AttachmentEntity, [...rows.values()]);
}

/** One row per address, under the first name that it has. */
export function attachmentRows(articleId: number, links: readonly AttachmentLink[]): RowValues<AttachmentEntity>[] {
  const rows = new Map<string, RowValues<AttachmentEntity>>();
  for (const { url, name } of links) {
    const urlHash = createHash('sha256').update(url).digest('hex');
    if (!rows.has(urlHash)) rows.set(urlHash, { articleId, url, urlHash, filename: name });
  }
  return [...rows.values()];
}

export function newRow(command: StoreArticle): RowValues<ArticleEntity> {
  return {
    ...contentOf(command),
    siteId: command.siteId,
    targetId: command.targetId,
    url: command.url,
    urlHash: command.urlHash,
    nativePostId: storedNativePostId(command.nativePostId),
  };
}

function contentOf(command: StoreArticle): RowValues<ArticleEntity> {
  return {
    deptId: command.deptId,
    finalUrl: command.finalUrl,
    title: command.title,
    publishTime: command.publishTime,
    publishDate: command.publishDate,
    writtenDate: command.writtenDate,
    sourceRaw: command.sourceRaw,
    publisher: command.publisher,
    channelName: command.channelName,
    channelPath: command.channelPath,
    contentCategory: command.contentCategory,
    contentSubcategory: command.contentSubcategory,
    indexNo: command.indexNo,
    docNo: command.docNo,
    topicWords: command.topicWords,
    openCategory: command.openCategory,
    validity: command.validity,
    metadataJson: command.metadata,
    contentText: command.contentText,
    contentHtml: command.contentHtml,
    contentMarkdown: command.markdown,
    contentHash: command.contentHash,
    rawSha256: command.rawSha256,
    rawHtmlPath: command.rawHtmlPath,
    textPath: command.textPath,
    hasAttachment: command.attachments.length > 0,
    status: command.status,
    fetchStrategy: command.fetchStrategy,
    httpStatus: command.httpStatus,
    responseHeadersJson: command.responseHeaders ?? null,
    fetchedAt: command.fetchedAt,
  };
}

export function logRow(command: StoreArticle, articleId: number): RowValues<CrawlLogEntity> {
  return {
    siteId: command.siteId,
    targetId: command.targetId,
    articleId,
    occurredAt: command.fetchedAt,
    success: command.status !== 'failed',
    httpStatus: command.httpStatus,
    fetchStrategy: command.fetchStrategy,
    durationMs: command.durationMs,
    errorMsg: command.status === 'failed' ? 'content_text_too_short' : null,
    url: command.url,
  };
}
