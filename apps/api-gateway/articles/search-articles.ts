import { Injectable } from '@nestjs/common';
import {
  type ArticleHighlight,
  type ArticleIds,
  type ArticleSearchPage,
  type ArticleStatus,
} from '@govcrawler/contracts';
import { beijingMidnight } from '../http/wire-time.js';
import { articleRow, type StoredArticleRow } from './present-article.js';

/** What finds articles. The database's own index stands behind it; a search server could. */
export abstract class ArticleIndex {
  abstract search(query: IndexQuery): Promise<IndexAnswer>;
  /** All of them, newest first, up to a limit. */
  abstract ids(filter: IndexFilter, limit: number): Promise<{ total: number; ids: number[] }>;
}

export interface IndexFilter {
  siteCode?: string;
  targetCode?: string;
  deptId?: number;
  status?: ArticleStatus;
  hasAttachment?: boolean;
  category?: string;
  docNo?: string;
  q?: string;
  /** Published at or after. */
  from?: Date;
  /** Published before. */
  to?: Date;
}

/** Where a page ended: the rank of its last article, and its id. */
export interface IndexPlace {
  tier: 0 | 1 | 2;
  id: number;
}

export interface IndexQuery extends IndexFilter {
  sort: 'relevance' | 'newest';
  limit: number;
  offset: number;
  after?: IndexPlace;
  /** Waits for an exact total, where there are not too many. */
  exactTotal?: boolean;
}

export interface IndexAnswer {
  total: number;
  totalIsExact: boolean;
  items: (StoredArticleRow & { highlight: ArticleHighlight | null })[];
  next: IndexPlace | null;
  upToDate: boolean;
}

export interface ArticleFilter extends Omit<IndexFilter, 'from' | 'to'> {
  /** First day of publication, YYYY-MM-DD. */
  from?: string;
  /** Last day of publication, included. */
  to?: string;
}

export interface ArticleSearch extends ArticleFilter {
  limit: number;
  offset: number;
  sort?: 'relevance' | 'newest';
  cursor?: string;
  exactTotal?: boolean;
}

const DAY_MS = 86_400_000;
/** As many as one bulk deletion takes. */
export const MAX_IDS = 10_000;

/** One page of the articles that match. */
@Injectable()
export class SearchArticles {
  constructor(private readonly index: ArticleIndex) {}

  async search({ limit, offset, sort, cursor, exactTotal, ...filter }: ArticleSearch): Promise<ArticleSearchPage> {
    const { items, next, ...found } = await this.index.search({
      ...indexFilter(filter),
      sort: sort ?? (filter.q === undefined ? 'newest' : 'relevance'),
      limit,
      offset,
      ...(exactTotal === undefined ? {} : { exactTotal }),
      ...(cursor === undefined ? {} : { after: placeOf(cursor) }),
    });
    const rows = items.map((item) => ({ ...articleRow(item), highlight: item.highlight }));
    const nextCursor = next && `${next.tier}-${next.id}`;
    return { count: rows.length, ...found, limit, offset, nextCursor, items: rows };
  }

  /** All of them at once by their ids, for "select everything that was found". */
  async ids(filter: ArticleFilter): Promise<ArticleIds> {
    const { total, ids } = await this.index.ids(indexFilter(filter), MAX_IDS);
    return { total, count: ids.length, truncated: total > ids.length, ids };
  }
}

function placeOf(cursor: string): IndexPlace {
  const [tier, id] = cursor.split('-').map(Number);
  return { tier: tier as IndexPlace['tier'], id: id! };
}

/** Days are those of Beijing; the last one is included. */
export function indexFilter({ from, to, ...rest }: ArticleFilter): IndexFilter {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: beijingMidnight(from) }),
    ...(to === undefined ? {} : { to: new Date(beijingMidnight(to).getTime() + DAY_MS) }),
  };
}
