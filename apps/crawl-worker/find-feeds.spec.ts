import { type FetchRequest, type FetchResult, PageFetcher } from '@govcrawler/contracts';
import { type ErrandRun } from './errands/errand-handler.js';
import { FindFeeds } from './find-feeds.js';

const NOW = new Date('2026-11-16T12:00:00+08:00');
const PAGE = 'http://www.a.gov.cn/zwgk/';
const FEED = `<rss version="2.0"><channel><title>公告</title><item><title>一</title><link>http://www.a.gov.cn/1</link>
  <pubDate>Tue, 03 Nov 2026 08:30:00 +0800</pubDate></item></channel></rss>`;

/** What the outside answers, and how it was asked. */
class Outside extends PageFetcher {
  readonly asked: FetchRequest[] = [];

  constructor(private readonly pages: Record<string, string>) {
    super();
  }

  override async fetch(request: FetchRequest): Promise<FetchResult> {
    this.asked.push(request);
    const { url } = request;
    const facts = { url, finalUrl: url, strategy: 'http' as const, startedAt: NOW, durationMs: 1, attempts: 1 };
    const body = this.pages[url];
    return body === undefined
      ? { ...facts, ok: false, reason: 'http_not_found', message: 'status 404', status: 404, retryAfterSec: null }
      : { ...facts, ok: true, status: 200, headers: {}, body: Buffer.from(body), charsetHint: 'utf-8' };
  }
}

const runOf = (assertHeld: () => void = () => undefined) => {
  const signal = new AbortController().signal;
  return { payload: { url: PAGE }, signal, assertHeld } as unknown as ErrandRun<'source.discover'>;
};

describe('FindFeeds', () => {
  it('answers with the feeds that a page leads to, when they were last written and how many entries they have', async () => {
    const outside = new Outside({
      [PAGE]: '<html><head><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>',
      'http://www.a.gov.cn/feed.xml': FEED,
    });
    const run = runOf();
    const outcome = await new FindFeeds(outside, () => NOW).run(run);
    expect(outcome.error).toBeNull();
    expect(outcome.result).toEqual({
      feeds: [
        {
          url: 'http://www.a.gov.cn/feed.xml',
          title: '公告',
          format: 'rss',
          foundBy: 'link',
          entries: 1,
          newestAt: '2026-11-03T00:30:00.000Z',
        },
      ],
    });
    // Each request obeys robots.txt where there is one, and ends with the errand.
    expect(outside.asked.length).toBeGreaterThan(1);
    for (const request of outside.asked) {
      expect(request).toMatchObject({ robots: { onError: 'allow' }, signal: run.signal });
    }
  });

  it('says why there is none when the page cannot be had', async () => {
    const outcome = await new FindFeeds(new Outside({}), () => NOW).run(runOf());
    expect(outcome).toEqual({ result: null, error: 'http_not_found: status 404' });
  });

  it('asks nothing more once its lease may be somebody else’s', async () => {
    const outside = new Outside({ [PAGE]: FEED });
    const lost = runOf(() => {
      throw new Error('lease lost');
    });
    await expect(new FindFeeds(outside, () => NOW).run(lost)).rejects.toThrow('lease lost');
    expect(outside.asked).toEqual([]);
  });
});
