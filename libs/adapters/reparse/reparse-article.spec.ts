import { type CrawlPlan, type StoredDocument } from '@govcrawler/contracts';
import { reparseArticle } from './reparse-article.js';

const now = new Date('2026-11-18T00:00:00Z');
const TEXT = '各单位要认真组织实施，确保各项工作落实到位。'.repeat(6);
const plan = (detail: object) =>
  ({
    site: { code: 's', adapter: 'yaml', adapterParams: {}, baseUrl: 'http://a.gov.cn/' },
    target: { code: 's__t', entryUrl: 'http://a.gov.cn/t/' },
    column: { listSelectors: null, pagination: { type: 'none' }, detail, params: {} },
  }) as unknown as CrawlPlan;
const document = (more: Partial<StoredDocument> = {}): StoredDocument => ({
  id: 7,
  url: 'http://a.gov.cn/t/1.html',
  finalUrl: null,
  urlHash: 'h',
  revision: 1,
  title: '关于做好工作的通知',
  publishTime: new Date('2026-11-01T00:00:00Z'),
  publishDate: '2026-11-01',
  writtenDate: null,
  nativePostId: null,
  sourceRaw: '市政府办公室',
  publisher: null,
  docNo: '某府〔2026〕1号',
  indexNo: null,
  topicWords: null,
  openCategory: null,
  validity: null,
  contentText: TEXT,
  contentHtml: `<p>${TEXT}</p>`,
  rawHtmlPath: 'raw_html/1.html',
  attachments: [],
  ...more,
});
const page = (body: string) =>
  Buffer.from(`<html><body><h1>关于做好工作的通知</h1><div id="a">${body}</div></body></html>`);

describe('reparseArticle', () => {
  it('names the fields that change, and keeps what the page no longer shows', () => {
    const found = reparseArticle(
      document(),
      page(`<p>${TEXT}</p><p>补充一段新的内容。</p>`),
      plan({ content: '#a' }),
      now,
    );
    expect(found.kept).toBeNull();
    expect(found.changes.map(({ field }) => field)).toEqual(['contentText', 'contentHtml']);
    expect(found.fields).toMatchObject({ docNo: '某府〔2026〕1号', source: '市政府办公室' });
  });

  it('shows long texts from shortly before they differ', () => {
    const long = TEXT.repeat(5);
    const stored = document({ contentText: `${long}旧的结尾。`, contentHtml: null });
    const { changes } = reparseArticle(stored, page(`<p>${long}新的结尾。</p>`), plan({ content: '#a' }), now);
    const { before, after } = changes.find(({ field }) => field === 'contentText')!;
    expect([before!.slice(0, 1), before!.slice(-5)]).toEqual(['…', '旧的结尾。']);
    expect([after!.length, after!.slice(-5)]).toEqual([before!.length, '新的结尾。']);
  });

  it('sees no change where there is none, whatever the sanitiser took away', () => {
    const stored = document({ contentText: TEXT.slice(0, 40) + TEXT.slice(40) });
    expect(reparseArticle(stored, page(`<p>${TEXT}</p>`), plan({ content: '#a' }), now).changes).toEqual([]);
  });

  it.each([
    ['would_be_empty', page('')],
    ['no_raw_page', null],
    ['no_raw_page', Buffer.from('%PDF-1.7 binary')],
    ['no_raw_page', Buffer.from([0x50, 0x4b, 0, 0])],
  ])('never destroys a good document: %s', (kept, raw) => {
    expect(reparseArticle(document(), raw, plan({ content: '#a' }), now)).toMatchObject({ kept, changes: [] });
  });

  it('reads the body that a feed carried', () => {
    const raw = Buffer.from(`<p>${TEXT}</p><p>更正。</p>`);
    const found = reparseArticle(document(), raw, { ...plan({}), site: { ...plan({}).site, adapter: 'rss' } }, now);
    expect(found.fields?.contentText).toContain('更正');
  });
});
