import { entityOf, nullable, type EntityColumns } from '../schema/entity-columns.js';
import { ArticleEntity } from './article.entity.js';

/** What an article said before the site changed it. The current words are in `article` only. */
export class ArticleRevisionEntity {
  id: number;
  articleId: number;
  revision: number;
  title: string;
  publishTime: Date | null;
  sourceRaw: string | null;
  publisher: string | null;
  indexNo: string | null;
  docNo: string | null;
  topicWords: string | null;
  openCategory: string | null;
  contentText: string | null;
  contentHtml: string | null;
  contentMarkdown: string | null;
  contentHash: string;
  rawSha256: string | null;
  rawHtmlPath: string | null;
  textPath: string | null;
  metadataJson: Record<string, unknown> | null;
  responseHeadersJson: Record<string, string> | null;
  fetchedAt: Date;
  replacedAt: Date;
}

export const articleRevisionEntity = (c: EntityColumns) =>
  entityOf(
    ArticleRevisionEntity,
    'article_revision',
    {
      id: c.bigId(),
      articleId: c.bigint(),
      revision: c.int(),
      title: c.text(),
      publishTime: nullable(c.moment()),
      sourceRaw: nullable(c.text()),
      publisher: nullable(c.text()),
      indexNo: nullable(c.text()),
      docNo: nullable(c.text()),
      topicWords: nullable(c.text()),
      openCategory: nullable(c.text()),
      contentText: nullable(c.text()),
      contentHtml: nullable(c.text()),
      contentMarkdown: nullable(c.text()),
      contentHash: c.text(),
      rawSha256: nullable(c.text()),
      rawHtmlPath: nullable(c.text()),
      textPath: nullable(c.text()),
      metadataJson: nullable(c.json()),
      responseHeadersJson: nullable(c.json()),
      fetchedAt: c.moment(),
      replacedAt: c.insertTime(),
    },
    {
      uniques: { uq_article_revision: ['articleId', 'revision'] },
      foreignKeys: [
        { name: 'fk_article_revision_article', column: 'articleId', references: ArticleEntity, onDelete: 'CASCADE' },
      ],
    },
  );
