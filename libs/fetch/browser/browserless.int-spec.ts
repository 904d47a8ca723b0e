import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { chromium } from 'playwright-core';
import { type FetchRequest } from '@govcrawler/contracts';
import { type SimWeb, startSimWeb } from '@govcrawler/testing';
import { type FetchDoor, type FetchDoorOptions, openFetchDoor } from '../fetch-door.js';
import { ChromiumProcess } from './chromium-process.js';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const NO_PACE = { intervalSec: 0, jitterSec: 0 };
const NOWHERE = 'ws://127.0.0.1:1';
const NO_CHROMIUM = { executablePath: '/nonexistent/browser' };

describe('a browser elsewhere', () => {
  let web: SimWeb;
  let origin: Server;
  let remote: ChromiumProcess;
  let door: FetchDoor;
  let page: string;
  let host: string;
  let title: string;
  let reached: string[];

  const open = async (more: Pick<FetchDoorOptions, 'browser' | 'browserless'>) => {
    const own = (origin.address() as AddressInfo).port;
    door = await openFetchDoor({
      egress: {
        allowedHosts: new Map([
          ...web.hosts.map((name) => [name, { address: '127.0.0.1', port: web.port }] as const),
          ['hostile.gov.cn', { address: '127.0.0.1', port: own }],
        ]),
        publicSuffixes: ['.gov.cn'],
        ports: [80, 443],
        resolver: async () => ['127.0.0.1'],
      },
      ...more,
    });
  };
  const get = (over: Partial<FetchRequest> = {}) =>
    door.fetch({ url: page, purpose: 'detail', pace: NO_PACE, timeoutMs: 15_000, ...over });

  beforeAll(async () => {
    web = await startSimWeb({ documents: 60 });
    const document = web.documents().find(({ kind, url }) => kind === 'text' && url.startsWith('http:'));
    page = document?.url ?? '';
    title = document?.title ?? '';
    host = new URL(page).hostname;
    origin = createServer((request, response) => {
      reached.push(`${request.headers.host}${request.url}`);
      const inside = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(`<title>hostile</title><p>${'公开信息'.repeat(200)}</p><img src="${inside}/image">
        <iframe src="${inside}/frame"></iframe><script src="${inside}/script"></script>
        <script>fetch('${inside}/fetch', { mode: 'no-cors' }); new Worker(URL.createObjectURL(new Blob(["fetch('${inside}/worker', { mode: 'no-cors' })"])));
        const socket = window.WebSocket && new WebSocket('${inside.replace('http', 'ws')}/socket')</script>`);
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    // Started without a proxy, as somebody else would: all that guards it is what we give its contexts.
    remote = await ChromiumProcess.launch({
      executablePath: CHROMIUM,
      proxyServer: 'direct://',
      launchTimeoutMs: 20_000,
    });
  });
  beforeEach(() => {
    web.reset();
    reached = [];
  });
  afterEach(() => door.close());
  afterAll(async () => {
    await remote.kill();
    origin.closeAllConnections();
    origin.close();
    await web.close();
  });

  it('serves those who ask for it', async () => {
    await open({ browserless: { endpoint: remote.endpoint } });
    const result = await get({ strategy: 'browserless' });
    expect(result).toMatchObject({ ok: true, strategy: 'browserless', attempts: 1 });
    expect(result.ok && Buffer.from(result.body).toString()).toContain(title);
    expect(await get()).toMatchObject({ ok: true, strategy: 'http' });
  });

  it('is also found by the http address of its debugging port', async () => {
    await open({ browserless: { endpoint: `http://${new URL(remote.endpoint).host}` } });
    expect(await get({ strategy: 'browserless' })).toMatchObject({ ok: true, strategy: 'browserless' });
  });

  it('passes challenges where there is no browser of our own, and its cookie makes the next fetch plain', async () => {
    await open({ browserless: { endpoint: remote.endpoint } });
    web.setFault(host, { fault: { kind: 'challenge' } });
    expect(await get()).toMatchObject({ ok: true, strategy: 'browserless', attempts: 2 });
    expect(await get()).toMatchObject({ ok: true, strategy: 'http', attempts: 1 });
  });

  it('stands behind the same guard: a hostile page reaches nothing inside', async () => {
    await open({ browserless: { endpoint: remote.endpoint } });
    const result = await get({ url: 'http://hostile.gov.cn/', strategy: 'browserless' });
    expect(result).toMatchObject({ ok: true, strategy: 'browserless' });
    const strangers = reached.filter((address) => !address.startsWith('hostile.gov.cn/'));
    expect(reached).toContain('hostile.gov.cn/');
    expect(strangers).toEqual([]);
    expect(await get({ url: 'http://other.gov.cn/', strategy: 'browserless' })).toMatchObject({
      ok: false,
      reason: 'refused_address',
    });
  });

  describe('over its /content address', () => {
    let service: Server;
    let orders: Record<string, unknown>[];
    let guarded: boolean;

    /** As the real service does: starts a browser with the flags of the order and answers with the page. */
    const serve = async (request: IncomingMessage, response: ServerResponse) => {
      const order = (await json(request)) as { url: string; waitForTimeout: number; authenticate: object };
      const { searchParams } = new URL(request.url ?? '/', 'http://x');
      orders.push({ ...order, token: searchParams.get('token') });
      if (searchParams.get('token') !== 'service-token') return void response.writeHead(401).end('Bad token');
      const { args } = JSON.parse(searchParams.get('launch') ?? '{}') as { args: string[] };
      // Rules by scheme, which a context of playwright does not take: that of pages is enough here.
      const server = /^--proxy-server=http=([^;]+);/.exec(args[0] ?? '')?.[1] ?? '';
      const chrome = await chromium.connectOverCDP(remote.endpoint);
      try {
        const context = await chrome.newContext(guarded ? { proxy: { server, ...order.authenticate } } : {});
        const page = await context.newPage();
        if (!guarded)
          await page.route('**', (route) => route.fulfill({ body: `<title>${title}</title>${'公开'.repeat(400)}` }));
        const answer = await page.goto(order.url, { waitUntil: 'domcontentloaded' });
        await page.waitForTimeout(order.waitForTimeout);
        response.setHeader('x-response-code', page.url() === answer?.url() ? (answer?.status() ?? 0) : 200);
        response.setHeader('x-response-url', page.url()).end(await page.content());
        await context.close();
      } catch (error) {
        response.writeHead(500).end((error as Error).message);
      } finally {
        await chrome.close();
      }
    };
    beforeAll(async () => {
      service = createServer((request, response) => void serve(request, response));
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    });
    beforeEach(() => {
      orders = [];
      guarded = true;
    });
    afterAll(() => service.close());
    const openService = (token = 'service-token') =>
      open({
        browserless: { endpoint: `http://127.0.0.1:${(service.address() as AddressInfo).port}/content?token=${token}` },
      });

    it('brings the page, through our guard only', async () => {
      await openService();
      const result = await get({ strategy: 'browserless' });
      expect(result).toMatchObject({ ok: true, status: 200, strategy: 'browserless', finalUrl: page });
      expect(result.ok && Buffer.from(result.body).toString()).toContain(title);
      expect(orders).toMatchObject([{ url: page, rejectResourceTypes: ['image', 'media', 'font'] }]);
      expect(await get({ url: 'http://other.gov.cn/', strategy: 'browserless' })).toMatchObject({
        ok: false,
        reason: 'refused_address',
      });
      expect(reached).toEqual([]);
    });

    it('throws a page away that came past the guard, and goes on without that browser', async () => {
      guarded = false;
      await openService();
      expect(await get({ strategy: 'browserless' })).toMatchObject({ ok: true, strategy: 'http' });
      expect(orders).toHaveLength(1);
    });

    it('is no browser when it refuses us', async () => {
      await openService('wrong-token');
      expect(await get({ strategy: 'browserless' })).toMatchObject({ ok: true, strategy: 'http' });
    });
  });

  it.each([
    ['browserless', 'browser', { browser: { executablePath: CHROMIUM }, browserless: { endpoint: NOWHERE } }],
    ['browserless', 'http', { browser: NO_CHROMIUM, browserless: { endpoint: NOWHERE } }],
    ['browser', 'http', { browser: NO_CHROMIUM, browserless: { endpoint: NOWHERE } }],
  ] as const)('%s degrades to %s when what comes before is down', async (strategy, served, settings) => {
    await open(settings);
    expect(await get({ strategy })).toMatchObject({ ok: true, strategy: served });
  });

  it('takes over when our own cannot be started, also in the chain', async () => {
    await open({ browser: NO_CHROMIUM, browserless: { endpoint: remote.endpoint } });
    expect(await get({ strategy: 'browser' })).toMatchObject({ ok: true, strategy: 'browserless' });
    web.setFault(host, { fault: { kind: 'challenge' } });
    expect(await get()).toMatchObject({ ok: true, strategy: 'browserless', attempts: 2 });
  });

  it('that cannot reach our proxy is no browser: the next one serves', async () => {
    await open({ browserless: { endpoint: remote.endpoint, proxyHost: '127.0.0.2' } });
    expect(await get({ strategy: 'browserless' })).toMatchObject({ ok: true, strategy: 'http' });
  });
});
