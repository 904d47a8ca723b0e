import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DiscoveryView,
  type InspectionView,
  type ParserTryView,
  type ReaderArticle,
  type ReparseView,
} from '@govcrawler/contracts';
import { checkSite } from '@govcrawler/adapters';
import { openDatabase } from '@govcrawler/persistence';
import { loadConfig, parseSiteFile } from '@govcrawler/platform';
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
    mkdirSync(join(folder, 'sites'));
    [web, servers] = await Promise.all([startSimWeb({ documents: 150 }), openServers()]);
    const target = { address: '127.0.0.1', port: web.port };
    const feed = web.sites.find(({ code }) => code === FEED)!;
    platform = await openPlatform({
      config: loadConfig(standaloneConfigSchema, {
        ...servers.env,
        PORT: '0',
        ADMIN_PASSWORD: PASSWORD,
        LOG_LEVEL: 'silent',
      }),
      dataDir: join(folder, 'data'),
      sitesFolder: join(folder, 'sites'),
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

  const discover = async (order: object): Promise<DiscoveryView> => {
    const accepted = await api('post', '/admin/api/targets/discover-html', order);
    expect(accepted.status).toBe(202);
    const read = async () => (await api('get', accepted.headers.location as string)).body as DiscoveryView;
    return until(read, ({ state }) => state !== 'queued' && state !== 'running');
  };

  it('finds the columns of a site, writes its file beside what people wrote, and crawls by it', async () => {
    const site = web.sites.find(({ code }) => code === 'sim_lingdong')!;
    const host = site.hosts[0]!;
    web.log.clear();
    const found = await discover({ url: `http://${host}/`, maxPages: 25 });
    expect(found).toMatchObject({ state: 'done', error: null });
    const { columns } = found.result!;
    const rowsOf = (column: string) =>
      web.documents(site.code).filter((d) => !d.withdrawn && d.listings.some((listing) => listing.column === column));
    const wanted = site.siteFile.columns
      .filter(({ column_id }) => rowsOf(column_id).length >= 5)
      .map(({ name, list_url }) => [name, list_url]);
    expect(wanted.length).toBeGreaterThan(1);
    const lists = columns.filter(({ adapter }) => adapter === 'yaml').map(({ name, listUrl }) => [name, listUrl]);
    expect(lists).toEqual(expect.arrayContaining(wanted));
    for (const column of columns.filter(({ adapter }) => adapter === 'yaml')) {
      expect(column.listSelectors).not.toBeNull();
      expect(column.sampleRows.length).toBeGreaterThan(2);
      expect(column.confidence).toBeGreaterThan(0.5);
    }
    // One request at a time: it holds the host like a crawl.
    const asked = web.log.records.filter((record) => record.host === host);
    expect(asked.length).toBeLessThanOrEqual(28);
    asked.forEach((record, index) => {
      if (index > 0) expect(record.startedAt).toBeGreaterThanOrEqual(asked[index - 1]!.endedAt ?? Infinity);
    });

    const file = join(folder, 'sites', 'found.yaml');
    const written = `# 手写的说明\nsite_id: found # 不要改\nsite_name: 岭东\nbase_url: http://${host}/\ninterval_sec: 0\ncolumns:\n  # 旧栏目\n  - column_id: old\n    name: 旧\n    list_url: http://${host}/old/\n    enabled: false\n`;
    writeFileSync(file, written);
    const chosen = columns.find(({ listUrl }) => listUrl === wanted[0]![1])!;
    const order = { siteCode: 'found', as: 'file', columns: [{ listUrl: chosen.listUrl, columnId: 'szfwj' }] };
    const accepted = await api('post', `/admin/api/discoveries/${found.id}/accept`, order);
    expect([accepted.status, accepted.body.yamlPath]).toEqual([200, file]);
    const text = readFileSync(file, 'utf8');
    for (const comment of ['# 手写的说明', '# 不要改', '# 旧栏目']) expect(text).toContain(comment);
    expect(parseSiteFile(text, file, [checkSite]).problems).toEqual([]);

    const job = await crawl('found__szfwj');
    expect([job.state, job.summary.itemsNew]).toEqual(['done', rowsOf('szfwj').length]);
  }, 120_000);

  it('reads the catalogue of the disclosure platform, and stops when told so', async () => {
    const site = web.sites.find(({ code }) => code === 'sim_lingdong_gkml')!;
    const found = await discover({ url: `http://${site.hosts[0]}/gkmlpt/index`, maxPages: 5 });
    const columns = found.result!.columns.filter(({ adapter }) => adapter === 'gkmlpt');
    expect(columns.map(({ name }) => name)).toEqual(
      expect.arrayContaining(site.siteFile.columns.map(({ name }) => name)),
    );
    web.setLatency(400);
    const yunlan = web.sites.find(({ code }) => code === 'sim_yunlan')!;
    const started = await api('post', '/admin/api/targets/discover-html', { url: `http://${yunlan.hosts[0]}/` });
    const path = started.headers.location as string;
    const read = async () => (await api('get', path)).body as DiscoveryView;
    await until(read, ({ progress }) => (progress?.pagesFetched ?? 0) > 0);
    await api('post', `${path}/cancel`, {});
    const ended = await until(read, ({ state }) => state !== 'queued' && state !== 'running');
    web.setLatency(0);
    expect(ended.state).toBe('cancelled');
  }, 120_000);

  it('finds columns that only a sitemap names, and tells how far it is', async () => {
    const site = web.sites.find(({ code }) => code === 'sim_lingdong')!;
    const host = site.hosts[0]!;
    const xml = (body: string) => ({ type: 'application/xml', body: `<?xml version="1.0"?>${body}` });
    const place = (path: string) => `<loc>http://${host}${path}</loc>`;
    web.setFile(
      host,
      '/sitemap.xml',
      xml(
        `<sitemapindex><sitemap>${place('/gone.xml')}</sitemap><sitemap>${place('/map.xml')}</sitemap></sitemapindex>`,
      ),
    );
    const elsewhere = '<loc>http://www.elsewhere.test/tzgg/</loc><loc>javascript:alert(1)</loc><loc>http://[/</loc>';
    web.setFile(host, '/map.xml', xml(`<urlset><url>${place('/hidden/')}</url><url>${elsewhere}</url></urlset>`));
    const row = (n: number) =>
      `<li><a href="/hidden/t20260101_${n}.html">关于第${n}项工作的通知</a><span>2026-01-0${n}</span></li>`;
    const list = `<html><head><title>督查通报_岭东</title></head><body><ul>${[1, 2, 3, 4, 5, 6].map(row).join('')}</ul></body></html>`;
    web.setFile(host, '/hidden/', { type: 'text/html; charset=utf-8', body: list });
    web.setLatency(60);
    const started = await api('post', '/admin/api/targets/discover-html', { url: `http://${host}/`, maxPages: 30 });
    const seen: number[] = [];
    const found = await until(
      async () => {
        const view = (await api('get', started.headers.location as string)).body as DiscoveryView;
        if (view.progress) seen.push(view.progress.pagesFetched);
        return view;
      },
      ({ state }) => state !== 'queued' && state !== 'running',
    );
    web.setLatency(0);
    const hidden = found.result!.columns.find(({ listUrl }) => listUrl === `http://${host}/hidden/`);
    expect(hidden).toMatchObject({ adapter: 'yaml', name: '督查通报', rowCount: 6 });
    expect([...seen].sort((a, b) => a - b)).toEqual(seen);
    expect(new Set(seen).size).toBeGreaterThan(2);
    expect(web.log.records.filter((record) => record.host === 'www.elsewhere.test')).toEqual([]);
  }, 120_000);

  it('finds the feeds that a site announces, and makes targets of them that can be crawled', async () => {
    const site = web.sites.find(({ code }) => code === FEED)!;
    const found = await discover({ url: `http://${site.hosts[0]}/`, maxPages: 20 });
    const feeds = found.result!.columns.filter(({ adapter }) => adapter === 'rss');
    expect(feeds.map(({ listUrl, name }) => [name, listUrl]).sort()).toEqual(
      site.siteFile.columns.map(({ name, list_url }) => [name, list_url]).sort(),
    );
    for (const feed of feeds) expect(feed).toMatchObject({ confidence: 0.95, sampleRows: expect.any(Array) });
    const chosen = site.siteFile.columns[1]!;
    const columns = [{ listUrl: chosen.list_url, columnId: 'feed' }];
    const order = { siteCode: 'found_feeds', as: 'targets', columns };
    const accepted = (await api('post', `/admin/api/discoveries/${found.id}/accept`, order)).body;
    expect(accepted.targets).toMatchObject({ created: [{ code: 'found_feeds__feed' }], refused: [] });
    const { state, summary } = await crawl('found_feeds__feed');
    expect([state, summary.itemsSeen > 3]).toEqual(['done', true]);
  }, 120_000);

  it('shows how one list page reads, and reads it again as a person corrects it', async () => {
    const site = web.sites.find(({ code }) => code === 'sim_yunlan')!;
    const { list_url: url } = site.siteFile.columns[0]!;
    const accepted = await api('post', '/admin/api/targets/inspect', { url });
    const path = accepted.headers.location as string;
    const read = async () => (await api('get', path)).body as InspectionView;
    const seen = await until(read, ({ state }) => state !== 'queued' && state !== 'running');
    expect(seen).toMatchObject({ state: 'done', finalUrl: url, error: null });
    expect(seen.snapshot).not.toMatch(
      /<(?!\/?(?:div|span|p|br|hr|h[1-6]|strong|b|em|i|u|[uo]l|li|d[ltd]|table|caption|t(?:head|body|foot|r|d|h)|a|section|article|header|footer|nav|main|aside|blockquote|pre)\b)/,
    );
    expect(seen.snapshot).not.toMatch(/<[^>]*\s(?!data-gc="\d+"|data-css="[#.\w-]+")[a-z-]+=/);
    expect(seen.list!.marks.row).toHaveLength(seen.list!.rowCount);
    expect(seen.articles.map(({ failure }) => failure)).toEqual([null, null, null]);
    const truths = web.documents('sim_yunlan');
    for (const article of seen.articles) expect(truths.map(({ title }) => title)).toContain(article.title);

    const correct = async (body: object) => (await api('post', `${path}/correct`, body)).body as InspectionView;
    const none = await correct({ list: { row: 'table.nothing tr' } });
    expect([none.list!.rowCount, none.list!.marks.row]).toEqual([0, []]);
    const pointed = await correct({ pointedAt: seen.list!.marks.title[2] });
    expect(pointed.list!.rows).toEqual(seen.list!.rows);
    const wrong = await api('post', `${path}/correct`, { list: { row: 'li[' } });
    expect([wrong.status, wrong.body.field]).toEqual([400, 'list.row']);
    const detail = await correct({ detail: { title: 'h1::text', content: 'body' } });
    expect(detail.articles[0]!.contentText.length).toBeGreaterThanOrEqual(seen.articles[0]!.contentText.length);
  }, 120_000);

  it('tries selectors, shows what a re-parse would change, and writes it as revisions after they are saved', async () => {
    const path = '/admin/api/targets/found__szfwj';
    const ids = (await articles('found__szfwj')).map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(3);
    const override = { detail: { title: 'h1::text', content: 'body' } };
    const tried = (await api('post', `${path}/parser/try`, { override, articleId: ids[0] })).body as ParserTryView;
    expect(tried.matches.find(({ field }) => field === 'content')).toMatchObject({ selector: 'body', count: 1 });
    expect(tried.proposed.contentText.length).toBeGreaterThan(tried.current.contentText.length);
    expect((await api('post', `${path}/parser/compare`, { override })).body).toMatchObject({
      changed: Math.min(10, ids.length),
    });

    const run = async (route: string, body: object): Promise<ReparseView> => {
      const accepted = await api('post', route, body);
      expect(accepted.status).toBe(202);
      const read = async () => (await api('get', accepted.headers.location as string)).body as ReparseView;
      return until(read, ({ state }) => state !== 'queued' && state !== 'running');
    };
    const revisions = async () =>
      (await platform.database.articles.search({ targetCode: 'found__szfwj', limit: 200, offset: 0 })).items.map(
        ({ revision }) => revision,
      );
    expect((await run(`${path}/reparse`, {})).report).toMatchObject({ read: ids.length, changed: 0, wouldBeEmpty: 0 });
    const preview = await run(`${path}/reparse`, { override });
    expect(preview.report).toMatchObject({ articles: ids.length, changed: ids.length, applied: 0 });
    expect(preview.report!.changesByField.contentText).toBe(ids.length);
    expect(new Set(await revisions())).toEqual(new Set([1]));
    const early = await api('post', `/admin/api/reparses/${preview.id}/apply`, {});
    expect([early.status, early.body.code]).toEqual([409, 'parser_not_saved']);
    const { version } = (await api('get', `${path}/parser`)).body;
    await api('put', `${path}/parser`, { override, version });
    const before = (await platform.database.changes.read(0, 100_000)).length;
    const applied = await run(`/admin/api/reparses/${preview.id}/apply`, {});
    expect([applied.state, applied.report!.applied]).toEqual(['done', ids.length]);
    expect(new Set(await revisions())).toEqual(new Set([2]));
    expect((await platform.database.changes.read(0, 100_000)).length).toBe(before + ids.length);
    expect((await run(`${path}/reparse`, {})).report).toMatchObject({ changed: 0, unchanged: ids.length });
    expect((await api('get', `${path}/reparses`)).body).toHaveLength(4);
  }, 120_000);
});
