import { type FetchRequest } from '@govcrawler/contracts';
import { type SimWeb, startSimWeb } from '@govcrawler/testing';
import { type BrowserSettings } from './browser-tier.js';
import { InProcessCookieJar } from '../cookies/cookie-jar-store.js';
import { type FetchDoor, openFetchDoor } from '../fetch-door.js';

const NO_PACE = { intervalSec: 0, jitterSec: 0 };
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

describe('browser tier on the simulated web', () => {
  let web: SimWeb;
  let door: FetchDoor | undefined;
  let cookies: InProcessCookieJar;
  let host: string;
  let pages: string[];

  const open = async (browser: Partial<BrowserSettings> = {}) => {
    await door?.close();
    door = await openFetchDoor({
      egress: {
        allowedHosts: new Map(web.hosts.map((name) => [name, { address: '127.0.0.1', port: web.port }])),
        publicSuffixes: ['.gov.cn'],
        ports: [80, 443],
        resolver: async () => [],
      },
      cookies,
      browser: { executablePath: CHROMIUM, ...browser },
    });
  };

  beforeAll(async () => {
    web = await startSimWeb({ documents: 200 });
    const texts = web.documents().filter((document) => document.kind === 'text' && document.url.startsWith('http:'));
    host = new URL(texts[0]?.url ?? '').hostname;
    pages = texts.map((document) => document.url).filter((url) => new URL(url).hostname === host);
  });
  beforeEach(async () => {
    web.reset();
    cookies = new InProcessCookieJar();
    await open();
  });
  afterEach(() => door?.close());
  afterAll(() => web.close());

  const get = (url: string | undefined, over: Partial<FetchRequest> = {}) =>
    (door as FetchDoor).fetch({ url: url ?? '', purpose: 'detail', pace: NO_PACE, ...over });

  it('passes a challenge once, and its cookie makes the next 50 fetches plain HTTP', async () => {
    web.setFault(host, { fault: { kind: 'challenge' } });
    expect(await get(pages[0])).toMatchObject({ ok: true, status: 200, strategy: 'browser', attempts: 2 });
    const browserRequests = web.log.length;
    for (let page = 0; page < 50; page += 1) {
      expect(await get(pages[page % pages.length])).toMatchObject({ ok: true, strategy: 'http', attempts: 1 });
    }
    expect(web.log.length - browserRequests).toBe(50);
  });

  it('heals by itself when the cookie expires', async () => {
    web.setFault(host, { fault: { kind: 'challenge', cookieTtlSec: 2 } });
    expect(await get(pages[0])).toMatchObject({ ok: true, strategy: 'browser' });
    expect(await get(pages[1])).toMatchObject({ ok: true, strategy: 'http' });
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await get(pages[2])).toMatchObject({ ok: true, strategy: 'browser' });
    expect(await get(pages[3])).toMatchObject({ ok: true, strategy: 'http' });
  });

  it('solves once for many fetches that meet the challenge at the same time', async () => {
    web.setFault(host, { fault: { kind: 'challenge' } });
    const results = await Promise.all(pages.slice(0, 6).map((url) => get(url)));
    expect(results.map((result) => result.ok && result.strategy).sort()).toEqual([
      'browser',
      ...Array<string>(5).fill('http'),
    ]);
  });

  it('earns cookies for files and interfaces, which are then fetched plainly', async () => {
    web.setFault(host, { fault: { kind: 'challenge' } });
    expect(await get(pages[0], { purpose: 'api' })).toMatchObject({ ok: true, strategy: 'http', attempts: 3 });
  });

  it('never starts a browser for resets, nor for a request that asks for plain HTTP', async () => {
    await open({ executablePath: '/nonexistent/browser' });
    web.setFault(host, { fault: { kind: 'reset' } });
    expect(await get(pages[0])).toMatchObject({ ok: false, reason: 'network_reset', strategy: 'http', attempts: 1 });
    web.setFault(host, { fault: { kind: 'challenge' } });
    expect(await get(pages[0], { strategy: 'http' })).toMatchObject({
      reason: 'ctct_challenge_unresolved',
      attempts: 1,
    });
  });

  it('falls back to plain HTTP when no browser can be started', async () => {
    await open({ executablePath: '/nonexistent/browser' });
    expect(await get(pages[0], { strategy: 'browser' })).toMatchObject({ ok: true, strategy: 'http' });
    web.setFault(host, { fault: { kind: 'challenge' } });
    expect(await get(pages[0])).toMatchObject({ ok: false, reason: 'ctct_challenge_unresolved' });
  });

  it('says what the browser saw when the site refuses it too', async () => {
    web.setFault(host, { fault: { kind: 'forbidden' } });
    expect(await get(pages[0])).toMatchObject({
      ok: false,
      reason: 'http_forbidden',
      status: 403,
      strategy: 'browser',
    });
  });

  it('renders the document a visitor sees', async () => {
    const plain = await get(pages[0], { strategy: 'http' });
    const rendered = await get(pages[0], { strategy: 'browser' });
    expect(rendered).toMatchObject({ ok: true, strategy: 'browser', charsetHint: 'utf-8' });
    const title = web.documents().find((document) => document.url === pages[0])?.title ?? '';
    expect(plain.ok && rendered.ok && Buffer.from(rendered.body).toString()).toContain(title);
  });
});
