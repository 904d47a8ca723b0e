import { type SiteFile } from '@govcrawler/contracts';
import { askSimWeb } from './sim-client.js';
import { type SimSite, type SimWeb, startSimWeb } from './sim-web.js';

/** Reads the yaml lists of a site with plain string means and returns the addresses per column. */
async function walkYamlLists(web: SimWeb, { siteFile }: SimSite): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const column of siteFile.columns) {
    const urls = new Set<string>();
    for (const listUrl of pageUrls(siteFile, column.list_url)) {
      const answer = await askSimWeb(web.port, listUrl);
      if (answer.status === 404) break;
      const before = urls.size;
      const list = /<ul class="(?:liBox|news_list)">[\s\S]*?<\/ul>/i.exec(answer.body.toString())?.[0] ?? '';
      for (const [, href] of list.matchAll(/<a [^>]*?href="([^"]+)"/gi)) urls.add(new URL(href ?? '', listUrl).href);
      if (urls.size === before) break;
    }
    found.set(column.column_id, [...urls]);
  }
  return found;
}

function* pageUrls(siteFile: SiteFile, listUrl: string): Generator<string> {
  yield listUrl;
  const pagination = siteFile.default_column?.pagination;
  if (pagination?.type !== 'path_pattern') return;
  for (let page = 0; page < pagination.max_pages; page++) {
    yield new URL(pagination.pattern.replace('{page}', String(pagination.start + page)), listUrl).href;
  }
}

describe('the ground truth', () => {
  let web: SimWeb;
  beforeAll(async () => {
    web = await startSimWeb();
  });
  afterAll(() => web.close());

  it('is what the yaml lists link to', async () => {
    for (const site of web.sites.filter(({ siteFile }) => siteFile.adapter === 'yaml')) {
      const served = await walkYamlLists(web, site);
      const documents = web.documents(site.code);
      for (const column of site.siteFile.columns) {
        const listed = documents.flatMap(({ listings }) =>
          listings.filter((entry) => entry.column === column.column_id),
        );
        expect(served.get(column.column_id)?.toSorted()).toEqual(listed.map(({ url }) => url).toSorted());
      }
    }
  });

  it('is what the pages say', async () => {
    for (const document of web.documents()) {
      for (const url of [document.url, ...document.otherUrls]) {
        const answer = await askSimWeb(web.port, url);
        expect([url, answer.status]).toEqual([url, 200]);
        if (document.kind === 'file') continue;
        const page = answer.body.toString();
        for (const probe of document.probes) expect(page).toContain(probe);
        expect(page.length).toBeGreaterThan(10_000);
      }
    }
  });
});
