import { type TierRequest, type TierResult } from '../http/http-tier.js';
import { type Clock } from '../politeness/clock.js';
import { untilAborted } from '../politeness/host-gate.js';
import { type BrowserlessSettings, type BrowserSettings, BrowserTier, type BrowserTierParts } from './browser-tier.js';

/** A browser that could not be had is asked again after this time. */
const REST_MS = 15_000;

/** All browsers there are, our own first: when one cannot be had, the next serves. */
export class BrowserTiers {
  private readonly lines = new Map<string, Promise<void>>();
  private readonly restsUntil = new Map<BrowserTier, number>();

  private constructor(
    private readonly tiers: readonly BrowserTier[],
    private readonly clock: Clock,
  ) {}

  static async open(
    settings: { browser?: BrowserSettings; browserless?: BrowserlessSettings },
    parts: BrowserTierParts,
    clock: Clock,
  ): Promise<BrowserTiers> {
    const tiers: BrowserTier[] = [];
    if (settings.browser) tiers.push(await BrowserTier.open(settings.browser, parts));
    if (settings.browserless) tiers.push(await BrowserTier.connect(settings.browserless, parts));
    return new BrowserTiers(tiers, clock);
  }

  /** One solver per host at a time: those behind it profit from its cookies. */
  async exclusive<T>(host: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const before = this.lines.get(host) ?? Promise.resolve();
    let step!: () => void;
    const mine = new Promise<void>((resolve) => (step = resolve));
    this.lines.set(host, mine);
    try {
      // An aborted caller goes on at once and finds out by itself; those behind it still wait for those before it.
      await untilAborted(before, signal);
      return await work();
    } finally {
      void before.then(step);
      if (this.lines.get(host) === mine) this.lines.delete(host);
    }
  }

  /** Null when there is no working browser: the caller falls back to what it has. */
  async fetch(request: TierRequest): Promise<TierResult | null> {
    for (const tier of this.inOrder(request.strategy === 'browserless' ? 'browserless' : 'browser')) {
      // A browser elsewhere is somebody else's: no secret goes there.
      if (request.secret && tier.name !== 'browser') continue;
      const result = await tier.fetch(request);
      if (result) {
        this.restsUntil.delete(tier);
        return result;
      }
      this.restsUntil.set(tier, this.clock.now() + REST_MS);
    }
    return null;
  }

  async close(): Promise<void> {
    await Promise.all(this.tiers.map((tier) => tier.close()));
  }

  /** The wanted one first; those that were down a moment ago last. */
  private inOrder(wanted: BrowserTier['name']): BrowserTier[] {
    const rests = (tier: BrowserTier) => Number((this.restsUntil.get(tier) ?? 0) > this.clock.now());
    const unwanted = (tier: BrowserTier) => Number(tier.name !== wanted);
    return [...this.tiers].sort((one, other) => rests(one) - rests(other) || unwanted(one) - unwanted(other));
  }
}
