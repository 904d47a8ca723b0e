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
  const number = numberOf(pagination, pageNo);
  if (pagination.type === 'page_param') return withQueryParam(firstUrl, pagination.param, number);
  return new URL(pagination.pattern.replaceAll('{page}', number), firstUrl).href;
}

/**
 * Does a list page link the page of that number? Scripts set their page count to 1 before they know better, so a page
 * that says it is the last one and still links the next one is not believed.
 */
export function linksPage(html: string, pagination: Pagination, pageNo: number): boolean {
  if (pagination.type === 'none') return false;
  const number = numberOf(pagination, pageNo);
  return html.includes(
    pagination.type === 'page_param'
      ? `${pagination.param}=${number}`
      : pagination.pattern.replaceAll('{page}', number),
  );
}

function numberOf({ start }: Exclude<Pagination, { type: 'none' }>, pageNo: number): string {
  return String(start + pageNo - 2);
}

/** Sets one parameter and leaves the rest of the query to the letter: it may carry GBK escapes. */
function withQueryParam(address: string, name: string, value: string): string {
  const url = new URL(address);
  const pairs = url.search.replace(/^\?/, '').split('&');
  const others = pairs.filter((pair) => pair !== '' && pair !== name && !pair.startsWith(`${name}=`));
  url.search = [...others, `${encodeURIComponent(name)}=${value}`].join('&');
  return url.href;
}
