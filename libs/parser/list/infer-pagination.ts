import { type Pagination } from '@govcrawler/contracts';
import { nextPageHint } from './next-page-hint.js';

/** How a list goes on, as far as its first page shows it. */
export interface InferredPagination {
  pagination: Pagination;
  totalPages: number | null;
}

const MAX_PAGES = 50;
const MAX_CHARACTERS = 2_000_000;
const FILE_LINK = /href\s*=\s*["']?[^"'\s>?#]*?([\w-]{1,60})_(\d{1,4})\.(s?html?|jhtml)\b/gi;
const QUERY_LINK = /[?&;](page|pageNo|pageNum|pageIndex|currentPage|p|pn)=(\d{1,4})\b/gi;

/** Reads the rule of the next pages from pagination script and links; `none` when nothing shows one. */
export function inferPagination(page: string, pageUrl: string): InferredPagination {
  const html = page.length > MAX_CHARACTERS ? page.slice(0, MAX_CHARACTERS) : page;
  const { totalPages, style } = nextPageHint(html, pageUrl);
  const limit = Math.max(1, Math.min(totalPages ?? MAX_PAGES, MAX_PAGES));
  if (totalPages === 1) return { pagination: { type: 'none' }, totalPages };
  const file = numberedFiles(html, pageUrl);
  if (file !== null) {
    const start = style === 'trs' ? 1 : style === 'nfcms' ? 2 : file.start;
    return { pagination: { type: 'path_pattern', pattern: file.pattern, start, max_pages: limit }, totalPages };
  }
  const query = numberedQuery(html);
  if (query !== null) return { pagination: { type: 'page_param', ...query, max_pages: limit }, totalPages };
  if (style !== null && totalPages !== null) {
    const { name, extension } = ownFile(pageUrl);
    const pattern = `${name}_{page}.${extension}`;
    return {
      pagination: { type: 'path_pattern', pattern, start: style === 'trs' ? 1 : 2, max_pages: limit },
      totalPages,
    };
  }
  return { pagination: { type: 'none' }, totalPages };
}

/** File names with small numbers that go on from the page's own name. */
function numberedFiles(html: string, pageUrl: string): { pattern: string; start: number } | null {
  const { name } = ownFile(pageUrl);
  const numbers = new Map<string, number[]>();
  for (const [, stem = '', number = '', extension = ''] of html.matchAll(FILE_LINK)) {
    if (stem !== name && stem !== 'index') continue;
    const pattern = `${stem}_{page}.${extension}`;
    numbers.set(pattern, [...(numbers.get(pattern) ?? []), Number(number)]);
  }
  for (const [pattern, found] of numbers) {
    const lowest = Math.min(...found);
    if (lowest <= 2) return { pattern, start: found.includes(1) && !found.includes(0) ? 1 : Math.max(1, lowest) };
  }
  return null;
}

function numberedQuery(html: string): { param: string; start: number } | null {
  const numbers = new Map<string, Set<number>>();
  for (const [, param = '', number = ''] of html.matchAll(QUERY_LINK)) {
    numbers.set(param, (numbers.get(param) ?? new Set()).add(Number(number)));
  }
  for (const [param, found] of numbers) {
    if (found.has(2)) return { param, start: 2 };
    // Counted from 0: the first page is 0, the second 1.
    if (found.has(1) && found.has(0)) return { param, start: 1 };
  }
  return null;
}

function ownFile(pageUrl: string): { name: string; extension: string } {
  const last = new URL(pageUrl).pathname.split('/').at(-1) ?? '';
  const match = /^([\w-]+?)(?:_\d+)?\.(s?html?|jhtml)$/i.exec(last);
  return match ? { name: match[1]!, extension: match[2]! } : { name: 'index', extension: 'html' };
}
