import { type CrawlItem, type FetchedPage, type FetchFailure, type FetchRequest } from '@govcrawler/contracts';
import { type AdapterContext, type ListStep } from '../site-adapter.js';
import { uniqueItems } from './build-item.js';
import { requestFor } from './list-request.js';

/** What one answer of a list holds. */
export interface ListReading {
  items: CrawlItem[];
  /** As far as the site tells. */
  totalPages: number | null;
}

/** How the pages of one list are asked for and read. */
export interface ListPages {
  /** At least 1; what bounds a list that never ends. */
  maxPages: number;
  /** The request for a page, counted from 1. `first` is the answer to the first page, from the second on. */
  request(
    pageNo: number,
    first: FetchedPage | null,
  ): Pick<FetchRequest, 'url' | 'purpose' | 'method' | 'headers' | 'body'>;
  /** Reads an answer; a FetchFailure says that the site answered with something else. */
  read(page: FetchedPage, pageNo: number): ListReading | FetchFailure;
}

/**
 * Walks a list page by page. It ends after `maxPages`, after the last page where the site tells how many there are,
 * and at what sites show past their end: a missing page, a page without rows, or rows that were all seen before.
 * A first page without rows is handed on: whether that is an empty column or a wrong selector, the caller knows best.
 */
export async function* walkList(context: AdapterContext, pages: ListPages): AsyncGenerator<ListStep, void, undefined> {
  const seen = new Set<string>();
  let first: FetchedPage | null = null;
  for (let pageNo = 1; pageNo <= pages.maxPages; pageNo++) {
    const request = requestFor(context, pages.request(pageNo, first));
    const { url } = request;
    const answer = await context.fetcher.fetch(request);
    if (!answer.ok && pageNo > 1 && isMissing(answer)) return;
    const reading = answer.ok ? pages.read(answer, pageNo) : answer;
    if ('ok' in reading) {
      yield { kind: 'failed', pageNo, url, failure: reading };
      return;
    }
    const items = uniqueItems(reading.items, seen);
    if (items.length === 0 && pageNo > 1) return;
    yield { kind: 'page', pageNo, url, items, totalPages: reading.totalPages };
    if (items.length === 0 || (reading.totalPages !== null && pageNo >= reading.totalPages)) return;
    if (answer.ok) first ??= answer;
  }
}

function isMissing({ reason, status }: FetchFailure): boolean {
  return reason === 'http_not_found' || reason === 'http_gone' || status === 404 || status === 410;
}
