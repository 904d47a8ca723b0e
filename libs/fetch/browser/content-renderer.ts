import { ACCEPT_LANGUAGE, USER_AGENT } from '../http/browser-headers.js';
import { type GuardProxy } from '../egress/guard-proxy.js';
import { judgeAnswer } from '../verdict/page-verdict.js';
import { type PageRenderer } from './page-renderer.js';
import { proxyRules } from './proxy-rules.js';
import { PageTooBigError, type RenderedPage, type RenderOrder } from './render-page.js';

/** How long scripts may fill a page; a challenge that is still there afterwards gets the longer time. */
const SETTLE_MS = 1000;
const CHALLENGE_MS = 6000;
const MAX_ERROR_CHARS = 500;

/** The proxy as that browser reaches it. */
interface ProxyWay {
  server: string;
  username: string;
  password: string;
}

/** `https://browsers.example/content?token=...`: an address that takes an order and answers with the page. */
export function isContentEndpoint(endpoint: string): boolean {
  const { protocol, pathname } = new URL(endpoint);
  return /^https?:$/.test(protocol) && /\/content\/?$/.test(pathname);
}

/**
 * The `/content` endpoint of browserless and services like it: one request, one page. It keeps no session, so cookies
 * are not earned here. The endpoint is named by the operator, so it is asked directly and not through the guard.
 */
export class ContentRenderer implements PageRenderer {
  constructor(
    private readonly endpoint: string,
    private readonly way: ProxyWay,
    private readonly proxy: Pick<GuardProxy, 'lastAskedFor'>,
  ) {}

  async render(host: string, order: RenderOrder, signal: AbortSignal): Promise<RenderedPage> {
    const endsAt = Date.now() + order.timeoutMs;
    const first = await this.ask(host, order, SETTLE_MS, signal);
    const pending = !first.verdict.ok && first.verdict.family !== null && first.verdict.reason !== 'blocked_soft';
    return pending && Date.now() + CHALLENGE_MS < endsAt ? this.ask(host, order, CHALLENGE_MS, signal) : first;
  }

  async forget(): Promise<void> {}

  async close(): Promise<void> {}

  private async ask(host: string, order: RenderOrder, settleMs: number, signal: AbortSignal): Promise<RenderedPage> {
    const askedAt = Date.now();
    const response = await fetch(this.address(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(this.bodyOf(order, settleMs)),
      signal,
    });
    const body = await readUpTo(response, order.maxBytes);
    // What the site did to the browser comes back as text, e.g. net::ERR_CONNECTION_RESET.
    if (!response.ok)
      throw new Error(`content endpoint: ${response.status} ${body.toString().slice(0, MAX_ERROR_CHARS)}`);
    if (this.proxy.lastAskedFor(host) < askedAt) {
      throw new Error('content endpoint: the page did not come through the guarding proxy and is thrown away');
    }
    const status = Number(response.headers.get('x-response-code') ?? 200);
    const finalUrl = response.headers.get('x-response-url') ?? order.url;
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    const verdict = judgeAnswer(order.purpose, { status, headers, body }, Date.now());
    return { finalUrl: URL.canParse(finalUrl) ? finalUrl : order.url, status, headers, body, cookies: {}, verdict };
  }

  /** The browser is started for this one page, with our proxy as its only way out. */
  private address(): string {
    const address = new URL(this.endpoint);
    const args = [
      `--proxy-server=${proxyRules(this.way.server)}`,
      '--proxy-bypass-list=<-loopback>',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--disable-quic',
    ];
    address.searchParams.set('launch', JSON.stringify({ args, acceptInsecureCerts: true }));
    return address.href;
  }

  private bodyOf(order: RenderOrder, settleMs: number): object {
    const { username, password } = this.way;
    return {
      url: order.url,
      gotoOptions: { waitUntil: 'domcontentloaded', timeout: order.timeoutMs },
      waitForTimeout: settleMs,
      bestAttempt: true,
      authenticate: { username, password },
      userAgent: USER_AGENT,
      setExtraHTTPHeaders: { 'accept-language': ACCEPT_LANGUAGE },
      ...(order.wishes?.images ? {} : { rejectResourceTypes: ['image', 'media', 'font'] }),
    };
  }
}

async function readUpTo(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > maxBytes) throw new PageTooBigError(`document passes ${maxBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
