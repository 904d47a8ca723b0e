import { DEFAULT_PUBLIC_SUFFIXES, isPublicPath } from './public-path.js';

describe('isPublicPath', () => {
  it.each([
    'https://www.gd.gov.cn/zwgk/index.html',
    'http://gov.cn/',
    'https://www.news.cn/politics/',
    'https://news.163.com/a.html',
    'https://www.gd.gov.cn/gkmlpt/content/administration/1.html',
    'https://www.gd.gov.cn./a',
  ])('accepts %s', (url) => expect(isPublicPath(url, DEFAULT_PUBLIC_SUFFIXES)).toBe(true));

  it.each([
    'https://www.gd.gov.cn/admin/login.html',
    'https://www.gd.gov.cn/x/Internal/a',
    'https://www.gd.gov.cn/%61dmin/',
    'https://www.gd.gov.cn\\admin\\x',
    'https://evilgov.cn/',
    'https://www.gov.cn.example.com/',
    'not an address',
  ])('rejects %s', (url) => expect(isPublicPath(url, DEFAULT_PUBLIC_SUFFIXES)).toBe(false));

  it('lets every host pass without suffixes, but no administration area', () => {
    expect(isPublicPath('https://example.com/', null)).toBe(true);
    expect(isPublicPath('https://example.com/admin/', null)).toBe(false);
  });
});
