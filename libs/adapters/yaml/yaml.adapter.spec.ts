import { siteFileSchema, type SiteFile } from '@govcrawler/contracts';
import { contextFor, DirectFetcher, planFor, type RawAnswer } from '../conformance/direct-fetcher.conformance.js';
import { type ListStep } from '../site-adapter.js';
import { yamlAdapter } from './yaml.adapter.js';

const FIRST = 'http://www.example.gov.cn/tzgg/';
const page = (...ids: number[]): RawAnswer => ({
  status: 200,
  body: `<html><body><ul class="list">${ids
    .map(
      (id) =>
        `<li><a href="content/post_${id}.html">关于第${id}号事项的通知</a><span>2026-10-${String(id % 28).padStart(2, '0')}</span></li>`,
    )
    .join('')}</ul></body></html>`,
});

function site(over: object = {}): SiteFile {
  return siteFileSchema.parse({
    site_id: 'demo',
    site_name: '示例',
    base_url: 'http://www.example.gov.cn/',
    default_column: {
      list_selector: { row: 'ul.list > li', href: 'a::attr(href)', title: 'a::text', date: 'span::text' },
      pagination: { type: 'path_pattern', pattern: 'index_{page}.html', max_pages: 10 },
    },
    columns: [{ column_id: 'tzgg', name: '通知公告', list_url: FIRST }],
    ...over,
  });
}

/** Answers by the number of the page; everything past the given ones is `rest`. */
async function walk(answers: RawAnswer[], rest: RawAnswer = { status: 404, body: '' }, file = site()) {
  const fetcher = new DirectFetcher(({ url }) => {
    const number = url === FIRST ? 1 : Number(/index_(\d+)/.exec(url)?.[1]);
    return answers[number - 1] ?? rest;
  });
  const steps: ListStep[] = [];
  for await (const step of yamlAdapter.list(contextFor(planFor(file, 'tzgg'), fetcher))) steps.push(step);
  return { steps, fetcher };
}
const ids = (steps: ListStep[]) =>
  steps.map((step) =>
    step.kind === 'page' ? step.items.map((item) => item.nativePostId).join(' ') : step.failure.reason,
  );

describe('yaml adapter', () => {
  it('ends at a missing page: no failure', async () => {
    const { steps, fetcher } = await walk([page(1, 2), page(3)]);
    expect(ids(steps)).toEqual(['1 2', '3']);
    expect(fetcher.requests).toHaveLength(3);
  });

  it('ends at a page without rows', async () => {
    const { steps } = await walk([page(1, 2), page(3)], { status: 200, body: '<html>没有找到相关记录</html>' });
    expect(ids(steps)).toEqual(['1 2', '3']);
  });

  it('ends where the first page comes again', async () => {
    const { steps, fetcher } = await walk([page(1, 2), page(3)], page(1, 2));
    expect(ids(steps)).toEqual(['1 2', '3']);
    expect(fetcher.requests).toHaveLength(3);
  });

  it('hands each document out once, also when the list moves under the reader', async () => {
    const { steps } = await walk([page(4, 3), page(3, 2), page(1)]);
    expect(ids(steps)).toEqual(['4 3', '2', '1']);
  });

  it('bounds a list that never ends by max_pages and by hard_max_pages', async () => {
    let next = 0;
    const endless = {
      status: 200,
      get body() {
        return page(++next).body;
      },
    };
    expect((await walk([], endless)).steps).toHaveLength(10);
    const bounded = site({ adapter_params: { hard_max_pages: 4 } });
    expect((await walk([], endless, bounded)).steps).toHaveLength(4);
  });

  it('stops where the page says that it is the last one', async () => {
    const last = { status: 200, body: `${String(page(3).body)}<div>共2页</div>` };
    const { steps, fetcher } = await walk([page(1, 2), last], page(9));
    expect(ids(steps)).toEqual(['1 2', '3']);
    expect(fetcher.requests).toHaveLength(2);
  });

  it('does not believe a page count that the page itself contradicts', async () => {
    const wrong = {
      status: 200,
      body: `<script>var pageCount = 1;</script>${String(page(1, 2).body)}<a href="index_2.html">下一页</a>`,
    };
    expect(ids((await walk([wrong, page(3)])).steps)).toEqual(['1 2', '3']);
  });

  it('fetches one page per pull, so that a reader who stops stops the requests', async () => {
    const fetcher = new DirectFetcher(({ url }) => page(url.length, url.length + 1));
    const list = yamlAdapter.list(contextFor(planFor(site(), 'tzgg'), fetcher));
    expect(fetcher.requests).toHaveLength(0);
    await list.next();
    expect(fetcher.requests).toHaveLength(1);
    await list.return('partial');
    expect(fetcher.requests).toHaveLength(1);
  });

  it('hands an empty first page on', async () => {
    const { steps } = await walk([{ status: 200, body: '<html><body>建设中</body></html>' }]);
    expect(steps).toMatchObject([{ kind: 'page', pageNo: 1, items: [] }]);
  });

  it('tells why a list cannot be read, on the first page and later', async () => {
    expect(ids((await walk([], { status: 404, body: '' })).steps)).toEqual(['http_not_found']);
    expect(ids((await walk([page(1)], { status: 503, body: '' })).steps)).toEqual(['1', 'http_server_error']);
  });

  it('asks with the pace, the robots rule and the signal of the target', async () => {
    const { fetcher } = await walk([page(1)]);
    expect(fetcher.requests[0]).toMatchObject({
      url: FIRST,
      purpose: 'list',
      strategy: 'auto',
      pace: { intervalSec: 0, jitterSec: 0 },
      robots: { onError: 'allow' },
    });
    expect(fetcher.requests[0]?.signal).toBeInstanceOf(AbortSignal);
    const rude = await walk([page(1)], undefined, site({ respect_robots: false }));
    expect(rude.fetcher.requests[0]).not.toHaveProperty('robots');
  });

  it('finds the rows itself where the site file names none', async () => {
    const { steps } = await walk([page(1, 2, 3, 4, 5)], undefined, site({ default_column: undefined }));
    expect(ids(steps)).toEqual(['1 2 3 4 5']);
  });

  it('says in a probe that the pages are numbered in another way', async () => {
    const trs = {
      status: 200,
      body: `${String(page(1, 2).body)}<script>createPageHTML(5, 0, "index", "html");</script>`,
    };
    const fetcher = new DirectFetcher(({ url }) => (url === FIRST ? trs : { status: 404, body: '' }));
    const report = await yamlAdapter.probe(contextFor(planFor(site(), 'tzgg'), fetcher));
    expect(report).toMatchObject({ listUrl: FIRST, itemCount: 2, totalPages: 5, detail: null });
    expect(report.problems).toEqual([
      'The list numbers its pages in the TRS way: pagination.start should be 1, not 2',
      'The document http://www.example.gov.cn/tzgg/content/post_1.html could not be read: HTTP 404',
    ]);
  });
});
