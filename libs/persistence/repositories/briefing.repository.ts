import { type BriefingItemView, type BriefingOrder, type BriefingProgress } from '@govcrawler/contracts';
import { type DataSource } from 'typeorm';
import { type RowValues } from '../connection/insert-rows.js';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { BriefingEntity } from '../entities/briefing.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { storedCode } from '../sanitise/stored-code.js';
import { Dialect } from '../schema/dialect.js';
import { assertFence, type Fence } from './fence.js';

export type Briefing = BriefingEntity;

/** A document that belongs into a briefing. */
export interface BriefedDocument {
  id: number;
  title: string;
  url: string;
  publishDate: string | null;
  contentText: string | null;
  contentHash: string;
  contentCategory: string | null;
  metadataJson: Record<string, unknown> | null;
  siteName: string;
}

const DOCUMENT_COLUMNS = [
  'id',
  'siteId',
  'title',
  'url',
  'publishDate',
  'contentText',
  'contentHash',
  'contentCategory',
  'metadataJson',
] as const;
const LIST_COLUMNS = [
  'id',
  'orderJson',
  'errandId',
  'state',
  'progressJson',
  'itemCount',
  'rankedBy',
  'error',
  'deliverTo',
  'deliveryState',
  'deliveryAttempts',
  'deliveryError',
  'deliveredAt',
  'createdBy',
  'createdAt',
  'finishedAt',
] as const;

/** Briefings: what was asked for, how they ended, and whom they are sent to. */
export class BriefingRepository {
  private readonly dialect: Dialect;

  constructor(private readonly dataSource: DataSource) {
    this.dialect = Dialect.of(dataSource);
  }

  async create(order: BriefingOrder, createdBy: string): Promise<number> {
    const inserted = await insertIfAbsent(this.dataSource.manager, BriefingEntity, {
      orderJson: order,
      deliverTo: order.deliverTo,
      deliveryState: order.deliverTo === null ? null : 'waiting',
      createdBy,
    });
    return inserted!.id;
  }

  async writtenBy(id: number, errandId: number): Promise<void> {
    await updateRows(this.dataSource.manager, BriefingEntity, { errandId }, 'id = :id', { id });
  }

  find(id: number): Promise<Briefing | null> {
    return this.dataSource.createQueryBuilder(BriefingEntity, 'briefing').where('briefing.id = :id', { id }).getOne();
  }

  /** The newest first, without their items. */
  list({ before, limit, done }: { before: number | null; limit: number; done?: boolean }): Promise<Briefing[]> {
    const query = this.dataSource
      .createQueryBuilder(BriefingEntity, 'briefing')
      .select(LIST_COLUMNS.map((column) => `briefing.${column}`));
    if (before !== null) query.andWhere('briefing.id < :before', { before });
    if (done) query.andWhere("briefing.state = 'done'");
    return query.orderBy('briefing.id', 'DESC').limit(limit).getMany();
  }

  /** Documents of these targets, published in these days and not withdrawn, the newest first. */
  async documents({ targetCodes, from, to, maxItems }: BriefingOrder): Promise<BriefedDocument[]> {
    const targets = await this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .select(['target.id'])
      .where('target.targetCode IN (:...codes)', {
        codes: ['', ...targetCodes].map((code) => storedCode('crawl_target', 'target_code', code)),
      })
      .getMany();
    if (targets.length === 0) return [];
    const articles = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(DOCUMENT_COLUMNS.map((column) => `article.${column}`))
      .where('article.targetId IN (:...ids)', { ids: targets.map(({ id }) => id) })
      .andWhere('article.publishDate BETWEEN :from AND :to', { from, to })
      .andWhere('article.withdrawnAt IS NULL')
      .orderBy('article.publishDate', 'DESC')
      .addOrderBy('article.id', 'DESC')
      .limit(maxItems)
      .getMany();
    if (articles.length === 0) return [];
    const sites = await this.dataSource
      .createQueryBuilder(SiteEntity, 'site')
      .select(['site.id', 'site.siteName'])
      .where('site.id IN (:...ids)', { ids: [...new Set(articles.map(({ siteId }) => siteId))] })
      .getMany();
    const names = new Map(sites.map(({ id, siteName }) => [id, siteName]));
    return articles.map((article) => ({ ...article, siteName: names.get(article.siteId) ?? '' }));
  }

  /** Those of the documents that are still there. */
  async stillStored(articleIds: readonly number[]): Promise<Set<number>> {
    if (articleIds.length === 0) return new Set();
    const rows = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(['article.id'])
      .where('article.id IN (:...ids)', { ids: articleIds })
      .getMany();
    return new Set(rows.map(({ id }) => id));
  }

  /** Ends a briefing once; it then waits for its delivery, if it has one. */
  finish(
    id: number,
    outcome: {
      state: 'done' | 'failed' | 'cancelled';
      items: BriefingItemView[];
      rankedBy: 'model' | 'date' | null;
      progress: BriefingProgress;
      error: string | null;
    },
    fence: Fence,
  ): Promise<void> {
    return inTransaction(this.dataSource, async (manager) => {
      await assertFence(manager, fence);
      const { state, items, rankedBy, progress, error } = outcome;
      const values: RowValues<BriefingEntity> = {
        state,
        itemsJson: { items },
        itemCount: items.length,
        rankedBy,
        progressJson: progress,
        error,
        finishedAt: () => this.dialect.now,
        ...(state === 'done' ? { deliveryNextAt: () => this.dialect.now } : {}),
      };
      await updateRows(manager, BriefingEntity, values, "id = :id AND state = 'open'", { id });
      const due = "id = :id AND state = 'done' AND delivery_state = 'waiting'";
      await updateRows(manager, BriefingEntity, { deliveryState: 'pending' }, due, { id });
    });
  }

  /** Asks for a (further) delivery of a finished briefing; false: it is not finished. */
  async deliver(id: number, consumer: string): Promise<boolean> {
    const values: RowValues<BriefingEntity> = {
      deliverTo: consumer,
      deliveryState: 'pending',
      deliveryAttempts: 0,
      deliveryError: null,
      deliveryNextAt: () => this.dialect.now,
      deliveredAt: null,
    };
    const where = "id = :id AND state = 'done'";
    return (await updateRows(this.dataSource.manager, BriefingEntity, values, where, { id })) > 0;
  }

  /** Briefings whose delivery is due, oldest first. */
  dueDeliveries(limit: number): Promise<Briefing[]> {
    return this.dataSource
      .createQueryBuilder(BriefingEntity, 'briefing')
      .where(`briefing.deliveryState = 'pending' AND briefing.deliveryNextAt <= ${this.dialect.now}`)
      .orderBy('briefing.id')
      .limit(limit)
      .getMany();
  }

  async delivered(id: number): Promise<void> {
    await this.note(id, { deliveryState: 'sent', deliveryError: null, deliveredAt: () => this.dialect.now });
  }

  /** Null: it is given up. */
  async deliveryFailed(id: number, error: string, retryInMs: number | null): Promise<void> {
    await this.note(id, {
      deliveryState: retryInMs === null ? 'failed' : 'pending',
      deliveryError: error,
      deliveryNextAt: retryInMs === null ? null : () => this.dialect.nowPlus(retryInMs),
    });
  }

  private async note(id: number, values: RowValues<BriefingEntity>): Promise<void> {
    const counted = { ...values, deliveryAttempts: () => 'delivery_attempts + 1' };
    await updateRows(this.dataSource.manager, BriefingEntity, counted, 'id = :id', { id });
  }
}
