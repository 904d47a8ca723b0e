import { type EntityManager } from 'typeorm';
import { insertRows } from '../connection/insert-rows.js';
import { Statement } from '../connection/statement.js';
import { type ArticleEntity } from '../entities/article.entity.js';
import { DeletedDocumentEntity } from '../entities/deleted-document.entity.js';

type Identity = Pick<ArticleEntity, 'siteId' | 'targetId' | 'urlHash' | 'nativePostId' | 'publishDate'>;

/** Part of the transaction that deletes them: crawls leave them out from now on, also one that has them ahead. */
export async function rememberDeleted(manager: EntityManager, articles: readonly Identity[]): Promise<void> {
  const hashes = articles.map(({ urlHash }) => urlHash);
  await forgetDeleted(manager, hashes);
  const rows = articles.map(({ siteId, targetId, urlHash, nativePostId, publishDate }) => ({
    siteId,
    targetId,
    urlHash,
    nativePostId,
    publishDate,
  }));
  await insertRows(manager, DeletedDocumentEntity, rows);
  const statement = new Statement(manager);
  await statement.rows(`DELETE FROM pending_document WHERE ${statement.oneOf('url_hash', hashes)}`);
}

/** They are wanted again. */
export async function forgetDeleted(manager: EntityManager, urlHashes: readonly string[]): Promise<void> {
  const statement = new Statement(manager);
  await statement.rows(`DELETE FROM deleted_document WHERE ${statement.oneOf('url_hash', urlHashes)}`);
}

/** Deleted documents with one of these addresses, or one of these native ids of the site. */
export function deletedAmong(
  manager: EntityManager,
  siteId: number,
  urlHashes: readonly string[],
  nativePostIds: readonly string[],
): Promise<DeletedDocumentEntity[]> {
  const query = manager
    .createQueryBuilder(DeletedDocumentEntity, 'deleted')
    .where('deleted.urlHash IN (:...urlHashes)', { urlHashes });
  if (nativePostIds.length > 0) {
    query.orWhere('(deleted.siteId = :siteId AND deleted.nativePostId IN (:...nativePostIds))', {
      siteId,
      nativePostIds,
    });
  }
  return query.getMany();
}
