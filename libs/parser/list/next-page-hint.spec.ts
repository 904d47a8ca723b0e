import { nextPageHint } from './next-page-hint.js';

const URL = 'https://www.a.gov.cn/tzgg/';

describe('nextPageHint', () => {
  it.each([
    ['<script>createPageHTML(16, 0, "index", "htm");</script>', 16, 'trs'],
    ["<script>createPageHTML('page-div',5, 0,'index','html')</script>", 5, 'trs'],
    ['<script>//createPageHTML(16, 0, "index", "htm");\nvar countPage = 16</script>', 16, 'trs'],
    ['<script>var currentPage = 0;//所在页\nvar countPage = 9//共多少页</script>', 9, 'trs'],
    ['<script>CreatePageHTML("3","0","index","shtml",black2,30)</script>', 3, 'trs'],
    ['<a href="index_2.html">2</a><a href="index_8.html">尾页</a>共<b>8</b>页', 8, 'nfcms'],
    ['<a href="index_1.html">2</a><a href="index_7.html">尾页</a>共8页', 8, 'trs'],
    ['<a href="index_1.html">下一页</a>', null, 'trs'],
    ['<a href="index_2.html">下一页</a>', null, 'nfcms'],
    ['<script>window.NFCMS_SITE_ID = 1</script>', null, 'nfcms'],
    ['第1/12页', 12, null],
    ['<p>没有分页</p>', null, null],
    ['', null, null],
  ])('of %s', (html, totalPages, style) => {
    expect(nextPageHint(html, URL)).toEqual({ totalPages, style });
  });
});
