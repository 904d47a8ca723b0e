import { type FetchRequest, type FetchResult, PageFetcher } from '@govcrawler/contracts';
import { discoverFeeds } from './discover-feeds.js';

const NOW = new Date('2026-11-16T12:00:00+08:00');
const FEED = (title: string) =>
  `<rss version="2.0"><channel><title>${title}</title><item><title>旧</title><link>http://a/1</link><pubDate>Mon, 02 Nov 2026 08:30:00 +0800</pubDate></item><item><title>新</title><link>http://a/2</link><pubDate>Tue, 03 Nov 2026 08:30:00 +0800</pubDate></item></channel></rss>`;

/** Pages by address; everything else is missing. */
class FakePages extends PageFetcher {
  readonly asked: string[] = [];
  constructor(private readonly pages: Record<string, string>) {
    super();
  }
  override async fetch({ url }: FetchRequest): Promise<FetchResult> {
    this.asked.push(url);
    const facts = { url, finalUrl: url, strategy: 'http' as const, startedAt: NOW, durationMs: 1, attempts: 1 };
    const body = this.pages[url];
    if (body === undefined)
      return { ...facts, ok: false, reason: 'http_not_found', message: 'status 404', status: 404, retryAfterSec: null };
    return { ...facts, ok: true, status: 200, headers: {}, body: Buffer.from(body), charsetHint: 'utf-8' };
  }
}
const found = async (pages: Record<string, string>, url = 'http://www.a.gov.cn/zwgk/') => {
  const fetcher = new FakePages(pages);
  const result = await discoverFeeds(url, fetcher, NOW);
  return { result, feeds: result.ok ? result.feeds : [], asked: fetcher.asked };
};

describe('discoverFeeds', () => {
  it('sees that the page itself is a feed', async () => {
    const { feeds, asked } = await found({ 'http://www.a.gov.cn/zwgk/': FEED('公告') });
    expect(feeds).toEqual([
      {
        url: 'http://www.a.gov.cn/zwgk/',
        title: '公告',
        format: 'rss',
        foundBy: 'page',
        entries: 2,
        newestAt: '2026-11-03T00:30:00.000Z',
      },
    ]);
    expect(asked).toHaveLength(1);
  });

  it('follows the links of the head, then anchors that speak of a feed, and shows only what is one', async () => {
    const { feeds, asked } = await found({
      'http://www.a.gov.cn/zwgk/': `<html><head><link rel="stylesheet" href="/a.css" type="text/css">
        <link rel="ALTERNATE" type="application/rss+xml; charset=utf-8" href="../news.xml" title="新闻"></head>
        <body><a href="/rss/tz.xml">通知</a><a href="/help.html">RSS 订阅</a><a href="/doc.html">关于推进信息聚合平台建设工作有关事项的通知：各县（市、区）人民政府，市政府各部门、各直属机构</a>
        <a href="javascript:rss()">RSS</a><a href="/doc2.html">普通</a></body></html>`,
      'http://www.a.gov.cn/news.xml': FEED('新闻'),
      'http://www.a.gov.cn/rss/tz.xml': FEED('通知'),
      'http://www.a.gov.cn/help.html': '<html><body>如何订阅</body></html>',
    });
    expect(feeds.map(({ url, foundBy, title }) => [url, foundBy, title])).toEqual([
      ['http://www.a.gov.cn/news.xml', 'link', '新闻'],
      ['http://www.a.gov.cn/rss/tz.xml', 'anchor', '通知'],
    ]);
    expect(asked).toHaveLength(4);
  });

  it('guesses the usual addresses where the page says nothing', async () => {
    const pages = {
      'http://www.a.gov.cn/zwgk/': '<html><body>首页</body></html>',
      'http://www.a.gov.cn/atom.xml': FEED('站'),
    };
    const { feeds, asked } = await found(pages);
    expect(feeds.map(({ url, foundBy }) => [url, foundBy])).toEqual([['http://www.a.gov.cn/atom.xml', 'guess']]);
    expect(asked.length).toBeLessThanOrEqual(7);
  });

  it('does not crawl a page full of links', async () => {
    const links = Array.from({ length: 500 }, (_, n) => `<a href="/rss/${n}.xml">x</a>`).join('');
    const { asked } = await found({ 'http://www.a.gov.cn/zwgk/': links });
    expect(asked.length).toBeLessThanOrEqual(19);
  });

  it('tells why the page could not be had', async () => {
    const { result } = await found({});
    expect(result).toMatchObject({ ok: false, failure: { reason: 'http_not_found' } });
  });
});
