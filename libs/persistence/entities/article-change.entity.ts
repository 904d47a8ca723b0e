import { type ArticleChangeKind } from '@govcrawler/contracts';
import { entityOf, nullable, primary, type EntityColumns } from '../schema/entity-columns.js';

/**
 * Append-only. Without a foreign key: the entry of a deletion outlives its article. What consumers filter by is
 * written down as it was at that moment, because the article may be gone or moved when they come to read.
 */
export class ArticleChangeEntity {
  seq: number;
  articleId: number;
  kind: ArticleChangeKind;
  revision: number;
  /** Null only in entries older than the column whose article was gone by then. */
  siteCode: string | null;
  deptId: number | null;
  contentCategory: string | null;
  createdAt: Date;
}

export const articleChangeEntity = (c: EntityColumns) =>
  entityOf(
    ArticleChangeEntity,
    'article_change',
    {
      seq: primary(c.bigint()),
      articleId: c.bigint(),
      kind: c.text(),
      revision: c.int(),
      siteCode: nullable(c.text()),
      deptId: nullable(c.int()),
      contentCategory: nullable(c.text()),
      createdAt: c.insertTime(),
    },
    { indices: { ix_article_change_article: ['articleId'] } },
  );

/**
 * One row with the last number given out. An auto-increment hands out numbers before their transactions end, so a
 * reader could step over one that commits late; this row stays locked until its writer has committed.
 */
export class ChangeCounterEntity {
  id: number;
  lastSeq: number;
}

export const changeCounterEntity = (c: EntityColumns) =>
  entityOf(ChangeCounterEntity, 'change_counter', { id: primary(c.int()), lastSeq: c.bigint() });
