import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BriefingView } from '@govcrawler/contracts';
import { SummariseNewArticles } from '@govcrawler/crawl-worker';
import { openDatabase } from '@govcrawler/persistence';
import { createLogger, loadConfig } from '@govcrawler/platform';
import {
  agentPortal,
  type Misbehaviour,
  type ModelServer,
  openClusterStand,
  type SimDocument,
  type SimWeb,
  startModelServer,
  startSimWeb,
} from '@govcrawler/testing';
import { Webhook } from 'standardwebhooks';
import request from 'supertest';
import { standaloneConfigSchema } from './config.js';
import { openPlatform, type Platform } from './open-platform.js';

const PASSWORD = 'briefings test password';
const TARGET = 'sim_portal__all';
const DOCUMENTS = 52;
const WANTED = 40;
/** The others are tried phase by phase, beside the adapter and the phases. */
const KINDS: Misbehaviour[] = ['truncated', 'invented_urls', 'other_hosts', 'endless_tool_loop', 'wrong_usage'];

interface Servers {
  env: Record<string, string>;
  close(): Promise<void>;
}

async function clusterServers(): Promise<Servers> {
  const stand = await openClusterStand();
  const database = await openDatabase({ kind: 'mysql', url: stand.env.DATABASE_URL }, { warn: () => undefined });
  await database.migrate();
  await database.close();
  return { env: stand.env, close: () => stand.close() };
}

/** The whole platform, a portal with three sections, and a language model that does what it is told, or not. */
describe.each([
  ['embedded', async () => ({ env: {}, close: async () => undefined })],
  ['on MariaDB and Redis', clusterServers],
] as [string, () => Promise<Servers>][])('briefings %s', (mode, openServers) => {
  let web: SimWeb;
  let model: ModelServer;
  let servers: Servers;
  let platform: Platform;
  let receiver: Server;
  const received: { headers: Record<string, string>; body: string }[] = [];
  let folder: string;
  let range: { from: string; to: string };
  let wanted: SimDocument[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'govcrawler-briefings-'));
    receiver = createServer(async (incoming, response) => {
      let body = '';
      for await (const chunk of incoming) body += String(chunk);
      received.push({ headers: incoming.headers as Record<string, string>, body });
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    // The range that holds forty documents, with others before it and after it.
    const newest = (await withPortal({}, (portal) => portal.documents()))
      .map(({ publishDate }) => publishDate)
      .sort()
      .reverse();
    range = { from: newest[WANTED + 3]!, to: newest[4]! };
    [web, model, servers] = await Promise.all([
      startSimWeb({ definitions: [agentPortal({ date_from: range.from, date_to: range.to })], documents: DOCUMENTS }),
      startModelServer(),
      openServers(),
    ]);
    wanted = web.documents().filter(({ publishDate }) => publishDate >= range.from && publishDate <= range.to);
    platform = await open();
  }, 120_000);
  const open = () => {
    const target = { address: '127.0.0.1', port: web.port };
    return openPlatform({
      config: loadConfig(standaloneConfigSchema, {
        ...servers.env,
        PORT: '0',
        ADMIN_PASSWORD: PASSWORD,
        LOG_LEVEL: 'silent',
        WEBHOOK_INTERNAL_RECEIVERS: `127.0.0.1:${(receiver.address() as AddressInfo).port}`,
        MODEL_BASE_URL: model.baseUrl,
        MODEL_API_KEY: 'a secret',
        MODEL_NAME: 'scripted',
        MODEL_PRICE_INPUT: '2',
        MODEL_PRICE_OUTPUT: '8',
        MODEL_TIMEOUT_SEC: '20',
        MODEL_RETRIES: '0',
      }),
      dataDir: folder,
      sites: web.sites.map(({ siteFile }) => ({ site: siteFile, path: 'simulated.yaml' })),
      fetch: {
        egress: {
          allowedHosts: new Map(web.hosts.map((host) => [host, target])),
          publicSuffixes: ['.test'],
          ports: [80],
        },
        honourCrawlDelay: false,
      },
    });
  };
  afterAll(async () => {
    await platform?.close();
    receiver?.close();
    await Promise.all([web?.close(), model?.close(), servers?.close()]);
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);
  beforeEach(() => model.reset());

  const api = (method: 'get' | 'post', path: string, body?: object) => {
    const call = request(new URL(platform.url).origin)[method](path).auth('admin', PASSWORD);
    return body ? call.send(body) : call;
  };
  const start = async (more: object = {}): Promise<number> => {
    const answer = await api('post', '/admin/api/briefings', { targetCodes: [TARGET], ...range, ...more });
    expect(answer.status).toBe(202);
    return answer.body.id as number;
  };
  const ended = async (id: number, seen: BriefingView[] = []): Promise<BriefingView> => {
    for (let left = 600; ; left -= 1) {
      const view = (await api('get', `/admin/api/briefings/${id}`)).body as BriefingView;
      seen.push(view);
      if ((view.state !== 'queued' && view.state !== 'running') || left === 0) return view;
      await sleep(100);
    }
  };
  const bare = (text: string) => text.replace(/\s+/g, '');
  const idsOf = (view: BriefingView) => view.items.map(({ articleId }) => articleId).sort((a, b) => a! - b!);
  const stored = async () => (await platform.database.articles.search({ limit: 200, offset: 0 })).items;
  /** Every document of the briefing is one of the web, in range, with its own date. */
  const expectTrue = (view: BriefingView) => {
    const truth = new Map(
      wanted.flatMap((document) => [document.url, ...document.otherUrls].map((url) => [url, document])),
    );
    expect(
      view.items.filter(({ url, title, publishDate }) => {
        const document = truth.get(url);
        return !document || bare(document.title) !== bare(title) || document.publishDate !== publishDate;
      }),
    ).toEqual([]);
    expect(view.items.map(({ position }) => position)).toEqual(view.items.map((_, index) => index + 1));
  };

  it('writes one with all documents in range, their dates, summaries and order, and counts what it cost', async () => {
    expect(wanted.length).toBeGreaterThanOrEqual(WANTED);
    expect(wanted.length).toBeLessThan(DOCUMENTS);
    expect((await api('get', '/admin/api/model')).body).toMatchObject({ configured: true, model: 'scripted' });
    const seen: BriefingView[] = [];
    const view = await ended(await start({ title: '本周简报' }), seen);
    expect(view).toMatchObject({ state: 'done', rankedBy: 'model', error: null, order: { title: '本周简报' } });
    expect(view.progress!.notes).toEqual([]);
    expect(view.items).toHaveLength(wanted.length);
    expectTrue(view);

    const readable = new Set(
      wanted.filter(({ probes }) => probes.length > 0).flatMap(({ url, otherUrls }) => [url, ...otherUrls]),
    );
    expect(view.items.filter(({ url, summary }) => readable.has(url) && (summary ?? '').length <= 20)).toEqual([]);
    const rankOf = ({ title, summary }: BriefingView['items'][number]) => {
      const words = [/国务院|全国|条例|规划/, /办法|意见|规定|标准/, /统计|报告/, /通知|公告|公示/];
      const found = words.findIndex((one) => one.test(`${title} — ${(summary ?? '').slice(0, 80)}`));
      return found === -1 ? words.length : found;
    };
    const ranks = view.items.map(rankOf);
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    for (const { articleId, title } of view.items.slice(0, 5)) {
      expect((await api('get', `/admin/api/articles/${articleId}`)).body.title).toBe(title);
    }

    // What the server received and told is what the run measured and counted.
    const budgets: Record<string, number> = { navigate: 20_000, section: 20_000, summary: 8_000, ranking: 20_000 };
    expect(model.calls.filter(({ phase, characters }) => characters > budgets[phase]!)).toEqual([]);
    const summaries = model.calls.filter(({ phase }) => phase === 'summary');
    expect(summaries.filter(({ body }) => (body.messages[1]!.content ?? '').length > 6_700)).toEqual([]);
    const { usage } = view.progress!;
    expect(usage).toMatchObject({ calls: model.calls.length, ...model.told, estimatedCalls: 0, currency: 'CNY' });
    const cost = (model.told.promptTokens * 2 + model.told.completionTokens * 8) / 1e6;
    expect(usage.cost).toBeCloseTo(cost, 6);
    expect(usage.largestCall).toBe(Math.max(...model.calls.map(({ characters }) => characters)));
    expect(new Set(model.calls.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer a secret']));
    expect(seen.some(({ progress }) => progress !== null && progress.phase !== 'finished')).toBe(true);
  }, 90_000);

  it('gives it as Markdown, to programs and by webhook', async () => {
    const name = 'briefing-reader';
    await api('post', '/api/v1/consumers', { name, from: 'now' });
    const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const { secret } = (
      await request(new URL(platform.url).origin)
        .put(`/api/v1/consumers/${name}/webhook`)
        .auth('admin', PASSWORD)
        .send({ url: hook })
    ).body;
    expect(secret).toMatch(/^whsec_/);
    const view = await ended(await start({ collect: false, deliverTo: name }));
    expect(view.items).toHaveLength(wanted.length);
    expect(model.calls.map(({ phase }) => phase).filter((phase) => phase !== 'ranking' && phase !== 'summary')).toEqual(
      [],
    );
    const markdown = await api('get', `/admin/api/briefings/${view.id}/markdown`);
    expect(markdown.headers['content-type']).toContain('text/markdown');
    expect(markdown.text.match(/^## /gm)).toHaveLength(view.items.length);
    expect((await api('get', `/api/v1/briefings/${view.id}`)).body.items).toEqual(view.items);
    expect((await api('get', '/api/v1/briefings?limit=1')).body.items[0].id).toBe(view.id);
    for (let left = 100; left > 0 && !received.some(({ body }) => body.includes('"briefing"')); left--)
      await sleep(100);
    const message = received.find(({ body }) => body.startsWith('{"type":"briefing"'))!;
    const sent = new Webhook(secret).verify(message.body, message.headers) as { data: { briefing: BriefingView } };
    expect(sent.data.briefing.items).toEqual(view.items);
    for (let left = 50; left > 0; left--) {
      const { delivery } = (await api('get', `/admin/api/briefings/${view.id}`)).body as BriefingView;
      if (delivery?.state === 'sent') break;
      await sleep(100);
      expect(left).toBeGreaterThan(1);
    }
  }, 60_000);

  it('summarises every new document where the settings ask for it, and tells those who read them', async () => {
    const { database, errandLanes } = platform;
    const logger = createLogger('test', 'silent');
    const enqueue = (lane: string, id: number) => errandLanes.enqueue(lane, id);
    const everything = new SummariseNewArticles(database.summaries, database.errands, enqueue, logger);
    const { items } = await database.articles.search({ limit: 200, offset: 0 });
    await forgetSummaries();
    const documents = await database.summaries.documents(items.map((item) => item.id));
    const readable = documents.filter(({ contentText }) => (contentText ?? '').length >= 30);
    const { id } = readable[0]!;
    const read = () => api('get', `/api/v1/articles/${id}`);
    const before = await read();
    expect(before.body.summary).toBeNull();
    expect((await api('get', `/admin/api/articles/${id}`)).body.summary).toBeNull();
    let cursor = '';
    const news = async () => {
      const { body } = await api('get', `/api/v1/changes?limit=200&include=none${cursor && `&cursor=${cursor}`}`);
      cursor = body.cursor as string;
      return body as { items: { articleId: number }[]; caughtUp: boolean };
    };
    while (!(await news()).caughtUp);

    const isOver = async () => (await database.errands.recent('articles.summarize', { limit: 1 }))[0]?.finishedAt;
    for (let round = 0; round < 20 && (await everything.look()) > 0; round++) {
      expect(await everything.look()).toBe(0);
      for (let left = 400; left > 0 && !(await isOver()); left--) await sleep(50);
    }
    const summaries = await database.summaries.of(documents);
    expect(summaries.size).toBe(readable.length);
    expect(new Set(model.calls.map(({ body }) => body.messages[1]!.content)).size).toBe(readable.length);
    const after = await read();
    expect(after.body.summary).toBe(summaries.get(id));
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
    expect((await api('get', `/admin/api/articles/${id}`)).body.summary).toBe(summaries.get(id));
    expect(new Set((await news()).items.map(({ articleId }) => articleId))).toEqual(
      new Set(readable.map((one) => one.id)),
    );
  }, 60_000);

  it('leaves for later what an endpoint that is away could not summarise', async () => {
    const { database } = platform;
    const { items } = await database.articles.search({ limit: 3, offset: 0 });
    const [failed, without] = await database.summaries.documents(items.map(({ id }) => id));
    await keepSummary({ articleId: failed!.id, contentHash: failed!.contentHash, failure: 'server_error: away' });
    await keepSummary({ articleId: without!.id, contentHash: without!.contentHash, failure: 'no_text' });
    expect(await database.summaries.unsummarised(86_400_000, 3_600_000, 10)).toEqual([]);
    await sleep(20);
    expect(await database.summaries.unsummarised(86_400_000, 10, 10)).toEqual([failed!.id]);
  });

  async function keepSummary(row: { articleId: number; contentHash: string; failure: string | null }): Promise<void> {
    const { leases, summaries } = platform.database;
    const lease = (await leases.acquire('test', 'test', 60_000))!;
    await summaries.save({ ...row, summary: null, model: 'test' }, { hostKey: 'test', token: lease.token });
    await leases.release('test', lease.token);
  }

  async function forgetSummaries(): Promise<void> {
    for (const { id } of await stored()) await keepSummary({ articleId: id, contentHash: 'x', failure: null });
  }

  if (mode !== 'embedded') return;

  it.each([
    ['navigate', 'server_error'],
    ['section', 'server_error'],
    ['summary', 'server_error'],
    ['ranking', 'not_json'],
  ] as const)(
    'is of use when phase %s fails (%s)',
    async (phase, kind) => {
      const collect = phase === 'navigate' || phase === 'section';
      await (collect ? forgetEverything() : forgetSummaries());
      model.misbehave({ kind, phase });
      const view = await ended(await start({ collect }));
      expect(view.state).toBe('done');
      expectTrue(view);
      expect(view.items).toHaveLength(wanted.length);
      const summarised = view.items.filter(({ summary }) => summary !== null).length;
      expect(summarised > 0).toBe(phase !== 'summary');
      expect(view.rankedBy).toBe(phase === 'ranking' ? 'date' : 'model');
      expect(view.progress!.notes.length > 0).toBe(phase !== 'summary');
      expect(view.progress!.usage).toMatchObject(model.told);
      if (phase === 'ranking') {
        const dates = view.items.map(({ publishDate }) => publishDate!);
        expect(dates).toEqual([...dates].sort().reverse());
      }
    },
    60_000,
  );

  it('survives a model that is wrong in every phase, and stores nothing wrong', async () => {
    const truth = new Set(web.documents().flatMap(({ url, otherUrls }) => [url, ...otherUrls]));
    for (const kind of KINDS) {
      model.reset();
      model.misbehave({ kind });
      const view = await ended(await start({ maxItems: 4 }));
      expect([kind, view.state, view.items.length]).toEqual([kind, 'done', 4]);
      expectTrue(view);
      expect(model.calls.length).toBeGreaterThan(0);
      const { promptTokens, completionTokens, estimatedCalls } = view.progress!.usage;
      if (estimatedCalls === 0) expect([kind, { promptTokens, completionTokens }]).toEqual([kind, model.told]);
    }
    expect((await stored()).filter(({ url }) => !truth.has(url))).toEqual([]);
    const asked = web.log.records.filter(({ host }) => host !== 'portal.sim-cn.test');
    expect(asked).toEqual([]);
  }, 120_000);

  it('stops when it is cancelled, and the next one is complete', async () => {
    await forgetEverything();
    model.misbehave({ kind: 'hang' });
    const id = await start();
    for (let left = 100; left > 0 && model.calls.length === 0; left--) await sleep(50);
    expect((await api('post', `/admin/api/briefings/${id}/cancel`, {})).status).toBe(202);
    expect(await ended(id)).toMatchObject({ state: 'cancelled', items: [] });
    expect((await api('post', `/admin/api/briefings/${id}/cancel`, {})).status).toBe(409);
    model.reset();
    const next = await ended(await start());
    expect(next.items).toHaveLength(wanted.length);
    expect(idsOf(next)).toEqual([...new Set(idsOf(next))]);
  }, 120_000);

  it('summarises documents of any source on request', async () => {
    await platform.database.briefings.list({ before: null, limit: 1 });
    const ids = (await stored()).slice(0, 5).map(({ id }) => id);
    await forgetSummaries();
    const answer = await api('post', '/admin/api/articles/summaries', { ids });
    expect(answer.status).toBe(202);
    const documents = await platform.database.summaries.documents(ids);
    for (let left = 200; left > 0; left--) {
      const errand = await platform.database.errands.find('articles.summarize', answer.body.id as number);
      if (errand?.state === 'done') break;
      expect(left).toBeGreaterThan(1);
      await sleep(50);
    }
    const summaries = await platform.database.summaries.of(documents);
    expect(summaries.size).toBe(documents.filter(({ contentText }) => (contentText ?? '').length >= 30).length);
    expect(model.calls.every(({ phase }) => phase === 'summary')).toBe(true);
  }, 60_000);

  /** As a site's deletion does it: documents that people delete one by one are not collected again. */
  async function forgetEverything(): Promise<void> {
    const { database } = platform;
    const { site } = (await database.targets.planFor(TARGET))!;
    while ((await database.articleDeletions.removeSomeOfSite(site.id, 100)).articleIds.length > 0);
  }

  it('goes on where a worker that went away left it, with the same crawl, and knows what was spent', async () => {
    await forgetEverything();
    const jobs = async () => (await api('get', '/admin/api/jobs/list')).body.items as { id: number; state: string }[];
    const before = (await jobs()).length;
    // Once within the crawl, once within the summaries.
    model.misbehave({ kind: 'slow', phase: 'section' }, { kind: 'slow', phase: 'summary' });
    const id = await start();
    for (const phase of ['section', 'summary'] as const) {
      for (let left = 400; left > 0 && !model.calls.some((call) => call.phase === phase); left--) await sleep(20);
      await platform.close();
      platform = await open();
    }
    model.misbehave();
    const view = await ended(id);
    expect([view.state, view.progress!.notes, view.rankedBy]).toEqual(['done', [], 'model']);
    expect(view.items).toHaveLength(wanted.length);
    expectTrue(view);
    expect((await jobs()).length - before).toBe(1);
    // What was under way at the end of an attempt was answered; nothing that the server counted is forgotten.
    expect(view.progress!.usage).toMatchObject(model.told);
  }, 120_000);
});

async function withPortal<T>(params: Record<string, unknown>, look: (web: SimWeb) => T): Promise<T> {
  const web = await startSimWeb({ definitions: [agentPortal(params)], documents: DOCUMENTS });
  try {
    return look(web);
  } finally {
    await web.close();
  }
}
