import { type CrawlPlan, type FetchRequest, type FetchResult, type Pace, PageFetcher } from '@govcrawler/contracts';
import { LeaseLostError } from '@govcrawler/core';
import { CrawlFetcher } from './crawl-fetcher.js';

class Door extends PageFetcher {
  readonly asked: FetchRequest[] = [];
  async fetch(request: FetchRequest): Promise<FetchResult> {
    this.asked.push(request);
    return { ok: true } as FetchResult;
  }
}

describe('CrawlFetcher', () => {
  const plan = {
    site: { baseUrl: 'http://a.test/', fetchStrategy: 'http', respectRobots: true, robotsOnError: 'deny' },
    target: { entryUrl: 'http://list.a.test/index.html' },
    column: { credential: 'portal' },
  } as CrawlPlan;
  const pace: Pace = { intervalSec: 5, jitterSec: 0 };

  it('asks the site for nothing more once the host may be somebody else’s', async () => {
    const door = new Door();
    let isHeld = true;
    const fetcher = new CrawlFetcher(door, plan, pace, new AbortController().signal, () => {
      if (!isHeld) throw new LeaseLostError('gone');
    });
    await fetcher.fetch({ url: 'http://a.test/1', purpose: 'detail' });
    isHeld = false;
    await expect(fetcher.fetch({ url: 'http://a.test/2', purpose: 'detail' })).rejects.toThrow(LeaseLostError);
    expect(door.asked.map(({ url }) => url)).toEqual(['http://a.test/1']);
  });

  it('asks at the pace and by the rules of the target, whatever the caller says', async () => {
    const door = new Door();
    const fetcher = new CrawlFetcher(door, plan, pace, new AbortController().signal, () => undefined);
    await fetcher.fetch({ url: 'http://a.test/1', purpose: 'detail', pace: { intervalSec: 0, jitterSec: 0 } });
    expect(door.asked[0]).toMatchObject({ pace, strategy: 'auto', robots: { onError: 'deny' } });
  });

  it('names the secret of the target to its own hosts alone', async () => {
    const door = new Door();
    const fetcher = new CrawlFetcher(door, plan, pace, new AbortController().signal, () => undefined);
    for (const host of ['a.test', 'list.a.test', 'files.b.test']) {
      await fetcher.fetch({ url: `http://${host}/1`, purpose: 'detail' });
    }
    expect(door.asked.map(({ credential }) => credential)).toEqual(['portal', 'portal', undefined]);
  });
});
