import { type ArticleChangeKind } from '@govcrawler/contracts';
import { type DataSource, type EntityManager } from 'typeorm';
import { ArticleChangeEntity } from '../entities/article-change.entity.js';
import { Dialect } from '../schema/dialect.js';

export interface ArticleChange {
  seq: number;
  articleId: number;
  kind: ArticleChangeKind;
  revision: number;
  createdAt: Date;
}

/** What happened to articles, in the order in which it became visible. */
export class ChangeRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The entries after a cursor; a reader that goes on from the last `seq` it saw misses none. */
  read(afterSeq: number, limit: number): Promise<ArticleChange[]> {
    return this.dataSource
      .createQueryBuilder(ArticleChangeEntity, 'change')
      .where('change.seq > :afterSeq', { afterSeq })
      .orderBy('change.seq')
      .limit(limit)
      .getMany();
  }
}

/**
 * Appends to the change log. It must be the last thing a transaction does: from here to the commit, every other
 * writer waits for the counter, which is what makes the order of numbers the order of commits.
 */
export async function appendChange(
  manager: EntityManager,
  { articleId, kind, revision }: { articleId: number; kind: ArticleChangeKind; revision: number },
): Promise<void> {
  const { now } = Dialect.of(manager.dataSource);
  await manager.query('UPDATE change_counter SET last_seq = last_seq + 1 WHERE id = 1');
  await manager.query(
    `INSERT INTO article_change (seq, article_id, kind, revision, created_at)
     SELECT last_seq, ${Number(articleId)}, '${kind}', ${Number(revision)}, ${now} FROM change_counter WHERE id = 1`,
  );
}
