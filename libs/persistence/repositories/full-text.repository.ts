import { type DataSource } from 'typeorm';
import { type RowValues } from '../connection/insert-rows.js';
import { inTransaction, updateRows } from '../connection/transaction.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { Dialect } from '../schema/dialect.js';
import { assertFence, type Fence } from './fence.js';
import { credentialFor } from './site-credential.js';

/** What the search for an article's full text starts from. */
export interface FullTextSource {
  articleId: number;
  url: string;
  hasFullText: boolean;
  respectRobots: boolean;
  robotsOnError: 'allow' | 'deny';
  /** Name of the secret that goes with the request. */
  credential?: string;
}

/** Full texts of articles, beside the body that the crawl found and never instead of it. */
export class FullTextRepository {
  constructor(private readonly dataSource: DataSource) {}

  async sourceOf(articleId: number): Promise<FullTextSource | null> {
    const article = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(['article.id', 'article.url', 'article.siteId', 'article.targetId', 'article.contentFullFetchedAt'])
      .where('article.id = :articleId', { articleId })
      .getOne();
    if (!article) return null;
    const site = await this.dataSource
      .createQueryBuilder(SiteEntity, 'site')
      .select(['site.id', 'site.respectRobots', 'site.robotsOnError'])
      .where('site.id = :id', { id: article.siteId })
      .getOneOrFail();
    return {
      articleId,
      url: article.url,
      hasFullText: article.contentFullFetchedAt !== null,
      respectRobots: site.respectRobots,
      robotsOnError: site.robotsOnError,
      ...(await credentialFor(this.dataSource.manager, article.url, article)),
    };
  }

  async saveFullText(articleId: number, { html, sourceUrl }: { html: string; sourceUrl: string }, fence: Fence) {
    await this.write(articleId, fence, {
      contentFullHtml: html,
      contentFullFetchedAt: () => Dialect.of(this.dataSource).now,
      contentFullError: null,
      contentFullSourceUrl: sourceUrl,
    });
  }

  /** Only the reason: a full text that is there stays. */
  async saveFailure(articleId: number, reason: string, fence: Fence): Promise<void> {
    await this.write(articleId, fence, { contentFullError: reason });
  }

  private write(articleId: number, fence: Fence, values: RowValues<ArticleEntity>): Promise<void> {
    return inTransaction(this.dataSource, async (manager) => {
      await assertFence(manager, fence);
      await updateRows(manager, ArticleEntity, values, 'id = :articleId', { articleId });
    });
  }
}
