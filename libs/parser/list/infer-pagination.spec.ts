import { inferPagination } from './infer-pagination.js';

const URL_ = 'http://www.a.gov.cn/zwgk/tzgg/index.html';

describe('inferPagination', () => {
  it.each([
    [
      'the call of TRS',
      '<script>createPageHTML(12, 0, "index", "html");</script>',
      { type: 'path_pattern', pattern: 'index_{page}.html', start: 1, max_pages: 12 },
      12,
    ],
    [
      'numbered files of NFCMS',
      '<div class="nfw-cms-page"><a href="index_2.html">2</a><a href="index_3.html">3</a> 共3页</div>',
      { type: 'path_pattern', pattern: 'index_{page}.html', start: 2, max_pages: 3 },
      3,
    ],
    [
      'another extension',
      '<a href="./index_1.shtml">下一页</a>',
      { type: 'path_pattern', pattern: 'index_{page}.shtml', start: 1, max_pages: 50 },
      null,
    ],
    [
      'a parameter',
      '<a href="?type=3&amp;page=2">下一页</a> 共 8 页',
      { type: 'page_param', param: 'page', start: 2, max_pages: 8 },
      8,
    ],
    [
      'a parameter counted from 0',
      '<a href="/list?pageIndex=0">1</a><a href="/list?pageIndex=1">2</a>',
      { type: 'page_param', param: 'pageIndex', start: 1, max_pages: 50 },
      null,
    ],
    ['a single page', '<script>createPageHTML(1, 0, "index", "html");</script>', { type: 'none' }, 1],
    ['nothing', '<ul><li><a href="t20260101_5.html">通知</a></li></ul>', { type: 'none' }, null],
  ])('reads %s', (_what, html, pagination, totalPages) => {
    expect(inferPagination(html, URL_)).toEqual({ pagination, totalPages });
  });

  it.each(['', '<', '\u0000', 'createPageHTML(', '<a href="_1.html">'])('gives up on %j without an error', (html) => {
    expect(inferPagination(html, URL_).pagination).toEqual({ type: 'none' });
  });
});
