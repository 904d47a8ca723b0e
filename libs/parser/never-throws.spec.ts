import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import * as parser from './index.js';

const now = new Date('2026-11-18T02:00:00Z');
const URL = 'https://www.a.example/zwgk/x.html';
const LIST = { row: 'ul li, tr, div > p', href: 'a::attr(href)', title: 'a::attr(title), a::text', date: 'span::text' };
const DETAIL = {
  title: 'h1::text, title::text',
  publish_time: "meta[name='PubDate']::attr(content), .time::text",
  source: '.source::text',
  content: '#zoom, div.TRS_Editor, .article-content',
  attachment_css: "a[href$='.pdf'], a[href$='.doc']",
};

/** Everything the library does with a page. Throws if anything throws or a result breaks its contract. */
function readEverything(html: string): void {
  for (const fields of [parser.extractDetail(html, URL, now), parser.parseDetail(html, URL, DETAIL, { now })]) {
    if (/<(?:script|style|iframe)\b/i.test(fields.contentHtml)) throw new Error('unsafe body');
    if (fields.attachments.some(({ url }) => !/^https?:/.test(url))) throw new Error('relative attachment');
    if (fields.publishTime !== null && Number.isNaN(fields.publishTime.getTime())) throw new Error('no time');
  }
  const rows = [...parser.parseList(html, URL, LIST, now), ...parser.inferList(html, URL, now).rows];
  for (const row of rows) {
    if (!/^https?:/.test(row.url) || !row.title) throw new Error('bad row');
    if (row.publishDate !== null && !/^\d{4}-\d{2}-\d{2}$/.test(row.publishDate))
      throw new Error(`bad date ${row.publishDate}`);
  }
  parser.nextPageHint(html, URL);
  parser.htmlToText(html);
  parser.htmlToMarkdown(html, URL);
  parser.findAttachments(html, URL);
  parser.sanitizeBodyHtml(html, URL);
  parser.parseChineseDate(html, now);
  parser.normalizeDocNo(html);
  parser.dateFromUrl(html);
}

const fixtures = ['list', 'detail'].flatMap((kind) => {
  const folder = fileURLToPath(new globalThis.URL(`./fixtures/${kind}/`, import.meta.url));
  return readdirSync(folder).map((name) => readFileSync(`${folder}${name}/page.html`, 'utf8'));
});

const BREAKERS = [
  '<',
  '>',
  '</',
  '"',
  "'",
  '&',
  '&#x110000;',
  '&nbsp',
  '\0',
  '\ud800',
  '<!--',
  '-->',
  '<![CDATA[',
  '</html>',
  '<table>',
  '<td>',
  '<p',
  '<a href="',
  '<script>',
  '</script>',
  '<ul><li>',
  '〔2026〕',
  '2026-02-30',
  '：',
  '<title>',
  '<base href="::">',
];
const mutation = fc.record({
  at: fc.nat(),
  cut: fc.nat(400),
  put: fc.oneof(fc.constantFrom(...BREAKERS), fc.string({ maxLength: 20, unit: 'binary' })),
});
const mutatedPage = fc
  .tuple(fc.constantFrom(...fixtures), fc.array(mutation, { minLength: 1, maxLength: 8 }))
  .map(([page, mutations]) =>
    mutations.reduce((html, { at, cut, put }) => {
      const from = at % (html.length + 1);
      return html.slice(0, from) + put + html.slice(from + cut);
    }, page),
  );

describe('no page makes the parser throw', () => {
  it('mutated pages', () => {
    fc.assert(
      fc.property(mutatedPage, (html) => readEverything(html)),
      { numRuns: 300 },
    );
  });

  it('random text and random tags', () => {
    const tags = fc.array(fc.constantFrom(...BREAKERS, '<div class="content">', '</div>', '甲乙丙，丁。', 'x'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          tags.map((parts) => parts.join('')),
        ),
        (html) => readEverything(html),
      ),
      { numRuns: 300 },
    );
  });

  it('random bytes and charsets', () => {
    const hint = fc.option(
      fc.oneof(fc.string(), fc.constantFrom('gbk', 'utf-8', 'utf-16', 'utf-32', 'big5', 'iso-2022-jp')),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), hint, (body, charset) => {
        const { text } = parser.decodePage(body, charset);
        readEverything(text);
      }),
      { numRuns: 200 },
    );
  });

  const big = (piece: string, size = 500_000): string => piece.repeat(Math.ceil(size / piece.length));
  it.each([
    ['nothing', ''],
    ['a hundred thousand nested tags', '<div>'.repeat(100_000)],
    ['nested tables', '<table><tr><td>'.repeat(40_000)],
    ['nothing but opening brackets', big('<')],
    ['unclosed comments', big('<!-- ')],
    ['unclosed quotes', big(`<a title='x" href="y>`)],
    ['a huge table', `<table>${big('<tr><td>1</td><td>2026-01-01</td></tr>')}`],
    ['labels without end', big('<td>索引号：</td>')],
    ['dates without end', big('2026-01-01 ')],
    ['one enormous attribute', `<img src="data:image/png;base64,${big('QUJD')}">`],
  ])('%s, in time', (_what, html) => {
    const before = process.cpuUsage();
    readEverything(html);
    const { user, system } = process.cpuUsage(before);
    // Eight ways of reading the page, all together.
    expect((user + system) / 1_000).toBeLessThan(8_000);
  });
});
