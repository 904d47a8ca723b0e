import { Injectable } from '@nestjs/common';
import { type ArticleDetail } from '@govcrawler/contracts';
import { articleDetail, type StoredArticle } from './present-article.js';

/** Where whole articles are read. */
export abstract class StoredArticles {
  abstract detail(id: number): Promise<StoredArticle | null>;
}

/** One article with its text and attachments; null when there is none. */
@Injectable()
export class ReadArticle {
  constructor(private readonly articles: StoredArticles) {}

  async read(id: number): Promise<ArticleDetail | null> {
    const article = await this.articles.detail(id);
    return article && articleDetail(article);
  }
}
