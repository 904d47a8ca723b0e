import { discoverFeeds } from '@govcrawler/adapters';
import { PageFetcher } from '@govcrawler/contracts';
import { type ErrandOutcome, ErrandHandler, type ErrandRun } from './errands/errand-handler.js';

/** Looks for the feeds of a page that somebody named in the console. */
export class FindFeeds extends ErrandHandler<'source.discover'> {
  constructor(
    private readonly door: PageFetcher,
    private readonly now: () => Date = () => new Date(),
  ) {
    super();
  }

  async run({ payload, signal, assertHeld }: ErrandRun<'source.discover'>): Promise<ErrandOutcome> {
    const fetcher: PageFetcher = {
      fetch: (request) => {
        assertHeld();
        return this.door.fetch({ ...request, robots: { onError: 'allow' }, signal });
      },
    };
    const found = await discoverFeeds(payload.url, fetcher, this.now());
    if (found.ok) return { result: { feeds: found.feeds }, error: null };
    return { result: null, error: `${found.failure.reason}: ${found.failure.message}` };
  }
}
