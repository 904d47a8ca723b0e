import { type ListedRow } from '../sim-site.js';
import { type SimRequest } from './dialect.js';

export interface ListPage {
  rows: ListedRow[];
  /** From 1. */
  page: number;
  pages: number;
}

/** The rows of one page; null past the end, unless the list has been made endless. */
export function cutPage(rows: readonly ListedRow[], page: number, size: number, request: SimRequest): ListPage | null {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  if (!Number.isInteger(page) || page < 1) return null;
  const slice = (number: number) => rows.slice((number - 1) * size, number * size);
  if (request.endless === null) return page > pages ? null : { rows: slice(page), page, pages };
  const repeated = slice(((page - 1) % pages) + 1);
  const trap = page > pages && request.endless === 'fresh';
  return {
    rows: trap
      ? repeated.map((row) => ({ ...row, url: `${row.url}${row.url.includes('?') ? '&' : '?'}trap=${page}` }))
      : repeated,
    page,
    pages: Math.max(pages, page + 5),
  };
}
