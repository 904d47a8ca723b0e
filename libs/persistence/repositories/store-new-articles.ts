import { type EntityManager } from 'typeorm';
import { insertRows, insertRowsReturning } from '../connection/insert-rows.js';
import { Statement } from '../connection/statement.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { CrawlLogEntity } from '../entities/crawl-log.entity.js';
import { Dialect } from '../schema/dialect.js';
import { appendUpserts } from './change.repository.js';
import { assertFences } from './fence.js';
import { endPending } from './pending-document.repository.js';
import {
  attachmentRows,
  logRow,
  newRow,
  storedNativePostId,
  type StoreArticle,
  type StoreResult,
} from './store-article.js';

/**
 * The whole write of several new documents, with about as many statements as one takes, inside the transaction of
 * `manager`. Null for a document that is known: it must be compared with what is stored, alone.
 */
export async function storeNewArticles(
  manager: EntityManager,
  commands: StoreArticle[],
): Promise<(StoreResult | null)[]> {
  const isKnown = await knownAmong(manager, commands);
  const fresh = commands.filter((command) => !isKnown(command));
  if (fresh.length === 0) return commands.map(() => null);
  await assertFences(
    manager,
    fresh.flatMap(({ fence }) => fence ?? []),
  );
  const idOf = await insertArticles(manager, fresh);
  const attachments = fresh.flatMap((command) => attachmentRows(idOf(command), command.attachments));
  await insertRows(manager, AttachmentEntity, attachments);
  await endPending(manager, fresh);
  const logRows = fresh.map((command) => logRow(command, idOf(command)));
  await insertRows(manager, CrawlLogEntity, logRows);
  // Must come last: from here to the commit, every other writer waits.
  await appendUpserts(manager, fresh.map(idOf));
  return commands.map((command) =>
    isKnown(command) ? null : { kind: 'created', articleId: idOf(command), revision: 1 },
  );
}

/** Those that a unique key would refuse. Two of the same in one group end the whole: they must come one by one. */
async function knownAmong(
  manager: EntityManager,
  commands: StoreArticle[],
): Promise<(command: StoreArticle) => boolean> {
  const keys = new Set(commands.flatMap(keysOf));
  if (keys.size < commands.flatMap(keysOf).length) throw new Error('A document comes twice in one group');
  const statement = new Statement(manager);
  const hashes = commands.map(({ urlHash }) => urlHash);
  const twins = commands.flatMap(({ siteId, nativePostId }) => {
    const native = storedNativePostId(nativePostId);
    if (native === null) return [];
    return `(site_id = ${statement.value(siteId)} AND native_post_id = ${statement.value(native)})`;
  });
  const rows = await statement.rows<{ url_hash: string; site_id: number; native_post_id: string | null }>(
    `SELECT url_hash, site_id, native_post_id FROM article
     WHERE ${[...twins, statement.oneOf('url_hash', hashes)].join(' OR ')}`,
  );
  const known = new Set(
    rows.flatMap((row) => keysOf({ urlHash: row.url_hash, siteId: row.site_id, nativePostId: row.native_post_id })),
  );
  return (command) => keysOf(command).some((key) => known.has(key));
}

function keysOf({
  urlHash,
  siteId,
  nativePostId,
}: Pick<StoreArticle, 'urlHash' | 'siteId' | 'nativePostId'>): string[] {
  const native = storedNativePostId(nativePostId);
  return [urlHash, ...(native === null ? [] : [`${siteId}/${native}`])];
}

/** Their ids are asked for: databases do not promise that the numbers of one statement follow each other. */
async function insertArticles(
  manager: EntityManager,
  fresh: StoreArticle[],
): Promise<(command: StoreArticle) => number> {
  const rows = fresh.map(newRow);
  const inserted = Dialect.of(manager.dataSource).hasReturning
    ? await insertRowsReturning(manager, ArticleEntity, rows, 'id, url_hash')
    : await insertRows(manager, ArticleEntity, rows).then(() => readBack(manager, fresh));
  const ids = new Map(inserted.map((row) => [row['url_hash'], Number(row['id'])]));
  return ({ urlHash }) => ids.get(urlHash)!;
}

function readBack(manager: EntityManager, fresh: StoreArticle[]): Promise<Record<string, unknown>[]> {
  const statement = new Statement(manager);
  const hashes = fresh.map(({ urlHash }) => urlHash);
  return statement.rows(`SELECT id, url_hash FROM article WHERE ${statement.oneOf('url_hash', hashes)}`);
}
