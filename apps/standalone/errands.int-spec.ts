import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReaderArticle } from '@govcrawler/contracts';
import { openDatabase } from '@govcrawler/persistence';
import { loadConfig } from '@govcrawler/platform';
import { openClusterStand, startSimWeb, type SimWeb } from '@govcrawler/testing';
import request from 'supertest';
import { standaloneConfigSchema } from './config.js';
import { openPlatform, type Platform } from './open-platform.js';

const PASSWORD = 'errands test password';
const FEED = 'sim_daily';

interface Servers {
  env: Record<string, string>;
  close(): Promise<void>;
}

const modes: [string, () => Promise<Servers>][] = [
  ['embedded', async () => ({ env: {}, close: async () => undefined })],
  [
    'on MariaDB and Redis',
    async () => {
      const stand = await openClusterStand();
      const database = await openDatabase({ kind: 'mysql', url: stand.env.DATABASE_URL }, { warn: () => undefined });
      await database.migrate();
      await database.close();
      return { env: stand.env, close: () => stand.close() };
    },
  ],
];

/** The whole platform against the simulated web: what the API accepts, a worker does, and the API shows. */
describe.each(modes)('errands %s', (_mode, openServers) => {
  let web: SimWeb;
  let servers: Servers;
  let platform: Platform;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govcrawler-errands-'));
    [web, servers] = await Promise.all([startSimWeb({ documents: 120 }), openServers()]);
    const target = { address: '127.0.0.1', port: web.port };
    const feed = web.sites.find(({ code }) => code === FEED)!;
    platform = await openPlatform({
      config: loadConfig(standaloneConfigSchema, {
        ...servers.env,
        PORT: '0',
        ADMIN_PASSWORD: PASSWORD,
        LOG_LEVEL: 'silent',
      }),
      dataDir: folder,
      sites: [{ site: { ...feed.siteFile, adapter_params: { full_text: 'on_open' } }, path: 'simulated.yaml' }],
      fetch: {
        egress: {
          allowedHosts: new Map(web.hosts.map((host) => [host, target])),
          publicSuffixes: ['.test'],
          ports: [80],
        },
        honourCrawlDelay: false,
      },
    });
  }, 120_000);
  afterAll(async () => {
    await platform?.close();
    await Promise.all([web?.close(), servers?.close()]);
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const api = (method: 'get' | 'post' | 'put', path: string, body?: object) => {
    const call = request(new URL(platform.url).origin)[method](path).auth('admin', PASSWORD);
    return body ? call.send(body) : call;
  };
  const until = async <T>(read: () => Promise<T>, done: (value: T) => boolean): Promise<T> => {
    for (let left = 300; ; left -= 1) {
      const value = await read();
      if (done(value) || left === 0) return value;
      await sleep(100);
    }
  };
  const crawl = async (targetCode: string) => {
    const { jobId } = (await api('post', `/admin/api/targets/${targetCode}/run`, {})).body;
    const read = async () => (await api('get', `/admin/api/jobs/${jobId}`)).body;
    return until(read, ({ state }) => state !== 'queued' && state !== 'running');
  };
  const articles = async (targetCode: string) =>
    (await api('get', `/admin/api/articles/search?targetCode=${targetCode}&limit=200`)).body.items as { id: number }[];
  const reader = async (id: number): Promise<ReaderArticle> => (await api('get', `/api/articles/${id}`)).body;

  it('shows the summary of a feed at once and its full text after it was opened', async () => {
    const column = web.sites.find(({ code }) => code === FEED)!.siteFile.columns[0]!.column_id;
    const targetCode = `${FEED}__${column}`;
    expect((await crawl(targetCode)).state).toBe('done');
    expect(web.log.records.filter(({ path }) => /content_/.test(path))).toEqual([]);
    const [first, second, third] = await articles(targetCode);
    const opened = await reader(first!.id);
    const truth = web.documents(FEED).find(({ title }) => title === opened.title)!;
    const seen = (html: string | null) => truth.probes.filter((probe) => html?.includes(probe)).length;
    expect(truth.probes.length).toBeGreaterThan(1);
    expect([seen(opened.contentHtml), opened.contentFullHtml]).toEqual([1, null]);

    const ask = async (id: number) => (await api('post', `/api/articles/${id}/fulltext`, {})).body;
    expect(await ask(first!.id)).toEqual({ enqueued: false, reason: 'disabled' });
    await api('put', '/api/settings', { rss: { fullTextOnOpenEnabled: true } });
    expect(await ask(first!.id)).toEqual({ enqueued: true, jobId: expect.any(Number) });
    const full = await until(
      () => reader(first!.id),
      ({ contentFullHtml, contentFullError }) => (contentFullHtml ?? contentFullError) !== null,
    );
    expect(seen(full.contentFullHtml)).toBe(truth.probes.length);
    expect(full.contentFullHtml).not.toContain('<script');
    expect([full.contentHtml, full.contentFullSourceUrl]).toEqual([opened.contentHtml, opened.url]);
    expect(await ask(first!.id)).toEqual({ enqueued: false, reason: 'already_fetched' });

    const host = new URL(opened.url).host;
    web.setFault(host, { fault: { kind: 'server-error', status: 502 }, path: /content_/, count: 1 });
    const broken = await reader(second!.id);
    await ask(second!.id);
    const failed = await until(
      () => reader(second!.id),
      ({ contentFullError }) => contentFullError !== null,
    );
    expect(failed).toMatchObject({ contentFullHtml: null, contentHtml: broken.contentHtml });
    expect(failed.contentFullError).toMatch(/^http_server_error: /);
    expect(await ask(second!.id)).toEqual({ enqueued: false, reason: 'recent_failure' });

    web.setFault(host, {
      fault: { kind: 'redirect', to: 'http://169.254.169.254/latest/meta-data/' },
      path: /content_/,
    });
    await ask(third!.id);
    const stolen = await until(
      () => reader(third!.id),
      ({ contentFullError }) => contentFullError !== null,
    );
    expect([stolen.contentFullHtml, stolen.contentFullError]).toEqual([null, expect.stringMatching(/^refused_/)]);
    web.setFault(host, null);
  }, 120_000);
});
