import { nativeIdFromUrl } from './native-id.js';

const site = 'https://www.example.gov.cn/';

describe('nativeIdFromUrl', () => {
  it.each([
    ['https://www.example.gov.cn/zwgk/content/post_4212345.html', '4212345'],
    ['https://www.example.gov.cn/zwgk/content/mpost_4212345.html', '4212345'],
    ['https://www.example.gov.cn/gkmlpt/content/4/4212/post_4212345.html#5', '4212345'],
    ['https://www.example.gov.cn/a/202609/t20260930_3998386.htm', '3998386'],
    ['https://www.example.gov.cn/a/202608/P020260817402979611996.pdf', 'P020260817402979611996'],
    ['https://www.example.gov.cn/zhengce/zhengceku/202609/content_7082493.htm', '7082493'],
    ['https://www.example.gov.cn/art/2026/2/3/art_46144_11822808.html', '11822808'],
    ['https://www.example.gov.cn/2024-05/09/c_1125597921.htm', '1125597921'],
    ['https://www.example.gov.cn/20240509/0123456789abcdef0123456789abcdef/c.html', '0123456789abcdef0123456789abcdef'],
    ['https://www.example.gov.cn/news/article/K1A2B3C4D5E6F05A.html', 'K1A2B3C4D5E6F05A'],
    // A number in the query counts documents of one script only.
    ['https://www.example.gov.cn/show.asp?id=10303', null],
    ['https://www.example.gov.cn/about.html', null],
  ])('%s', (url, id) => expect(nativeIdFromUrl(url, site)).toBe(id));

  it('names the host where another CMS counts', () => {
    expect(nativeIdFromUrl('https://other.gov.cn/content/post_4212345.html', site)).toBe('other.gov.cn/4212345');
  });
});
