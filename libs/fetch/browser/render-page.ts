import { type BrowserContext, type Page, type Request, type Response } from 'playwright-core';
import { type FetchPurpose, type FetchRequest } from '@govcrawler/contracts';
import { type Credential } from '../credentials/credential.js';
import { type HostCookies } from '../cookies/cookie-jar-store.js';
import { carrySecret } from './carry-secret.js';
import { judgeAnswer, type PageVerdict } from '../verdict/page-verdict.js';

export interface RenderOrder {
  url: string;
  purpose: FetchPurpose;
  timeoutMs: number;
  maxBytes: number;
  wishes: FetchRequest['browser'];
  /** Only for a page in a context of its own. */
  secret?: Credential;
}

export interface RenderedPage {
  finalUrl: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  cookies: HostCookies;
  verdict: PageVerdict;
}

/** The document inside the page is bigger than the caller wants to hold. */
export class PageTooBigError extends Error {}

const HEAVY = [
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'avif',
  'bmp',
  'ico',
  'woff',
  'woff2',
  'ttf',
  'otf',
  'eot',
  'mp4',
  'webm',
  'mp3',
  'm4a',
  'flv',
  'avi',
  'wav',
];
const HEAVY_URLS = HEAVY.flatMap((ending) => [`*.${ending}`, `*.${ending}?*`]);
/** How long scripts may fill a page after its document is there. */
const SETTLE_MS = 3000;
const POLL_MS = 250;
/** Without a request for so long, nothing more is coming. */
const QUIET_MS = 500;

/** Opens an address, lets a challenge solve itself, and returns what a visitor would see. */
export async function renderPage(page: Page, context: BrowserContext, order: RenderOrder): Promise<RenderedPage> {
  const endsAt = Date.now() + order.timeoutMs;
  const seen: { main: Response | null } = { main: null };
  page.on('response', (response) => {
    const ours = response.request().isNavigationRequest() && response.request().frame() === page.mainFrame();
    if (ours && (response.status() < 300 || response.status() >= 400)) seen.main = response;
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  page.on('popup', (popup) => void popup.close().catch(() => undefined));
  if (!order.wishes?.images) await blockHeavy(page, context);
  if (order.secret) await carrySecret(page, context, { secret: order.secret, url: order.url });
  await page.goto(order.url, { waitUntil: 'domcontentloaded', timeout: order.timeoutMs });

  for (;;) {
    const html = await documentOf(page, order.maxBytes);
    const answer = seen.main;
    if (html !== null && answer !== null) {
      const headers = await answer.allHeaders().catch(() => ({}));
      const facts = { status: answer.status(), headers, body: Buffer.from(html) };
      const verdict = judgeAnswer(order.purpose, facts, Date.now());
      // Puzzles solve themselves and navigate on; every other verdict is final.
      const pending = !verdict.ok && verdict.family !== null && verdict.reason !== 'blocked_soft';
      if (!pending || Date.now() + POLL_MS >= endsAt) {
        return finish(page, context, order, { ...facts, verdict });
      }
    } else if (Date.now() + POLL_MS >= endsAt) {
      throw new Error('the page never came to rest');
    }
    await page.waitForTimeout(POLL_MS);
  }
}

async function finish(
  page: Page,
  context: BrowserContext,
  order: RenderOrder,
  answer: Pick<RenderedPage, 'status' | 'headers' | 'body' | 'verdict'>,
): Promise<RenderedPage> {
  const finalUrl = page.url();
  let { body } = answer;
  if (answer.verdict.ok) {
    await page.waitForLoadState('networkidle', { timeout: SETTLE_MS }).catch(() => undefined);
    for (let scroll = 0; scroll < (order.wishes?.scrolls ?? 0); scroll += 1) {
      await scrollToEnd(page);
    }
    body = Buffer.from((await documentOf(page, order.maxBytes)) ?? body);
  }
  // A session that was opened with a secret is as good as the secret: it does not go to the pool.
  const earned = order.secret ? [] : await context.cookies(finalUrl);
  const cookies = Object.fromEntries(earned.map(({ name, value }) => [name, value]));
  // What comes out of a browser is its own serialisation, whatever the server sent.
  const { 'content-encoding': _coding, 'content-length': _length, ...kept } = answer.headers;
  const headers = { ...kept, 'content-type': 'text/html; charset=utf-8' };
  return { ...answer, headers, body, finalUrl, cookies };
}

/** A document reaches "network idle" only once: what a scroll loads has to be watched for itself. */
async function scrollToEnd(page: Page): Promise<void> {
  const loading = new Set<Request>();
  let quietSince = Date.now();
  const begin = (request: Request) => void loading.add(request);
  const end = (request: Request) => {
    loading.delete(request);
    quietSince = Date.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  const endsAt = Date.now() + SETTLE_MS;
  await page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
  while (Date.now() < endsAt && (loading.size > 0 || Date.now() < quietSince + QUIET_MS)) {
    await page.waitForTimeout(POLL_MS / 5);
  }
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
}

/** Null while the page is between two documents. */
async function documentOf(page: Page, maxBytes: number): Promise<string | null> {
  try {
    const length = await page.evaluate<number>(
      'document.documentElement ? document.documentElement.outerHTML.length : 0',
    );
    if (length > maxBytes) throw new PageTooBigError(`document of ${length} characters`);
    return length === 0 ? null : await page.content();
  } catch (error) {
    if (error instanceof PageTooBigError || page.isClosed()) throw error;
    return null;
  }
}

async function blockHeavy(page: Page, context: BrowserContext): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: HEAVY_URLS });
}
