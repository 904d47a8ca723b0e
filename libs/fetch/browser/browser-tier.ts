import { randomUUID } from 'node:crypto';
import { type FetchFailureReason } from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { type CookieJarStore, type HostCookies } from '../cookies/cookie-jar-store.js';
import { bareHostname, type EgressPolicy, refuseUrl } from '../egress/egress-policy.js';
import { GuardProxy } from '../egress/guard-proxy.js';
import { type GuardedDialer } from '../egress/guarded-dialer.js';
import { type FetchLogger } from '../fetch-logger.js';
import { type TierRequest, type TierResult } from '../http/http-tier.js';
import { Deadline } from '../politeness/deadline.js';
import { type TurnOutcome } from '../politeness/host-state.js';
import { type Turnstile } from '../politeness/turnstile.js';
import { healthOutcome } from '../verdict/escalation.js';
import { BrowserLostError, BrowserPool, type BrowserPoolSettings } from './browser-pool.js';
import { OwnChromium, RemoteChromium, type RemoteBrowserSettings } from './browser-source.js';
import { type ChromiumSettings, sweepAbandonedBrowsers } from './chromium-process.js';
import { ContentRenderer, isContentEndpoint } from './content-renderer.js';
import { type PageRenderer, PooledRenderer } from './page-renderer.js';
import { proxyRules } from './proxy-rules.js';
import { PageTooBigError, type RenderedPage } from './render-page.js';

/** Settings of the browser tier; only the path has no default. */
export type BrowserSettings = { executablePath: string } & Partial<
  BrowserPoolSettings & Pick<ChromiumSettings, 'launchTimeoutMs'>
>;

/** Settings of a browser elsewhere; only its address has no default. */
export type BrowserlessSettings = { endpoint: string } & Partial<
  BrowserPoolSettings &
    Pick<RemoteBrowserSettings, 'launchTimeoutMs'> & {
      /** Name or address under which that browser reaches this process; loopback unless set. */
      proxyHost: string;
      proxyPort: number;
    }
>;

const DEFAULTS = {
  launchTimeoutMs: 20_000,
  maxPages: 4,
  recyclePages: 200,
  recycleAgeMs: 30 * 60_000,
  recycleRssBytes: 1500 * 1024 * 1024,
  maxContexts: 16,
  verifyTls: false,
};
const REMOTE_DEFAULTS = { ...DEFAULTS, launchTimeoutMs: 10_000, proxyHost: '127.0.0.1', proxyPort: 0 };
/** An innocent page whose browser was killed for a neighbour's sake is opened again. */
const MAX_TRIES = 3;
const PAGE_PURPOSES = new Set(['list', 'detail']);

export interface BrowserTierParts {
  policy: EgressPolicy;
  dialer: GuardedDialer;
  turnstile: Turnstile;
  cookies: CookieJarStore;
  logger: FetchLogger;
}

/** Tier 3: a real browser behind the guarding proxy; writes the cookies it earned back to the pool. */
export class BrowserTier {
  private constructor(
    readonly name: 'browser' | 'browserless',
    private readonly parts: BrowserTierParts,
    private readonly proxy: GuardProxy,
    private readonly renderer: PageRenderer,
  ) {}

  /** A Chromium of our own; it is started with the guarding proxy as its only way out. */
  static async open(settings: BrowserSettings, parts: BrowserTierParts): Promise<BrowserTier> {
    await sweepAbandonedBrowsers();
    const proxy = await GuardProxy.listen(parts.dialer);
    const all = { ...DEFAULTS, ...settings };
    const pool = new BrowserPool(new OwnChromium({ ...all, proxyServer: proxyRules(proxy.url) }), all, parts.logger);
    return new BrowserTier('browser', parts, proxy, new PooledRenderer(pool));
  }

  /** A Chromium elsewhere, which gets the guarding proxy; that asks for a password made for this process. */
  static async connect(settings: BrowserlessSettings, parts: BrowserTierParts): Promise<BrowserTier> {
    const all = { ...REMOTE_DEFAULTS, ...settings };
    const [username, password] = ['browser', randomUUID()];
    const isNear = /^(127\.|localhost$|\[?::1)/.test(all.proxyHost);
    const proxy = await GuardProxy.listen(parts.dialer, {
      host: isNear ? '127.0.0.1' : '0.0.0.0',
      port: all.proxyPort,
      login: { username, password },
    });
    const way = { server: `http://${all.proxyHost}:${proxy.port}`, username, password };
    const renderer = isContentEndpoint(all.endpoint)
      ? new ContentRenderer(all.endpoint, way, proxy)
      : new PooledRenderer(new BrowserPool(new RemoteChromium(all, way), all, parts.logger));
    return new BrowserTier('browserless', parts, proxy, renderer);
  }

  /** Null when there is no working browser: the caller falls back to what it has. */
  async fetch(request: TierRequest): Promise<TierResult | null> {
    const wanted = new URL(request.url);
    // Only pages are read in the browser. For everything else it earns the cookies on the site's home page.
    const url = PAGE_PURPOSES.has(request.purpose) ? wanted.href : `${wanted.origin}/`;
    const facts = { finalUrl: url, attempts: 0, strategy: this.name };
    const timeoutMs = request.browserTimeoutMs;
    const entry = await this.parts.turnstile.enter(hostKey(url), request, timeoutMs);
    if (entry.kind === 'refused') return { ...facts, ...entry.failure, ok: false, status: null, escalate: false };

    let outcome: TurnOutcome = { kind: 'undecided' };
    const deadline = new Deadline(timeoutMs, request.signal);
    try {
      const page = await this.render(request, url, timeoutMs, deadline);
      const result = await this.understand(page, request);
      outcome = result.ok ? { kind: 'healthy' } : healthOutcome(result.reason, result.retryAfterSec);
      return result;
    } catch (error) {
      const failure = this.nameFailure(error, wanted.hostname, deadline, timeoutMs);
      if (!failure) {
        this.parts.logger.error({ err: error, tier: this.name }, 'no working browser');
        return null;
      }
      outcome = healthOutcome(failure.reason, null);
      return { ...facts, attempts: 1, ok: false, ...failure, status: null, retryAfterSec: null, escalate: false };
    } finally {
      deadline.clear();
      await entry.leave(outcome);
    }
  }

  async close(): Promise<void> {
    await this.renderer.close();
    await this.proxy.close();
  }

  private async render(
    request: TierRequest,
    url: string,
    timeoutMs: number,
    deadline: Deadline,
  ): Promise<RenderedPage> {
    const host = bareHostname(new URL(url).hostname);
    const purpose = PAGE_PURPOSES.has(request.purpose) ? request.purpose : 'list';
    // A home page that is opened for its cookies is opened as a stranger.
    const secret = PAGE_PURPOSES.has(request.purpose) ? request.secret : undefined;
    const { maxBytes, browser: wishes } = request;
    const order = { url, purpose, timeoutMs: timeoutMs - 1000, maxBytes, wishes, secret };
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.renderer.render(host, order, deadline.signal);
      } catch (error) {
        if (!isBrowserLoss(error) || tries >= MAX_TRIES || deadline.endedBy) throw error;
      }
    }
  }

  private async understand(page: RenderedPage, request: TierRequest): Promise<TierResult> {
    const { finalUrl, status, headers, body, verdict } = page;
    const facts = { finalUrl, attempts: 1, strategy: this.name };
    const failed = (reason: FetchFailureReason, message: string, retryAfterSec: number | null = null): TierResult => ({
      ...facts,
      ok: false,
      reason,
      message,
      status,
      retryAfterSec,
      escalate: false,
    });
    const host = new URL(finalUrl).hostname;
    const blocked = verdict.ok ? undefined : this.proxy.failureOf(host);
    if (blocked) return failed(blocked.reason, blocked.message);
    const refusal = refuseUrl(new URL(finalUrl), this.parts.policy);
    if (refusal) return failed(refusal.reason, refusal.message);
    // A session that was refused once tends to stay refused: the next try starts as a stranger.
    if (!verdict.ok && verdict.family !== null) await this.renderer.forget(bareHostname(host));
    if (!verdict.ok) return failed(verdict.reason, `in the browser: ${verdict.message}`, verdict.retryAfterSec);
    if (body.length > request.maxBytes) return failed('limit_bytes', `document passes ${request.maxBytes} bytes`);
    if (Object.keys(page.cookies).length > 0) await this.keepCookies(bareHostname(host), page.cookies);
    return { ...facts, ok: true, status, headers, body, bytes: body.length };
  }

  /** The page is here: it is not lost because its cookies could not be kept. */
  private async keepCookies(host: string, cookies: HostCookies): Promise<void> {
    await this.parts.cookies.write(host, cookies).catch((error: unknown) => {
      this.parts.logger.warn({ host, err: error }, 'cookies of the browser are lost');
    });
  }

  /** Null for a browser that cannot be had at all. */
  private nameFailure(
    error: unknown,
    hostname: string,
    deadline: Deadline,
    timeoutMs: number,
  ): { reason: FetchFailureReason; message: string } | null {
    if (deadline.endedBy === 'caller') return { reason: 'aborted', message: 'aborted by the caller' };
    if (deadline.endedBy === 'timeout')
      return { reason: 'network_timeout', message: `page not at rest after ${timeoutMs} ms` };
    if (error instanceof PageTooBigError) return { reason: 'limit_bytes', message: error.message };
    const message = error instanceof Error ? error.message : String(error);
    const known = this.proxy.failureOf(hostname);
    if (known && message.includes('net::ERR_')) return known;
    if (/Timeout \d+ms exceeded|never came to rest/.test(message)) return { reason: 'network_timeout', message };
    if (/Page crashed|Target crashed/i.test(message))
      return { reason: 'network_protocol', message: 'the page crashed' };
    if (/Download is starting/.test(message))
      return { reason: 'http_other', message: 'the address is a download, not a page' };
    const code = /net::(ERR_[A-Z_]+)/.exec(message)?.[1];
    // A browser that cannot reach our proxy says nothing about the site.
    if (code === 'ERR_PROXY_CONNECTION_FAILED') return null;
    return code ? { reason: REASON_BY_NET_ERROR[code] ?? 'network_protocol', message: code } : null;
  }
}

const REASON_BY_NET_ERROR: Record<string, FetchFailureReason> = {
  ERR_NAME_NOT_RESOLVED: 'network_dns',
  ERR_CONNECTION_REFUSED: 'network_connect',
  ERR_TUNNEL_CONNECTION_FAILED: 'network_connect',
  ERR_CONNECTION_RESET: 'network_reset',
  ERR_CONNECTION_CLOSED: 'network_reset',
  ERR_EMPTY_RESPONSE: 'network_reset',
  ERR_INCOMPLETE_CHUNKED_ENCODING: 'network_reset',
  ERR_TIMED_OUT: 'network_timeout',
  ERR_TOO_MANY_REDIRECTS: 'limit_redirects',
  ERR_UNKNOWN_URL_SCHEME: 'refused_scheme',
  ERR_UNSAFE_REDIRECT: 'refused_scheme',
  ERR_SSL_PROTOCOL_ERROR: 'network_tls',
  ERR_CERT_AUTHORITY_INVALID: 'network_tls',
};

function isBrowserLoss(error: unknown): boolean {
  if (error instanceof BrowserLostError) return true;
  return (
    error instanceof Error &&
    /Target (page, context or browser|closed)|browser has been closed|Connection closed/i.test(error.message)
  );
}
