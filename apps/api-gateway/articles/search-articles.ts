import { Injectable } from '@nestjs/common';
import { type ArticleIds, type ArticleRow, type ArticleStatus, type PageOf } from '@govcrawler/contracts';
import { beijingMidnight } from '../http/wire-time.js';
import { articleRow, type StoredArticleRow } from './present-article.js';

/** What finds articles; a full-text index can take its place later. */
export abstract class ArticleIndex {
  abstract search(search: IndexFilter & { limit: number; offset: number }): Promise<PageOf<StoredArticleRow>>;
  abstract searchIds(filter: IndexFilter, limit: number): Promise<{ total: number; ids: number[] }>;
}

export interface IndexFilter {
  siteCode?: string;
  targetCode?: string;
  deptId?: number;
  status?: ArticleStatus;
  hasAttachment?: boolean;
  q?: string;
  from?: Date;
  to?: Date;
}

export interface ArticleFilter {
  siteCode?: string;
  targetCode?: string;
  deptId?: number;
  status?: ArticleStatus;
  hasAttachment?: boolean;
  q?: string;
  /** First day of publication, YYYY-MM-DD. */
  from?: string;
  /** Last day of publication, included. */
  to?: string;
}

export type ArticleSearch = ArticleFilter & { limit: number; offset: number };

const DAY_MS = 86_400_000;
/** As many as one bulk deletion takes. */
export const MAX_IDS = 10_000;

/** One page of the articles that match, newest first. */
@Injectable()
export class SearchArticles {
  constructor(private readonly index: ArticleIndex) {}

  async search({ limit, offset, ...filter }: ArticleSearch): Promise<PageOf<ArticleRow>> {
    const page = await this.index.search({ ...indexFilter(filter), limit, offset });
    return { ...page, items: page.items.map(articleRow) };
  }

  /** All of them at once by their ids, for "select everything that was found". */
  async ids(filter: ArticleFilter): Promise<ArticleIds> {
    const { total, ids } = await this.index.searchIds(indexFilter(filter), MAX_IDS);
    return { total, count: ids.length, truncated: total > ids.length, ids };
  }
}

/** Days are those of Beijing; the last one is included. */
function indexFilter({ from, to, ...rest }: ArticleFilter): IndexFilter {
  return {
    ...rest,
    ...(from === undefined ? {} : { from: beijingMidnight(from) }),
    ...(to === undefined ? {} : { to: new Date(beijingMidnight(to).getTime() + DAY_MS) }),
  };
}
