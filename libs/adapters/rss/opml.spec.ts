import { ConfigError } from '@govcrawler/core';
import fc from 'fast-check';
import { readOpml, writeOpml } from './opml.js';

const LIST = `<?xml version="1.0" encoding="UTF-8"?><opml version="2.0"><head><title>源</title></head><body>
<outline text="政策"><outline text="省级"><outline type="rss" text="A &amp; B" xmlUrl=" http://a.gov.cn/f.xml?x=1&amp;y=2 "/></outline>
<outline title="只有标题" xmlUrl="http://b.gov.cn/feed"/></outline><outline xmlUrl="http://c.gov.cn/rss"/><outline text="空分类"/></body></opml>`;

describe('readOpml', () => {
  it('reads feeds with the folders around them', () => {
    expect(readOpml(LIST)).toEqual([
      { url: 'http://a.gov.cn/f.xml?x=1&y=2', name: 'A & B', folders: ['政策', '省级'] },
      { url: 'http://b.gov.cn/feed', name: '只有标题', folders: ['政策'] },
      { url: 'http://c.gov.cn/rss', name: 'http://c.gov.cn/rss', folders: [] },
    ]);
  });

  it.each([
    ['no OPML', '<html><body>登录</body></html>'],
    ['nothing', ''],
    [
      'a file of this machine',
      '<!DOCTYPE opml [<!ENTITY x SYSTEM "file:///etc/passwd">]><opml version="2.0"><body><outline text="&x;" xmlUrl="http://a/"/></body></opml>',
    ],
    [
      'endless depth',
      `<opml version="2.0"><body>${'<outline text="d">'.repeat(20_000)}<outline text="f" xmlUrl="http://a/"/>${'</outline>'.repeat(20_000)}</body></opml>`,
    ],
    [
      'too many folders',
      `<opml version="2.0"><body>${'<outline text="d">'.repeat(60)}<outline text="f" xmlUrl="http://a/"/>${'</outline>'.repeat(60)}</body></opml>`,
    ],
    [
      'too many feeds',
      `<opml version="2.0"><body>${'<outline text="f" xmlUrl="http://a/"/>'.repeat(20_001)}</body></opml>`,
    ],
  ])('refuses %s', (_name, text) => expect(() => readOpml(text)).toThrow(ConfigError));

  it('lets no entity of its own grow', () => {
    const grow = '<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">';
    const text = `<!DOCTYPE opml [${grow}]><opml version="2.0"><body><outline text="&b;" xmlUrl="http://a/"/></body></opml>`;
    expect(readOpml(text)).toMatchObject([{ name: '&b;' }]);
  });

  it('fails by ConfigError alone, whatever is cut out of or put into a list', () => {
    const mutation = fc.record({
      at: fc.nat(LIST.length),
      cut: fc.nat(60),
      put: fc.string({ maxLength: 20, unit: 'binary' }),
    });
    fc.assert(
      fc.property(fc.array(mutation, { maxLength: 4 }), (mutations) => {
        let text = LIST;
        for (const { at, cut, put } of mutations) text = text.slice(0, at) + put + text.slice(at + cut);
        try {
          readOpml(text);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('writeOpml', () => {
  it('writes what readOpml reads, whatever the names are', () => {
    const word = fc
      .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
      .map((text) => text.replace(/[/\s\p{C}]/gu, '') || 'x');
    const feed = fc.record({
      name: word,
      folders: fc.array(word, { maxLength: 3 }),
      url: fc.webUrl({ withQueryParameters: true }),
    });
    fc.assert(
      fc.property(fc.array(feed, { minLength: 1, maxLength: 8 }), (feeds) => {
        const text = writeOpml(
          '导出',
          feeds.map(({ name, folders, url }) => ({
            name,
            url,
            category: folders.join('/') || null,
            siteUrl: 'http://a/',
          })),
        );
        const sorted = (list: { url: string; name: string; folders: string[] }[]) =>
          list.map((one) => JSON.stringify(one)).toSorted();
        const shape = ({ url, name, folders }: { url: string; name: string; folders: string[] }) => ({
          url,
          name,
          folders,
        });
        expect(sorted(readOpml(text).map(shape))).toEqual(sorted(feeds.map(shape)));
      }),
    );
  });

  it('writes an empty list too', () => expect(writeOpml('导出', [])).toContain('<opml version="2.0">'));
});
