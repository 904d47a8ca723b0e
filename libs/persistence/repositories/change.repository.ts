import { type ArticleChangeKind, type DeliveryFilter } from '@govcrawler/contracts';
import { type DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { insertRows } from '../connection/insert-rows.js';
import { ArticleChangeEntity, ChangeCounterEntity } from '../entities/article-change.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { Dialect } from '../schema/dialect.js';
import { isOpen, matches, mayHaveMatched } from './change-filter.js';

export type ArticleChange = ArticleChangeEntity;

/** A stretch of the feed. */
export interface ChangePage {
  entries: ArticleChange[];
  /** Everything up to here was looked at, also what the filter left out: the reader goes on from here. */
  next: number;
  /** The newest entry there was. */
  head: number;
}

/** What one entry says about its article. */
export interface ChangeFacts {
  articleId: number;
  kind: ArticleChangeKind;
  revision: number;
  siteCode: string | null;
  deptId: number | null;
  contentCategory: string | null;
}

/** Entries that one query looks at when a filter may leave out most of them. */
const WINDOW = 10_000;
const MAX_WINDOWS = 20;

/** What happened to articles, in the order in which it became visible. */
export class ChangeRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The entries after a cursor; a reader that goes on from the last `seq` it saw misses none. */
  read(afterSeq: number, limit: number): Promise<ArticleChange[]> {
    return this.entriesAfter(afterSeq).limit(limit).getMany();
  }

  /** The number of the newest entry; 0 when there is none. */
  async head(): Promise<number> {
    const counter = await this.dataSource.createQueryBuilder(ChangeCounterEntity, 'counter').getOneOrFail();
    return counter.lastSeq;
  }

  /** Up to `limit` entries after a cursor that concern the filter. An empty page may still move the cursor on. */
  async page({ after, limit, filter }: { after: number; limit: number; filter: DeliveryFilter }): Promise<ChangePage> {
    // Read first: what commits meanwhile has higher numbers and is left for the next page.
    const head = await this.head();
    const entries: ArticleChange[] = [];
    let next = after;
    for (let window = 0; window < MAX_WINDOWS && next < head && entries.length < limit; window += 1) {
      const to = isOpen(filter) ? head : Math.min(head, next + WINDOW);
      const query = this.entriesAfter(next).andWhere('change.seq <= :to', { to });
      mayHaveMatched(query, filter);
      entries.push(...(await query.limit(limit - entries.length).getMany()));
      next = entries.length === limit ? entries.at(-1)!.seq : to;
    }
    return { entries, next, head };
  }

  /** The last entry before a moment; 0 when there is none. */
  async lastBefore(moment: Date): Promise<number> {
    const row = await this.dataSource
      .createQueryBuilder(ArticleChangeEntity, 'change')
      .select('MAX(change.seq)', 'seq')
      .where('change.createdAt < :moment', { moment })
      .getRawOne<{ seq: string | null }>();
    return Number(row?.seq ?? 0);
  }

  /** How many entries after a cursor a filter lets through, and since when the oldest of them waits. */
  async waiting(
    after: number,
    filter: DeliveryFilter,
  ): Promise<{ entries: number; atLeast: boolean; since: Date | null }> {
    const head = await this.head();
    const to = isOpen(filter) ? head : Math.min(head, after + WINDOW * MAX_WINDOWS);
    const first = this.entriesAfter(after).andWhere('change.seq <= :to', { to }).limit(1);
    mayHaveMatched(first, filter);
    const oldest = await first.getOne();
    if (isOpen(filter)) {
      return { entries: Math.max(0, head - after), atLeast: false, since: oldest?.createdAt ?? null };
    }
    const counted = this.entriesAfter(after).andWhere('change.seq <= :to', { to });
    mayHaveMatched(counted, filter);
    return { entries: await counted.orderBy().getCount(), atLeast: to < head, since: oldest?.createdAt ?? null };
  }

  private entriesAfter(afterSeq: number): SelectQueryBuilder<ArticleChangeEntity> {
    return this.dataSource
      .createQueryBuilder(ArticleChangeEntity, 'change')
      .where('change.seq > :afterSeq', { afterSeq })
      .orderBy('change.seq');
  }
}

/** Articles whose newest entry lies in a stretch of the feed: what a consumer that confirmed it has for good. */
export function newestIn(
  query: SelectQueryBuilder<ArticleChangeEntity>,
  { after, to, filter }: { after: number; to: number; filter: DeliveryFilter },
): SelectQueryBuilder<ArticleChangeEntity> {
  query
    .select('change.articleId', 'articleId')
    .where('change.seq > :after AND change.seq <= :to', { after, to })
    .andWhere(
      'NOT EXISTS (SELECT 1 FROM article_change newer WHERE newer.article_id = change.article_id AND newer.seq > :to)',
    );
  matches(query, filter);
  return query;
}

/**
 * Appends to the change log that articles are as they are now. It must be the last thing a transaction does: from here
 * to the commit, every other writer waits for the counter, which is what makes the order of numbers the order of
 * commits.
 */
export async function appendUpserts(manager: EntityManager, articleIds: readonly number[]): Promise<void> {
  if (articleIds.length === 0) return;
  const { now } = Dialect.of(manager.dataSource);
  await manager.query(`UPDATE change_counter SET last_seq = last_seq + ${articleIds.length} WHERE id = 1`);
  await manager.query(
    `INSERT INTO article_change (seq, article_id, kind, revision, site_code, dept_id, content_category, created_at)
     SELECT counter.last_seq - ${articleIds.length} + ROW_NUMBER() OVER (ORDER BY article.id), article.id, 'UPSERT',
            article.revision, site.site_code, article.dept_id, article.content_category, ${now}
     FROM change_counter counter
     JOIN article ON article.id IN (${articleIds.map(Number).join(', ')})
     JOIN crawl_site site ON site.id = article.site_id
     WHERE counter.id = 1`,
  );
}

/** The same by a caller that knows what the entries say: the articles of a deletion are gone already. */
export async function appendChanges(manager: EntityManager, changes: ChangeFacts[]): Promise<void> {
  if (changes.length === 0) return;
  const { now } = Dialect.of(manager.dataSource);
  await manager.query(`UPDATE change_counter SET last_seq = last_seq + ${changes.length} WHERE id = 1`);
  const { lastSeq } = await manager.createQueryBuilder(ChangeCounterEntity, 'counter').getOneOrFail();
  const first = lastSeq - changes.length + 1;
  const rows = changes.map((change, at) => ({ ...change, seq: first + at, createdAt: () => now }));
  await insertRows(manager, ArticleChangeEntity, rows);
}

/** The codes of the sites that articles belong to, by the sites' ids. */
export async function siteCodesOf(
  manager: EntityManager,
  articles: readonly { siteId: number }[],
): Promise<Map<number, string>> {
  if (articles.length === 0) return new Map();
  const sites = await manager
    .createQueryBuilder(SiteEntity, 'site')
    .select(['site.id', 'site.siteCode'])
    .whereInIds([...new Set(articles.map(({ siteId }) => siteId))])
    .getMany();
  return new Map(sites.map(({ id, siteCode }) => [id, siteCode]));
}
