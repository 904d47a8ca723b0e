import { ModelCalls, OpenAiModel, RunLedger } from '@govcrawler/agents';
import { type CrawlItem, type PageFetcher } from '@govcrawler/contracts';
import {
  agentPortal,
  askSimWeb,
  ENDLESS,
  MISBEHAVIOURS,
  type ModelServer,
  type SimWeb,
  startModelServer,
  startSimWeb,
} from '@govcrawler/testing';
import { contextFor, DirectFetcher, planFor } from '../conformance/direct-fetcher.conformance.js';
import { type AgentCrawlProgress } from '../site-adapter.js';
import { agentAdapter } from './agent.adapter.js';

const RANGE = { date_from: '2026-08-01', date_to: '2026-11-16' };
const PRICES = { input: 2, output: 8, currency: 'CNY' };
const CALL_MS = 150;
const PATIENT_MS = 20_000;

describe('the agent adapter on the simulated portal', () => {
  let web: SimWeb;
  let server: ModelServer;
  let asked: string[];
  beforeAll(async () => {
    web = await startSimWeb({ definitions: [agentPortal(RANGE)], documents: 70 });
    server = await startModelServer({ slowMs: 30 });
  });
  beforeEach(() => {
    server.reset();
    asked = [];
  });
  afterAll(async () => {
    await server.close();
    await web.close();
  });

  async function crawl(
    stream = false,
    limits = { maxCost: null as number | null, maxTokens: 1e8, maxMs: 60_000 },
    callMs = PATIENT_MS,
  ) {
    const site = web.sites[0]!;
    const endpoint = { baseUrl: server.baseUrl, apiKey: null, model: 'm', timeoutMs: callMs, retries: 0 };
    const model = await OpenAiModel.open({ ...endpoint, stream, limitField: 'max_tokens' });
    const ledger = new RunLedger(PRICES, limits);
    const progress: AgentCrawlProgress[] = [];
    const notes: string[] = [];
    const fetcher: PageFetcher = new DirectFetcher(({ url }) => {
      asked.push(url);
      return askSimWeb(web.port, url);
    });
    const agents = {
      calls: new ModelCalls(model, ledger),
      onProgress: (one: AgentCrawlProgress) => progress.push(one),
      onNote: (note: string) => notes.push(note),
    };
    const context = { ...contextFor(planFor(site.siteFile, 'all'), fetcher), agents };
    const items: CrawlItem[] = [];
    let failed = false;
    for await (const step of agentAdapter.list(context)) {
      if (step.kind === 'page') items.push(...step.items);
      else failed = true;
    }
    return { items, failed, ledger, progress, notes };
  }

  const inRange = () =>
    web.documents().filter(({ publishDate }) => publishDate >= RANGE.date_from && publishDate <= RANGE.date_to);
  const idsOf = (items: readonly CrawlItem[]) =>
    [...new Set(items.map(({ url }) => /post_\d+|attachment\/\d+\/\d+\/\d+\/\d+/.exec(url)?.[0] ?? url))].sort();
  const truthIds = () =>
    [...new Set(inRange().map(({ url }) => /post_\d+|attachment\/\d+\/\d+\/\d+\/\d+/.exec(url)?.[0] ?? url))].sort();

  it.each([false, true])(
    'finds every document in range with its date, and none outside (streaming %s)',
    async (stream) => {
      const { items, ledger, progress, notes } = await crawl(stream);
      expect(inRange().length).toBeGreaterThanOrEqual(40);
      expect(inRange().length).toBeLessThan(web.documents().length);
      expect(idsOf(items)).toEqual(truthIds());
      expect(notes).toEqual([]);
      const dates = new Map(web.documents().flatMap(({ listings }) => listings.map(({ url, date }) => [url, date])));
      expect(items.filter(({ url, publishDate }) => dates.get(url) !== publishDate)).toEqual([]);
      expect(new Set(server.calls.map(({ phase }) => phase))).toEqual(new Set(['navigate', 'section']));
      expect(server.calls.filter(({ characters }) => characters > 20_000)).toEqual([]);
      expect(ledger.usage).toMatchObject({ calls: server.calls.length, ...server.told, estimatedCalls: 0 });
      expect(progress.at(-1)).toMatchObject({ phase: 'section', sectionNo: 3, sections: 3 });
    },
  );

  it('asks every list page once, and passes the addresses saved before to the next section', async () => {
    await crawl();
    expect(new Set(asked).size).toBe(asked.length);
    const systems = new Set(
      server.calls.filter(({ phase }) => phase === 'section').map(({ body }) => body.messages[0]!.content),
    );
    expect(systems.size).toBe(3);
    expect([...systems].map((text) => text!.includes('已采集的URL'))).toEqual([false, true, true]);
  });

  /** Tools and rankings are no part of navigation. */
  const SPOKEN = MISBEHAVIOURS.filter((kind) => !/tool|indices|dates|finish|usage|slow/.test(kind));

  it.each([
    ...MISBEHAVIOURS.map((kind) => ({ kind, phase: 'section' as const })),
    ...SPOKEN.map((kind) => ({ kind, phase: 'navigate' as const })),
  ])('$phase, $kind: ends in time, invents nothing, loses nothing', async (plan) => {
    server.misbehave(plan);
    const { items, failed } = await crawl(false, undefined, ENDLESS.has(plan.kind) ? CALL_MS : PATIENT_MS);
    expect(failed).toBe(false);
    expect(idsOf(items)).toEqual(truthIds());
    expect(server.calls.some(({ misbehaviour }) => misbehaviour === plan.kind)).toBe(true);
    const lists = /^http:\/\/portal\.sim-cn\.test\/(?:zcwj\/|tzgg\/|zcjd\/)?(?:index(?:_\d+)?\.html)?$/;
    expect(asked.filter((url) => !lists.test(url))).toEqual([]);
    expect(server.calls.filter(({ characters }) => characters > 20_000)).toEqual([]);
  });

  it('stops asking at its ceiling, and collects the rest by its own means', async () => {
    const { items, ledger, notes } = await crawl(false, { maxCost: 0.12, maxTokens: 1e8, maxMs: 20_000 });
    expect(ledger.usage.cost).toBeLessThanOrEqual(0.12);
    expect(idsOf(items)).toEqual(truthIds());
    expect(notes.join()).toContain('could go beyond 0.12 CNY');
  });

  it('says what is missing without a model', async () => {
    const plan = planFor(web.sites[0]!.siteFile, 'all');
    const fetcher = new DirectFetcher(() => ({ status: 200, body: '' }));
    await expect(agentAdapter.list(contextFor(plan, fetcher)).next()).rejects.toThrow('没有配置大模型服务');
    expect(fetcher.requests).toEqual([]);
  });
});
