import { startSimWeb, askSimWeb, type SimWeb } from '@govcrawler/testing';
import { contextFor, DirectFetcher, planFor } from '../conformance/direct-fetcher.conformance.js';
import { type ListStep } from '../site-adapter.js';
import { govCnPolicyAdapter } from './gov-cn-policy.adapter.js';

/** The gateway's own check of the encrypted key is the proof; here it is a simulated one that decrypts. */
describe('gov_cn_policy, profile xxgk', () => {
  let web: SimWeb;
  beforeAll(async () => {
    web = await startSimWeb({ documents: 300 });
  });
  afterAll(() => web.close());

  async function walk(change: (params: Record<string, unknown>) => void, tamper?: (url: string) => string | null) {
    const { siteFile } = web.sites.find(({ dialect }) => dialect === 'gov-cn-xxgk')!;
    const site = structuredClone(siteFile);
    change(site.adapter_params);
    const fetcher = new DirectFetcher(async (request) => {
      const forged = tamper?.(request.url);
      return forged ? { status: 200, body: forged } : askSimWeb(web.port, request.url, request);
    });
    const steps: ListStep[] = [];
    const plan = planFor(site, site.columns[0]?.column_id ?? '');
    for await (const step of govCnPolicyAdapter.list(contextFor(plan, fetcher))) steps.push(step);
    return {
      steps,
      paths: fetcher.requests.map(({ method = 'GET', url }) => `${method} ${new URL(url).pathname.slice(0, 24)}`),
    };
  }
  const count = (steps: ListStep[]) =>
    steps.reduce((sum, step) => sum + (step.kind === 'page' ? step.items.length : 0), 0);

  it('warms up once and reads all pages, one of them wrapped into a string', async () => {
    const { steps, paths } = await walk((params) => (params.page_size = 10));
    expect(count(steps)).toBe(web.documents('sim_gov_xxgk').length);
    expect(steps.length).toBeGreaterThan(1);
    expect(paths.filter((path) => path.startsWith('GET'))).toHaveLength(1);
  });

  it('reads the key from the page when the pinned one is refused', async () => {
    const { steps, paths } = await walk((params) => {
      delete params.public_key;
      delete params.app_key;
      delete params.app_name;
    });
    expect(count(steps)).toBe(web.documents('sim_gov_xxgk').length);
    expect(paths.slice(0, 5)).toEqual([
      'GET /athena/forward/7D1C0F52',
      'POST /athena/forward/A94F3C27',
      'GET /zhengce/xxgk/',
      'GET /zhengce/xxgk/search.js',
      'GET /athena/forward/7D1C0F52',
    ]);
  });

  it('asks for a new code when the old one has aged', async () => {
    let asked = 0;
    const stale = JSON.stringify({ resultCode: { code: 200 }, result: { data: '19000000000' } });
    const { steps } = await walk(
      () => undefined,
      (url) => (url.includes('thirdPartyName') && asked++ === 0 ? stale : null),
    );
    expect(count(steps)).toBe(web.documents('sim_gov_xxgk').length);
  });

  it('gives up with what the gateway said', async () => {
    const refusal = JSON.stringify({ resultCode: { code: 4010, message: 'athenaAppKey校验失败' }, result: null });
    const { steps } = await walk(
      () => undefined,
      (url) => (url.includes('A94F3C27') ? refusal : null),
    );
    expect(steps).toMatchObject([{ kind: 'failed', failure: { reason: 'blocked_soft' } }]);
    expect(steps[0]?.kind === 'failed' && steps[0].failure.message).toContain('4010 athenaAppKey校验失败');
  });

  it('reads the rows where the parameter says', async () => {
    const middle = JSON.stringify({
      resultCode: { code: 200 },
      result: {
        data: {
          middle: {
            list: [
              {
                title: '甲<em>乙</em>',
                title_no_tag: '甲乙',
                url: 'http://www.gov.sim-cn.test/a/content_7000001.htm',
                time: '2026-10-01 08:00:00',
              },
            ],
          },
        },
      },
    });
    const forge = (url: string) => (url.includes('A94F3C27') ? middle : null);
    const { steps } = await walk((params) => (params.list_path = 'result.data.middle.list'), forge);
    expect(steps).toMatchObject([{ items: [{ title: '甲乙', publishDate: '2026-10-01', nativePostId: '7000001' }] }]);
    await expect(walk((params) => (params.list_path = 'result.data.list'), forge)).rejects.toThrow('result.data.list');
  });
});
