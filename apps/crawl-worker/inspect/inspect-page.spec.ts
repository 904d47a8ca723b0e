import { type FetchResult, type InspectedPages, PageFetcher } from '@govcrawler/contracts';
import { createLogger } from '@govcrawler/platform';
import { type ModelServer, startModelServer } from '@govcrawler/testing';
import { AgentRuns } from '../agents/agent-runs.js';
import { InspectPage } from './inspect-page.js';

const DAYS = ['2026-11-01', '2026-11-02', '2026-11-03'];
const title = (day: string) => `关于印发${day}号工作方案的通知`;
/** Three rows between much else: too few for inference to be sure of. */
const LIST = `<html><body><p>欢迎访问</p><section>${DAYS.map(
  (day) =>
    `<div class="x"><b data-u="/d/${day}.html"><i onclick="go()">${title(day)}</i></b><u>${day}</u></div><hr><p>广告</p>`,
).join('')}</section></body></html>`;
const RIGHT = { row: 'div.x', href: 'b::attr(data-u)', title: 'i::text', date: 'u::text' };

describe('InspectPage', () => {
  let server: ModelServer;
  let agents: AgentRuns;
  beforeAll(async () => {
    server = await startModelServer();
    const endpoint = { baseUrl: server.baseUrl, apiKey: null, model: 'm', timeoutMs: 20_000, retries: 0 };
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
  beforeEach(() => server.reset());
  afterAll(() => server.close());

  async function inspect(says: object | null): Promise<InspectedPages> {
    server.scenario = () => ({ text: JSON.stringify([says]) });
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
        return { ...facts, ok: true, status: 200, headers: {}, body: Buffer.from(LIST), charsetHint: 'utf-8' };
      }
    })();
    const now = () => new Date('2026-11-16T12:00:00+08:00');
    const { signal } = new AbortController();
    const { result } = await new InspectPage(door, says && agents, now).run({
      errandId: 1,
      payload: { url: 'http://a.test/list.html' },
      fence: { hostKey: 'x', token: 1 },
      previous: null,
      createdBy: 'test',
      stop: signal,
      signal,
      isCancelled: () => false,
      assertHeld: () => undefined,
      saveProgress: async () => undefined,
    });
    return result as InspectedPages;
  }

  it('asks a model where inference sees no list, and reads the page by what it says', async () => {
    const { proposedList, articles } = await inspect(RIGHT);
    expect(proposedList).toEqual(RIGHT);
    expect(articles).toMatchObject(DAYS.map((day) => ({ title: title(day), publishDate: day })));
    expect(server.calls.map(({ phase }) => phase)).toEqual(['selectors']);
  });

  it.each([
    ['that read nothing', { ...RIGHT, row: 'div.gone' }],
    ['of fewer than three rows', { ...RIGHT, row: 'div.x:first-of-type' }],
    ['that are none', { ...RIGHT, row: 'div:::' }],
  ])('takes no selectors %s', async (_name, says) => {
    const { proposedList, articles } = await inspect(says);
    expect([proposedList, articles]).toEqual([undefined, []]);
  });

  it('goes on without a model', async () => expect((await inspect(null)).articles).toEqual([]));
});
