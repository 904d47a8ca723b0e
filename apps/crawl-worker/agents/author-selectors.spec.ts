import { type FetchResult, PageFetcher, type SelectorProposal, type StoredDocument } from '@govcrawler/contracts';
import { createLogger } from '@govcrawler/platform';
import { type ModelServer, startModelServer, type WireRequest } from '@govcrawler/testing';
import { type TargetPlan } from '../crawl-ports.js';
import { AgentRuns } from './agent-runs.js';
import { AuthorSelectors } from './author-selectors.js';

const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
const title = (day: string) => `关于印发${day}号工作方案的通知`;
const list = `<html><body><ul class="list">${DAYS.map((day) => `<li><a href="/d/${day}.html">${title(day)}</a><span>${day}</span></li>`).join('')}</ul></body></html>`;
/** A table of the old days: nothing around the body has a name, so inference has nothing to point at. */
const page = (day: string) => `<html><body><h1>${title(day)}</h1><div class="time">发布时间：${day} 10:00</div>
<table><tr><td><a href="/">首页</a></td><td><p>各有关单位：${day}起，全市开展专项整治，现就有关事项通知如下，请认真贯彻执行。</p>
<p>一、提高认识，加强领导，确保各项措施落实到位，并按时报送进展情况和存在的主要问题。</p>
<p>二、各部门要按照职责分工，建立台账，逐项整改，对工作不力的单位予以通报批评，并将结果纳入年度考核。</p></td></tr></table></body></html>`;

describe('AuthorSelectors', () => {
  let server: ModelServer;
  let agents: AgentRuns;
  beforeAll(async () => {
    server = await startModelServer();
    const endpoint = { baseUrl: server.baseUrl, apiKey: null, model: 'm', timeoutMs: 1000, retries: 0 };
    agents = await AgentRuns.open(
      {
        endpoint: { ...endpoint, stream: false, limitField: 'max_tokens' },
        prices: { input: 1, output: 1, currency: 'CNY' },
        limits: { maxCost: null, maxTokens: 1e7, maxMs: 60_000 },
        summariseAll: false,
      },
      createLogger('test', 'silent'),
    );
  });
  afterAll(() => server.close());

  async function propose(says: object | null, stored = DAYS.length, html: (day: string) => string = page) {
    server.reset();
    const scenario = ({ messages }: WireRequest) => ({
      text: says === null || messages[1]!.content!.includes('列表页') ? '[]' : JSON.stringify([says]),
    });
    server.scenario = scenario;
    const site = { code: 's', name: '站', baseUrl: 'http://a.test/', respectRobots: true, robotsOnError: 'allow' };
    const target = { id: 1, code: 's__a', name: '栏目', entryUrl: 'http://a.test/list.html' };
    const door = new (class extends PageFetcher {
      async fetch({ url }: { url: string }): Promise<FetchResult> {
        const facts = {
          url,
          finalUrl: url,
          strategy: 'http' as const,
          startedAt: new Date(0),
          durationMs: 1,
          attempts: 1,
        };
        return { ...facts, ok: true, status: 200, headers: {}, body: Buffer.from(list), charsetHint: 'utf-8' };
      }
    })();
    const documents = DAYS.slice(0, stored).map((day) => ({
      rawHtmlPath: day,
      url: `http://a.test/d/${day}.html`,
      finalUrl: null,
      title: title(day),
      publishDate: day,
    }));
    const author = new AuthorSelectors(
      says === null ? null : agents,
      { resolve: async () => ({ plan: { site, target } }) as unknown as TargetPlan },
      { newest: async () => documents as unknown as StoredDocument[] },
      { read: async (day) => Buffer.from(html(day)) },
      door,
      () => new Date('2026-11-16T12:00:00+08:00'),
    );
    const signal = new AbortController().signal;
    const { result } = await author.run({
      errandId: 1,
      payload: { targetCode: 's__a' },
      fence: { hostKey: 'x', token: 1 },
      previous: null,
      createdBy: 'test',
      stop: signal,
      signal,
      assertHeld: () => undefined,
      isCancelled: () => false,
      saveProgress: async () => undefined,
    });
    return result as SelectorProposal;
  }

  it('proposes by inference alone where the pages allow it, without a model', async () => {
    const named = (day: string) => page(day).replace('<td><p>', '<td class="body"><p>');
    const proposal = await propose(null, 4, named);
    expect(proposal).toMatchObject({ accepted: true, listBy: 'inference', detailBy: 'inference', listRows: 4 });
    expect(proposal.parser.detail).toMatchObject({ content: 'td.body' });
    expect(proposal.yaml).toContain('td.body');
    expect(proposal.problems).toEqual([]);
  });

  it('asks the model where inference is not enough, and believes what reads the pages', async () => {
    const proposal = await propose({ content: 'table td:nth-child(2)' });
    expect(proposal).toMatchObject({ accepted: true, listBy: 'inference', detailBy: 'model' });
    expect(proposal.checks).toHaveLength(4);
    expect(server.calls.map(({ phase }) => phase)).toEqual(['selectors']);
    expect(server.calls[0]!.characters).toBeLessThanOrEqual(20_000);
  });

  it.each([
    ['that match nothing', { content: 'div.gone' }],
    ['that take the whole page', { content: 'body', title: 'body::text' }],
    ['that are none', { content: 'td:::x' }],
    ['that were not asked for', { evil: 'http://stranger.test' }],
  ])('accepts no selectors %s', async (_name, says) => {
    const proposal = await propose(says);
    expect(proposal.accepted).toBe(false);
    expect(proposal.problems.join()).toContain('至少需要 3 篇');
  });

  it('accepts nothing that fewer than three stored pages prove', async () => {
    expect((await propose({ content: 'table td:nth-child(2)' }, 2)).accepted).toBe(false);
  });
});
