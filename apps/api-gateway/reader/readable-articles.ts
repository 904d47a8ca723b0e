import { type StoredArticle } from '../articles/present-article.js';

/** Where whole articles are read, with their bodies. */
export abstract class ReadableArticles {
  abstract detail(id: number): Promise<
    | (StoredArticle & {
        contentHtml: string | null;
        contentFullHtml: string | null;
        contentFullFetchedAt: Date | null;
        contentFullError: string | null;
        contentFullSourceUrl: string | null;
      })
    | null
  >;
}
