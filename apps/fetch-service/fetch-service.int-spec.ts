import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { connectFetchService, type OutboundFetcher } from '@govcrawler/fetch';
import { loadConfig } from '@govcrawler/platform';
import { type SimWeb, startSimWeb } from '@govcrawler/testing';
import { fetchServiceConfigSchema } from './config.js';
import { type FetchService, openFetchService } from './open-fetch-service.js';

const TOKEN = 'a-token-for-the-tests';
const PACE = { intervalSec: 0, jitterSec: 0 };

describe('fetch service', () => {
  let prefix: string;
  let web: SimWeb;
  let services: FetchService[];
  let client: OutboundFetcher;
  let page: string;
  let host: string;

  const open = async (more: Record<string, string> = {}) => {
    const env = {
      FETCH_PORT: '0',
      FETCH_GRPC_PORT: '0',
      FETCH_HOST: '127.0.0.1',
      FETCH_TOKEN: TOKEN,
      VALKEY_URL: process.env['TEST_REDIS_URL'],
      VALKEY_PREFIX: prefix,
      PUBLIC_SUFFIXES: '.gov.cn',
      DEMO_HOSTS: web.hosts.map((name) => `${name}=127.0.0.1:${web.port}`).join(','),
      SHUTDOWN_GRACE_SEC: '5',
      LOG_LEVEL: 'silent',
      ...more,
    };
    const service = await openFetchService(loadConfig(fetchServiceConfigSchema, env));
    services.push(service);
    return service;
  };
  const ask = (service: FetchService, path: string, body?: unknown, token = TOKEN, method = body ? 'POST' : 'GET') =>
    fetch(`http://127.0.0.1:${service.httpPort}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : undefined,
    });

  beforeAll(async () => {
    web = await startSimWeb({ documents: 60 });
    const document = web.documents().find(({ kind, url }) => kind === 'text' && url.startsWith('http:'));
    page = document?.url ?? '';
    host = new URL(page).hostname;
  });
  beforeEach(async () => {
    web.reset();
    prefix = `test-${randomUUID()}`;
    services = [];
    const service = await open();
    client = await connectFetchService(`127.0.0.1:${service.grpcPort}`, TOKEN);
  });
  afterEach(async () => {
    await client.close();
    await Promise.all(services.map((service) => service.close()));
  });
  afterAll(() => web.close());

  it('gives one page over gRPC and REST alike', async () => {
    const [service] = services as [FetchService];
    const request = { url: page, purpose: 'detail' as const, pace: PACE };
    const byGrpc = await client.fetch(request);
    const byRest = (await (await ask(service, '/fetch', request)).json()) as {
      ok: boolean;
      body: string;
      bytes: number;
    };
    expect(byGrpc).toMatchObject({ ok: true, status: 200, strategy: 'http' });
    expect(byRest).toMatchObject({ ok: true, status: 200, strategy: 'http' });
    expect(byGrpc.ok && Buffer.from(byRest.body, 'base64').equals(Buffer.from(byGrpc.body))).toBe(true);
  });

  it('adds the article where asked, over both', async () => {
    const [service] = services as [FetchService];
    const document = web.documents().find(({ url }) => url === page);
    const request = { url: page, purpose: 'detail' as const, pace: PACE, article: true };
    const byGrpc = await client.fetch(request);
    expect(byGrpc.ok && byGrpc.article).toMatchObject({
      title: document?.title,
      textContent: expect.stringContaining(document?.probes[0]?.slice(0, 12) ?? 'no probe'),
      content: expect.stringContaining('<'),
      publishedAt: expect.any(Date),
      fetchDuration: expect.any(Number),
    });
    const byRest = (await (await ask(service, '/fetch', request)).json()) as { article: object };
    const { publishedAt, fetchDuration: _duration, ...rest } = (byGrpc.ok && byGrpc.article) || ({} as never);
    expect(byRest.article).toMatchObject({ ...rest, publishedAt: publishedAt?.toISOString() });
    expect(await client.fetch({ ...request, article: false })).not.toHaveProperty('article');
  });

  it('adds a mounted secret by name, for its own hosts only, and has it renewed once when it is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'govcrawler-secrets-'));
    const refresh = { command: ['sh', '-c', `echo run >> ${folder}/runs; echo '{"value": "s3cret-10"}'`] };
    const secret = { hosts: ['www.secret.gov.cn'], kind: 'header', field: 'X-App-Key', value: 's3cret-9', refresh };
    writeFileSync(join(folder, 'portal.json'), JSON.stringify(secret));
    const keys: unknown[] = [];
    const origin = createServer((request, response) => {
      keys.push(request.headers['x-app-key']);
      response
        .writeHead(request.headers['x-app-key'] === 's3cret-9' && request.url === '/denied' ? 403 : 200)
        .end('{}');
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const target = `127.0.0.1:${(origin.address() as AddressInfo).port}`;
    try {
      const settings = {
        CREDENTIALS_DIR: folder,
        CREDENTIAL_REFRESH_SEC: '1',
        DEMO_HOSTS: `www.secret.gov.cn=${target},www.other.gov.cn=${target}`,
      };
      const [service, other] = [await open(settings), await open(settings)];
      const get = async (address: string, by = service) =>
        (await (
          await ask(by, '/fetch', { url: address, purpose: 'api', pace: PACE, credential: 'portal' })
        ).json()) as object;
      expect(await get('http://www.secret.gov.cn/')).toMatchObject({ ok: true });
      expect(await get('http://www.other.gov.cn/')).toMatchObject({ ok: false, attempts: 0 });
      expect(await get('http://www.secret.gov.cn/denied')).toMatchObject({ reason: 'http_forbidden' });
      await get('http://www.secret.gov.cn/denied', other);
      let listed: { lastRefresh: object | null }[] = [];
      while (!listed[0]?.lastRefresh) {
        listed = (await (await ask(other, '/credentials')).json()) as typeof listed;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      expect(await get('http://www.secret.gov.cn/denied')).toMatchObject({ ok: true });
      expect(listed).toMatchObject([
        { name: 'portal', hook: 'command', lastRefresh: { cause: 'rejected', outcome: 'renewed' } },
      ]);
      expect(keys.slice(0, 2)).toEqual(['s3cret-9', 's3cret-9']);
      expect(keys.at(-1)).toBe('s3cret-10');
      expect(JSON.stringify(listed)).not.toContain('s3cret');
      expect((await ask(service, '/credentials/portal/refresh', {})).status).toBe(202);
      expect((await ask(service, '/credentials/nobody/refresh', {})).status).toBe(404);
      expect((await ask(service, '/credentials', undefined, 'wrong')).status).toBe(401);
      // Both replicas noticed it and both run the job, but the hook ran once.
      expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('run\n');
      const metrics = await Promise.all([service, other].map(async (one) => (await ask(one, '/metrics')).text()));
      expect(metrics.join()).toContain('govcrawler_credential_refresh_total{cause="rejected",outcome="renewed"} 1');
    } finally {
      origin.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('streams files over both', async () => {
    const [service] = services as [FetchService];
    const attachment = web.documents().flatMap(({ attachments }) => attachments)[0];
    const request = { url: attachment?.url ?? '', purpose: 'attachment' as const, pace: PACE };
    const parts: Buffer[] = [];
    const sink = new Writable({ write: (chunk: Buffer, _encoding, next) => (parts.push(chunk), next()) });
    expect(await client.fetchToSink(request, sink)).toMatchObject({ ok: true });
    const response = await ask(service, '/fetch-bytes', request);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.concat(parts))).toBe(true);
    const missing = await ask(service, '/fetch-bytes', { ...request, url: 'http://127.0.0.1/x' });
    expect([missing.status, await missing.json()]).toMatchObject([502, { ok: false, reason: 'refused_path' }]);
  });

  it('answers nobody without the token, and everybody about its health', async () => {
    const [service] = services as [FetchService];
    for (const path of ['/hosts', '/fetch', '/domain-rules'])
      expect((await ask(service, path, undefined, 'wrong')).status).toBe(path === '/hosts' ? 401 : 404);
    expect((await ask(service, '/fetch', { url: page, purpose: 'detail' }, 'wrong')).status).toBe(401);
    expect((await ask(service, '/domain-rules', [], 'wrong', 'PUT')).status).toBe(401);
    expect((await ask(service, '/healthz', undefined, 'wrong')).status).toBe(200);
    expect((await ask(service, '/readyz', undefined, 'wrong')).status).toBe(200);
  });

  it('names what is wrong with a request', async () => {
    const [service] = services as [FetchService];
    const response = await ask(service, '/fetch', { url: page, purpose: 'nothing' });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('purpose')]);
    await expect(client.fetch({ url: page, purpose: 'nothing' as 'list' })).rejects.toThrow(/purpose/);
  });

  it('shares cooldown between replicas and shows it with its reason', async () => {
    const other = await open();
    web.setFault(host, { fault: { kind: 'reset' } });
    const request = { url: page, purpose: 'detail' as const, pace: PACE };
    for (let time = 0; time < 3; time += 1)
      expect(await client.fetch(request)).toMatchObject({ reason: 'network_reset' });
    const refused = (await (await ask(other, '/fetch', request)).json()) as object;
    expect(refused).toMatchObject({ ok: false, reason: 'cooling_host', attempts: 0 });
    expect(web.log.of(host)).toHaveLength(3);
    const hosts = (await (await ask(other, '/hosts')).json()) as object;
    expect(hosts).toMatchObject([{ host, state: 'cooling', networkFailures: 3, lastReason: 'network_reset' }]);
  });

  it('puts new domain rules in force everywhere without a restart', async () => {
    const other = await open();
    const rules = [{ domain: 'sim-cn.test', concurrency: 1, requestsPerSec: null, intervalSec: 0.3, shared: false }];
    expect((await ask(other, '/domain-rules', rules, TOKEN, 'PUT')).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (let time = 0; time < 3; time += 1) await client.fetch({ url: page, purpose: 'detail' });
    const gaps = web.log.gaps(host);
    expect(Math.min(...gaps)).toBeGreaterThan(270);
    expect(Math.max(...gaps)).toBeLessThan(2000);
  });

  it('counts fetches by class, strategy and outcome', async () => {
    const [service] = services as [FetchService];
    await client.fetch({ url: page, purpose: 'detail', pace: PACE });
    await client.fetch({ url: 'http://10.0.0.1/', purpose: 'list', pace: PACE });
    const text = await (await ask(service, '/metrics')).text();
    expect(text).toContain(
      'govcrawler_fetch_total{host_class="other",strategy="http",purpose="detail",outcome="ok"} 1',
    );
    expect(text).toContain('outcome="refused_path"} 1');
    expect(text).toContain('govcrawler_fetch_hosts{state="ready"} 1');
  });

  it('finishes what it holds before it stops', async () => {
    const [service] = services as [FetchService];
    web.setLatency(800);
    const under = client.fetch({ url: page, purpose: 'detail', pace: PACE });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const stopped = service.close();
    services = [];
    expect(await under).toMatchObject({ ok: true });
    await stopped;
    await expect(client.fetch({ url: page, purpose: 'detail', pace: PACE })).rejects.toMatchObject({
      code: 'fetch_service_unavailable',
    });
  });
});
