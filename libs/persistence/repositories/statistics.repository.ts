import { type ArticleStatus, type CrawlJobState } from '@govcrawler/contracts';
import { type DataSource } from 'typeorm';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { CrawlJobEntity } from '../entities/crawl-job.entity.js';

/** What one site has contributed; sites without articles are left out. */
export interface SiteArticles {
  siteId: number;
  articles: number;
  /** First stored at or after the moment asked for. */
  newSince: number;
  lastFetchedAt: Date;
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
}
