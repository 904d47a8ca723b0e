import { type DataSource } from 'typeorm';
import { insertRows } from '../connection/insert-rows.js';
import { inTransaction, updateRows } from '../connection/transaction.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { ArticleSummaryEntity } from '../entities/briefing.entity.js';
import { Dialect } from '../schema/dialect.js';
import { appendUpserts } from './change.repository.js';
import { assertFence, type Fence } from './fence.js';

/** A document with what a summary is made of. */
export interface SummarisedDocument {
  id: number;
  title: string;
  contentText: string | null;
  contentHash: string;
}

export interface NewSummary {
  articleId: number;
  contentHash: string;
  summary: string | null;
  failure: string | null;
  model: string;
}

/** The failure of a document that has nothing to summarise: it is not tried again. */
const NO_TEXT = 'no_text';

/** Summaries of documents; a summary counts while its document is what was summarised. */
export class SummaryRepository {
  constructor(private readonly dataSource: DataSource) {}

  documents(articleIds: readonly number[]): Promise<SummarisedDocument[]> {
    if (articleIds.length === 0) return Promise.resolve([]);
    return this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(['article.id', 'article.title', 'article.contentText', 'article.contentHash'])
      .where('article.id IN (:...ids)', { ids: articleIds })
      .orderBy('article.id')
      .getMany();
  }

  /** Valid summaries by document. */
  async of(documents: readonly { id: number; contentHash: string }[]): Promise<Map<number, string>> {
    if (documents.length === 0) return new Map();
    const rows = await this.dataSource
      .createQueryBuilder(ArticleSummaryEntity, 'summary')
      .where('summary.articleId IN (:...ids)', { ids: documents.map(({ id }) => id) })
      .getMany();
    const hashes = new Map(documents.map(({ id, contentHash }) => [id, contentHash]));
    return new Map(
      rows.flatMap(({ articleId, contentHash, summary }) =>
        summary !== null && hashes.get(articleId) === contentHash ? [[articleId, summary] as const] : [],
      ),
    );
  }

  /**
   * New documents that have no summary as they are, the newest first; what failed is tried again after a while, and
   * what has no text is not.
   */
  async unsummarised(sinceMs: number, againAfterMs: number, limit: number): Promise<number[]> {
    const dialect = Dialect.of(this.dataSource);
    const rows = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .leftJoin(ArticleSummaryEntity, 'summary', 'summary.articleId = article.id')
      .select(['article.id'])
      .where(`article.createdAt > ${dialect.nowPlus(-sinceMs)}`)
      .andWhere("article.status = 'ready'")
      .andWhere(
        `(summary.articleId IS NULL OR summary.contentHash <> article.contentHash OR
          (summary.summary IS NULL AND summary.failure <> :noText
            AND summary.createdAt < ${dialect.nowPlus(-againAfterMs)}))`,
        { noText: NO_TEXT },
      )
      .orderBy('article.id', 'DESC')
      .limit(limit)
      .getMany();
    return rows.map(({ id }) => id);
  }

  /**
   * Replaces what there was; a document that was deleted meanwhile gets none. A summary is a change of the document:
   * who feeds on it has not seen it.
   */
  save({ articleId, ...row }: NewSummary, fence: Fence): Promise<void> {
    return inTransaction(this.dataSource, async (manager) => {
      await assertFence(manager, fence);
      const article = await manager
        .createQueryBuilder(ArticleEntity, 'article')
        .select(['article.id', 'article.contentHash', 'article.withdrawnAt'])
        .setLock('pessimistic_write')
        .where('article.id = :articleId', { articleId })
        .getOne();
      if (!article) return;
      const values = { ...row, createdAt: () => Dialect.of(this.dataSource).now };
      const where = 'article_id = :articleId';
      const known = await updateRows(manager, ArticleSummaryEntity, values, where, { articleId });
      if (known === 0) await insertRows(manager, ArticleSummaryEntity, [{ articleId, ...row }]);
      const isNews = row.summary !== null && row.contentHash === article.contentHash;
      if (!isNews || article.withdrawnAt !== null) return;
      await updateRows(manager, ArticleEntity, { exportedToRagAt: null }, 'id = :articleId', { articleId });
      await appendUpserts(manager, [articleId]);
    });
  }
}
