import { Injectable } from '@nestjs/common';
import { type ArticleRow, type ArticleStatus, type PageOf } from '@govcrawler/contracts';
import { beijingMidnight } from '../http/wire-time.js';
import { articleRow, type StoredArticleRow } from './present-article.js';

/** What finds articles; a full-text index can take its place later. */
export abstract class ArticleIndex {
  abstract search(search: {
    siteCode?: string;
    targetCode?: string;
    status?: ArticleStatus;
    q?: string;
    from?: Date;
    to?: Date;
    limit: number;
    offset: number;
  }): Promise<PageOf<StoredArticleRow>>;
}

export interface ArticleSearch {
  siteCode?: string;
  targetCode?: string;
  status?: ArticleStatus;
  q?: string;
  /** First day of publication, YYYY-MM-DD. */
  from?: string;
  /** Last day of publication, included. */
  to?: string;
  limit: number;
  offset: number;
}

const DAY_MS = 86_400_000;

/** One page of the articles that match, newest first. */
@Injectable()
export class SearchArticles {
  constructor(private readonly index: ArticleIndex) {}

  async search({ from, to, ...rest }: ArticleSearch): Promise<PageOf<ArticleRow>> {
    const page = await this.index.search({
      ...rest,
      ...(from === undefined ? {} : { from: beijingMidnight(from) }),
      ...(to === undefined ? {} : { to: new Date(beijingMidnight(to).getTime() + DAY_MS) }),
    });
    return { ...page, items: page.items.map(articleRow) };
  }
}
