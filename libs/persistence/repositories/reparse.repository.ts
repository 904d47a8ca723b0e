import { type ArticleStatus, type AttachmentLink, type StoredDocument, type Validity } from '@govcrawler/contracts';
import { type DataSource } from 'typeorm';
import { inTransaction, updateRows } from '../connection/transaction.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { AttachmentEntity } from '../entities/attachment.entity.js';
import { Dialect } from '../schema/dialect.js';
import { appendUpserts } from './change.repository.js';
import { assertFence, type Fence } from './fence.js';
import { addAttachments, keepRevision } from './store-article.js';

/** A document as its page reads now. */
export interface ReparsedContent {
  articleId: number;
  /** The revision that was read: a document that changed meanwhile is left alone. */
  revision: number;
  title: string;
  publishTime: Date | null;
  writtenDate: string | null;
  sourceRaw: string | null;
  publisher: string | null;
  indexNo: string | null;
  docNo: string | null;
  topicWords: string | null;
  openCategory: string | null;
  validity: Validity | null;
  contentText: string;
  contentHtml: string;
  markdown: string;
  contentHash: string;
  textPath: string;
  status: ArticleStatus;
  attachments: AttachmentLink[];
}

const COLUMNS = [
  'id',
  'url',
  'finalUrl',
  'urlHash',
  'revision',
  'title',
  'publishTime',
  'publishDate',
  'writtenDate',
  'nativePostId',
  'sourceRaw',
  'publisher',
  'docNo',
  'indexNo',
  'topicWords',
  'openCategory',
  'validity',
  'contentText',
  'contentHtml',
  'rawHtmlPath',
] as const;

/** Stored documents for a second reading of their pages. */
export class ReparseRepository {
  constructor(private readonly dataSource: DataSource) {}

  count(targetId: number): Promise<number> {
    return this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .where('article.targetId = :targetId', { targetId })
      .getCount();
  }

  /** Documents of a target after one of them, oldest first. */
  async after(targetId: number, afterId: number, limit: number): Promise<StoredDocument[]> {
    const query = this.select().where('article.targetId = :targetId AND article.id > :afterId', { targetId, afterId });
    return this.withAttachments(await query.orderBy('article.id').limit(limit).getMany());
  }

  /** The newest of a target. */
  async newest(targetId: number, limit: number): Promise<StoredDocument[]> {
    const query = this.select().where('article.targetId = :targetId', { targetId });
    return this.withAttachments(await query.orderBy('article.id', 'DESC').limit(limit).getMany());
  }

  async find(targetId: number, articleId: number): Promise<StoredDocument | null> {
    const query = this.select().where('article.targetId = :targetId AND article.id = :articleId', {
      targetId,
      articleId,
    });
    return (await this.withAttachments(await query.getMany()))[0] ?? null;
  }

  /** Writes a new revision with its change entry, or nothing when the document is not the one that was read. */
  replace({ articleId, revision, markdown, attachments, ...content }: ReparsedContent, fence: Fence): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      await assertFence(manager, fence);
      const known = await manager
        .createQueryBuilder(ArticleEntity, 'article')
        .select(['article.id', 'article.revision'])
        .setLock('pessimistic_write')
        .where('article.id = :articleId', { articleId })
        .getOne();
      if (known?.revision !== revision) return false;
      await keepRevision(manager, articleId);
      const next = revision + 1;
      const values = {
        ...content,
        contentMarkdown: markdown,
        hasAttachment: attachments.length > 0,
        revision: next,
        exportedToRagAt: null,
        updatedAt: () => Dialect.of(manager.dataSource).now,
      };
      await updateRows(manager, ArticleEntity, values, 'id = :articleId', { articleId });
      await addAttachments(manager, { kind: 'updated', articleId, revision: next }, attachments);
      await appendUpserts(manager, [articleId]);
      return true;
    });
  }

  private select() {
    return this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(COLUMNS.map((column) => `article.${column}`));
  }

  private async withAttachments(articles: ArticleEntity[]): Promise<StoredDocument[]> {
    if (articles.length === 0) return [];
    const rows = await this.dataSource
      .createQueryBuilder(AttachmentEntity, 'attachment')
      .select(['attachment.id', 'attachment.articleId', 'attachment.url', 'attachment.filename'])
      .where('attachment.articleId IN (:...ids)', { ids: articles.map(({ id }) => id) })
      .orderBy('attachment.id')
      .getMany();
    return articles.map((article) => ({
      ...article,
      attachments: rows
        .filter(({ articleId }) => articleId === article.id)
        .map(({ url, filename }) => ({ url, name: filename })),
    }));
  }
}
