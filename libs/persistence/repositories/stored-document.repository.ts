import { type DataSource } from 'typeorm';
import { ArticleRevisionEntity } from '../entities/article-revision.entity.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';

/** What an article said at one time; `replacedAt` is null for what it says now. */
export interface StoredRevision extends Omit<ArticleRevisionEntity, 'id' | 'articleId' | 'replacedAt'> {
  replacedAt: Date | null;
}

const ROW = ['revision', 'title', 'contentHash', 'fetchedAt'] as const;

/** Documents as they were kept: their revisions and where their files lie. */
export class StoredDocumentRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first, without their texts; null when there is no such article. */
  async revisionsOf(articleId: number): Promise<Pick<StoredRevision, (typeof ROW)[number] | 'replacedAt'>[] | null> {
    const now = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(['id', ...ROW].map((column) => `article.${column}`))
      .where('article.id = :articleId', { articleId })
      .getOne();
    if (!now) return null;
    const before = await this.dataSource
      .createQueryBuilder(ArticleRevisionEntity, 'old')
      .select(['id', 'replacedAt', ...ROW].map((column) => `old.${column}`))
      .where('old.articleId = :articleId', { articleId })
      .orderBy('old.revision', 'DESC')
      .getMany();
    return [{ ...now, replacedAt: null }, ...before];
  }

  /** Whole; without a number the one of today. */
  async revision(articleId: number, revision?: number): Promise<StoredRevision | null> {
    const article = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .where('article.id = :articleId', { articleId })
      .getOne();
    if (!article) return null;
    if (revision === undefined || revision === article.revision) return { ...article, replacedAt: null };
    return this.dataSource
      .createQueryBuilder(ArticleRevisionEntity, 'old')
      .where('old.articleId = :articleId AND old.revision = :revision', { articleId, revision })
      .getOne();
  }

  /** Null when there is no such article. */
  async attachmentsOf(articleId: number): Promise<AttachmentEntity[] | null> {
    const known = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select('article.id')
      .where('article.id = :articleId', { articleId })
      .getOne();
    if (!known) return null;
    return this.dataSource
      .createQueryBuilder(AttachmentEntity, 'file')
      .where('file.articleId = :articleId', { articleId })
      .orderBy('file.id')
      .getMany();
  }

  attachment(id: number): Promise<AttachmentEntity | null> {
    return this.dataSource.createQueryBuilder(AttachmentEntity, 'file').where('file.id = :id', { id }).getOne();
  }
}
