import { type EntityManager } from 'typeorm';
import { insertRows } from '../connection/transaction.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { CrawlLogEntity } from '../entities/crawl-log.entity.js';
import { appendChanges, siteCodesOf } from './change.repository.js';
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
  await insertRows(manager, ArticleEntity, fresh.map(newRow));
  const idOf = await idsOf(manager, fresh);
  await insertRows(
    manager,
    AttachmentEntity,
    fresh.flatMap(({ urlHash, attachments }) => attachmentRows(idOf(urlHash), attachments)),
  );
  await endPending(manager, fresh);
  await insertRows(
    manager,
    CrawlLogEntity,
    fresh.map((command) => logRow(command, idOf(command.urlHash))),
  );
  await announce(manager, fresh, idOf);
  return commands.map((command) =>
    isKnown(command) ? null : { kind: 'created', articleId: idOf(command.urlHash), revision: 1 },
  );
}

/** Those that a unique key would refuse. Two of the same in one group end the whole: they must come one by one. */
async function knownAmong(
  manager: EntityManager,
  commands: StoreArticle[],
): Promise<(command: StoreArticle) => boolean> {
  const keys = new Set(commands.flatMap(keysOf));
  if (keys.size < commands.flatMap(keysOf).length) throw new Error('A document comes twice in one group');
  const query = manager
    .createQueryBuilder(ArticleEntity, 'article')
    .select(['article.id', 'article.urlHash', 'article.siteId', 'article.nativePostId'])
    .where('article.urlHash IN (:...hashes)', { hashes: commands.map(({ urlHash }) => urlHash) });
  commands.forEach(({ siteId, nativePostId }, index) => {
    const native = storedNativePostId(nativePostId);
    if (native === null) return;
    const where = `(article.siteId = :site${index} AND article.nativePostId = :native${index})`;
    query.orWhere(where, { [`site${index}`]: siteId, [`native${index}`]: native });
  });
  const known = new Set((await query.getMany()).flatMap(keysOf));
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

/** Read back: databases do not promise that the numbers of one statement follow each other. */
async function idsOf(manager: EntityManager, fresh: StoreArticle[]): Promise<(urlHash: string) => number> {
  const rows = await manager
    .createQueryBuilder(ArticleEntity, 'article')
    .select(['article.id', 'article.urlHash'])
    .where('article.urlHash IN (:...hashes)', { hashes: fresh.map(({ urlHash }) => urlHash) })
    .getMany();
  const ids = new Map(rows.map(({ urlHash, id }) => [urlHash, id]));
  return (urlHash) => ids.get(urlHash)!;
}

/** Must come last: from the first entry to the commit, every other writer waits. */
async function announce(
  manager: EntityManager,
  fresh: StoreArticle[],
  idOf: (urlHash: string) => number,
): Promise<void> {
  const siteCodes = await siteCodesOf(manager, fresh);
  await appendChanges(
    manager,
    fresh.map(({ urlHash, siteId, deptId, contentCategory }) => ({
      articleId: idOf(urlHash),
      kind: 'UPSERT',
      revision: 1,
      siteCode: siteCodes.get(siteId) ?? null,
      deptId,
      contentCategory,
    })),
  );
}
