import { type FetchFailure, type FetchRequest, type FetchResult } from '@govcrawler/contracts';
import { type Clock } from '../politeness/clock.js';
import { type FetchLogger } from '../fetch-logger.js';
import { RobotsRules } from './robots-rules.js';

/** Product token the crawler answers to in robots.txt. */
export const ROBOTS_AGENT = 'GovCrawler';

const FRESH_MS = 24 * 3600_000;
const RETRY_FAILED_MS = 10 * 60_000;
const MAX_ORIGINS = 2000;

/** What a site's robots.txt says about one address, and how we know. */
export interface RobotsDecision {
  allowed: boolean;
  /** `rules`: parsed; `none`: the site has none; `unreachable`: decided by the site's on-error rule. */
  basis: 'rules' | 'none' | 'unreachable';
  rule: string | null;
  crawlDelaySec: number | null;
}

type Known = { rules: RobotsRules; basis: RobotsDecision['basis']; staleAt: number };

/** Robots files of the hosts met lately; each fetched once a day, once at a time. */
export class RobotsCache {
  private readonly known = new Map<string, Known>();
  private readonly underway = new Map<string, Promise<Known | FetchFailure>>();

  constructor(
    private readonly fetchRobots: (request: FetchRequest) => Promise<FetchResult>,
    private readonly clock: Clock,
    private readonly logger: FetchLogger,
  ) {}

  /** A failure only when asking for robots.txt itself must wait (host cooling, aborted): nothing is decided then. */
  async decide(
    url: URL,
    onError: 'allow' | 'deny',
    asking: Pick<FetchRequest, 'pace' | 'signal'>,
  ): Promise<RobotsDecision | FetchFailure> {
    const known = await this.rulesOf(url.origin, asking);
    if ('ok' in known) return known;
    const crawlDelaySec = known.rules.crawlDelaySec(ROBOTS_AGENT);
    if (known.basis === 'unreachable') {
      return { allowed: onError === 'allow', basis: 'unreachable', rule: null, crawlDelaySec };
    }
    return { ...known.rules.verdict(url, ROBOTS_AGENT), basis: known.basis, crawlDelaySec };
  }

  private async rulesOf(origin: string, asking: Pick<FetchRequest, 'pace' | 'signal'>): Promise<Known | FetchFailure> {
    const known = this.known.get(origin);
    if (known && known.staleAt > this.clock.now()) return known;
    const running = this.underway.get(origin);
    if (running) {
      const shared = await running;
      // Another caller's abort is not ours.
      const foreignAbort = 'ok' in shared && shared.reason === 'aborted' && !asking.signal?.aborted;
      return foreignAbort ? this.rulesOf(origin, asking) : shared;
    }
    const load = this.load(origin, asking).finally(() => this.underway.delete(origin));
    this.underway.set(origin, load);
    return load;
  }

  private async load(origin: string, asking: Pick<FetchRequest, 'pace' | 'signal'>): Promise<Known | FetchFailure> {
    const result = await this.fetchRobots({
      ...asking,
      url: `${origin}/robots.txt`,
      purpose: 'robots',
      strategy: 'http',
    });
    if (!result.ok && (result.reason.startsWith('cooling_') || result.reason === 'aborted')) return result;
    const known = this.understand(origin, result);
    if (this.known.size >= MAX_ORIGINS) this.known.delete(this.known.keys().next().value ?? '');
    this.known.delete(origin);
    this.known.set(origin, known);
    return known;
  }

  private understand(origin: string, result: FetchResult): Known {
    const now = this.clock.now();
    if (result.ok) {
      const rules = RobotsRules.parse(result.body);
      this.logger.debug({ origin, bytes: result.body.length }, 'robots.txt read');
      return { rules, basis: rules === RobotsRules.none ? 'none' : 'rules', staleAt: now + FRESH_MS };
    }
    const absent = result.status !== null && result.status >= 400 && result.status < 500 && result.status !== 429;
    if (absent) {
      this.logger.debug({ origin, status: result.status }, 'site has no robots.txt');
      return { rules: RobotsRules.none, basis: 'none', staleAt: now + FRESH_MS };
    }
    this.logger.warn({ origin, reason: result.reason, status: result.status }, 'robots.txt unreachable');
    return { rules: RobotsRules.none, basis: 'unreachable', staleAt: now + RETRY_FAILED_MS };
  }
}
