import { type CrawlItem } from '@govcrawler/contracts';
import { type DataSource, type EntityManager } from 'typeorm';
import { insertRows } from '../connection/insert-rows.js';
import { Statement } from '../connection/statement.js';
import { inTransaction, updateRows } from '../connection/transaction.js';
import { PendingDocumentEntity } from '../entities/pending-document.entity.js';
import { forgetDeleted } from './deleted-documents.js';
import { assertFence, type Fence } from './fence.js';

export interface PendingDocument {
  item: CrawlItem;
  attempts: number;
}

/** Due by every clock: the database's and the workers' may differ. */
const AT_ONCE = new Date(0);

/** Documents between listing and storing. */
export class PendingDocumentRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Documents that are pending already stay as they are, with their attempts and their next try. Those that people had
   * deleted are wanted again.
   */
  async add(targetId: number, items: readonly CrawlItem[], fence: Fence | null): Promise<void> {
    if (items.length === 0) return;
    await inTransaction(this.dataSource, async (manager) => {
      if (fence) await assertFence(manager, fence);
      const statement = new Statement(manager);
      const present = await statement.rows<{ url_hash: string }>(
        `SELECT url_hash FROM pending_document WHERE target_id = ${statement.value(targetId)}
         AND ${statement.oneOf(
           'url_hash',
           items.map(({ urlHash }) => urlHash),
         )}`,
      );
      const known = new Set(present.map(({ url_hash: urlHash }) => urlHash));
      const fresh = new Map(items.filter(({ urlHash }) => !known.has(urlHash)).map((item) => [item.urlHash, item]));
      const rows = [...fresh.values()].map((item) => ({
        targetId,
        urlHash: item.urlHash,
        itemJson: item,
        nextTryAt: AT_ONCE,
      }));
      await insertRows(manager, PendingDocumentEntity, rows);
      await forgetDeleted(manager, [...fresh.keys()]);
    });
  }

  /** Those whose next try has come, in the order in which they were found. */
  async due(targetId: number, now: Date): Promise<PendingDocument[]> {
    const rows = await this.dataSource
      .createQueryBuilder(PendingDocumentEntity, 'pending')
      .where('pending.targetId = :targetId AND pending.nextTryAt <= :now', { targetId, now })
      .orderBy('pending.id')
      .getMany();
    return rows.map(({ itemJson, attempts }) => ({ item: revive(itemJson), attempts }));
  }

  /** A try failed. `nextTryAt` null: no further try by itself. */
  async reschedule(
    targetId: number,
    urlHash: string,
    { reason, nextTryAt }: { reason: string; nextTryAt: Date | null },
    fence: Fence | null,
  ): Promise<void> {
    const values = { attempts: () => 'attempts + 1', lastReason: reason, nextTryAt };
    const where = 'target_id = :targetId AND url_hash = :urlHash';
    await inTransaction(this.dataSource, async (manager) => {
      if (fence) await assertFence(manager, fence);
      await updateRows(manager, PendingDocumentEntity, values, where, { targetId, urlHash });
    });
  }

  /** A person asks for another try of everything that was given up or waits; returns how many. */
  async retryAll(targetId: number, fence: Fence | null): Promise<number> {
    const values = { nextTryAt: AT_ONCE, attempts: 0 };
    return inTransaction(this.dataSource, async (manager) => {
      if (fence) await assertFence(manager, fence);
      return updateRows(manager, PendingDocumentEntity, values, 'target_id = :targetId', { targetId });
    });
  }
}

/** Part of the transaction that stores the documents. */
export async function endPending(
  manager: EntityManager,
  documents: readonly { targetId: number; urlHash: string }[],
): Promise<void> {
  const statement = new Statement(manager);
  const pairs = documents.map(
    ({ targetId, urlHash }) => `(target_id = ${statement.value(targetId)} AND url_hash = ${statement.value(urlHash)})`,
  );
  await statement.rows(`DELETE FROM pending_document WHERE ${pairs.join(' OR ')}`);
}

/** JSON knows no dates. */
function revive(item: CrawlItem): CrawlItem {
  return { ...item, publishTime: item.publishTime === null ? null : new Date(item.publishTime) };
}
