import { type StoredFetchStrategy } from '@govcrawler/contracts';
import { entityOf, nullable, type EntityColumns } from '../schema/entity-columns.js';
import { ArticleEntity } from './article.entity.js';
import { SiteEntity } from './site.entity.js';
import { TargetEntity } from './target.entity.js';

export class CrawlLogEntity {
  id: number;
  siteId: number;
  targetId: number | null;
  articleId: number | null;
  occurredAt: Date;
  success: boolean;
  httpStatus: number | null;
  fetchStrategy: StoredFetchStrategy | null;
  durationMs: number | null;
  errorMsg: string | null;
  url: string | null;
}

export const crawlLogEntity = (c: EntityColumns) =>
  entityOf(
    CrawlLogEntity,
    'crawl_log',
    {
      id: c.bigId(),
      siteId: c.int(),
      targetId: nullable(c.int()),
      articleId: nullable(c.bigint()),
      occurredAt: c.insertTime(),
      success: c.boolean(true),
      httpStatus: nullable(c.int()),
      fetchStrategy: nullable(c.text()),
      durationMs: nullable(c.int()),
      errorMsg: nullable(c.text()),
      url: nullable(c.text()),
    },
    {
      indices: {
        ix_crawl_log_time: ['occurredAt'],
        ix_crawl_log_site_time: ['siteId', 'occurredAt'],
        ix_crawl_log_target_time: ['targetId', 'occurredAt'],
        ix_crawl_log_article: ['articleId'],
      },
      foreignKeys: [
        { name: 'fk_crawl_log_site', column: 'siteId', references: SiteEntity, onDelete: 'CASCADE' },
        { name: 'fk_crawl_log_target', column: 'targetId', references: TargetEntity, onDelete: 'SET NULL' },
        { name: 'fk_crawl_log_article', column: 'articleId', references: ArticleEntity, onDelete: 'SET NULL' },
      ],
    },
  );
