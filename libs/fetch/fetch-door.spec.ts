import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import zlib from 'node:zlib';
import { type FetchRequest } from '@govcrawler/contracts';
import { InProcessCookieJar } from './cookies/cookie-jar-store.js';
import { FetchDoor, type FetchDoorOptions } from './fetch-door.js';
import { ManualClock } from './politeness/host-state.conformance.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
const PAGE = `<html><body>${'公开信息'.repeat(200)}</body></html>`;
const NO_PACE = { intervalSec: 0, jitterSec: 0 };

describe('FetchDoor', () => {
  let origin: Server;
  let port: number;
  let handle: Handler;
  let log: { host: string; url: string; at: number; headers: IncomingMessage['headers']; socket: number }[];
  let door: FetchDoor;
  let clock: ManualClock;
  let cookies: InProcessCookieJar;
  const sockets = new Map<unknown, number>();

  beforeAll(async () => {
    origin = createServer((request, response) => {
      if (!sockets.has(request.socket)) sockets.set(request.socket, sockets.size);
      const host = request.headers.host ?? '';
      log.push({
        host,
        url: request.url ?? '',
        at: clock.time,
        headers: request.headers,
        socket: sockets.get(request.socket) ?? -1,
      });
      handle(request, response);
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    port = (origin.address() as AddressInfo).port;
  });
  afterAll(() => {
    origin.closeAllConnections();
    origin.close();
  });

  const open = (options: Partial<FetchDoorOptions> = {}) => {
    const target = { address: '127.0.0.1', port };
    return new FetchDoor({
      egress: {
        allowedHosts: new Map(['www.a.gov.cn', 'www.b.gov.cn', 'blog.example'].map((name) => [name, target])),
        publicSuffixes: ['.gov.cn', '.example'],
        ports: [80, 443],
        resolver: async (name) => (name === 'inner.gov.cn' ? ['10.0.0.8'] : []),
      },
      cookies,
      clock,
      ...options,
    });
  };
  beforeEach(() => {
    log = [];
    clock = new ManualClock();
    cookies = new InProcessCookieJar(clock);
    handle = (_request, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
    door = open();
  });
  afterEach(() => door.close());

  const get = (url: string, over: Partial<FetchRequest> = {}) =>
    door.fetch({ url, purpose: 'detail', pace: NO_PACE, ...over });
  const reason = async (url: string, over: Partial<FetchRequest> = {}) => {
    const result = await get(url, over);
    return result.ok ? 'ok' : result.reason;
  };

  it('brings a page with its facts, looking like a browser', async () => {
    const result = await get('http://www.a.gov.cn/zwgk/1.html?id=1');
    expect(result).toMatchObject({ ok: true, status: 200, strategy: 'http', attempts: 1, charsetHint: 'utf-8' });
    expect(result.ok && Buffer.from(result.body).toString()).toBe(PAGE);
    expect(log[0]).toMatchObject({ host: 'www.a.gov.cn', url: '/zwgk/1.html?id=1' });
    expect(log[0]?.headers).toMatchObject({
      'user-agent': expect.stringContaining('Chrome/'),
      'sec-fetch-mode': 'navigate',
    });
  });

  it('keeps connections open between fetches', async () => {
    for (let page = 0; page < 5; page += 1) expect(await reason('http://www.a.gov.cn/')).toBe('ok');
    expect(new Set(log.map((entry) => entry.socket)).size).toBe(1);
  });

  it('asks again on a fresh connection when a kept one was closed meanwhile', async () => {
    expect(await reason('http://www.a.gov.cn/')).toBe('ok');
    handle = (request, response) => {
      const again = log.length > 2;
      if (again) response.end(PAGE);
      else request.socket.resetAndDestroy();
    };
    expect(await reason('http://www.a.gov.cn/')).toBe('ok');
    expect(log).toHaveLength(3);
  });

  it('sends a POST with its body and own headers', async () => {
    const got: string[] = [];
    handle = (request, response) => {
      request.on('data', (chunk: Buffer) => got.push(chunk.toString()));
      request.on('end', () => response.setHeader('content-type', 'application/json').end('{"ok":1}'));
    };
    const headers = { 'Content-Type': 'application/json', athenaAppName: 'x' };
    const result = await get('http://www.a.gov.cn/api', {
      purpose: 'api',
      method: 'POST',
      body: '{"page":1}',
      headers,
    });
    expect(result.ok).toBe(true);
    expect(got.join('')).toBe('{"page":1}');
    expect(log[0]?.headers).toMatchObject({ 'content-type': 'application/json', athenaappname: 'x' });
  });

  it('tells an unchanged page from a failure: the host stays healthy', async () => {
    handle = (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.setHeader('etag', '"v1"').end(PAGE);
    };
    const first = await get('http://www.a.gov.cn/feed.xml', { purpose: 'feed' });
    expect(first.ok && first.headers['etag']).toBe('"v1"');
    for (let look = 0; look < 12; look += 1) {
      const again = await get('http://www.a.gov.cn/feed.xml', {
        purpose: 'feed',
        headers: { 'if-none-match': '"v1"' },
      });
      expect(again).toMatchObject({ ok: false, reason: 'http_not_modified', status: 304 });
    }
    expect((await door.hosts())[0]).toMatchObject({ state: 'ready', failures: 0 });
  });

  it.each([
    [[301, 308], true],
    [[301, 302], false],
    [[307, 301], false],
  ])('says where a page moved for good: redirects %p', async (statuses, forGood) => {
    handle = (request, response) => {
      const hop = Number(new URL(request.url ?? '', 'http://x').searchParams.get('hop'));
      const status = statuses[hop];
      if (status === undefined) response.end(PAGE);
      else response.writeHead(status, { location: `/feed?hop=${hop + 1}` }).end();
    };
    const result = await get('http://www.a.gov.cn/feed?hop=0', { purpose: 'feed' });
    expect(result).toMatchObject({ ok: true, finalUrl: 'http://www.a.gov.cn/feed?hop=2' });
    expect(result.movedTo).toBe(forGood ? 'http://www.a.gov.cn/feed?hop=2' : undefined);
  });

  describe('refuses before any request leaves', () => {
    it.each([
      ['file:///etc/passwd', 'refused_scheme'],
      ['ftp://www.a.gov.cn/', 'refused_scheme'],
      ['gopher', 'refused_scheme'],
      ['http://www.a.gov.cn:8080/', 'refused_port'],
      ['http://www.a.gov.cn/admin/x', 'refused_path'],
      ['http://www.a.com/', 'refused_path'],
      ['http://127.0.0.1/', 'refused_path'],
    ])('%s: %s', async (url, expected) => {
      expect(await reason(url)).toBe(expected);
      expect(log).toHaveLength(0);
    });

    it.each(['http://127.1/', 'http://0x7f000001/', 'http://2130706433/', 'https://[::1]/', 'http://inner.gov.cn/'])(
      '%s: an address inside',
      async (url) => {
        door = open({ egress: { publicSuffixes: null, ports: [80, 443], resolver: async () => ['10.0.0.8'] } });
        expect(await reason(url)).toBe('refused_address');
        expect(await reason(url, { purpose: 'attachment' })).toBe('refused_address');
        expect(log).toHaveLength(0);
      },
    );
  });

  describe('redirects', () => {
    const redirect =
      (location: string, status = 302): Handler =>
      (_request, response) => {
        response.writeHead(status, { location }).end();
      };

    it('follows them and reports the final address', async () => {
      handle = (request, response) =>
        request.url === '/old' ? redirect('/new', 301)(request, response) : response.end(PAGE);
      expect(await get('http://www.a.gov.cn/old')).toMatchObject({
        ok: true,
        finalUrl: 'http://www.a.gov.cn/new',
        attempts: 2,
      });
    });

    it.each([
      ['http://inner.gov.cn/', 'refused_address'],
      ['http://www.a.gov.cn:22/', 'refused_port'],
      ['file:///etc/passwd', 'refused_scheme'],
      ['http://www.a.com/', 'refused_path'],
      ['/admin/secret', 'refused_path'],
      ['http://www.a.gov.cn/', 'limit_redirects'],
      ['http://[', 'http_other'],
    ])('to %s end with %s', async (location, expected) => {
      handle = redirect(location);
      expect(await reason('http://www.a.gov.cn/')).toBe(expected);
    });

    it('carry cookies set on the way to the same host, and secrets to no other', async () => {
      handle = (request, response) => {
        if (request.headers.host === 'www.b.gov.cn') return response.end(PAGE);
        if (request.headers.cookie === 'seen=1') return redirect('http://www.b.gov.cn/')(request, response);
        return response.writeHead(302, { location: '/', 'set-cookie': 'seen=1; path=/; HttpOnly' }).end();
      };
      expect(await reason('http://www.a.gov.cn/', { headers: { authorization: 'Bearer x', 'x-own': '1' } })).toBe('ok');
      expect(log.map((entry) => entry.headers.cookie)).toEqual([undefined, 'seen=1', undefined]);
      expect(log.map((entry) => entry.headers.authorization)).toEqual(['Bearer x', 'Bearer x', undefined]);
      expect(log[2]?.headers['x-own']).toBe('1');
    });

    it('turn a POST into a GET on 302 and keep it on 307', async () => {
      const methods: string[] = [];
      handle = (request, response) => {
        methods.push(request.method ?? '');
        if (request.url === '/end') response.end(PAGE);
        else redirect('/end', request.url === '/see' ? 302 : 307)(request, response);
      };
      await get('http://www.a.gov.cn/see', { method: 'POST', body: 'x' });
      await get('http://www.a.gov.cn/keep', { method: 'POST', body: 'x' });
      expect(methods).toEqual(['POST', 'GET', 'POST', 'POST']);
    });
  });

  describe('limits', () => {
    it('ends a slow drip by the total time', async () => {
      handle = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('.'), 20);
        response.on('close', () => clearInterval(timer));
      };
      const started = Date.now();
      expect(await reason('http://www.a.gov.cn/', { timeoutMs: 300 })).toBe('network_timeout');
      expect(Date.now() - started).toBeLessThan(2000);
    });

    it('ends a gzip bomb and an endless body', async () => {
      handle = (_request, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync(Buffer.alloc(50 * 1024 * 1024)));
      };
      expect(await reason('http://www.a.gov.cn/')).toBe('limit_ratio');
      handle = (_request, response) => {
        const more = () =>
          void (response.write(Buffer.alloc(65536)) ? setImmediate(more) : response.once('drain', more));
        more();
      };
      expect(await reason('http://www.a.gov.cn/')).toBe('limit_bytes');
    });

    it('ends headers without measure', async () => {
      handle = (_request, response) => response.writeHead(200, { 'x-big': 'x'.repeat(70_000) }).end(PAGE);
      expect(await reason('http://www.a.gov.cn/')).toBe('limit_headers');
    });
  });

  describe('network errors', () => {
    it.each<[string, Handler, string]>([
      ['a reset', (request) => void request.socket.resetAndDestroy(), 'network_reset'],
      ['no HTTP at all', (request) => void request.socket.end('this is not HTTP\r\n\r\n'), 'network_protocol'],
      [
        'a body cut short',
        (request, response) => {
          response.writeHead(200, { 'content-length': 1000 });
          response.write('x', () => request.socket.destroy());
        },
        'network_reset',
      ],
      [
        'a lying coding',
        (_request, response) => response.writeHead(200, { 'content-encoding': 'br' }).end(PAGE),
        'network_protocol',
      ],
    ])('%s', async (_name, behaviour, expected) => {
      handle = behaviour;
      expect(await reason('http://www.a.gov.cn/')).toBe(expected);
    });

    it('names unknown names, closed ports and plain text where TLS is expected', async () => {
      const closed = { address: '127.0.0.1', port: 1 };
      const egress = { publicSuffixes: null, ports: [80, 443], allowedHosts: new Map([['closed.gov.cn', closed]]) };
      door = open({ egress: { ...egress, resolver: async () => [] } });
      expect(await reason('http://nowhere.gov.cn/')).toBe('network_dns');
      expect(await reason('http://closed.gov.cn/')).toBe('network_connect');
      door = open();
      expect(await reason('https://www.a.gov.cn/')).toBe('network_tls');
    });

    it('cool the host after three, and nothing reaches it for five minutes', async () => {
      handle = (request) => void request.socket.resetAndDestroy();
      const reasons: string[] = [];
      for (let page = 0; page < 6; page += 1) reasons.push(await reason('http://www.a.gov.cn/'));
      expect(reasons).toEqual([...Array<string>(3).fill('network_reset'), ...Array<string>(3).fill('cooling_host')]);
      expect(log).toHaveLength(3);
      expect(await get('http://www.a.gov.cn/')).toMatchObject({ retryAfterSec: 300, strategy: null, attempts: 0 });
      expect(await door.hosts()).toMatchObject([
        { host: 'www.a.gov.cn', state: 'cooling', lastReason: 'network_reset' },
      ]);
      clock.time += 300_000;
      handle = (_request, response) => response.end(PAGE);
      expect(await reason('http://www.a.gov.cn/')).toBe('ok');
    });
  });

  describe('politeness', () => {
    it('keeps the interval between requests, redirect hops included', async () => {
      handle = (request, response) =>
        request.url === '/hop' ? response.writeHead(302, { location: '/end' }).end() : response.end(PAGE);
      const pace = { intervalSec: 7, jitterSec: 0 };
      await get('http://www.a.gov.cn/1', { pace });
      await get('http://www.a.gov.cn/hop', { pace });
      await get('http://www.b.gov.cn/1', { pace });
      expect(log.map((entry) => entry.at - (log[0]?.at ?? 0))).toEqual([0, 7000, 14_000, 14_000]);
    });

    it('adds jitter, and takes the government default when the request names no pace', async () => {
      door = open({ random: () => 0.5 });
      const pace = { intervalSec: 7, jitterSec: 4 };
      await get('http://www.a.gov.cn/1', { pace });
      await get('http://www.a.gov.cn/2', { pace });
      await get('http://www.a.gov.cn/3', { pace: undefined });
      expect(log.map((entry) => entry.at - (log[0]?.at ?? 0))).toEqual([0, 9000, 14_000]);
    });

    it('waits for nothing at pace zero', async () => {
      const before = clock.time;
      await Promise.all(Array.from({ length: 30 }, () => get('http://www.a.gov.cn/')));
      expect([log.length, clock.time]).toEqual([30, before]);
    });

    it('hands a long Retry-After back and does not ask again before', async () => {
      handle = (_request, response) => response.writeHead(429, { 'retry-after': '120' }).end();
      expect(await get('http://www.a.gov.cn/')).toMatchObject({
        reason: 'http_throttled',
        status: 429,
        retryAfterSec: 120,
      });
      expect(await get('http://www.a.gov.cn/')).toMatchObject({ reason: 'cooling_host', retryAfterSec: 120 });
      expect(log).toHaveLength(1);
    });

    it('opens the breaker after five failures', async () => {
      handle = (_request, response) => response.writeHead(500).end();
      for (let page = 0; page < 5; page += 1) expect(await reason('http://www.a.gov.cn/')).toBe('http_server_error');
      expect(await reason('http://www.a.gov.cn/')).toBe('cooling_breaker');
    });

    it('never cools a host for missing pages', async () => {
      handle = (_request, response) => response.writeHead(404).end();
      for (let page = 0; page < 10; page += 1) expect(await reason('http://www.a.gov.cn/')).toBe('http_not_found');
    });
  });

  it('honours an abort before, while waiting and while downloading', async () => {
    expect(await reason('http://www.a.gov.cn/', { signal: AbortSignal.abort() })).toBe('aborted');
    const download = new AbortController();
    handle = (_request, response) => {
      response.writeHead(200).write('x');
      setTimeout(() => download.abort(), 20);
    };
    expect(await reason('http://www.a.gov.cn/', { signal: download.signal })).toBe('aborted');
    expect(await door.hosts()).toMatchObject([{ active: 0, failures: 0 }]);
  });

  describe('cookies of the pool', () => {
    const CHALLENGE = '<title>Environment Checking</title><script src="/ctct_bundle_1a2b3c4d.js"></script>';

    it('are sent, and dropped when they do not help', async () => {
      await cookies.write('www.a.gov.cn', { clearance: 'old', id: '1' });
      handle = (request, response) =>
        request.headers.cookie?.includes('clearance=new') ? response.end(PAGE) : response.writeHead(412).end(CHALLENGE);
      expect(await reason('http://www.a.gov.cn/')).toBe('ctct_challenge_unresolved');
      expect(log[0]?.headers.cookie).toBe('clearance=old; id=1');
      expect(await cookies.read('www.a.gov.cn')).toBeNull();
      await cookies.write('www.a.gov.cn', { clearance: 'new' });
      expect(await reason('http://www.a.gov.cn/')).toBe('ok');
      clock.time += 24 * 3600_000;
      expect(await reason('http://www.a.gov.cn/')).toBe('ctct_challenge_unresolved');
      expect(log[2]?.headers.cookie).toBeUndefined();
    });
  });

  describe('robots.txt', () => {
    const robots =
      (text: string, status = 200): Handler =>
      (request, response) => {
        if (request.url === '/robots.txt') response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
        else response.end(PAGE);
      };
    const asked = { robots: { onError: 'allow' as const } };

    it('is asked once and obeyed', async () => {
      handle = robots('User-agent: *\nDisallow: /secret');
      expect(await reason('http://www.a.gov.cn/secret/1', asked)).toBe('refused_robots');
      expect(await reason('http://www.a.gov.cn/open/1', asked)).toBe('ok');
      expect(await reason('http://www.a.gov.cn/secret/1')).toBe('ok');
      expect(log.map((entry) => entry.url)).toEqual(['/robots.txt', '/open/1', '/secret/1']);
    });

    it('is fetched once for many callers at a time', async () => {
      handle = robots('User-agent: *\nAllow: /');
      await Promise.all(Array.from({ length: 10 }, () => get('http://www.a.gov.cn/x', asked)));
      expect(log.filter((entry) => entry.url === '/robots.txt')).toHaveLength(1);
    });

    it('missing means no rules; unreachable is decided by the site', async () => {
      handle = robots('', 404);
      expect(await reason('http://www.a.gov.cn/x', { robots: { onError: 'deny' } })).toBe('ok');
      handle = robots('', 500);
      expect(await reason('http://www.b.gov.cn/x', asked)).toBe('ok');
      expect(await reason('http://www.b.gov.cn/x', { robots: { onError: 'deny' } })).toBe('refused_robots');
    });

    it('Crawl-delay is a floor of the interval, unless switched off', async () => {
      handle = robots('User-agent: *\nCrawl-delay: 20');
      await get('http://www.a.gov.cn/1', asked);
      await get('http://www.a.gov.cn/2', asked);
      expect(log.map((entry) => entry.at - (log[0]?.at ?? 0))).toEqual([0, 20_000, 40_000]);
      door = open({ honourCrawlDelay: false });
      log = [];
      await get('http://www.a.gov.cn/1', asked);
      await get('http://www.a.gov.cn/2', asked);
      expect(new Set(log.map((entry) => entry.at)).size).toBe(1);
    });
  });

  describe('fetchToSink', () => {
    const collect = () => {
      const chunks: Buffer[] = [];
      const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => (chunks.push(chunk), done()) });
      return { sink, bytes: () => Buffer.concat(chunks) };
    };
    const file: FetchRequest = { url: 'http://www.a.gov.cn/P1.pdf', purpose: 'attachment', pace: NO_PACE };

    it('streams a file and ends the sink', async () => {
      const body = Buffer.alloc(300_000, 'pdf');
      handle = (_request, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(body);
      const { sink, bytes } = collect();
      expect(await door.fetchToSink(file, sink)).toMatchObject({ ok: true, bytes: 300_000 });
      expect([sink.writableFinished, bytes().equals(body)]).toEqual([true, true]);
    });

    it.each<[string, Handler, string]>([
      ['an error page', (_request, response) => response.writeHead(500).end('x'.repeat(99_999)), 'http_server_error'],
      [
        'a challenge',
        (_request, response) =>
          response.writeHead(200, { 'content-type': 'text/html' }).end('<script>var acw_sc__v2</script>'),
        'blocked_challenge',
      ],
      [
        'too many bytes',
        (_request, response) => response.writeHead(200, { 'content-type': 'x/y' }).end(Buffer.alloc(5000)),
        'limit_bytes',
      ],
    ])('never passes %s for a file', async (_name, behaviour, expected) => {
      handle = behaviour;
      const { sink, bytes } = collect();
      expect(
        await door.fetchToSink({ ...file, maxBytes: 4000 + 96_000 * Number(expected !== 'limit_bytes') }, sink),
      ).toMatchObject({
        ok: false,
        reason: expected,
      });
      expect([sink.destroyed, bytes().length]).toEqual([true, 0]);
    });

    it('rejects when the sink breaks, and does not blame the host', async () => {
      handle = (_request, response) => response.writeHead(200, { 'content-type': 'x/y' }).end(Buffer.alloc(500_000));
      const broken = new Writable({ write: (_chunk, _encoding, done) => done(new Error('disk full')) });
      await expect(door.fetchToSink(file, broken)).rejects.toMatchObject({ cause: { message: 'disk full' } });
      const gone = new Writable({ highWaterMark: 1, write: () => void gone.destroy() });
      await expect(door.fetchToSink(file, gone)).rejects.toThrow('sink');
      expect(await door.hosts()).toMatchObject([{ active: 0, failures: 0 }]);
    });
  });
});
