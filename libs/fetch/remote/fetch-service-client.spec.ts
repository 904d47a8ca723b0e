import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { jest } from '@jest/globals';
import { type FetchRequest } from '@govcrawler/contracts';
import { FetchDoor } from '../fetch-door.js';
import { silentLogger } from '../fetch-logger.js';
import { FetchServer } from './fetch-server.js';
import { FetchServiceClient } from './fetch-service-client.js';

const PACE = { intervalSec: 0, jitterSec: 0 };
const PAGE = `<html>${'公开信息'.repeat(200)}</html>`;
const TOKEN = 'internal-token';

describe('the door behind gRPC', () => {
  let origin: Server;
  let handle: (request: IncomingMessage, response: ServerResponse) => void;
  let door: FetchDoor;
  let server: FetchServer;
  let client: FetchServiceClient;

  beforeAll(async () => {
    origin = createServer((request, response) => handle(request, response));
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const { port } = origin.address() as AddressInfo;
    door = new FetchDoor({
      egress: {
        allowedHosts: new Map([['www.a.gov.cn', { address: '127.0.0.1', port }]]),
        publicSuffixes: ['.gov.cn'],
        ports: [80],
      },
    });
    server = new FetchServer({ door, token: TOKEN, address: '127.0.0.1:0', logger: silentLogger });
    client = new FetchServiceClient(`127.0.0.1:${await server.listen()}`, TOKEN);
  });
  beforeEach(() => {
    handle = (_request, response) => response.setHeader('content-type', 'text/html; charset=gbk').end(PAGE);
  });
  afterAll(async () => {
    await client.close();
    await server.close(100);
    await door.close();
    origin.closeAllConnections();
    origin.close();
  });

  const request = (over: Partial<FetchRequest> = {}): FetchRequest => ({
    url: 'http://www.a.gov.cn/x',
    purpose: 'detail',
    pace: PACE,
    ...over,
  });
  const timeless = <T extends object>(result: T) => ({
    ...result,
    startedAt: expect.any(Date),
    durationMs: expect.any(Number),
  });

  it('gives the same page as the door itself', async () => {
    const here = await door.fetch(request());
    const there = await client.fetch(request());
    expect(there).toEqual(
      timeless({ ...here, headers: expect.objectContaining({ 'content-type': 'text/html; charset=gbk' }) }),
    );
    expect(there.ok && Buffer.from(there.body).toString()).toBe(PAGE);
  });

  it('tells where a page moved, like the door itself', async () => {
    handle = (incoming, response) =>
      incoming.url === '/old' ? response.writeHead(301, { location: '/new' }).end() : response.end(PAGE);
    const there = await client.fetch(request({ url: 'http://www.a.gov.cn/old' }));
    expect(there.movedTo).toBe('http://www.a.gov.cn/new');
    expect(there).toMatchObject({ ok: true, finalUrl: there.movedTo });
  });

  it.each<[string, Partial<FetchRequest>]>([
    ['a refusal', { url: 'http://127.0.0.1/' }],
    ['a missing page', { url: 'http://www.a.gov.cn/404' }],
  ])('gives the same failure as the door itself: %s', async (_name, over) => {
    handle = (_request, response) => response.writeHead(404).end();
    expect(await client.fetch(request(over))).toEqual(timeless(await door.fetch(request(over))));
  });

  it('loses no field of a request on the way', async () => {
    const full: Required<Omit<FetchRequest, 'signal' | 'listHead'>> = {
      url: 'http://www.a.gov.cn/x',
      purpose: 'api',
      method: 'POST',
      headers: { 'x-own': '1' },
      body: '{}',
      strategy: 'browserless',
      pace: { intervalSec: 1.5, jitterSec: 0.5 },
      timeoutMs: 1234,
      maxBytes: 5678,
      robots: { onError: 'deny' },
      robotsBypass: true,
      browser: { images: true, scrolls: 3 },
      credential: 'portal',
      article: true,
    };
    const asked = jest.spyOn(door, 'fetch').mockResolvedValueOnce(await door.fetch(request()));
    await client.fetch(full);
    expect(asked.mock.calls.at(-1)?.[0]).toEqual({ ...full, signal: expect.any(AbortSignal) });
    asked.mockRestore();
  });

  it('carries method, body, headers and robots rule', async () => {
    let seen = '';
    handle = (incoming, response) => {
      if (incoming.url === '/robots.txt')
        return response.setHeader('content-type', 'text/plain').end('User-agent: *\nDisallow: /no');
      incoming.on(
        'data',
        (chunk: Buffer) => (seen += `${incoming.method} ${incoming.headers['x-own']} ${chunk.toString()}`),
      );
      return incoming.on('end', () => response.end(PAGE));
    };
    expect(await client.fetch(request({ method: 'POST', body: '{"a":1}', headers: { 'x-own': '1' } }))).toMatchObject({
      ok: true,
    });
    expect(seen).toBe('POST 1 {"a":1}');
    expect(await client.fetch(request({ url: 'http://www.a.gov.cn/no', robots: { onError: 'allow' } }))).toMatchObject({
      reason: 'refused_robots',
    });
    expect(await client.robotsAllows('http://www.a.gov.cn/no')).toMatchObject({
      allowed: false,
      rule: 'Disallow: /no',
      basis: 'rules',
    });
  });

  it('streams a file bigger than a message', async () => {
    const file = Buffer.alloc(6 * 1024 * 1024, 'pdf');
    handle = (_request, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end(file);
    const parts: Buffer[] = [];
    const sink = new Writable({ write: (chunk: Buffer, _encoding, next) => (parts.push(chunk), next()) });
    const heads: number[] = [];
    sink.on('answer', ({ status }: { status: number }) => heads.push(status));
    expect(await client.fetchToSink(request({ purpose: 'attachment' }), sink)).toMatchObject({
      ok: true,
      bytes: file.length,
    });
    expect(Buffer.concat(parts).equals(file)).toBe(true);
    expect(sink.writableFinished).toBe(true);
    expect(heads).toEqual([200]);
  });

  it('destroys the sink when the file fails', async () => {
    handle = (_request, response) => response.writeHead(403).end();
    const sink = new Writable({ write: (_chunk, _encoding, next) => next() });
    expect(await client.fetchToSink(request({ purpose: 'attachment' }), sink)).toMatchObject({
      ok: false,
      reason: 'http_forbidden',
    });
    expect(sink.destroyed).toBe(true);
  });

  it('stops the fetch at the site when the caller aborts', async () => {
    let closed = () => undefined as void;
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const abort = new AbortController();
    handle = (_request, response) => {
      response.on('close', closed);
      abort.abort();
    };
    expect(await client.fetch(request({ signal: abort.signal }))).toMatchObject({ ok: false, reason: 'aborted' });
    await gone;
  });

  it('shows the hosts', async () => {
    await client.fetch(request());
    expect(await client.hosts()).toMatchObject([
      { host: 'www.a.gov.cn', state: 'ready', lastStartAt: expect.any(Date) },
    ]);
  });

  it('says nothing to a caller without the token, and tells a dead service from a failed fetch', async () => {
    const stranger = new FetchServiceClient(`127.0.0.1:${server.port}`, 'wrong');
    await expect(stranger.fetch(request())).rejects.toThrow(/internal token/);
    await expect(stranger.hosts()).rejects.toThrow(/internal token/);
    const sink = new Writable({ write: (_chunk, _encoding, next) => next() });
    await expect(stranger.fetchToSink(request(), sink)).rejects.toThrow(/internal token/);
    await expect(client.fetch(request({ timeoutMs: -1 }))).rejects.toMatchObject({ code: 'permanent' });
    await stranger.close();
    const nobody = new FetchServiceClient('127.0.0.1:1', TOKEN);
    await expect(nobody.fetch(request())).rejects.toMatchObject({ code: 'fetch_service_unavailable' });
    await expect(nobody.fetchToSink(request(), sink)).rejects.toMatchObject({ code: 'fetch_service_unavailable' });
    expect(sink.destroyed).toBe(false);
    await nobody.close();
  });
});
