import { spawn } from 'node:child_process';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer as createHttpServer, type Server, type ServerResponse } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import { join } from 'node:path';
import { selfSignedCertificate } from '@govcrawler/testing';
import { protocolsOffered } from './client-hello.js';
import { type FetchDoor, type FetchDoorOptions, openFetchDoor } from '../fetch-door.js';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const NO_PACE = { intervalSec: 0, jitterSec: 0 };
const TEXT = '公开信息'.repeat(200);
/** A public host with TLS: pages may load from it, but no socket of theirs may stay open to it. */
const TLS_HOST = 'tls.gov.cn';

/** Script that keeps a page busy, and so open, until `told` was called so many times: workers come up late. */
const untilTold = (times: string) => `let waiting = ${times}; const told = () => (waiting -= 1);
  const stay = () => waiting > 0 && fetch('/stay').then(() => setTimeout(stay, 100)); stay();`;

/** Every way of a page to make its browser talk to `base`; `tag` makes each recognisable. */
const hostilePage = (base: string, ws: string, stun: string) => `<!DOCTYPE html><html><head>
<title>hostile</title>
<link rel="preconnect" href="${base}/"><link rel="dns-prefetch" href="${base}/">
<link rel="prefetch" href="${base}/prefetch"><link rel="preload" as="script" href="${base}/preload">
<link rel="modulepreload" href="${base}/modulepreload"><link rel="stylesheet" href="${base}/css">
<link rel="icon" href="${base}/icon"><link rel="manifest" href="${base}/manifest">
<style>@import url(${base}/import); @font-face { font-family: x; src: url(${base}/font) } body { background: url(${base}/background); font-family: x }</style>
</head><body>${TEXT}
<img src="${base}/image"><img src="/leave?to=${encodeURIComponent(`${base}/redirected-image`)}">
<script src="${base}/script"></script><script type="module">import("${base}/module").catch(() => 0)</script>
<iframe src="${base}/frame"></iframe><iframe src="/leave?to=${encodeURIComponent(`${base}/redirected-frame`)}"></iframe>
<iframe srcdoc='<meta http-equiv="refresh" content="0;url=${base}/refresh">'></iframe>
<object data="${base}/object"></object><embed src="${base}/embed">
<video src="${base}/video" autoplay></video><audio src="${base}/audio" autoplay></audio>
<svg><image href="${base}/svg"></image><use href="${base}/use#a"></use></svg>
<form id="f" action="${base}/form" method="post" target="sink"></form><iframe name="sink"></iframe>
<a id="a" href="#x" ping="${base}/ping">x</a>
<script>
const quiet = (work) => { try { const done = work(); if (done && done.catch) done.catch(() => 0); } catch (error) {} };
quiet(() => fetch('${base}/fetch', { mode: 'no-cors' }));
quiet(() => fetch('/leave?to=${encodeURIComponent(`${base}/redirected-fetch`)}', { mode: 'no-cors' }));
quiet(() => { const request = new XMLHttpRequest(); request.open('GET', '${base}/xhr'); request.send(); });
quiet(() => navigator.sendBeacon('${base}/beacon', 'x'));
quiet(() => new EventSource('${base}/events'));
quiet(() => new WebSocket('${ws}/socket'));
quiet(() => new WebTransport('${base.replace('http:', 'https:')}/transport'));
quiet(() => fetch('https://${TLS_HOST}/page-fetch', { mode: 'no-cors' }));
quiet(() => new WebSocket('wss://${TLS_HOST}/page-wss'));
quiet(() => new WebTransport('https://${TLS_HOST}/page-transport'));
quiet(() => document.getElementById('f').submit());
quiet(() => document.getElementById('a').click());
quiet(() => window.open('${base}/popup'));
const workerCode = "globalThis.onconnect = ({ ports }) => ports[0].postMessage('up'); const quiet = (work) => { try { const done = work(); if (done && done.catch) done.catch(() => 0); } catch (e) {} };" +
  "quiet(() => fetch('${base}/NAME-fetch', { mode: 'no-cors' })); quiet(() => importScripts('${base}/NAME-import')); quiet(() => new WebSocket('${ws}/NAME-socket')); quiet(() => new EventSource('${base}/NAME-events'));" +
  "quiet(() => fetch('https://${TLS_HOST}/NAME-fetch', { mode: 'no-cors' })); quiet(() => new WebSocket('wss://${TLS_HOST}/NAME-wss')); quiet(() => new WebSocketStream('wss://${TLS_HOST}/NAME-stream')); quiet(() => new WebTransport('https://${TLS_HOST}/NAME-transport'));" +
  "if (!'NAME'.startsWith('nested')) quiet(() => new Worker(URL.createObjectURL(new Blob([nested], { type: 'text/javascript' }))));";
const blob = (name) => {
  const nested = workerCode.replaceAll('NAME', 'nested-' + name);
  return URL.createObjectURL(new Blob(['const nested = ' + JSON.stringify(nested) + ';' + workerCode.replaceAll('NAME', name)], { type: 'text/javascript' }));
};
quiet(() => new Worker(blob('worker')));
${untilTold('1')}
// A shared worker does not accept the test's certificate, but goes through a session that is there.
quiet(() => fetch('https://${TLS_HOST}/page-again-fetch', { mode: 'no-cors' }).finally(() => { new SharedWorker(blob('shared')).port.onmessage = told; }));
quiet(() => new Worker('/worker.js'));
quiet(() => new SharedWorker('/worker.js'));
quiet(() => navigator.serviceWorker.register('/worker.js'));
// A frame made a moment ago has a window of its own, which may still have everything.
quiet(() => {
  const { contentWindow } = document.body.appendChild(document.createElement('iframe'));
  new contentWindow.WebSocket('${ws}/frame-socket');
});
quiet(() => {
  const { contentWindow } = document.body.appendChild(document.createElement('iframe'));
  const peer = new contentWindow.RTCPeerConnection({ iceServers: [{ urls: 'stun:${stun}' }] });
  peer.createDataChannel('x');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
});
quiet(() => {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${stun}' }, { urls: 'turn:${stun}?transport=tcp', username: 'a', credential: 'b' }] });
  peer.createDataChannel('x');
  peer.createOffer().then((offer) => peer.setLocalDescription(offer));
});
</script></body></html>`;

/**
 * A page whose workers open an HTTP/2 session first, to a server that offers to carry WebSockets in it (RFC 8441), and
 * tell by a request how their socket ended.
 */
const socketInSessionPage = `<!DOCTYPE html><title>hostile</title><body>${TEXT}<script>
${untilTold('2')}
const code = (name) => URL.createObjectURL(new Blob(["const get = (path) => fetch('https://${TLS_HOST}/" + name + "-' + path, { mode: 'no-cors' });" +
  "const ended = get('first-fetch').then(() => new Promise((resolve) => { const socket = new WebSocket('wss://${TLS_HOST}/" + name + "-wss'); socket.onopen = () => resolve('open'); socket.onerror = () => resolve('refused-fetch'); })).then(get);" +
  "if (globalThis.postMessage) ended.then(() => postMessage('')); else onconnect = ({ ports }) => ended.then(() => ports[0].postMessage(''));"], { type: 'text/javascript' }));
// A shared worker does not accept the test's certificate, but goes through a session that is there.
new Worker(code('worker')).onmessage = () => { told(); new SharedWorker(code('shared')).port.onmessage = told; };
</script></body>`;

/** A Chromium as others run it; only its talk with its maker is switched off. */
async function startPlainChromium(): Promise<{ endpoint: string; end(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'plain-chromium-'));
  const flags = [
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ];
  const child = spawn(CHROMIUM, flags, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const endpoint = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.once('exit', () => reject(new Error(`Chromium did not start: ${said}`)));
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString();
      const found = /listening on (ws:\/\/\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
  });
  const end = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await gone;
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { endpoint, end };
}

describe('a hostile page in the browser', () => {
  let canary: TcpServer;
  let canary6: TcpServer;
  let udp: UdpSocket;
  let origin: Server;
  let canaryPort: number;
  let tls: Http2SecureServer;
  let tlsFront: TcpServer;
  let tlsAsked: string[];
  let greetings: ReturnType<typeof protocolsOffered>[];
  let hits: string[];
  let page: string;
  let asked: string[];
  let door: FetchDoor;

  const listen = (server: TcpServer | Server | Http2SecureServer, host: string, port = 0) =>
    new Promise<number>((resolve, reject) => {
      server.once('error', reject).listen(port, host, () => resolve((server.address() as AddressInfo).port));
    });

  beforeAll(async () => {
    canary = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        hits.push(data.toString('latin1').split('\r\n')[0] ?? '');
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      });
      setTimeout(() => socket.bytesRead === 0 && hits.push('bare connection') && socket.destroy(), 1000).unref();
    });
    canaryPort = await listen(canary, '127.0.0.1');
    canary6 = createTcpServer((socket) => void (hits.push('IPv6'), socket.destroy()));
    await listen(canary6, '::1', canaryPort).catch(() => undefined);
    udp = createSocket('udp4', () => hits.push('UDP'));
    await new Promise<void>((resolve) => udp.bind(canaryPort, '127.0.0.1', resolve));
    const settings = { enableConnectProtocol: true };
    tls = createSecureServer(
      { ...selfSignedCertificate(TLS_HOST), settings, allowHTTP1: true },
      (request, response) => {
        if (request.url === '/stay') return void setTimeout(() => response.end(), 200);
        tlsAsked.push(request.url);
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(request.url === '/page' ? socketInSessionPage : '{}');
      },
    );
    tls.on('connect', ({ url }: { url: string }, response: ServerResponse) => {
      tlsAsked.push(`connect ${url}`);
      response.writeHead(200);
    });
    tls.on(
      'upgrade',
      ({ url }: { url: string }, socket: Socket) => void (tlsAsked.push(`upgrade ${url}`), socket.destroy()),
    );
    tlsFront = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        greetings.push(protocolsOffered(data));
        const inner = connect((tls.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
        inner.write(data);
        socket.pipe(inner).pipe(socket);
      });
    });
    await listen(tls, '127.0.0.1');
    origin = createHttpServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://x');
      asked.push(url.pathname);
      if (url.pathname === '/stay') setTimeout(() => response.end(), 200);
      else if (url.pathname === '/leave') response.writeHead(302, { location: url.searchParams.get('to') ?? '' }).end();
      else if (url.pathname === '/worker.js') {
        response
          .setHeader('content-type', 'text/javascript')
          .end(
            `fetch('http://127.0.0.1:${canaryPort}/file-worker').catch(() => 0); new WebSocket('wss://${TLS_HOST}/file-worker-wss');`,
          );
      } else response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
    });
  });
  beforeEach(async () => {
    hits = [];
    asked = [];
    tlsAsked = [];
    greetings = [];
    await openDoor({ browser: { executablePath: CHROMIUM } });
  });
  const openDoor = async (browsers: Pick<FetchDoorOptions, 'browser' | 'browserless'>) => {
    const originPort = origin.listening ? (origin.address() as AddressInfo).port : await listen(origin, '127.0.0.1');
    const tlsPort = tlsFront.listening ? (tlsFront.address() as AddressInfo).port : await listen(tlsFront, '127.0.0.1');
    let rebinds = 0;
    door = await openFetchDoor({
      egress: {
        allowedHosts: new Map([
          ['www.evil.gov.cn', { address: '127.0.0.1', port: originPort }],
          ['canary.gov.cn', { address: '127.0.0.1', port: canaryPort }],
          [TLS_HOST, { address: '127.0.0.1', port: tlsPort }],
        ]),
        publicSuffixes: null,
        // The canary's port is open on purpose: its address alone must keep it out of reach.
        ports: [80, 443, canaryPort],
        resolver: async (name) =>
          name === 'localhost' || (name === 'rebind.gov.cn' && rebinds++ > 0) ? ['127.0.0.1', '::1'] : [],
      },
      ...browsers,
    });
  };
  afterEach(() => door.close());
  afterAll(async () => {
    udp.close();
    tlsFront.close();
    tls.close();
    canary6.close();
    canary.close();
    origin.closeAllConnections();
    origin.close();
  });

  const visit = async (base: string, strategy: 'browser' | 'browserless' = 'browser') => {
    const { host } = new URL(base);
    page = hostilePage(base, `ws://${host}`, `127.0.0.1:${canaryPort}`);
    const result = await door.fetch({
      url: 'http://www.evil.gov.cn/',
      purpose: 'detail',
      pace: NO_PACE,
      strategy,
      browser: { scrolls: 4 },
    });
    // Beacons, retries and ICE timers come late.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return result;
  };

  /** The same scripts load pages from that host, so they ran and it can be reached. */
  const expectOnlyPages = () => {
    expect(tlsAsked).toEqual(
      expect.arrayContaining(['/page-fetch', '/worker-fetch', '/shared-fetch', '/nested-worker-fetch']),
    );
    expect(tlsAsked.filter((path) => !path.endsWith('-fetch'))).toEqual([]);
    expect(greetings.length).toBeGreaterThan(0);
    expect(greetings.filter((offered) => !Array.isArray(offered) || !offered.includes('h2'))).toEqual([]);
    expect([...hits, ...asked].filter((line) => /socket|transport|stream/.test(line))).toEqual([]);
  };

  const expectNoSocketInSession = async (strategy: 'browser' | 'browserless') => {
    tlsAsked = [];
    const order = { purpose: 'detail', pace: NO_PACE, browser: { scrolls: 4 } } as const;
    const result = await door.fetch({ url: `https://${TLS_HOST}/page`, ...order, strategy });
    expect(result).toMatchObject({
      ok: true,
      strategy,
    });
    const refused = [
      '/page',
      '/worker-first-fetch',
      '/worker-refused-fetch',
      '/shared-first-fetch',
      '/shared-refused-fetch',
    ];
    expect(tlsAsked.filter((path) => path !== '/favicon.ico').sort()).toEqual(refused.sort());
  };

  it('opens no WebSocket inside an HTTP/2 session', () => expectNoSocketInSession('browser'));

  it('has live vectors: most of them reach a host that is allowed, but no WebSocket and no WebTransport', async () => {
    expect(await visit('http://canary.gov.cn')).toMatchObject({ ok: true, strategy: 'browser' });
    const paths = new Set(hits.map((line) => line.split(' ')[1]));
    expect([...paths]).toEqual(
      expect.arrayContaining([
        '/css',
        '/script',
        '/frame',
        '/fetch',
        '/xhr',
        '/beacon',
        '/events',
        '/worker-fetch',
        '/shared-fetch',
        '/redirected-frame',
        '/redirected-fetch',
        '/form',
      ]),
    );
    expect(paths.size).toBeGreaterThan(20);
    expectOnlyPages();
  });

  it.each([
    ['loopback', () => `http://127.0.0.1:${canaryPort}`],
    ['a name for loopback', () => `http://localhost:${canaryPort}`],
    ['IPv6 loopback', () => `http://[::1]:${canaryPort}`],
    ['a mapped address', () => `http://[::ffff:127.0.0.1]:${canaryPort}`],
    ['a decimal address', () => `http://2130706433:${canaryPort}`],
    ['the unspecified address', () => `http://0.0.0.0:${canaryPort}`],
    ['a name that changes its answer', () => `http://rebind.gov.cn:${canaryPort}`],
  ])('reaches nothing on %s', async (_name, base) => {
    expect(await visit(base())).toMatchObject({ ok: true, strategy: 'browser' });
    expect(asked).toContain('/');
    expect(hits).toEqual([]);
  });

  it('reaches nothing from a browser elsewhere that was started without proxy and WebRTC rules', async () => {
    const remote = await startPlainChromium();
    try {
      await door.close();
      await openDoor({ browserless: { endpoint: remote.endpoint } });
      expect(await visit('http://canary.gov.cn', 'browserless')).toMatchObject({ ok: true, strategy: 'browserless' });
      expect(hits.length).toBeGreaterThan(10);
      expectOnlyPages();
      await expectNoSocketInSession('browserless');
      for (const base of [`http://127.0.0.1:${canaryPort}`, `http://localhost:${canaryPort}`]) {
        hits = [];
        expect(await visit(base, 'browserless')).toMatchObject({ ok: true, strategy: 'browserless' });
        expect(hits).toEqual([]);
      }
    } finally {
      await door.close();
      await remote.end();
    }
  });

  it('cannot lead the page itself inside', async () => {
    page = '';
    const url = `http://www.evil.gov.cn/leave?to=${encodeURIComponent(`http://127.0.0.1:${canaryPort}/`)}`;
    const result = await door.fetch({ url, purpose: 'detail', pace: NO_PACE, strategy: 'browser' });
    expect(result).toMatchObject({ ok: false, reason: 'refused_address' });
    expect(await door.fetch({ url, purpose: 'detail', pace: NO_PACE })).toMatchObject({
      reason: 'refused_address',
      strategy: 'http',
    });
    expect(hits).toEqual([]);
  });
});
