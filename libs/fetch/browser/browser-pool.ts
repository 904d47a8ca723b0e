import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { type FetchLogger } from '../fetch-logger.js';
import { ACCEPT_LANGUAGE, USER_AGENT } from '../http/browser-headers.js';
import { type BrowserSource, type OpenedBrowser } from './browser-source.js';
import { settleWithin } from './settle-within.js';

export interface BrowserPoolSettings {
  /** Pages open at the same time. */
  maxPages: number;
  /** A browser is replaced after so many pages, so much time, or with so much memory. */
  recyclePages: number;
  recycleAgeMs: number;
  recycleRssBytes: number;
  /** Kept contexts (7 MB each): a host's storage survives between its pages. */
  maxContexts: number;
  verifyTls: boolean;
}

/** How long a page may take to close before its browser counts as hung. */
const CLOSE_PATIENCE_MS = 3000;
const RSS_CHECK_EVERY = 20;

/** Closed for good in every frame: data channels that no page we read needs. */
const CLOSE_SIDE_CHANNELS = `for (const name of ['WebSocket', 'WebSocketStream', 'WebTransport', 'RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel']) {
  try { Object.defineProperty(globalThis, name, { value: undefined, configurable: false, writable: false }); } catch {}
}`;

interface RunningBrowser {
  opened: OpenedBrowser;
  contexts: Map<string, BrowserContext>;
  pagesOpened: number;
  pagesOpen: number;
  /** No new pages; ends when its last page is closed. */
  retired: boolean;
}

/** The browser went away while a page was using it; the page itself may be innocent. */
export class BrowserLostError extends Error {}

/** Warm, bounded and mortal: one Chromium that is replaced before it gets old, and killed when it hangs. */
export class BrowserPool {
  /** The browser that takes new pages, started by the first who needs it. */
  private current: Promise<RunningBrowser> | null = null;
  private newest: RunningBrowser | null = null;
  private readonly running = new Set<RunningBrowser>();
  private readonly waiting: (() => void)[] = [];
  private openPages = 0;
  private closed = false;

  constructor(
    private readonly source: BrowserSource,
    private readonly settings: BrowserPoolSettings,
    private readonly logger: FetchLogger,
  ) {}

  /**
   * Runs `work` on a fresh page of the host's context. The page is gone when this settles: closed, or its browser
   * killed when it does not close in time. A private page has a context of its own that goes with it, and loads
   * nothing from a server that cannot prove its name.
   */
  async withPage<T>(
    host: string,
    signal: AbortSignal,
    work: (page: Page, context: BrowserContext) => Promise<T>,
    isPrivate = false,
  ): Promise<T> {
    await this.takeSlot(signal);
    try {
      const home = await this.browser();
      home.pagesOpen += 1;
      home.pagesOpened += 1;
      let page: Page | undefined;
      let own: BrowserContext | undefined;
      try {
        const gone = new Promise<never>((_, reject) => {
          home.opened.browser.once('disconnected', () => reject(new BrowserLostError('the browser went away')));
        });
        gone.catch(() => undefined);
        const hurry = untilAborted(signal);
        const run = async () => {
          if (isPrivate) own = await this.newContext(home, true);
          const context = own ?? (await this.contextOf(home, host));
          page = await context.newPage();
          return work(page, context);
        };
        return await Promise.race([run(), gone, hurry.promise]).finally(hurry.clear);
      } finally {
        await this.closePage(home, page, signal.aborted);
        if (own && home.opened.alive) await settleWithin(own.close(), CLOSE_PATIENCE_MS);
        home.pagesOpen -= 1;
        await this.retireIfDue(home);
      }
    } finally {
      this.openPages -= 1;
      this.waiting[0]?.();
    }
  }

  /** Forgets the cookies and storage of a host that no page is using. */
  async forget(host: string): Promise<void> {
    for (const home of this.running) {
      const context = home.contexts.get(host);
      if (!context || context.pages().length > 0) continue;
      home.contexts.delete(host);
      await settleWithin(context.close(), CLOSE_PATIENCE_MS);
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.current?.catch(() => undefined);
    await Promise.all([...this.running].map((home) => this.end(home)));
  }

  private async takeSlot(signal: AbortSignal): Promise<void> {
    if (this.closed) throw new BrowserLostError('the pool is closed');
    while (this.openPages >= this.settings.maxPages) {
      await this.nextFreeSlot(signal);
      if (!signal.aborted) continue;
      // The free slot may have been announced to this caller: the next one must hear of it.
      this.waiting[0]?.();
      throw new Error('gave up waiting for a page');
    }
    this.openPages += 1;
  }

  private nextFreeSlot(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        signal.removeEventListener('abort', wake);
        const place = this.waiting.indexOf(wake);
        if (place >= 0) this.waiting.splice(place, 1);
        resolve();
      };
      this.waiting.push(wake);
      if (signal.aborted) wake();
      else signal.addEventListener('abort', wake, { once: true });
    });
  }

  private browser(): Promise<RunningBrowser> {
    if (this.current) return this.current;
    const launching = this.launch();
    this.current = launching;
    launching.catch(() => this.current === launching && (this.current = null));
    return launching;
  }

  private async launch(): Promise<RunningBrowser> {
    const opened = await this.source.open();
    const home: RunningBrowser = { opened, contexts: new Map(), pagesOpened: 0, pagesOpen: 0, retired: false };
    this.running.add(home);
    this.newest = home;
    opened.browser.once('disconnected', () => void this.end(home));
    this.logger.info({ pid: opened.pid, tier: this.source.tier }, 'browser started');
    return home;
  }

  private async contextOf(home: RunningBrowser, host: string): Promise<BrowserContext> {
    const known = home.contexts.get(host);
    home.contexts.delete(host);
    const context = known ?? (await this.newContext(home));
    home.contexts.set(host, context);
    if (home.contexts.size > this.settings.maxContexts) {
      for (const [oldest, idle] of home.contexts) {
        if (oldest === host || idle.pages().length > 0) continue;
        home.contexts.delete(oldest);
        void settleWithin(idle.close(), CLOSE_PATIENCE_MS);
        break;
      }
    }
    return context;
  }

  private async newContext(home: RunningBrowser, verifyTls = this.settings.verifyTls): Promise<BrowserContext> {
    const context = await home.opened.browser.newContext({
      userAgent: USER_AGENT,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      viewport: { width: 1366, height: 768 },
      extraHTTPHeaders: { 'accept-language': ACCEPT_LANGUAGE },
      ignoreHTTPSErrors: !verifyTls,
      serviceWorkers: 'block',
      acceptDownloads: false,
      proxy: this.source.contextProxy,
    });
    await context.addInitScript(CLOSE_SIDE_CHANNELS);
    return context;
  }

  /** A browser that neither closes a page nor answers a simple question in time is killed, group and folder. */
  private async closePage(home: RunningBrowser, page: Page | undefined, aborted: boolean): Promise<void> {
    if (!home.opened.alive) return;
    if (!page && !aborted) return;
    const question = page ? page.close({ runBeforeUnload: false }) : askVersion(home.opened.browser);
    if (await settleWithin(question, CLOSE_PATIENCE_MS)) return;
    this.logger.warn({ pid: home.opened.pid }, 'browser hangs and is killed');
    await this.end(home);
  }

  private async retireIfDue(home: RunningBrowser): Promise<void> {
    const { recyclePages, recycleAgeMs, recycleRssBytes } = this.settings;
    const due =
      home.pagesOpened >= recyclePages ||
      Date.now() - home.opened.startedAt >= recycleAgeMs ||
      (home.pagesOpened % RSS_CHECK_EVERY === 0 && home.opened.rssBytes() >= recycleRssBytes);
    if (due || home.retired) await this.retire(home);
  }

  private async retire(home: RunningBrowser): Promise<void> {
    this.stopGiving(home);
    home.retired = true;
    if (home.pagesOpen <= 0) await this.end(home);
  }

  private stopGiving(home: RunningBrowser): void {
    if (this.newest !== home) return;
    this.newest = null;
    this.current = null;
  }

  private async end(home: RunningBrowser): Promise<void> {
    this.stopGiving(home);
    if (!this.running.delete(home)) return;
    await home.opened.end();
    this.logger.info({ pid: home.opened.pid, pages: home.pagesOpened }, 'browser ended');
  }
}

async function askVersion(browser: Browser): Promise<void> {
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.getVersion');
  await session.detach();
}

function untilAborted(signal: AbortSignal): { promise: Promise<never>; clear(): void } {
  let stop = () => undefined as void;
  const promise = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('the page took too long'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  promise.catch(() => undefined);
  return { promise, clear: () => signal.removeEventListener('abort', stop) };
}
