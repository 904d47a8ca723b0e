import fc from 'fast-check';
import { cleanJson } from './clean-json.js';
import { asParameter, shortenCode, stripForColumn, stripUnstorable, truncate } from './clean-text.js';
import { NAUGHTY_STRINGS } from './naughty-strings.conformance.js';
import { Sanitiser } from './sanitiser.js';

// Any UTF-16 units, halves of pairs and control characters included.
const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
const isForbidden = (code: number) => (code < 32 && code !== 9 && code !== 10 && code !== 13) || isSurrogate(code);
const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff;

describe('stripUnstorable', () => {
  it('keeps tab, line feed and carriage return', () => {
    expect(stripUnstorable('a\tb\nc\rd')).toEqual({ text: 'a\tb\nc\rd', removed: 0 });
  });

  it('counts what it removes', () => {
    expect(stripUnstorable('\u0000a\u0008\u000B\u000C\u000E\u001Fb\uD800c\uDFFF')).toEqual({ text: 'abc', removed: 8 });
  });

  it('leaves nothing forbidden and loses nothing else', () => {
    fc.assert(
      fc.property(anyText, (input) => {
        const points = [...input];
        const { text, removed } = stripUnstorable(input);
        expect(text).toBe(points.filter((point) => !isForbidden(point.codePointAt(0)!)).join(''));
        expect(removed).toBe(points.filter((point) => isForbidden(point.codePointAt(0)!)).length);
      }),
    );
  });
});

describe('stripForColumn', () => {
  it('takes byte order marks away at the beginning only', () => {
    expect(stripForColumn('\u0000\uFEFF\uFEFFa\uFEFFb')).toEqual({ text: 'a\uFEFFb', removed: 3 });
  });
});

describe('truncate', () => {
  it('counts code points and never splits a pair', () => {
    expect(truncate('a😀b', 2)).toEqual({ text: 'a😀', cut: 1 });
    expect(truncate('😀😀', 2)).toEqual({ text: '😀😀', cut: 0 });
    expect(truncate('a😀', 1)).toEqual({ text: 'a', cut: 1 });
  });

  it('gives the beginning, as long as allowed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (input, limit) => {
        const { text, cut } = truncate(input, limit);
        expect([...text]).toEqual([...input].slice(0, limit));
        expect(cut).toBe(Math.max(0, [...input].length - limit));
      }),
    );
  });
});

describe('shortenCode', () => {
  it('keeps two long codes with one beginning apart, within the limit', () => {
    const one = shortenCode(`${'x'.repeat(80)}1`, 64).text;
    const two = shortenCode(`${'x'.repeat(80)}2`, 64).text;
    expect(one).not.toBe(two);
    expect([one.length, two.length]).toEqual([64, 64]);
    expect(shortenCode('x'.repeat(64), 64)).toEqual({ text: 'x'.repeat(64), cut: 0 });
  });
});

describe('asParameter', () => {
  it('never equals a stored text that only lacks the forbidden sign', () => {
    expect(asParameter('admin\u0000')).not.toBe('admin');
    expect(asParameter('管理员')).toBe('管理员');
  });
});

describe('cleanJson', () => {
  it('cleans values and keys at every depth and keeps both of two keys that become one', () => {
    const { value, changes } = cleanJson({ a: [{ 'k\u0000': 'v\uD800' }], 'b\u0001': 1, b: 2 });
    expect(value).toEqual({ a: [{ k: 'v' }], b: 1, 'b~2': 2 });
    expect(changes).toMatchObject({ removed: 3, renamedKeys: 1 });
  });

  it('makes JSON of what is none', () => {
    const value = { n: Number.NaN, i: 10n, d: new Date(0), bad: new Date(Number.NaN), u: undefined, f: () => 1 };
    expect(cleanJson(value).value).toEqual({ n: null, i: '10', d: '1970-01-01T00:00:00.000Z', bad: null });
  });

  it('does not let a key reach the prototype', () => {
    const { value } = cleanJson(JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('ends circles and depths', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const { value, changes } = cleanJson(circle);
    expect(changes.tooDeep).toBe(1);
    expect(() => JSON.stringify(value)).not.toThrow();
  });

  it('shortens long strings only when the whole is too large, and says so', () => {
    const body = 'x'.repeat(900_000);
    expect(cleanJson({ body }).value).toEqual({ body });
    const { value, changes } = cleanJson({ a: body, b: body, c: body });
    expect(changes.tooLarge).toBe(true);
    expect((value as { a: string }).a).toHaveLength(1000);
    expect(cleanJson(Array.from({ length: 300_000 }, () => 'abcdefgh')).value).toEqual({ _tooLarge: 3_300_001 });
  });

  it('leaves clean JSON as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' }), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        expect(cleanJson(plain).value).toEqual(plain);
      }),
    );
  });
});

describe('Sanitiser', () => {
  const reports: Record<string, unknown>[] = [];
  const sanitiser = new Sanitiser({ warn: (fields) => reports.push(fields as Record<string, unknown>) });
  beforeEach(() => reports.splice(0));

  it('says nothing when it changes nothing', () => {
    expect(sanitiser.text('article', 'title', '通知\n第二行\t尾')).toBe('通知\n第二行\t尾');
    expect(sanitiser.text('article', 'publisher', null)).toBeNull();
    expect(reports).toEqual([]);
  });

  it('reports table, field, what and how much', () => {
    expect(sanitiser.text('article', 'channel_name', `${'名'.repeat(205)}\u0000\u0001`)).toBe('名'.repeat(200));
    expect(reports).toMatchObject([{ table: 'article', field: 'channel_name', removed: 2, cut: 5, limit: 200 }]);
  });

  // The numbers of the source document.
  it.each([
    ['native_post_id', 64],
    ['title', 4000],
    ['source_raw', 500],
    ['channel_name', 200],
    ['channel_path', 1000],
    ['content_category', 100],
    ['content_subcategory', 100],
    ['index_no', 200],
    ['doc_no', 200],
    ['publisher', 500],
    ['topic_words', 500],
    ['open_category', 200],
    ['content_text', 14_000],
  ])('holds article.%s to %d code points', (column, limit) => {
    expect([...(sanitiser.text('article', column, '😀'.repeat(limit + 1)) as string)]).toHaveLength(limit);
    expect(sanitiser.text('article', column, '😀'.repeat(limit))).toBe('😀'.repeat(limit));
    expect(reports).toHaveLength(1);
  });

  it.each(NAUGHTY_STRINGS.map((text) => [JSON.stringify(text).slice(0, 40), text]))('survives %s', (_name, text) => {
    const clean = sanitiser.text('article', 'title', text) as string;
    expect(stripUnstorable(clean).removed).toBe(0);
    expect(sanitiser.text('article', 'title', clean)).toBe(clean);
  });

  it('leaves out days and moments that do not exist, and numbers that are none', () => {
    expect(sanitiser.day('article', 'publish_date', '2026-02-30')).toBeNull();
    expect(sanitiser.day('article', 'publish_date', '0000-00-00')).toBeNull();
    expect(sanitiser.day('article', 'publish_date', '2024-02-29')).toBe('2024-02-29');
    expect(sanitiser.moment('article', 'publish_time', new Date(Number.NaN))).toBeNull();
    expect(sanitiser.moment('article', 'publish_time', new Date('+012026-01-01T00:00:00Z'))).toBeNull();
    expect(sanitiser.integer('crawl_log', 'duration_ms', 12.6, 100)).toBe(13);
    expect(sanitiser.integer('crawl_log', 'duration_ms', Number.NaN, 100)).toBeNull();
    expect(sanitiser.integer('crawl_log', 'duration_ms', 1e12, 100)).toBeNull();
    expect(sanitiser.double('crawl_target', 'interval_sec', Number.POSITIVE_INFINITY)).toBeNull();
    expect(reports).toHaveLength(7);
  });
});
