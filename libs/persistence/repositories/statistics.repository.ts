import { type ArticleStatus, type CrawlJobState } from '@govcrawler/contracts';
import { type DataSource } from 'typeorm';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { CrawlJobEntity } from '../entities/crawl-job.entity.js';
import { CrawlLogEntity } from '../entities/crawl-log.entity.js';
import { Dialect } from '../schema/dialect.js';

/** What one site has contributed; sites without articles are left out. */
export interface SiteArticles {
  siteId: number;
  articles: number;
  /** First stored at or after the moment asked for. */
  newSince: number;
  lastFetchedAt: Date;
}

/** What one department has published; null: no department is known. */
export interface DepartmentArticles {
  deptId: number | null;
  articles: number;
  newSince: number;
  lastFetchedAt: Date;
}

/** How often reading a target failed. */
export interface TargetFailures {
  siteId: number;
  targetId: number | null;
  attempts: number;
  failures: number;
  lastError: string | null;
  lastHttpStatus: number | null;
  lastFailedAt: Date | null;
}

/** Figures over everything stored. */
export class StatisticsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async articlesBySite(since: Date): Promise<SiteArticles[]> {
    const rows = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select('article.siteId', 'siteId')
      .addSelect('COUNT(*)', 'articles')
      .addSelect('SUM(CASE WHEN article.createdAt >= :since THEN 1 ELSE 0 END)', 'newSince')
      .addSelect('MAX(article.fetchedAt)', 'lastFetchedAt')
      .setParameter('since', since)
      .groupBy('article.siteId')
      .getRawMany<SiteArticles>();
    return rows.map((row) => ({
      siteId: Number(row.siteId),
      articles: Number(row.articles),
      newSince: Number(row.newSince),
      lastFetchedAt: row.lastFetchedAt,
    }));
  }

  /** States without any article are left out. */
  async articlesByStatus(): Promise<Partial<Record<ArticleStatus, number>>> {
    const rows = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select('article.status', 'name')
      .addSelect('COUNT(*)', 'total')
      .groupBy('article.status')
      .getRawMany<{ name: ArticleStatus; total: string }>();
    return Object.fromEntries(rows.map(({ name, total }) => [name, Number(total)]));
  }

  /** States without any job are left out. */
  async jobsByState(): Promise<Partial<Record<CrawlJobState, number>>> {
    const rows = await this.dataSource
      .createQueryBuilder(CrawlJobEntity, 'job')
      .select('job.state', 'name')
      .addSelect('COUNT(*)', 'total')
      .groupBy('job.state')
      .getRawMany<{ name: CrawlJobState; total: string }>();
    return Object.fromEntries(rows.map(({ name, total }) => [name, Number(total)]));
  }

  attachments(): Promise<number> {
    return this.dataSource.createQueryBuilder(AttachmentEntity, 'attachment').getCount();
  }

  /** By department; null are those that belong to none. */
  async articlesByDepartment(since: Date): Promise<DepartmentArticles[]> {
    const rows = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select('article.deptId', 'deptId')
      .addSelect('COUNT(*)', 'articles')
      .addSelect('SUM(CASE WHEN article.createdAt >= :since THEN 1 ELSE 0 END)', 'newSince')
      .addSelect('MAX(article.fetchedAt)', 'lastFetchedAt')
      .setParameter('since', since)
      .groupBy('article.deptId')
      .getRawMany<DepartmentArticles>();
    return rows.map((row) => ({
      deptId: row.deptId === null ? null : Number(row.deptId),
      articles: Number(row.articles),
      newSince: Number(row.newSince),
      lastFetchedAt: row.lastFetchedAt,
    }));
  }

  /** Null are those without a category. */
  async articlesByCategory(since: Date): Promise<{ category: string | null; articles: number; newSince: number }[]> {
    const rows = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select('article.contentCategory', 'category')
      .addSelect('COUNT(*)', 'articles')
      .addSelect('SUM(CASE WHEN article.createdAt >= :since THEN 1 ELSE 0 END)', 'newSince')
      .setParameter('since', since)
      .groupBy('article.contentCategory')
      .getRawMany<{ category: string | null; articles: string; newSince: string }>();
    return rows.map((row) => ({ ...row, articles: Number(row.articles), newSince: Number(row.newSince) }));
  }

  /** By the month of publication, from a day on; months without any are left out. */
  async articlesByMonth(fromDay: string): Promise<{ month: string; articles: number }[]> {
    const month = Dialect.of(this.dataSource).month('article.publishDate');
    const rows = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(month, 'month')
      .addSelect('COUNT(*)', 'articles')
      .where('article.publishDate >= :fromDay', { fromDay })
      .groupBy(month)
      .getRawMany<{ month: string; articles: string }>();
    return rows.map(({ month: name, articles }) => ({ month: name, articles: Number(articles) }));
  }

  /** How many articles of each site were first stored on each day in Asia/Shanghai; days without any are left out. */
  async arrivalsByDay(since: Date): Promise<{ siteId: number; day: string; articles: number }[]> {
    const day = Dialect.of(this.dataSource).beijingDay('article.createdAt');
    const rows = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select('article.siteId', 'siteId')
      .addSelect(day, 'day')
      .addSelect('COUNT(*)', 'articles')
      .where('article.createdAt >= :since', { since })
      .groupBy('article.siteId')
      .addGroupBy(day)
      .getRawMany<{ siteId: string; day: string; articles: string }>();
    return rows.map((row) => ({ siteId: Number(row.siteId), day: row.day, articles: Number(row.articles) }));
  }

  /** Attempts to get something from a site, and those that failed, by day in Asia/Shanghai. */
  async attemptsByDay(since: Date): Promise<{ day: string; attempts: number; failures: number }[]> {
    const day = Dialect.of(this.dataSource).beijingDay('log.occurredAt');
    const rows = await this.dataSource
      .createQueryBuilder(CrawlLogEntity, 'log')
      .select(day, 'day')
      .addSelect('COUNT(*)', 'attempts')
      .addSelect('SUM(CASE WHEN log.success THEN 0 ELSE 1 END)', 'failures')
      .where('log.occurredAt >= :since', { since })
      .groupBy(day)
      .getRawMany<{ day: string; attempts: string; failures: string }>();
    return rows.map((row) => ({ day: row.day, attempts: Number(row.attempts), failures: Number(row.failures) }));
  }

  /** Attempts of the last hours by target; only where some failed. */
  async failuresByTarget(hours: number): Promise<TargetFailures[]> {
    const rows = await this.dataSource
      .createQueryBuilder(CrawlLogEntity, 'log')
      .select('log.siteId', 'siteId')
      .addSelect('log.targetId', 'targetId')
      .addSelect('COUNT(*)', 'attempts')
      .addSelect('SUM(CASE WHEN log.success THEN 0 ELSE 1 END)', 'failures')
      .addSelect('MAX(CASE WHEN log.success THEN NULL ELSE log.id END)', 'lastFailureId')
      .where(`log.occurredAt >= ${Dialect.of(this.dataSource).nowPlus(-hours * 3_600_000)}`)
      .groupBy('log.siteId')
      .addGroupBy('log.targetId')
      .having('SUM(CASE WHEN log.success THEN 0 ELSE 1 END) > 0')
      .getRawMany<Record<'siteId' | 'attempts' | 'failures' | 'lastFailureId', string> & { targetId: string | null }>();
    if (rows.length === 0) return [];
    const last = await this.dataSource
      .createQueryBuilder(CrawlLogEntity, 'log')
      .whereInIds(rows.map(({ lastFailureId }) => Number(lastFailureId)))
      .getMany();
    const lastOf = new Map(last.map((log) => [log.id, log]));
    return rows.map((row) => {
      const log = lastOf.get(Number(row.lastFailureId));
      return {
        siteId: Number(row.siteId),
        targetId: row.targetId === null ? null : Number(row.targetId),
        attempts: Number(row.attempts),
        failures: Number(row.failures),
        lastError: log?.errorMsg ?? null,
        lastHttpStatus: log?.httpStatus ?? null,
        lastFailedAt: log?.occurredAt ?? null,
      };
    });
  }
}
