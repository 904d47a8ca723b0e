import { parseHtml } from '../dom/parse-html.js';
import { readMetaTags } from './meta-tags.js';
import { findPublishTime } from './publish-time.js';

const now = new Date('2026-11-18T02:00:00Z');
const found = (html: string) => {
  const page = parseHtml(html);
  const byId = (id: string) => page.elements.find(({ attributes }) => attributes.includes(id)) ?? null;
  return findPublishTime(page, readMetaTags(page), { title: byId('t'), body: byId('b') }, now);
};
const day = (html: string): string | null => found(html)?.parsed.date ?? null;

describe('findPublishTime', () => {
  it.each([
    ['<meta name="PubDate" content="2026-02-03 10:20"><p>2020-01-01</p>'],
    ['<meta property="article:published_time" content="2026-02-03T10:20:00+08:00">'],
    [
      '<meta name="firstpublishedtime" content="2026-02-03-21:50:00"><meta name="lastmodifiedtime" content="2026-05-05-21:50:00">',
    ],
    [
      '<script type="application/ld+json">{"dateModified":"2026-05-05","datePublished": "2026-02-03T10:20:00"}</script>',
    ],
    ['<time datetime="2026-02-03T10:20">昨天</time>'],
    ['<script>var newsInfo = {"publishTime":"2026-02-03 10:20:30"}</script>'],
  ])('reads what the page declares: %s', (html) => {
    expect(day(html)).toBe('2026-02-03');
  });

  it.each([
    ['a label', '<p>2020-01-01</p><span>发布时间：</span><em>2026-02-03</em><p>2020-01-02</p>'],
    ['a time of day', '<li>2020-01-01</li><div>某局 2026-02-03 10:20 来源：本站</div><li>2020-01-02</li>'],
    [
      'its place under the headline',
      '<li>2020-01-01</li><h1 id="t">题</h1><p>2026/02/03</p><div id="b">2019-05-05开始</div><li>2020-01-02</li>',
    ],
  ])('prefers a printed date with %s', (_what, html) => {
    expect(day(html)).toBe('2026-02-03');
  });

  it('completes a declared day with the printed time of the same day', () => {
    const html = '<meta name="PubDate" content="2026-02-03"><p>发布时间：2026-02-03 10:20</p>';
    expect(found(html)?.parsed.time).toEqual(new Date('2026-02-03T02:20:00Z'));
  });

  it('passes clocks, terms and the future by', () => {
    expect(day('<p>今天是2026年11月18日</p><p>有效期至2026-02-03</p><p>2027-03-04</p>')).toBeNull();
  });

  it('reads relative times behind their label', () => {
    expect(day('<span>发布于：3小时前</span>')).toBe('2026-11-18');
    expect(day('<span>发布时间：11-15 10:20</span>')).toBe('2026-11-15');
  });

  it('finds none where there is none', () => {
    expect(found('<p>第三次全体会议</p>')).toBeNull();
  });
});
