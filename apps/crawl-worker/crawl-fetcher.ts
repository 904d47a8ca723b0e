import { type CrawlPlan, type FetchRequest, type FetchResult, PageFetcher, type Pace } from '@govcrawler/contracts';

/** The fetch port as one crawl uses it: pace, strategy, robots rule and cancellation are the target's, not the caller's. */
export class CrawlFetcher extends PageFetcher {
  constructor(
    private readonly door: PageFetcher,
    private readonly plan: CrawlPlan,
    readonly pace: Pace,
    readonly signal: AbortSignal,
    private readonly assertHeld: () => void,
  ) {
    super();
  }

  /** Rejects when the host is no longer ours: a process that was frozen may come here before it hears of it. */
  async fetch(request: FetchRequest): Promise<FetchResult> {
    this.assertHeld();
    const { site } = this.plan;
    return this.door.fetch({
      strategy: site.fetchStrategy === 'browser' ? 'browser' : 'auto',
      ...(site.respectRobots ? { robots: { onError: site.robotsOnError } } : { robotsBypass: true }),
      ...request,
      pace: this.pace,
      signal: this.signal,
    });
  }
}
