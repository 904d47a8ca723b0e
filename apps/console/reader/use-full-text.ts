import { type ReaderArticle } from '@govcrawler/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { change, read } from '../api/admin-client.js';
import { settingsQuery } from '../api/queries.js';

/** off: nobody asked; fetching: a worker is at it; failed: it keeps what the crawl found. */
export type FullTextState = 'off' | 'fetching' | 'here' | 'failed';

const POLL_MS = 1_500;
const PATIENCE_MS = 90_000;

/** One article; where the platform is told to, its full text is asked for when it is opened and shown when it comes. */
export function useReadableArticle(id: string) {
  const settings = useQuery(settingsQuery);
  const wanted = settings.data?.rss.fullTextOnOpenEnabled ?? false;
  const [askedAt, setAskedAt] = useState<number | null>(null);
  const article = useQuery({
    queryKey: ['article', id],
    queryFn: ({ signal }) => read('/api/articles/{id}', { path: { id }, signal }),
    refetchInterval: ({ state }) => (isWaiting(state.data, askedAt) ? POLL_MS : false),
  });
  const lacksText = article.data !== undefined && article.data.contentFullHtml === null;
  useEffect(() => {
    if (!wanted || !lacksText) return;
    let left = false;
    change('post', '/api/articles/{id}/fulltext', { path: { id } }).then(
      ({ enqueued }) => !left && setAskedAt(enqueued ? Date.now() : null),
      () => undefined, // the article is readable without it
    );
    return () => {
      left = true;
    };
  }, [id, wanted, lacksText]);
  return { article, fullText: stateOf(article.data, askedAt) };
}

function isWaiting(article: ReaderArticle | undefined, askedAt: number | null): boolean {
  return (
    askedAt !== null &&
    Date.now() - askedAt < PATIENCE_MS &&
    article?.contentFullHtml === null &&
    !article.contentFullError
  );
}

function stateOf(article: ReaderArticle | undefined, askedAt: number | null): FullTextState {
  if (article?.contentFullHtml) return 'here';
  if (article?.contentFullError) return 'failed';
  return isWaiting(article, askedAt) ? 'fetching' : 'off';
}
