import { siteFileSchema } from '@govcrawler/contracts';
import { contextFor, DirectFetcher, planFor } from '../conformance/direct-fetcher.conformance.js';
import { rssAdapter } from './rss.adapter.js';

const SITE = siteFileSchema.parse({
  site_id: 'news',
  site_name: '新闻',
  base_url: 'http://news.gov.cn',
  adapter: 'rss',
  columns: [{ column_id: 'all', name: '全部', list_url: 'http://news.gov.cn/feed.xml' }],
});
const feed = (ttlMinutes: number | null) =>
  `<rss version="2.0"><channel><title>新闻</title>${ttlMinutes === null ? '' : `<ttl>${ttlMinutes}</ttl>`}
  <item><title>一</title><link>http://news.gov.cn/1</link></item></channel></rss>`;

/** For how many seconds the feed asks to be left alone. */
async function restOf(headers: Record<string, string>, ttlMinutes: number | null = null): Promise<number | null> {
  const fetcher = new DirectFetcher(() => ({ status: 200, headers, body: feed(ttlMinutes) }));
  const steps = rssAdapter.list(contextFor(planFor(SITE, 'all'), fetcher));
  for await (const step of steps) {
    if (step.kind === 'page') return step.freshForSec ?? null;
  }
  throw new Error('The feed was not read');
}

describe('how long a feed may be left alone', () => {
  it.each([
    [{}, null],
    [{ 'cache-control': 'max-age=900' }, 900],
    [{ 'cache-control': 'public, MAX-AGE = "900", must-revalidate' }, 900],
    // What a cache on the way kept it for already is over.
    [{ 'cache-control': 'max-age=900', age: '300' }, 600],
    [{ 'cache-control': 'max-age=900', age: '1200' }, null],
    [{ 'cache-control': 'max-age=900', age: 'old' }, 900],
    [{ 'cache-control': 'no-cache, max-age=900' }, null],
    [{ 'cache-control': 'no-store' }, null],
    [{ 'cache-control': 'max-age=soon' }, null],
    [{ 'cache-control': 'max-age=-5' }, null],
    // A cache shared by many is not us.
    [{ 'cache-control': 's-maxage=900' }, null],
  ])('reads %j as %j seconds', async (headers, seconds) => {
    expect(await restOf(headers as Record<string, string>)).toBe(seconds);
  });

  it('keeps the longer one of what the feed and its server say', async () => {
    expect(await restOf({ 'cache-control': 'max-age=900' }, 60)).toBe(3600);
    expect(await restOf({ 'cache-control': 'max-age=7200' }, 60)).toBe(7200);
  });
});
