import { type Pagination } from '@govcrawler/contracts';

/** How many pages of a list may be read. */
export function pageLimit(pagination: Pagination, hardMaxPages: number): number {
  return pagination.type === 'none' ? 1 : Math.min(pagination.max_pages, hardMaxPages);
}

/**
 * Address of a list page, counted from 1. `start` is the number that the site gives its second page. File names are
 * relative to the address that answered for the first page: sites redirect /a to /a/.
 */
export function listPageUrl(firstUrl: string, pagination: Pagination, pageNo: number): string {
  if (pageNo === 1 || pagination.type === 'none') return firstUrl;
  const number = String(pagination.start + pageNo - 2);
  if (pagination.type === 'page_param') return withQueryParam(firstUrl, pagination.param, number);
  return new URL(pagination.pattern.replaceAll('{page}', number), firstUrl).href;
}

/** Sets one parameter and leaves the rest of the query to the letter: it may carry GBK escapes. */
function withQueryParam(address: string, name: string, value: string): string {
  const url = new URL(address);
  const pairs = url.search.replace(/^\?/, '').split('&');
  const others = pairs.filter((pair) => pair !== '' && pair !== name && !pair.startsWith(`${name}=`));
  url.search = [...others, `${encodeURIComponent(name)}=${value}`].join('&');
  return url.href;
}
