import { type CrawlItem, type FetchedPage, type FetchFailure, type FetchResult } from '@govcrawler/contracts';
import { type ListEnd, type ListStep } from '../site-adapter.js';
import { uniqueItems } from './build-item.js';

/** What one answer of a list holds. */
export interface ListReading {
  items: CrawlItem[];
  /** As far as the site tells; for people, unless `isLast` says that it can be trusted. */
  totalPages: number | null;
  /** The site says that nothing follows, in a way that can be trusted. */
  isLast: boolean;
  /** The page links the next one, whatever it says of their number. */
  linksNext?: boolean;
  /** The publisher asks not to be asked again within so many seconds. */
  freshForSec?: number | null;
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
export async function* walkList(pages: ListPages): AsyncGenerator<ListStep, ListEnd, undefined> {
  const seen = new Set<string>();
  let first: FetchedPage | null = null;
  let promisedPages = 0;
  // Past the pages that the site spoke of, or where it spoke of none, nothing more is the end of the list.
  const endBefore = (pageNo: number): ListEnd => (pageNo > promisedPages ? 'whole' : 'partial');
  for (let pageNo = 1; pageNo <= pages.maxPages; pageNo++) {
    const answer = await pages.load(pageNo, first);
    if (!answer.ok && pageNo > 1 && isMissing(answer)) return endBefore(pageNo);
    const reading = answer.ok ? pages.read(answer, pageNo) : answer;
    if ('ok' in reading) {
      yield { kind: 'failed', pageNo, url: answer.url, failure: reading };
      return 'partial';
    }
    const items = uniqueItems(reading.items, seen);
    if (items.length === 0 && pageNo > 1) return endBefore(pageNo);
    const { totalPages, freshForSec = null } = reading;
    yield { kind: 'page', pageNo, url: answer.url, items, totalPages, freshForSec };
    if (items.length === 0) return 'partial';
    if (reading.isLast) return 'whole';
    promisedPages = Math.max(promisedPages, reading.totalPages ?? 0, reading.linksNext ? pageNo + 1 : 0);
    if (answer.ok) first ??= answer;
  }
  return 'partial';
}

function isMissing({ reason, status }: FetchFailure): boolean {
  return reason === 'http_not_found' || reason === 'http_gone' || status === 404 || status === 410;
}
