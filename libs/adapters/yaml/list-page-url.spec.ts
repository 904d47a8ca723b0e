import { paginationSchema, type Pagination } from '@govcrawler/contracts';
import { listPageUrl, pageLimit } from './list-page-url.js';

const pages = (pagination: object): Pagination => paginationSchema.parse({ max_pages: 30, ...pagination });
const urls = (first: string, pagination: Pagination) => [1, 2, 3].map((page) => listPageUrl(first, pagination, page));

describe('listPageUrl', () => {
  it('counts as TRS does: the second page is index_1', () => {
    const trs = pages({ type: 'path_pattern', pattern: 'index_{page}.html', start: 1 });
    expect(urls('http://a.gov.cn/x/', trs)).toEqual([
      'http://a.gov.cn/x/',
      'http://a.gov.cn/x/index_1.html',
      'http://a.gov.cn/x/index_2.html',
    ]);
  });

  it('counts as NFCMS does by default: the second page is index_2', () => {
    const nfcms = pages({ type: 'path_pattern', pattern: 'index_{page}.html' });
    expect(urls('http://a.gov.cn/x/index.html', nfcms)).toEqual([
      'http://a.gov.cn/x/index.html',
      'http://a.gov.cn/x/index_2.html',
      'http://a.gov.cn/x/index_3.html',
    ]);
  });

  it('takes patterns from the root of the host', () => {
    const rooted = pages({ type: 'path_pattern', pattern: '/list/{page}.shtml' });
    expect(listPageUrl('http://a.gov.cn/x/y.html', rooted, 2)).toBe('http://a.gov.cn/list/2.shtml');
  });

  it('sets the page parameter and leaves GBK escapes alone', () => {
    const byParam = pages({ type: 'page_param', param: 'p' });
    expect(urls('http://a.gov.cn/l.asp?c=%B9%AB%B8%E6&p=1&x', byParam)).toEqual([
      'http://a.gov.cn/l.asp?c=%B9%AB%B8%E6&p=1&x',
      'http://a.gov.cn/l.asp?c=%B9%AB%B8%E6&x&p=2',
      'http://a.gov.cn/l.asp?c=%B9%AB%B8%E6&x&p=3',
    ]);
  });

  it('bounds the walk', () => {
    expect(pageLimit({ type: 'none' }, 50)).toBe(1);
    expect(pageLimit(pages({ type: 'page_param' }), 50)).toBe(30);
    expect(pageLimit(pages({ type: 'page_param' }), 10)).toBe(10);
  });
});
