import { type DeliveryFilter, type DeliveryLag, type DeliveryStart } from '@govcrawler/contracts';
import { type DataSource, type EntityManager } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { ArticleChangeEntity } from '../entities/article-change.entity.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { FeedConsumerEntity } from '../entities/feed-consumer.entity.js';
import { storedCode } from '../sanitise/stored-code.js';
import { Dialect } from '../schema/dialect.js';
import { appendAudit, type Actor } from './audit.repository.js';
import { newestIn, type ChangeRepository } from './change.repository.js';

/** A consumer of the feed. */
export type FeedConsumer = Omit<FeedConsumerEntity, 'filterJson'> & { filter: DeliveryFilter };

export interface NewFeedConsumer {
  name: string;
  start: DeliveryStart;
  filter: DeliveryFilter;
}

/**
 * acked: the cursor is at least there now; ahead: the feed has no such entry; superseded: the cursor is from before
 * a reset.
 */
export type AckResult =
  { kind: 'acked'; moved: boolean; consumer: FeedConsumer } | { kind: 'not_found' | 'ahead' | 'superseded' };

/** Entries confirmed in one step, so that no step holds many articles at once. */
const ACK_STEP = 1_000;

const NO_FAILURES = { webhookFailures: 0, webhookNextAt: null, webhookError: null };

/** Who follows the change feed and how far they are. */
export class FeedConsumerRepository {
  private readonly dialect: Dialect;

  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: ChangeRepository,
  ) {
    this.dialect = Dialect.of(dataSource);
  }

  /** Null when the name is taken. */
  async create({ name, start, filter }: NewFeedConsumer, actor: Actor): Promise<FeedConsumer | null> {
    const cursorSeq = await this.startingPoint(start);
    return inTransaction(this.dataSource, async (manager) => {
      const row = { name, cursorSeq, filterJson: filter, createdBy: actor.username };
      if (!(await insertIfAbsent(manager, FeedConsumerEntity, row))) return null;
      const after = { start: start.from, cursorSeq, filter: { ...filter } };
      await appendAudit(manager, [{ actor, action: 'consumer.create', subjectKey: name, before: null, after }]);
      return findConsumer(manager, name);
    });
  }

  find(name: string): Promise<FeedConsumer | null> {
    return findConsumer(this.dataSource.manager, name);
  }

  async list(): Promise<FeedConsumer[]> {
    const rows = await this.dataSource
      .createQueryBuilder(FeedConsumerEntity, 'consumer')
      .orderBy('consumer.name')
      .getMany();
    return rows.map(asConsumer);
  }

  /**
   * Confirms everything up to an entry. The cursor never goes back. Articles are marked as exported first and the
   * cursor moves last: a crash between the two costs a repeated delivery, never a lost mark.
   */
  async ack(name: string, cursor: { seq: number; epoch: number }): Promise<AckResult> {
    const consumer = await this.find(name);
    if (!consumer) return { kind: 'not_found' };
    if (cursor.epoch !== consumer.epoch) return { kind: 'superseded' };
    if (cursor.seq <= consumer.cursorSeq) return { kind: 'acked', moved: false, consumer };
    if (cursor.seq > (await this.changes.head())) return { kind: 'ahead' };
    for (let after = consumer.cursorSeq; after < cursor.seq; after += ACK_STEP) {
      await this.markExported(after, Math.min(after + ACK_STEP, cursor.seq), consumer.filter);
    }
    const moved = await updateRows(
      this.dataSource.manager,
      FeedConsumerEntity,
      { cursorSeq: cursor.seq, lastAckAt: () => this.dialect.now },
      'name = :name AND epoch = :epoch AND cursor_seq < :seq',
      { name: consumer.name, ...cursor },
    );
    const after = await this.find(name);
    if (!after) return { kind: 'not_found' };
    if (after.epoch !== cursor.epoch) return { kind: 'superseded' };
    return { kind: 'acked', moved: moved === 1, consumer: after };
  }

  /** Puts the cursor somewhere else on purpose; cursors given out before are void. Null when there is no such consumer. */
  async reset(name: string, start: DeliveryStart, actor: Actor): Promise<FeedConsumer | null> {
    const cursorSeq = await this.startingPoint(start);
    return inTransaction(this.dataSource, async (manager) => {
      const before = await findConsumer(manager, name, true);
      if (!before) return null;
      const values = { cursorSeq, epoch: before.epoch + 1, ...NO_FAILURES };
      await updateRows(manager, FeedConsumerEntity, values, 'name = :name', { name: before.name });
      await appendAudit(manager, [
        {
          actor,
          action: 'consumer.reset',
          subjectKey: before.name,
          before: { cursorSeq: before.cursorSeq },
          after: { start: start.from, cursorSeq },
        },
      ]);
      return findConsumer(manager, name);
    });
  }

  /** False when there is no such consumer. */
  remove(name: string, actor: Actor): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const before = await findConsumer(manager, name, true);
      if (!before) return false;
      const gone = manager.createQueryBuilder().delete().from(FeedConsumerEntity);
      await gone.where('name = :name', { name: before.name }).execute();
      const { cursorSeq, filter } = before;
      const entry = { actor, action: 'consumer.delete', subjectKey: before.name, after: null };
      await appendAudit(manager, [{ ...entry, before: { cursorSeq, filter: { ...filter } } }]);
      return true;
    });
  }

  /** Puts the sealed form in the place of an open secret, unless it changed meanwhile. */
  async sealWebhookSecret(name: string, open: string, sealed: string): Promise<void> {
    const where = 'name = :name AND webhook_secret = :open';
    await updateRows(this.dataSource.manager, FeedConsumerEntity, { webhookSecret: sealed }, where, { name, open });
  }

  /** Where to push to from now on, or null to push no more. False when there is no such consumer. */
  setWebhook(name: string, webhook: { url: string; secret: string } | null, actor: Actor): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const before = await findConsumer(manager, name, true);
      if (!before) return false;
      const values = {
        webhookUrl: webhook?.url ?? null,
        webhookSecret: webhook?.secret ?? null,
        webhookEnabled: webhook !== null,
        ...NO_FAILURES,
      };
      await updateRows(manager, FeedConsumerEntity, values, 'name = :name', { name: before.name });
      await appendAudit(manager, [
        {
          actor,
          action: 'consumer.webhook',
          subjectKey: before.name,
          before: { url: before.webhookUrl },
          after: { url: webhook?.url ?? null },
        },
      ]);
      return true;
    });
  }

  async webhookFailed(name: string, message: string, nextTryAt: Date): Promise<void> {
    const values = { webhookFailures: () => 'webhook_failures + 1', webhookError: message, webhookNextAt: nextTryAt };
    await updateRows(this.dataSource.manager, FeedConsumerEntity, values, 'name = :name', { name });
  }

  async webhookWorks(name: string): Promise<void> {
    await updateRows(this.dataSource.manager, FeedConsumerEntity, NO_FAILURES, 'name = :name', { name });
  }

  async lagOf({ cursorSeq, filter }: Pick<FeedConsumer, 'cursorSeq' | 'filter'>, now: Date): Promise<DeliveryLag> {
    const { entries, atLeast, since } = await this.changes.waiting(cursorSeq, filter);
    const seconds = since ? Math.max(0, Math.round((now.getTime() - since.getTime()) / 1000)) : 0;
    return { entries, atLeast, seconds };
  }

  private async startingPoint(start: DeliveryStart): Promise<number> {
    switch (start.from) {
      case 'beginning':
        return 0;
      case 'now':
        return this.changes.head();
      case 'date':
        return this.changes.lastBefore(start.date);
    }
  }

  /** An article is exported when the consumer has its newest entry; one that changed again meanwhile is not. */
  private async markExported(after: number, to: number, filter: DeliveryFilter): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const newest = newestIn(manager.createQueryBuilder(ArticleChangeEntity, 'change'), { after, to, filter });
      const ids = (await newest.getRawMany<{ articleId: string }>()).map(({ articleId }) => Number(articleId));
      if (ids.length === 0) return;
      const values = { exportedToRagAt: () => this.dialect.now };
      // Asked again where the row is locked: it may have changed since the look above.
      const where = `id IN (:...ids) AND NOT EXISTS
        (SELECT 1 FROM article_change newer WHERE newer.article_id = article.id AND newer.seq > :to)`;
      await updateRows(manager, ArticleEntity, values, where, { ids: ids.sort((a, b) => a - b), to });
    });
  }
}

async function findConsumer(manager: EntityManager, name: string, lock = false): Promise<FeedConsumer | null> {
  const query = manager
    .createQueryBuilder(FeedConsumerEntity, 'consumer')
    .where('consumer.name = :name', { name: storedCode('feed_consumer', 'name', name) });
  const row = await (lock ? query.setLock('pessimistic_write') : query).getOne();
  return row && asConsumer(row);
}

function asConsumer({ filterJson, ...row }: FeedConsumerEntity): FeedConsumer {
  return { ...row, filter: filterJson ?? {} };
}
