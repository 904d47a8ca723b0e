import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { openFetchDoor, serveFetchDoor, silentLogger } from '@govcrawler/fetch';
import { runProgram, type SimDocument, type SimWeb, startSimWeb } from '@govcrawler/testing';

const MAIN = 'dist/apps/standalone/main.js';

describe('govcrawler fetch', () => {
  let web: SimWeb;
  let page: SimDocument;
  let host: string;
  const prefix = `test-${randomUUID()}`;

  beforeAll(async () => {
    web = await startSimWeb({ documents: 120 });
    page = web.documents('sim_shalan').find(({ kind }) => kind === 'text')!; // GBK with a lying charset
    host = new URL(page.url).hostname;
  });
  beforeEach(() => web.reset());
  afterAll(() => web.close());

  const demoHosts = () => web.hosts.map((name) => `${name}=127.0.0.1:${web.port}`).join(',');
  const run = (args: string[], env: Record<string, string> = {}) =>
    runProgram([MAIN, 'fetch', ...args], {
      DEMO_HOSTS: demoHosts(),
      VALKEY_URL: '',
      CHROMIUM_PATH: '',
      // Each test starts without knowledge of hosts.
      DATA_DIR: join(folder, randomUUID()),
      ...env,
    });
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-fetch-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const runJson = async (args: string[], env?: Record<string, string>) => {
    const { code, stdout, stderr } = await run([...args, '--json'], env);
    expect(stderr).toBe('');
    return { code, result: JSON.parse(stdout) as Record<string, unknown> };
  };

  it('prints the whole result as JSON, the body readable whatever its charset', async () => {
    const { code, result } = await runJson([page.url]);
    expect(code).toBe(0);
    expect(result).toMatchObject({
      ok: true,
      url: page.url,
      finalUrl: page.url,
      status: 200,
      strategy: 'http',
      attempts: 1,
      reason: null,
      charsetHint: null,
      startedAt: expect.stringMatching(/^\d{4}-/),
      durationMs: expect.any(Number),
      bytes: expect.any(Number),
      headers: expect.objectContaining({ 'content-type': expect.stringContaining('html') }),
      bodyEncoding: 'text',
      body: expect.stringContaining(page.probes[0]!.slice(0, 12)),
    });
  });

  it('shows a file as base64', async () => {
    const file = web.documents().flatMap(({ attachments }) => attachments)[0]!;
    const { code, result } = await runJson([file.url, '--purpose', 'attachment']);
    expect([code, result['bodyEncoding']]).toEqual([0, 'base64']);
    expect(Buffer.from(String(result['body']), 'base64')).toHaveLength(Number(result['bytes']));
  });

  it('prints a summary for people', async () => {
    const { code, stdout } = await run([page.url, '--strategy', 'http']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/result: +ok\n[^]*status: +200\nstrategy: +http\n/);
  });

  it('exits 1 when the site fails', async () => {
    web.setFault(host, { fault: { kind: 'reset' } });
    const { code, result } = await runJson([page.url, '--no-robots']);
    expect([code, result]).toMatchObject([1, { ok: false, reason: 'network_reset', attempts: 1 }]);
  });

  it.each([
    ['http://127.0.0.1/', 'refused_path', {}],
    ['http://169.254.169.254/latest/meta-data/', 'refused_address', { PUBLIC_SUFFIXES: '*' }],
    ['ftp://www.gov.cn/', 'refused_scheme', {}],
    ['http://www.gov.cn:22/', 'refused_port', {}],
    ['not an address', 'refused_scheme', {}],
  ])('exits 4 when the guard refuses %s', async (url, reason, env) => {
    const { code, result } = await runJson([url, '--no-robots'], env);
    expect([code, result]).toMatchObject([4, { ok: false, reason }]);
  });

  it.each([
    ['as all replicas know it', { VALKEY_URL: process.env['TEST_REDIS_URL'] ?? '', VALKEY_PREFIX: prefix }],
    ['as the data folder remembers it', { DATA_DIR: join(folder, 'kept') }],
  ])('exits 75 while the host is cooling, %s', async (_name, shared) => {
    web.setFault(host, { fault: { kind: 'reset' } });
    for (let time = 0; time < 3; time += 1) expect((await run([page.url, '--no-robots'], shared)).code).toBe(1);
    const asked = web.log.of(host).length;
    const { code, result } = await runJson([page.url, '--no-robots'], shared);
    expect([code, result]).toMatchObject([75, { reason: 'cooling_host', attempts: 0 }]);
    expect(result['retryAfterSec']).toBeGreaterThan(200);
    expect(web.log.of(host)).toHaveLength(asked);
  });

  it('exits 75 when the site itself asks to wait', async () => {
    web.setFault(host, { fault: { kind: 'throttled', retryAfterSec: 60 } });
    const { code, result } = await runJson([page.url, '--no-robots']);
    expect([code, result]).toMatchObject([75, { reason: 'http_throttled', status: 429, retryAfterSec: 60 }]);
  });

  it('asks the fetch service where one is named, does without when it is down, and never for local', async () => {
    const target = { address: '127.0.0.1', port: web.port };
    const door = await openFetchDoor({
      egress: { allowedHosts: new Map([[host, target]]), publicSuffixes: ['.test'], ports: [80] },
    });
    const token = 'a-token-for-the-tests';
    const service = await serveFetchDoor({ door, token, address: '127.0.0.1:0', logger: silentLogger });
    const env = { FETCH_SERVICE_ADDRESS: `127.0.0.1:${service.port}`, FETCH_TOKEN: token, DEMO_HOSTS: '' };
    try {
      expect((await run([page.url], env)).code).toBe(0);
      expect((await run([page.url, '--strategy', 'local'], env)).code).toBe(4);
    } finally {
      await service.close(1000);
      await door.close();
    }
    expect((await run([page.url], { ...env, DEMO_HOSTS: demoHosts() })).code).toBe(0);
  });

  it('says what is wrong with its settings', async () => {
    const { code, stderr } = await run([page.url], { DEMO_HOSTS: 'www.a.gov.cn=10.0.0.1:80', BROWSERLESS_URL: 'x' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/BROWSERLESS_URL: must be[^]*DEMO_HOSTS: "www.a.gov.cn=10.0.0.1:80" is not/);
  });
});

describe('govcrawler robots', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-robots-'));
  const file = join(folder, 'robots.txt');
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(() =>
    writeFileSync(file, 'User-agent: *\nDisallow: /private/\nAllow: /private/open\n\nUser-agent: other\nDisallow: /\n'),
  );

  it('says allow or disallow for each address, in order and without network', async () => {
    const urls = ['http://a.gov.cn/x', 'http://a.gov.cn/private/1', '/private/open/2'];
    const { code, stdout } = await runProgram([MAIN, 'robots', '--file', file, '--agent', 'GovCrawler/1.0', ...urls]);
    expect(code).toBe(0);
    expect(stdout).toBe('allow\thttp://a.gov.cn/x\ndisallow\thttp://a.gov.cn/private/1\nallow\t/private/open/2\n');
    const other = await runProgram([MAIN, 'robots', '--file', file, '--agent', 'Other', urls[0]!]);
    expect(other.stdout).toBe('disallow\thttp://a.gov.cn/x\n');
  });

  it('exits 2 for a file that is not there and for what is no address', async () => {
    const missing = await runProgram([MAIN, 'robots', '--file', join(folder, 'none'), 'http://a.gov.cn/']);
    expect(missing).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('none') });
    const wrong = await runProgram([MAIN, 'robots', '--file', file, 'a b']);
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('a b') });
  });
});
