import { type CrawlItem, type DetailFields } from '@govcrawler/contracts';
import { normalizeUrl } from '@govcrawler/core';
import { decodePage, normalizeDocNo } from '@govcrawler/parser';
import { askSimWeb, startSimWeb, type SimDocument, type SimSite, type SimWeb } from '@govcrawler/testing';
import { adapterById } from './adapter-registry.js';
import { checkSite } from './check-site.js';
import { readGkmlptConfig } from './gkmlpt/gkmlpt-config.js';
import { contextFor, DirectFetcher, planFor, TEST_NOW } from './conformance/direct-fetcher.conformance.js';

const SITE_CODES = [
  'sim_lingdong',
  'sim_lingdong_fgw',
  'sim_yunlan',
  'sim_gov_xxgk',
  'sim_gov_zcwjk',
  'sim_lingdong_gkml',
  'sim_yunlan_gkml',
  'sim_shilu_gkml',
  'sim_shalan',
  'sim_xinhua',
  'sim_netease',
  'sim_daily',
];

interface CrawledDocument {
  columns: Set<string>;
  item: CrawlItem;
  detail: DetailFields;
}

function fetcherFor(web: SimWeb): DirectFetcher {
  return new DirectFetcher((request) => askSimWeb(web.port, request.url, request));
}

/** Reads every column of a site to its end and every document it lists, and returns them by address. */
async function crawlSite(web: SimWeb, { siteFile }: SimSite): Promise<Map<string, CrawledDocument>> {
  const adapter = adapterById(siteFile.adapter);
  const fetcher = fetcherFor(web);
  const found = new Map<string, CrawledDocument>();
  for (const column of siteFile.columns) {
    const plan = planFor(siteFile, column.column_id);
    for await (const step of adapter.list(contextFor(plan, fetcher))) {
      if (step.kind === 'failed') throw new Error(`${step.url}: ${step.failure.message}`);
      for (const item of step.items) {
        const known = found.get(normalizeUrl(item.url));
        if (known) known.columns.add(column.column_id);
        else {
          const detail = adapter.parseDetail(await pageOf(fetcher, item), item, plan, TEST_NOW);
          found.set(normalizeUrl(item.url), { columns: new Set([column.column_id]), item, detail });
        }
      }
    }
  }
  return found;
}

async function pageOf(fetcher: DirectFetcher, item: CrawlItem): Promise<{ html: string; url: string }> {
  if (item.bodyHtml !== null) return { html: item.bodyHtml, url: item.url };
  const answer = await fetcher.fetch({ url: item.url, purpose: 'detail' });
  if (!answer.ok) throw new Error(`${item.url}: ${answer.message}`);
  return { html: decodePage(answer.body, answer.charsetHint).text, url: answer.finalUrl };
}

const bare = (text: string | null) => (text ?? '').replace(/\s+/g, '');
const docNo = (text: string | null) => text && (normalizeDocNo(text) ?? text);

/** What a crawled document says that the ground truth does not. */
function differences(truth: SimDocument, { item, detail }: CrawledDocument): string[] {
  const wrong: string[] = [];
  const compare = (name: string, found: unknown, expected: unknown) => {
    if (found !== expected)
      wrong.push(`${truth.url} ${name}: ${String(found).slice(0, 80)} instead of ${String(expected)}`);
  };
  compare('native id', item.nativePostId ?? truth.nativeId, truth.nativeId);
  compare('list title', bare(item.title), bare(truth.title));
  compare('title', bare(detail.title), bare(truth.title));
  compare(
    'list date',
    item.publishDate,
    truth.listings.find(({ url }) => url === normalizeUrl(item.url))?.date ?? truth.publishDate,
  );
  compare('date', detail.publishTime && shanghaiDay(detail.publishTime), truth.publishDate);
  compare('docNo', docNo(detail.docNo), docNo(truth.docNo));
  for (const field of [
    'indexNo',
    'writtenDate',
    'publisher',
    'source',
    'topicWords',
    'openCategory',
    'validity',
  ] as const) {
    if (truth[field] !== null) compare(field, bare(detail[field]), bare(truth[field]));
  }
  const text = bare(detail.contentText);
  for (const probe of truth.probes) if (!text.includes(bare(probe))) wrong.push(`${truth.url} lacks "${probe}"`);
  const files = (urls: readonly { url: string }[]) =>
    urls
      .map(({ url }) => decodeURI(url))
      .sort()
      .join(' ');
  compare('attachments', files(detail.attachments), files(truth.attachments));
  if (detail.inlineImageCount < truth.images) compare('images', detail.inlineImageCount, truth.images);
  return wrong;
}

function shanghaiDay(time: Date): string {
  return new Date(time.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}

describe('adapters on the simulated government web', () => {
  let web: SimWeb;
  beforeAll(async () => {
    web = await startSimWeb({ documents: 300 });
  });
  afterAll(() => web.close());

  async function expectAllFound(code: string): Promise<void> {
    const site = web.sites.find((candidate) => candidate.code === code) as SimSite;
    const crawled = await crawlSite(web, site);
    const listed = new Map(
      web.documents(code).flatMap((truth) => truth.listings.map(({ url }) => [url, truth] as const)),
    );
    expect([...crawled.keys()].sort()).toEqual([...listed.keys()].sort());
    const wrong = [...crawled].flatMap(([url, document]) => differences(listed.get(url) as SimDocument, document));
    expect(wrong).toEqual([]);
  }

  // The list of sites is known only after the start; the codes are checked against it below.
  it.each(SITE_CODES)('%s: finds every listed document with all its fields, and nothing else', expectAllFound);

  it('is tested on all sites', () => {
    expect(web.sites.map(({ code }) => code)).toEqual(SITE_CODES);
  });

  it.each(['repeat', 'fresh'] as const)('ends lists that never end (%s)', async (rows) => {
    const site = web.sites.find(({ code }) => code === 'sim_lingdong') as SimSite;
    web.setFault(site.hosts[0] ?? '', { fault: { kind: 'endless-pagination', rows } });
    const fetcher = fetcherFor(web);
    const seen = new Set<string>();
    let pages = 0;
    for await (const step of adapterById('yaml').list(contextFor(planFor(site.siteFile, 'szfwj'), fetcher))) {
      pages++;
      if (step.kind === 'page') step.items.forEach((item) => seen.add(item.urlHash));
    }
    web.setFault(site.hosts[0] ?? '', null);
    const real = web
      .documents(site.code)
      .flatMap(({ listings }) => listings.filter(({ column }) => column === 'szfwj'));
    expect(seen.size).toBeGreaterThanOrEqual(real.length);
    expect(pages).toBeLessThanOrEqual(rows === 'repeat' ? Math.ceil(real.length / 15) : 50);
    expect(fetcher.requests.length).toBeLessThanOrEqual(50);
  });

  it('reads incrementally: a reader who stops after the first page has asked for one page', async () => {
    for (const { siteFile } of web.sites.filter(({ dialect }) => dialect === 'nfcms' || dialect === 'gkmlpt')) {
      const fetcher = fetcherFor(web);
      for await (const step of adapterById(siteFile.adapter).list(
        contextFor(planFor(siteFile, siteFile.columns[0]?.column_id ?? ''), fetcher),
      )) {
        expect(step.kind).toBe('page');
        break;
      }
      expect(fetcher.requests).toHaveLength(1);
    }
  });

  it('probes every site without a complaint', async () => {
    for (const { code, siteFile } of web.sites) {
      const plan = planFor(siteFile, siteFile.columns[0]?.column_id ?? '');
      const report = await adapterById(siteFile.adapter).probe(contextFor(plan, fetcherFor(web)));
      expect({ code, problems: report.problems }).toEqual({ code, problems: [] });
      expect(report.itemCount).toBeGreaterThan(0);
      expect(report.detail?.title).toBeTruthy();
    }
  });

  it('finds the columns of the disclosure platforms', async () => {
    for (const { siteFile } of web.sites.filter(({ dialect }) => dialect === 'gkmlpt')) {
      const { body } = await askSimWeb(web.port, new URL('gkmlpt/index', siteFile.base_url).href);
      const config = readGkmlptConfig(body.toString());
      expect(config.sid).toBe(siteFile.adapter_params.sid);
      expect(config.columns.map(({ id, name }) => [id, name])).toEqual(
        siteFile.columns.map(({ name, params }) => [params?.column_id, name]),
      );
    }
  });

  it('accepts every site file', () => {
    for (const { siteFile } of web.sites) expect(checkSite(siteFile)).toEqual([]);
  });
});
