import { type Database } from '@govcrawler/persistence';
import { urlHash } from '@govcrawler/core';
import { type StoredDocument } from './simulation-verdict.js';

const PAGE = 200;

/** Everything the database holds, as a consumer would read it. */
export async function storedDocuments(database: Database): Promise<StoredDocument[]> {
  const documents: StoredDocument[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { items } = await database.articles.search({ limit: PAGE, offset });
    for (const { id } of items) {
      const article = await database.articles.detail(id);
      if (!article) continue;
      const { url, title, contentText, attachments } = article;
      documents.push({ urlHash: urlHash(url), title, text: contentText ?? '', attachments });
    }
    if (items.length < PAGE) return documents;
  }
}
