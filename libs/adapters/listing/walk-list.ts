import { type CrawlItem, type FetchedPage, type FetchFailure, type FetchResult } from '@govcrawler/contracts';
import { type ListStep } from '../site-adapter.js';
import { uniqueItems } from './build-item.js';

/** What one answer of a list holds. */
export interface ListReading {
  items: CrawlItem[];
  /** As far as the site tells; for people, unless `isLast` says that it can be trusted. */
  totalPages: number | null;
  /** The site says that nothing follows, in a way that can be trusted. */
  isLast: boolean;
}

/** How the pages of one list are asked for and read. */
export interface ListPages {
  /** What bounds a list that never ends. */
  maxPages: number;
  /** Fetches a page, counted from 1. `first` is the answer to the first page, from the second on. */
  load(pageNo: number, first: FetchedPage | null): Promise<FetchResult>;
  /** Reads an answer; a FetchFailure says that the site sent something else instead. */
  read(page: FetchedPage, pageNo: number): ListReading | FetchFailure;
}

/**
 * Walks a list page by page. It ends after `maxPages`, where the site says so, and at what sites show past their end:
 * a missing page, a page without rows, or rows that were all seen before. A first page without rows is handed on:
 * whether that is an empty column or a wrong selector, the caller knows best.
 */
export async function* walkList(pages: ListPages): AsyncGenerator<ListStep, void, undefined> {
  const seen = new Set<string>();
  let first: FetchedPage | null = null;
  for (let pageNo = 1; pageNo <= pages.maxPages; pageNo++) {
    const answer = await pages.load(pageNo, first);
    if (!answer.ok && pageNo > 1 && isMissing(answer)) return;
    const reading = answer.ok ? pages.read(answer, pageNo) : answer;
    if ('ok' in reading) {
      yield { kind: 'failed', pageNo, url: answer.url, failure: reading };
      return;
    }
    const items = uniqueItems(reading.items, seen);
    if (items.length === 0 && pageNo > 1) return;
    yield { kind: 'page', pageNo, url: answer.url, items, totalPages: reading.totalPages };
    if (items.length === 0 || reading.isLast) return;
    if (answer.ok) first ??= answer;
  }
}

function isMissing({ reason, status }: FetchFailure): boolean {
  return reason === 'http_not_found' || reason === 'http_gone' || status === 404 || status === 410;
}
