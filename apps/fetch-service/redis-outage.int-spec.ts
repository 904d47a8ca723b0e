import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { connectFetchService, type OutboundFetcher } from '@govcrawler/fetch';
import { loadConfig } from '@govcrawler/platform';
import { type SimWeb, startSimWeb } from '@govcrawler/testing';
import { fetchServiceConfigSchema } from './config.js';
import { type FetchService, openFetchService } from './open-fetch-service.js';

const TOKEN = 'a-token-for-the-tests';

/** The way to Redis, which can be cut, or made silent, and mended. */
class Wire {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  port = 0;
  silent = false;

  constructor(private readonly target: URL) {}

  async mend(): Promise<void> {
    this.silent = false;
    if (this.server) return;
    const server = createServer((socket) => {
      const upstream = connect(Number(this.target.port), this.target.hostname);
      for (const [from, to] of [[socket, upstream] as const, [upstream, socket] as const]) {
        this.sockets.add(from);
        from.on('data', (bytes) => !this.silent && to.write(bytes));
        from.on('error', () => undefined);
        from.on('close', () => to.destroy());
      }
    });
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  cut(): void {
    this.server?.close();
    this.server = null;
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }
}

describe('fetch service while Redis is away', () => {
  let web: SimWeb;
  let wire: Wire;
  let service: FetchService;
  let client: OutboundFetcher;
  let page: string;

  const fetchPage = () => client.fetch({ url: page, purpose: 'detail', pace: { intervalSec: 0, jitterSec: 0 } });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${service.httpPort}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    });
  const healed = async () => {
    const endsAt = Date.now() + 10_000;
    for (;;) {
      const result = await fetchPage().catch(() => null);
      if (result || Date.now() > endsAt) return result;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  beforeAll(async () => {
    web = await startSimWeb({ documents: 60 });
    page = web.documents().find(({ kind, url }) => kind === 'text' && url.startsWith('http:'))?.url ?? '';
    wire = new Wire(new URL(process.env['TEST_REDIS_URL'] ?? ''));
    await wire.mend();
    const env = {
      FETCH_PORT: '0',
      FETCH_GRPC_PORT: '0',
      FETCH_HOST: '127.0.0.1',
      FETCH_TOKEN: TOKEN,
      VALKEY_URL: `redis://127.0.0.1:${wire.port}`,
      VALKEY_PREFIX: `test-${randomUUID()}`,
      DEMO_HOSTS: web.hosts.map((name) => `${name}=127.0.0.1:${web.port}`).join(','),
      SHUTDOWN_GRACE_SEC: '5',
      LOG_LEVEL: 'silent',
    };
    service = await openFetchService(loadConfig(fetchServiceConfigSchema, env));
    client = await connectFetchService(`127.0.0.1:${service.grpcPort}`, TOKEN);
  });
  beforeEach(() => web.reset());
  afterAll(async () => {
    await wire.mend();
    await client.close();
    await service.close();
    wire.cut();
    await web.close();
  });

  it.each([
    ['cut', () => wire.cut(), 3000],
    ['silent', () => void (wire.silent = true), 9000],
  ])('%s: every fetch says what is down and nothing leaves; it heals by itself', async (_kind, fail, patienceMs) => {
    expect(await fetchPage()).toMatchObject({ ok: true });
    const before = web.log.length;
    fail();
    const began = Date.now();
    await expect(fetchPage()).rejects.toMatchObject({
      code: 'fetch_service_unavailable',
      message: expect.stringContaining('the host state in Redis does not answer'),
    });
    expect(Date.now() - began).toBeLessThan(patienceMs);
    const body = JSON.stringify({ url: page, purpose: 'detail' });
    const answer = await ask('/fetch', { method: 'POST', body });
    expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'transient' }]);
    const statuses = await Promise.all(
      ['/healthz', '/readyz', '/metrics'].map(async (path) => (await ask(path)).status),
    );
    expect(statuses).toEqual([200, 503, 200]);
    expect(web.log.length).toBe(before);
    await wire.mend();
    expect(await healed()).toMatchObject({ ok: true });
    expect((await ask('/readyz')).status).toBe(200);
  });
});
