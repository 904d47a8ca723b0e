import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { decodePage } from '@govcrawler/parser';
import { feedDate } from './feed-date.js';
import { readFeed } from './read-feed.js';

const now = new Date('2026-11-16T12:00:00+08:00');
const ATOM = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><title type="html">&lt;b&gt;标题&lt;/b&gt;</title>
<link rel="self" href="http://a.cn/self"/><link rel="alternate" href="http://a.cn/1"/><link rel="enclosure" href="http://a.cn/1.pdf" title="附件"/>
<id>tag:a.cn,2026:1</id><published>2026-11-02T08:30:00+08:00</published><updated>2026-11-03T08:30:00+08:00</updated>
<author><name>记者</name></author><category term="jj" label="经济"/><summary>摘要</summary><content type="html">&lt;p&gt;全文&lt;/p&gt;</content></entry></feed>`;

describe('readFeed', () => {
  it('reads an Atom entry', () => {
    expect(readFeed(ATOM)).toMatchObject({ format: 'atom', title: 't', freshForSec: null });
    expect(readFeed(ATOM)?.entries).toEqual([
      {
        title: '<b>标题</b>',
        link: 'http://a.cn/1',
        id: 'tag:a.cn,2026:1',
        date: '2026-11-02T08:30:00+08:00',
        author: '记者',
        categories: ['经济'],
        summary: '摘要',
        content: '<p>全文</p>',
        enclosures: [{ url: 'http://a.cn/1.pdf', name: '附件' }],
      },
    ]);
  });

  it('reads a feed behind stray bytes, with control characters and bare ampersands', () => {
    const broken = `\n\n 404 warning \n<?xml version="1.0"?><rss version="2.0"><channel><title>t</title><item><title>A & B\u0007</title><link>http://a.cn/?x=1&y=2</link></item></channel></rss>`;
    expect(readFeed(broken)?.entries).toMatchObject([{ title: 'A & B', link: 'http://a.cn/?x=1&y=2' }]);
  });

  it.each([
    ['<ttl>60</ttl>', 3600],
    ['<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>', 21_600],
    ['<sy:updatePeriod> Hourly </sy:updatePeriod><ttl>90</ttl>', 5400],
    ['<sy:updatePeriod>weekly</sy:updatePeriod>', 604_800],
    ['<ttl>-5</ttl>', null],
    ['<ttl>soon</ttl><sy:updatePeriod>sometimes</sy:updatePeriod>', null],
    ['<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>0</sy:updateFrequency>', 86_400],
    ['', null],
  ])('reads how long a feed stays as it is: %s', (wish, seconds) => {
    const sy = 'xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"';
    const feed = `<rss version="2.0" ${sy}><channel><title>t</title>${wish}<item><title>a</title></item></channel></rss>`;
    expect(readFeed(feed)?.freshForSec).toBe(seconds);
  });

  it.each(['', '   ', '<html><body>请稍候</body></html>', '{"a":1}', 'null', '<rss', '\u0000'])(
    'sees no feed in %p',
    (text) => expect(readFeed(text)).toBeNull(),
  );

  it('never throws, whatever is cut out of or put into a feed', () => {
    const mutation = fc.record({
      at: fc.nat(ATOM.length),
      cut: fc.nat(60),
      put: fc.string({ maxLength: 20, unit: 'binary' }),
    });
    fc.assert(
      fc.property(fc.array(mutation, { maxLength: 4 }), (mutations) => {
        let text = ATOM;
        for (const { at, cut, put } of mutations) text = text.slice(0, at) + put + text.slice(at + cut);
        readFeed(text);
      }),
      { numRuns: 300 },
    );
  });
});

describe('feedDate', () => {
  it.each([
    ['Mon, 02 Nov 2026 08:30:00 +0800', '2026-11-02T00:30:00.000Z'],
    ['Mon, 02 Nov 2026 00:30:00 GMT', '2026-11-02T00:30:00.000Z'],
    ['Mon, 02 Nov 2026 08:30:00 CST', '2026-11-02T00:30:00.000Z'],
    ['Monday, 02 Nov 2026 08:30:00', '2026-11-02T00:30:00.000Z'],
    ['02 Nov 2026 08:30 +0800', '2026-11-02T00:30:00.000Z'],
    ['2026-11-02T08:30:00+08:00', '2026-11-02T00:30:00.000Z'],
    ['2026-11-02T00:30:00Z', '2026-11-02T00:30:00.000Z'],
    ['2026-11-02 08:30:00', '2026-11-02T00:30:00.000Z'],
  ])('%s', (text, time) => {
    expect(feedDate(text, now)).toEqual({ publishDate: '2026-11-02', publishTime: new Date(time) });
  });

  it.each([undefined, '', 'yesterday', 'Mon, 99 Foo 2026'])('knows nothing of %p', (text) => {
    expect(feedDate(text, now)).toEqual({ publishDate: null, publishTime: null });
  });
});

const corpora = process.env.GOVCRAWLER_CORPORA ?? '';
const corpus = join(corpora, 'feeds-gofeed', 'testdata');
const known = corpora !== '' && existsSync(corpus);

describe('the corpus of feeds', () => {
  if (!known) {
    it.skip('skipped: set GOVCRAWLER_CORPORA to a folder that holds feeds-gofeed', () => undefined);
    return;
  }

  it('reads every file without throwing, and most of them as feeds', () => {
    const files = readdirSync(corpus, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && /\.(?:xml|json)$/.test(entry.name),
    );
    const results = files.map((file) =>
      readFeed(decodePage(readFileSync(join(file.parentPath, file.name)), null).text),
    );
    expect(files.length).toBeGreaterThan(500);
    const feeds = results.filter((entries, index) => entries !== null && files[index]?.name.endsWith('.xml'));
    expect(feeds.length / files.filter(({ name }) => name.endsWith('.xml')).length).toBeGreaterThan(0.9);
  });
});
