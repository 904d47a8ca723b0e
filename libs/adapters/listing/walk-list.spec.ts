import { type CrawlItem, type FetchedPage, type FetchResult } from '@govcrawler/contracts';
import { walkList } from './walk-list.js';

const answer = (url: string) => ({ ok: true, url, finalUrl: url }) as FetchedPage;
const missing = (url: string) => ({ ok: false, url, reason: 'http_not_found', status: 404 }) as FetchResult;
const broken = (url: string) => ({ ok: false, url, reason: 'http_server_error', status: 503 }) as FetchResult;

/** How the walk ends over pages that hold so many rows each; a name instead of a number is a failure. */
async function endOf(
  pages: (number | 'missing' | 'broken')[],
  {
    totalPages = null as number | null,
    isLast = (_pageNo: number): boolean => false,
    linksNext = (_pageNo: number): boolean => false,
    maxPages = 10,
  } = {},
) {
  const steps = walkList({
    maxPages,
    load: async (pageNo) => {
      const page = pages[pageNo - 1] ?? 'missing';
      const url = `http://a.test/${pageNo}`;
      return page === 'missing' ? missing(url) : page === 'broken' ? broken(url) : answer(url);
    },
    read: (_page, pageNo) => ({
      items: Array.from(
        { length: Number(pages[pageNo - 1]) },
        (_, row) => ({ urlHash: `${pageNo}-${row}` }) as CrawlItem,
      ),
      totalPages,
      isLast: isLast(pageNo),
      linksNext: linksNext(pageNo),
    }),
  });
  let next = await steps.next();
  while (!next.done) next = await steps.next();
  return next.value;
}

describe('the end of a list', () => {
  it('is whole where the site says so, or where nothing follows and nothing more was promised', async () => {
    expect(await endOf([2, 2], { isLast: (pageNo) => pageNo === 2 })).toBe('whole');
    expect(await endOf([2, 2, 'missing'])).toBe('whole');
    expect(await endOf([2, 2, 0])).toBe('whole');
    expect(await endOf([2, 2, 'missing'], { totalPages: 2 })).toBe('whole');
  });

  it('is partial after a failure, at the limit of pages, and where promised pages are missing or empty', async () => {
    expect(await endOf([2, 'broken', 2])).toBe('partial');
    expect(await endOf(['missing'])).toBe('partial');
    expect(await endOf([0])).toBe('partial');
    expect(await endOf([2, 2, 0], { linksNext: (pageNo) => pageNo === 2 })).toBe('partial');
    expect(await endOf([2, 2, 2], { maxPages: 2 })).toBe('partial');
    expect(await endOf([2, 'missing'], { totalPages: 3 })).toBe('partial');
    expect(await endOf([2, 2, 0], { totalPages: 3 })).toBe('partial');
  });
});
