import { type Browser, chromium } from 'playwright-core';
import { openCdpTransport } from './cdp-transport.js';
import { ChromiumProcess, type ChromiumSettings } from './chromium-process.js';
import { settleWithin } from './settle-within.js';

/** A browser that takes orders: a process of ours, or one elsewhere that we are connected to. */
export interface OpenedBrowser {
  readonly browser: Browser;
  /** Null for a browser that is not our process. */
  readonly pid: number | null;
  readonly startedAt: number;
  readonly alive: boolean;
  /** Resident memory of all its processes; 0 where that is not ours to know. */
  rssBytes(): number;
  end(): Promise<void>;
}

/** Where browsers come from. */
export interface BrowserSource {
  readonly tier: 'browser' | 'browserless';
  /** For browsers that were not started behind the guarding proxy: each context is put behind it. */
  readonly contextProxy?: { server: string; username: string; password: string };
  open(): Promise<OpenedBrowser>;
}

export interface RemoteBrowserSettings {
  /** `ws://` or `http://` address of a CDP endpoint, token included. */
  endpoint: string;
  launchTimeoutMs: number;
}

const GOODBYE_MS = 3000;

/** Starts a Chromium of our own, in a process group that is ours to kill. */
export class OwnChromium implements BrowserSource {
  readonly tier = 'browser';

  constructor(private readonly settings: ChromiumSettings) {}

  async open(): Promise<OpenedBrowser> {
    const process = await ChromiumProcess.launch(this.settings);
    try {
      const { launchTimeoutMs } = this.settings;
      const browser = await withDeadline(chromium.connectOverCDP(process.endpoint), launchTimeoutMs);
      return {
        browser,
        pid: process.pid,
        startedAt: process.startedAt,
        get alive() {
          return process.alive;
        },
        rssBytes: () => process.rssBytes(),
        end: () => process.kill(),
      };
    } catch (error) {
      await process.kill();
      throw error;
    }
  }
}

/** Uses a Chromium that somebody else keeps running (browserless and the like), over CDP. */
export class RemoteChromium implements BrowserSource {
  readonly tier = 'browserless';

  constructor(
    private readonly settings: RemoteBrowserSettings,
    readonly contextProxy: { server: string; username: string; password: string },
  ) {}

  async open(): Promise<OpenedBrowser> {
    const { endpoint, launchTimeoutMs: timeout } = this.settings;
    const connect = async () => chromium.connectOverCDP(await openCdpTransport(endpoint, timeout), { timeout });
    const browser = await withDeadline(connect(), timeout).catch((error: unknown) => {
      throw new Error(`no browser at ${new URL(endpoint).host}`, { cause: withoutSecrets(error, endpoint) });
    });
    return {
      browser,
      pid: null,
      startedAt: Date.now(),
      get alive() {
        return browser.isConnected();
      },
      rssBytes: () => 0,
      // Contexts are disposed of when their connection ends; the browser itself is not ours to kill.
      end: async () => void (await settleWithin(browser.close(), GOODBYE_MS)),
    };
  }
}

/** The address may carry a token, and the library repeats it in its messages. */
function withoutSecrets(error: unknown, endpoint: string): Error {
  const { host, search } = new URL(endpoint);
  const message = error instanceof Error ? error.message : String(error);
  return new Error(message.replaceAll(endpoint, host).replaceAll(search || endpoint, ''));
}

async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_, reject) => (timer = setTimeout(() => reject(new Error(`nothing within ${ms} ms`)), ms)),
  );
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
