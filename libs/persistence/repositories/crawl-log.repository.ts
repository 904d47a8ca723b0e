import { type StoredFetchStrategy } from '@govcrawler/contracts';
import { type DataSource } from 'typeorm';
import { insertRows } from '../connection/insert-rows.js';
import { inTransaction } from '../connection/transaction.js';
import { CrawlLogEntity } from '../entities/crawl-log.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { containsPattern, Dialect } from '../schema/dialect.js';
import { assertFence, type Fence } from './fence.js';

export interface NewCrawlLog {
  siteId: number;
  targetId: number | null;
  articleId?: number | null;
  occurredAt?: Date;
  success: boolean;
  httpStatus: number | null;
  fetchStrategy: StoredFetchStrategy | null;
  durationMs: number | null;
  errorMsg: string | null;
  url: string | null;
}

export type CrawlLog = CrawlLogEntity & { siteCode: string; targetCode: string | null };

const MAX_ROWS = 1000;

/** One line per attempt to get something from a site. */
export class CrawlLogRepository {
  private readonly dialect: Dialect;

  constructor(private readonly dataSource: DataSource) {
    this.dialect = Dialect.of(dataSource);
  }

  /** `fence` null: for writers that hold no host. */
  async append(row: NewCrawlLog, fence: Fence | null = null): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      if (fence) await assertFence(manager, fence);
      await insertRows(manager, CrawlLogEntity, [row]);
    });
  }

  /** Newest first. */
  async recent(filter: {
    hours: number;
    siteCode?: string;
    targetCode?: string;
    success?: boolean;
    /** Only lines written after this one. */
    after?: number;
    /** Part of the error or the address. */
    q?: string;
    limit: number;
  }): Promise<CrawlLog[]> {
    const query = this.dataSource
      .createQueryBuilder(CrawlLogEntity, 'log')
      .innerJoin(SiteEntity, 'site', 'site.id = log.siteId')
      .leftJoin(TargetEntity, 'target', 'target.id = log.targetId')
      .addSelect('site.siteCode', 'siteCode')
      .addSelect('target.targetCode', 'targetCode')
      .where(`log.occurredAt >= ${this.dialect.nowPlus(-filter.hours * 3_600_000)}`);
    if (filter.siteCode !== undefined) {
      query.andWhere('site.siteCode = :siteCode', { siteCode: asParameter(filter.siteCode) });
    }
    if (filter.targetCode !== undefined) {
      query.andWhere('target.targetCode = :targetCode', { targetCode: asParameter(filter.targetCode) });
    }
    if (filter.after !== undefined) query.andWhere('log.id > :after', { after: filter.after });
    if (filter.q !== undefined && filter.q !== '') {
      const found = ['log.errorMsg', 'log.url'].map((column) => this.dialect.contains(column, 'q')).join(' OR ');
      query.andWhere(`(${found})`, { q: containsPattern(asParameter(filter.q)) });
    }
    if (filter.success !== undefined) query.andWhere('log.success = :success', { success: filter.success });
    const { entities, raw } = await query
      .orderBy('log.occurredAt', 'DESC')
      .addOrderBy('log.id', 'DESC')
      .limit(Math.min(Math.max(1, Math.trunc(filter.limit)), MAX_ROWS))
      .getRawAndEntities<{ siteCode: string; targetCode: string | null }>();
    return entities.map((log, index) => ({
      ...log,
      siteCode: raw[index]?.siteCode ?? '',
      targetCode: raw[index]?.targetCode ?? null,
    }));
  }
}
