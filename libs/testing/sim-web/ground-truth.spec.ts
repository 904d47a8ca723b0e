import { createHash } from 'node:crypto';
import { type SimDocument } from './sim-document.js';
import { askSimWeb } from './sim-client.js';
import { type SimWeb, startSimWeb } from './sim-web.js';
import { walkLists } from './walk-lists.js';

const sorted = (urls: Iterable<string> | undefined) => [...(urls ?? [])].sort();

describe('the ground truth', () => {
  let web: SimWeb;
  beforeAll(async () => {
    web = await startSimWeb();
  });
  beforeEach(() => web.reset());
  afterAll(() => web.close());

  /** The body as a reader with the right decoder sees it, without entities and white space. */
  async function read(document: SimDocument, url = document.url): Promise<string> {
    const { status, body } = await askSimWeb(web.port, url);
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    return plain(new TextDecoder(document.encoding.actual).decode(body));
  }
  // The body may stand in a script only, escaped for JSON.
  const plain = (text: string) =>
    text.replaceAll('\\n', '').replaceAll('\\"', '"').replaceAll('&quot;', '"').replace(/\s+/g, '');

  it('counts 12 sites and 600 documents with different titles within a site', () => {
    expect(web.sites).toHaveLength(12);
    expect(web.documents()).toHaveLength(600);
    expect(new Set(web.documents().map(({ id }) => id)).size).toBe(600);
    expect(new Set(web.documents().flatMap(({ url, otherUrls }) => [url, ...otherUrls])).size).toBe(
      600 + web.documents().flatMap(({ otherUrls }) => otherUrls).length,
    );
    for (const { code } of web.sites) {
      const titles = web.documents(code).map(({ title }) => title);
      expect(new Set(titles).size).toBe(titles.length);
    }
  });

  it('equals what the lists of every site link to, in every column', async () => {
    for (const site of web.sites) {
      const served = await walkLists(web, site);
      const documents = web.documents(site.code);
      for (const { column_id: column } of site.siteFile.columns) {
        const listed = documents.flatMap(({ listings }) => listings.filter((entry) => entry.column === column));
        expect([site.code, column, sorted(served.get(column))]).toEqual([
          site.code,
          column,
          sorted(listed.map(({ url }) => url)),
        ]);
      }
      expect(sorted(new Set([...served.values()].flat()))).toEqual(
        sorted(documents.flatMap(({ url, otherUrls }) => [url, ...otherUrls])),
      );
    }
  });

  it('equals what the pages say, under every address', async () => {
    for (const document of web.documents().filter(({ kind }) => kind !== 'file')) {
      for (const url of [document.url, ...document.otherUrls]) {
        const page = await read(document, url);
        const facts = [
          document.title,
          document.docNo,
          document.indexNo,
          document.publisher,
          document.source,
          ...document.probes,
        ];
        for (const fact of facts) if (fact !== null) expect(page).toContain(plain(fact));
        expect(page).toContain(document.publishDate);
        expect(page.match(/tu\d-0\.png/g) ?? []).toHaveLength(
          document.images * (page.includes('_CONFIG.DETAIL') && page.includes('<imgclass') ? 2 : 1),
        );
      }
    }
  });

  it('keeps pages between 20 and 80 kB, or twice that where a script repeats the body', async () => {
    const sizes: number[] = [];
    for (const document of web.documents().filter(({ kind }) => kind === 'text')) {
      sizes.push((await askSimWeb(web.port, document.url)).body.length);
    }
    expect(Math.min(...sizes)).toBeGreaterThan(20_000);
    expect(Math.max(...sizes)).toBeLessThan(120_000);
    expect(sizes.filter((size) => size > 80_000).length).toBeLessThan(sizes.length / 20);
  });

  it('equals the files that are served', async () => {
    const attachments = web.documents().flatMap((document) => document.attachments);
    expect(attachments.length).toBeGreaterThan(100);
    for (const { url, sha256, bytes } of attachments) {
      const { status, body } = await askSimWeb(web.port, url);
      expect([url, status, body.length]).toEqual([url, 200, bytes]);
      expect(createHash('sha256').update(body).digest('hex')).toBe(sha256);
    }
  });

  it('has every kind of document, listing and encoding', () => {
    const documents = web.documents();
    const kinds = new Set(documents.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['attachment-only', 'file', 'image-only', 'table-only', 'text']);
    const listings = documents.flatMap((document) => document.listings);
    expect(new Set(listings.map(({ pinned }) => pinned))).toEqual(new Set(['marked', 'unmarked', null]));
    expect(documents.some(({ listings: own, otherUrls }) => own.length > 1 && otherUrls.length === 0)).toBe(true);
    expect(documents.some(({ otherUrls }) => otherUrls.length > 0)).toBe(true);
    expect(new Set(documents.map(({ validity }) => validity))).toEqual(
      new Set(['effective', 'expired', 'abolished', null]),
    );
    expect(new Set(documents.flatMap(({ attachments }) => attachments.map(({ format }) => format))).size).toBe(4);
    expect(new Set(documents.map(({ encoding }) => JSON.stringify(encoding))).size).toBeGreaterThanOrEqual(6);
    const brackets = new Set(documents.flatMap(({ docNo }) => docNo?.match(/[〔[［(（]/)?.[0] ?? []));
    expect(brackets.size).toBe(5);
  });

  it('places pinned rows above newer ones and the rest newest first', async () => {
    const site = web.sites.find(({ code }) => code === 'sim_lingdong');
    const served = site && (await walkLists(web, site)).get('tzgg');
    const byUrl = new Map(
      web.documents('sim_lingdong').flatMap((document) => document.listings.map((entry) => [entry.url, entry])),
    );
    const rows = served?.flatMap((url) => byUrl.get(url) ?? []) ?? [];
    expect(rows.slice(0, 2).map(({ pinned }) => pinned)).toEqual(['marked', 'unmarked']);
    const dates = rows.slice(2).map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect(rows[1]?.date.localeCompare(rows[2]?.date ?? '')).toBe(-1);
  });

  it.each([1, 12, 37, 1000])('spreads %i documents over the sites without losing one', async (documents) => {
    const other = await startSimWeb({ documents });
    expect(other.documents()).toHaveLength(documents);
    await other.close();
  });

  it('follows publishing, updating and withdrawing', async () => {
    for (const site of web.sites) {
      const before = web.documents(site.code);
      const added = web.publish(site.code, 3);
      expect(added.every(({ publishDate }) => before.every((old) => old.publishDate < publishDate))).toBe(true);
      const [changed, gone, dead] = before.filter(({ kind }) => kind === 'text');
      if (!changed || !gone || !dead) throw new Error(`${site.code} has too few documents`);
      const updated = web.update(changed.id);
      expect(updated.revision).toBe(1);
      expect(updated.probes).not.toEqual(changed.probes);
      for (const probe of updated.probes) expect(await read(updated)).toContain(plain(probe));
      web.withdraw(gone.id);
      web.withdraw(dead.id, { keepListed: true });
      expect((await askSimWeb(web.port, gone.url)).status).toBe(404);
      expect((await askSimWeb(web.port, dead.url)).status).toBe(404);
      const urls = new Set([...(await walkLists(web, site)).values()].flat());
      expect(added.every(({ url }) => urls.has(url))).toBe(true);
      expect([urls.has(gone.url), urls.has(dead.url)]).toEqual([false, true]);
      expect(web.republish(gone.id)).toEqual(gone);
      expect((await askSimWeb(web.port, gone.url)).status).toBe(200);
    }
  });

  it('moves a re-listed document to the top under the current day', async () => {
    const site = web.sites.find(({ code }) => code === 'sim_yunlan');
    const old = web.documents('sim_yunlan')[20];
    if (!site || !old) throw new Error('expected documents');
    const column = old.listings[0]?.column ?? '';
    web.update(old.id, { relist: true });
    const unpinned = (await walkLists(web, site)).get(column)?.slice(2);
    expect(unpinned?.[0]).toBe(old.url);
  });
});
