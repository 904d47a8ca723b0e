import { SiteChangedError } from '@govcrawler/core';
import { siteFileSchema } from '@govcrawler/contracts';
import {
  contextFor,
  DirectFetcher,
  planFor,
  TEST_NOW,
  type RawAnswer,
} from '../conformance/direct-fetcher.conformance.js';
import { gkmlptAdapter } from './gkmlpt.adapter.js';

function plan(params: object = {}, listUrl = 'http://www.example.gov.cn/gkmlpt/index#7') {
  const site = siteFileSchema.parse({
    site_id: 'demo',
    site_name: '示例',
    base_url: 'http://www.example.gov.cn/',
    adapter: 'gkmlpt',
    adapter_params: { dialect: 'articles', sid: '2', ...params },
    columns: [{ column_id: 'a', name: '文件', list_url: listUrl }],
  });
  return planFor(site, 'a');
}
const rows = (...ids: number[]): RawAnswer => ({
  status: 200,
  body: JSON.stringify({
    articles: ids.map((id) => ({
      id,
      title: `文件${id}`,
      url: `/gkmlpt/content/0/0/post_${id}.html`,
      created_at: '2026-10-01 00:00:00',
    })),
    classify: { post_count: 900 },
  }),
});
const walk = async (answers: RawAnswer[], params: object = {}) => {
  const fetcher = new DirectFetcher(
    ({ url }) => answers[Number(new URL(url).searchParams.get('page')) - 1] ?? { status: 404, body: '' },
  );
  const steps = [];
  for await (const step of gkmlptAdapter.list(contextFor(plan(params), fetcher))) steps.push(step);
  return { steps, fetcher };
};

describe('gkmlpt adapter', () => {
  it('reads on while there are new rows, however few a page has, and ends at a 404', async () => {
    const { steps, fetcher } = await walk([rows(...Array.from({ length: 75 }, (_, i) => i + 1)), rows(76, 77)]);
    expect(steps.map((step) => step.kind === 'page' && step.items.length)).toEqual([75, 2]);
    expect(fetcher.requests.map(({ url }) => url)).toEqual([
      'http://www.example.gov.cn/gkmlpt/api/all/7?page=1&sid=2',
      'http://www.example.gov.cn/gkmlpt/api/all/7?page=2&sid=2',
      'http://www.example.gov.cn/gkmlpt/api/all/7?page=3&sid=2',
    ]);
  });

  it('ends at an empty page and at rows that were seen before', async () => {
    expect((await walk([rows(1), { status: 200, body: '{"articles":null}' }])).steps).toHaveLength(1);
    expect((await walk([rows(1, 2), rows(2, 1), rows(3)])).steps).toHaveLength(1);
  });

  it('stops at hard_max_pages', async () => {
    const endless = Array.from({ length: 60 }, (_, page) => rows(page));
    expect((await walk(endless)).steps).toHaveLength(50);
    expect((await walk(endless, { hard_max_pages: 3 })).steps).toHaveLength(3);
  });

  it('tells a challenge page from a list, and a changed API from both', async () => {
    const challenged = await walk([{ status: 200, body: '<html>正在验证</html>' }]);
    expect(challenged.steps).toMatchObject([{ kind: 'failed', failure: { reason: 'blocked_soft', ok: false } }]);
    await expect(walk([{ status: 200, body: '{"errcode":-1}' }])).rejects.toThrow(SiteChangedError);
  });

  it('needs the SID only where the address does, and says where to set it', async () => {
    const nothing = new DirectFetcher(() => ({ status: 200, body: '<html></html>' }));
    const list = gkmlptAdapter.list(contextFor(plan({ sid: undefined }), nothing));
    await expect(list.next()).rejects.toThrow('set adapter_params.sid');
    const without = new DirectFetcher(() => rows(1));
    await gkmlptAdapter
      .list(contextFor(plan({ sid: undefined, list_api_path_tpl: '/gkmlpt/api/all/{column_id}?page={page}' }), without))
      .next();
    expect(without.requests.map(({ url }) => url)).toEqual(['http://www.example.gov.cn/gkmlpt/api/all/7?page=1']);
  });

  it('reads WeChat pages and other places that the platform links', async () => {
    const { steps } = await walk([rows(1)]);
    const item = steps[0]?.kind === 'page' ? steps[0].items[0] : undefined;
    const html = `<html><body><h1 id="activity-name">一图读懂</h1><div id="js_content" style="visibility:hidden"><p>${'政策要点说明。'.repeat(30)}</p></div></body></html>`;
    const page = { html, url: 'https://mp.weixin.qq.com/s/x' };
    const fields = gkmlptAdapter.parseDetail(page, { ...item!, url: page.url }, plan(), TEST_NOW);
    expect(fields).toMatchObject({ usedFallback: false });
    expect(fields.contentText).toContain('政策要点说明');
  });
});
