import { askSimWeb, startSimWeb, type SimDocument, type SimWeb } from '@govcrawler/testing';
import { decodePage, extractDetail, inferList, normalizeDocNo, parseDetail, parseList } from './index.js';

const now = new Date('2026-11-18T02:00:00Z');
const bare = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, '');
const day = (moment: Date | null): string | null =>
  moment === null ? null : new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);

describe('pages of the simulated web', () => {
  let web: SimWeb;
  beforeAll(async () => {
    web = await startSimWeb();
  });
  afterAll(() => web.close());

  async function load(url: string): Promise<{ text: string; isHtml: boolean }> {
    const { body, headers } = await askSimWeb(web.port, url);
    const type = headers['content-type'] ?? '';
    return { text: decodePage(body, /charset=([^;]+)/i.exec(type)?.[1] ?? null).text, isHtml: /html/.test(type) };
  }

  /** Facts that a document's own page states; validity of the disclosure platform is only in its lists. */
  const facts = (document: SimDocument) => ({
    title: bare(document.title),
    date: document.publishDate,
    indexNo: bare(document.indexNo),
    publisher: bare(document.publisher),
    source: bare(document.source),
    topicWords: bare(document.topicWords),
    openCategory: bare(document.openCategory),
    docNo: document.docNo === null ? null : normalizeDocNo(document.docNo),
    images: document.images,
    files: document.attachments.map(({ url, name }) => `${url} ${bare(name)}`).sort(),
    missing: [] as string[],
  });

  it.each(['with the selectors of their sites', 'without selectors'])('are read %s', async (mode) => {
    for (const document of web.documents().filter(({ kind }) => kind !== 'file')) {
      const { text } = await load(document.url);
      const site = web.sites.find(({ code }) => code === document.siteCode);
      const selectors = site?.siteFile.default_column?.detail ?? {};
      const fields =
        mode === 'without selectors'
          ? extractDetail(text, document.url, now)
          : parseDetail(text, document.url, selectors, { now });
      const body = bare(fields.contentText);
      expect([
        document.url,
        {
          title: bare(fields.title),
          date: day(fields.publishTime),
          indexNo: bare(fields.indexNo),
          publisher: bare(fields.publisher),
          source: bare(fields.source),
          topicWords: bare(fields.topicWords),
          openCategory: bare(fields.openCategory),
          docNo: fields.docNo,
          images: fields.inlineImageCount,
          files: fields.attachments.map(({ url, name }) => `${url} ${bare(name)}`).sort(),
          missing: document.probes.filter((probe) => !body.includes(bare(probe))),
        },
      ]).toEqual([document.url, facts(document)]);
      const furniture = site?.boilerplate.filter((sentence) => body.includes(bare(sentence)));
      expect([document.url, furniture]).toEqual([document.url, []]);
    }
  });

  it('list the same rows with and without selectors', async () => {
    let lists = 0;
    for (const { siteFile } of web.sites) {
      for (const column of siteFile.columns) {
        const selectors = column.list_selector ?? siteFile.default_column?.list_selector;
        if (!selectors) continue;
        const { text, isHtml } = await load(column.list_url);
        if (!isHtml) continue;
        lists++;
        const selected = parseList(text, column.list_url, selectors, now);
        const inferred = inferList(text, column.list_url, now);
        expect([column.list_url, inferred.rows]).toEqual([column.list_url, selected]);
        expect(inferred.confidence).toBeGreaterThan(0.8);
        expect(inferred.selectors).not.toBeNull();
      }
    }
    expect(lists).toBeGreaterThan(5);
  });
});
