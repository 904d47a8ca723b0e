import { type StoredFetchStrategy } from '@govcrawler/contracts';
import { type DataSource } from 'typeorm';
import { deleteInChunks } from '../connection/delete-in-chunks.js';
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

  /** Forgets lines that are older, and says how many. */
  prune(olderThanMs: number): Promise<number> {
    const old = `entry.occurredAt < ${this.dialect.nowPlus(-olderThanMs)}`;
    return deleteInChunks(this.dataSource, CrawlLogEntity, old);
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
    // Without a join: the newest lines are read from the index of times, and no further than needed.
    const query = this.dataSource
      .createQueryBuilder(CrawlLogEntity, 'log')
      .where(`log.occurredAt >= ${this.dialect.nowPlus(-filter.hours * 3_600_000)}`);
    if (filter.siteCode !== undefined) {
      const site = query.subQuery().select('site.id').from(SiteEntity, 'site').where('site.siteCode = :siteCode');
      query.andWhere(`log.siteId = ${site.getQuery()}`, { siteCode: asParameter(filter.siteCode) });
    }
    if (filter.targetCode !== undefined) {
      const target = query.subQuery().select('target.id').from(TargetEntity, 'target');
      target.where('target.targetCode = :targetCode');
      query.andWhere(`log.targetId = ${target.getQuery()}`, { targetCode: asParameter(filter.targetCode) });
    }
    if (filter.after !== undefined) query.andWhere('log.id > :after', { after: filter.after });
    if (filter.q !== undefined && filter.q !== '') {
      const found = ['log.errorMsg', 'log.url'].map((column) => this.dialect.contains(column, 'q')).join(' OR ');
      query.andWhere(`(${found})`, { q: containsPattern(asParameter(filter.q)) });
    }
    if (filter.success !== undefined) query.andWhere('log.success = :success', { success: filter.success });
    const logs = await query
      .orderBy('log.occurredAt', 'DESC')
      .addOrderBy('log.id', 'DESC')
      .limit(Math.min(Math.max(1, Math.trunc(filter.limit)), MAX_ROWS))
      .getMany();
    return this.withCodes(logs);
  }

  private async withCodes(logs: CrawlLogEntity[]): Promise<CrawlLog[]> {
    const sites = await this.dataSource
      .createQueryBuilder(SiteEntity, 'site')
      .select(['site.id', 'site.siteCode'])
      .whereInIds([...new Set(logs.map(({ siteId }) => siteId))])
      .getMany();
    const targets = await this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .select(['target.id', 'target.targetCode'])
      .whereInIds([...new Set(logs.flatMap(({ targetId }) => targetId ?? []))])
      .getMany();
    const siteOf = new Map(sites.map(({ id, siteCode }) => [id, siteCode]));
    const targetOf = new Map(targets.map(({ id, targetCode }) => [id, targetCode]));
    return logs.map((log) => ({
      ...log,
      siteCode: siteOf.get(log.siteId) ?? '',
      targetCode: log.targetId === null ? null : (targetOf.get(log.targetId) ?? null),
    }));
  }
}
