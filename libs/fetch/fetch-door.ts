import { type Writable } from 'node:stream';
import { type FetchFailure, type FetchRequest, type FetchResult } from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { type CookieJarStore, InProcessCookieJar } from './cookies/cookie-jar-store.js';
import { type BrowserlessSettings, type BrowserSettings } from './browser/browser-tier.js';
import { type BrowserTiers } from './browser/browser-tiers.js';
import { type Credential, type CredentialStore, REFRESH_AHEAD_MS } from './credentials/credential.js';
import { bareHostname, type EgressPolicy, refuseUrl } from './egress/egress-policy.js';
import { GuardedDialer } from './egress/guarded-dialer.js';
import { BROWSER_TIMEOUT_MS, DEFAULT_LIMITS, type PurposeLimits } from './fetch-limits.js';
import { type FetchLogger, silentLogger } from './fetch-logger.js';
import { FileSink } from './http/file-sink.js';
import { HttpClient } from './http/http-client.js';
import { HttpTier, type TierRequest, type TierResult } from './http/http-tier.js';
import { type FetchedFile, OutboundFetcher, type RobotsQuestion } from './outbound-fetcher.js';
import { type Clock, systemClock } from './politeness/clock.js';
import { DomainPolicy } from './politeness/domain-policy.js';
import { type HostStateStore, type HostView } from './politeness/host-state.js';
import { InProcessHostState } from './politeness/in-process-host-state.js';
import { Turnstile } from './politeness/turnstile.js';
import { RobotsBypassLog } from './robots/robots-bypass-log.js';
import { type RobotsDecision, RobotsCache } from './robots/robots-cache.js';

export interface FetchDoorOptions {
  egress: EgressPolicy;
  hostState?: HostStateStore;
  cookies?: CookieJarStore;
  domains?: DomainPolicy;
  credentials?: CredentialStore;
  logger?: FetchLogger;
  clock?: Clock;
  /** Overrides of the limits per purpose. */
  limits?: Partial<Record<FetchRequest['purpose'], Partial<PurposeLimits>>>;
  /** Crawl-delay of robots.txt is a floor of the interval; the demo's simulated sites need no such mercy. */
  honourCrawlDelay?: boolean;
  /** Refuse broken certificate chains; off because many government servers ship incomplete ones. */
  verifyTls?: boolean;
  /** Source of jitter, 0..1. */
  random?: () => number;
  /** Tier 3; without it blocked pages stay blocked. Its code is loaded only when this is set. */
  browser?: BrowserSettings;
  /** A browser elsewhere: serves those who ask for it, and everybody when there is none of our own. */
  browserless?: BrowserlessSettings;
}

/** robots.txt may ask for a day; beyond this a site is better left out than crawled once an hour. */
const MAX_CRAWL_DELAY_SEC = 120;

/** The only way to the outside. Every expected failure is a value; nothing here rejects for one. */
export class FetchDoor extends OutboundFetcher {
  private readonly clock: Clock;
  private readonly logger: FetchLogger;
  private readonly hostState: HostStateStore;
  private readonly turnstile: Turnstile;
  private readonly client: HttpClient;
  private readonly dialer: GuardedDialer;
  private readonly cookies: CookieJarStore;
  private readonly http: HttpTier;
  private readonly robots: RobotsCache;
  private readonly robotsBypasses: RobotsBypassLog;
  private browsers: BrowserTiers | null = null;

  constructor(private readonly options: FetchDoorOptions) {
    super();
    this.clock = options.clock ?? systemClock;
    this.logger = options.logger ?? silentLogger;
    this.hostState = options.hostState ?? new InProcessHostState(undefined, this.clock);
    const domains = options.domains ?? new DomainPolicy();
    this.turnstile = new Turnstile(this.hostState, this.clock, domains, options.random ?? Math.random);
    this.dialer = new GuardedDialer(options.egress);
    this.client = new HttpClient(this.dialer, options.verifyTls ?? false);
    this.cookies = options.cookies ?? new InProcessCookieJar(this.clock);
    this.http = new HttpTier(this.client, options.egress, this.turnstile, this.cookies, this.clock);
    this.robotsBypasses = new RobotsBypassLog(this.clock, this.logger);
    this.robots = new RobotsCache((request) => this.fetch(request), this.clock, this.logger);
  }

  /** Starts the browser tiers, where there are any; nothing else ever loads their code. */
  async startBrowsers(): Promise<void> {
    const { browser, browserless, egress: policy } = this.options;
    if (!browser && !browserless) return;
    const { BrowserTiers } = await import('./browser/browser-tiers.js');
    const { dialer, turnstile, cookies, logger } = this;
    const parts = { policy, dialer, turnstile, cookies, logger };
    this.browsers = await BrowserTiers.open({ browser, browserless }, parts, this.clock);
  }

  async fetch(request: FetchRequest): Promise<FetchResult> {
    const run = this.start(request);
    const result = await this.carryOut({ ...request, ...run.limits });
    if (!result.ok) return run.failure(result);
    const { status, headers, body } = result;
    return { ok: true, status, headers, body, charsetHint: charsetOf(headers), ...run.facts(result) };
  }

  async fetchToSink(request: FetchRequest, sink: Writable): Promise<FetchedFile | FetchFailure> {
    const run = this.start(request);
    const file = new FileSink(sink);
    sink.once('error', () => undefined);
    const result = await this.carryOut({ ...request, ...run.limits, sink: file });
    if (!result.ok) {
      file.fail(result.message);
      return run.failure(result);
    }
    await file.finish();
    const { status, headers, bytes } = result;
    return { ok: true, status, headers, bytes, charsetHint: charsetOf(headers), ...run.facts(result) };
  }

  async robotsAllows(
    url: string,
    { onError = 'allow', ...asking }: RobotsQuestion = {},
  ): Promise<RobotsDecision | FetchFailure> {
    const address = new URL(url);
    const decision = await this.robots.decide(address, onError, asking);
    if (!('ok' in decision) && (this.options.honourCrawlDelay ?? true)) {
      const delay = decision.crawlDelaySec;
      this.turnstile.setCrawlDelay(hostKey(url), delay === null ? null : Math.min(delay, MAX_CRAWL_DELAY_SEC));
    }
    return decision;
  }

  hosts(): Promise<HostView[]> {
    return this.hostState.views();
  }

  async close(): Promise<void> {
    this.client.close();
    await this.browsers?.close();
  }

  private async carryOut(asked: Omit<TierRequest, 'canEscalate'>): Promise<TierResult> {
    // Whoever asks for `local` has arrived: this door is in this process.
    const request = asked.strategy === 'local' ? { ...asked, strategy: 'auto' as const } : asked;
    const stopped = await this.admit(request);
    if (stopped) return stopped;
    const { credential: name } = request;
    if (name === undefined) return this.chain(request);
    const secret = await this.secretOf(name, request.url);
    if (typeof secret === 'string') return stop(request, 'http_forbidden', secret);
    const result = await this.chain({ ...request, secret });
    if (!result.ok && result.reason === 'http_forbidden')
      await this.options.credentials?.requestRefresh(name, 'rejected');
    return result;
  }

  /** The secret, or a sentence why it cannot be used. */
  private async secretOf(name: string, url: string): Promise<Credential | string> {
    const { credentials } = this.options;
    const credential = await credentials?.find(name);
    const now = this.clock.now();
    const cause = !credential ? 'unknown' : credential.isExpired(now) ? 'expired' : null;
    if (cause) await credentials?.requestRefresh(name, cause);
    else if (credential?.isExpired(now + REFRESH_AHEAD_MS)) await credentials?.requestRefresh(name, 'expiring');
    if (!credential || cause) return `credential ${name} is ${cause}`;
    const host = bareHostname(new URL(url).hostname);
    return credential.covers(host) ? credential : `credential ${name} does not belong to ${host}`;
  }

  /** Host cooldown, then plain HTTP, then the browser where the failure is one that a browser may heal. */
  private async chain(request: Omit<TierRequest, 'canEscalate'>): Promise<TierResult> {
    const { browsers } = this;
    const plain = () => this.http.fetch({ ...request, canEscalate: false });
    if (!browsers) return plain();
    const tried = { ...request, canEscalate: true };
    const wantsBrowser = request.strategy === 'browser' || request.strategy === 'browserless';
    if (wantsBrowser && !request.sink) return (await browsers.fetch(tried)) ?? plain();

    const first = await this.http.fetch(tried);
    if (first.ok || !first.escalate) return first;
    const host = bareHostname(new URL(request.url).hostname);
    const last = await browsers.exclusive(host, request.signal, async () => {
      // Another fetch may have earned cookies while this one stood in line.
      if (await this.cookies.read(host)) {
        const again = await this.http.fetch(tried);
        if (again.ok || !again.escalate) return again;
      }
      const rendered = await browsers.fetch(tried);
      if (!rendered) return plain();
      const isPage = request.purpose === 'list' || request.purpose === 'detail';
      if (!rendered.ok || isPage) return rendered;
      const file = await plain();
      return { ...file, attempts: rendered.attempts + file.attempts };
    });
    return { ...last, attempts: first.attempts + last.attempts };
  }

  private start(request: FetchRequest) {
    const startedAt = new Date(this.clock.now());
    const began = performance.now();
    const defaults = { ...DEFAULT_LIMITS[request.purpose], ...this.options.limits?.[request.purpose] };
    const facts = ({ finalUrl, attempts, strategy, movedTo }: TierResult) => ({
      url: request.url,
      finalUrl,
      strategy: attempts > 0 ? strategy : null,
      startedAt,
      durationMs: Math.round(performance.now() - began),
      attempts,
      ...(movedTo === undefined ? {} : { movedTo }),
    });
    return {
      limits: {
        timeoutMs: request.timeoutMs ?? defaults.timeoutMs,
        browserTimeoutMs: request.timeoutMs ?? BROWSER_TIMEOUT_MS,
        maxBytes: request.maxBytes ?? defaults.maxBytes,
      },
      facts,
      failure: (result: Extract<TierResult, { ok: false }>): FetchFailure => {
        const { reason, message, status, retryAfterSec, finalUrl, attempts } = result;
        const told = { url: redact(finalUrl), purpose: request.purpose, reason, status, attempts };
        if (reason === 'http_not_modified') this.logger.debug(told, 'page not modified');
        else this.logger.info(told, 'fetch failed');
        return { ok: false, reason, message, status, retryAfterSec, ...facts(result) };
      },
    };
  }

  /** Everything that can be decided before a request leaves; null means: go on. */
  private async admit(request: FetchRequest): Promise<Extract<TierResult, { ok: false }> | null> {
    if (!URL.canParse(request.url)) return stop(request, 'refused_scheme', `not an absolute address: ${request.url}`);
    const refusal = refuseUrl(new URL(request.url), this.options.egress);
    if (refusal) return stop(request, refusal.reason, refusal.message);
    if (request.robotsBypass) {
      this.robotsBypasses.note(request.url);
      return null;
    }
    if (!request.robots) return null;
    const decision = await this.robotsAllows(request.url, {
      ...request.robots,
      pace: request.pace,
      signal: request.signal,
    });
    if ('ok' in decision) return stop(request, decision.reason, decision.message, decision.retryAfterSec);
    if (decision.allowed) return null;
    const why = decision.rule ?? 'robots.txt is unreachable and the site is set to deny then';
    return stop(request, 'refused_robots', `robots.txt: ${why}`);
  }
}

/** The end of a fetch before any request left. */
function stop(
  request: FetchRequest,
  reason: FetchFailure['reason'],
  message: string,
  retryAfterSec: number | null = null,
): Extract<TierResult, { ok: false }> {
  const facts = { finalUrl: request.url, attempts: 0, strategy: 'http' as const };
  return { ok: false, reason, message, status: null, retryAfterSec, escalate: false, ...facts };
}

/** Opens the door; it holds sockets until it is closed. */
export async function openFetchDoor(options: FetchDoorOptions): Promise<FetchDoor> {
  const door = new FetchDoor(options);
  await door.startBrowsers();
  return door;
}

function charsetOf(headers: Record<string, string>): string | null {
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? null;
}

/** Query values may hold tokens: logs show only the names. */
function redact(address: string): string {
  return address.replace(/([?&][^=&]+)=[^&]*/g, '$1=').replace(/\/\/[^/@]*@/, '//');
}
