import { dateFromUrl } from './url-date.js';

describe('dateFromUrl', () => {
  it.each([
    ['https://a.gov.cn/zwgk/20260203/x.html', '2026-02-03'],
    ['https://a.gov.cn/2026-01/15/content_1.htm', '2026-01-15'],
    ['https://a.gov.cn/art/2026/2/3/art_46144_1.html', '2026-02-03'],
    ['https://a.gov.cn/202601/t20260115_123.htm', '2026-01-15'],
    ['./202601/P020260817402979611996.pdf', '2026-08-17'],
    ['/zhengce/content/2017-06/08/content_5200713.htm', '2017-06-08'],
    ['/n1/2019/0615/c40531-31146301.html', '2019-06-15'],
    ['/2026/02/03/a.html', '2026-02-03'],
    ['/news/2026-02-03/123.shtml', '2026-02-03'],
    ['/20240509/0123456789abcdef0123456789abcdef/c.html', '2024-05-09'],
  ])('of %s is %s', (url, date) => {
    expect(dateFromUrl(url)).toBe(date);
  });

  it.each([
    'https://a.gov.cn/zhengce/content/202609/content_7082302.htm',
    'https://a.gov.cn/content/post_12846556.html',
    'https://www.20260203.com/a.html',
    '/art_46144_11822808.html',
    '/20261345/x.html',
    '/id/9920260203/x.html',
    '',
  ])('is unknown for %s', (url) => {
    expect(dateFromUrl(url)).toBeNull();
  });
});
