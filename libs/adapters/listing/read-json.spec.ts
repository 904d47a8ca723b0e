import { type FetchedPage } from '@govcrawler/contracts';
import { objectsAt, parseJson, readJson, textField, valueAt } from './read-json.js';

describe('parseJson', () => {
  it.each([
    ['plain JSON', '{"a":1}', { a: 1 }],
    ['a byte order mark', '\ufeff{"a":1}', { a: 1 }],
    ['JSON in a JSON string', JSON.stringify('{"a":1}'), { a: 1 }],
    ['JSONP', 'data_callback([{"a":1}]);', [{ a: 1 }]],
    ['JSONP on lines of its own', '\njQuery123_4(\n{"a":")"}\n)\n', { a: ')' }],
  ])('reads %s', (_name, text, value) => expect(parseJson(text)).toEqual(value));

  it.each([
    ['a page', '<html><body>请稍候</body></html>'],
    ['cut JSON', '{"a":'],
    ['nothing', ''],
    ['a plain string', '"done"'],
    ['a page in a JSON string', JSON.stringify('<html></html>')],
  ])('is undefined for %s', (_name, text) => expect(parseJson(text)).toBeUndefined());
});

describe('readJson', () => {
  const page = (strategy: 'http' | 'browser', body: string) =>
    ({ strategy, body: Buffer.from(body), charsetHint: null }) as unknown as FetchedPage;
  const view =
    '<html><head></head><body><pre style="white-space: pre-wrap;">{"a":"&lt;p&gt;甲 &amp;amp; 乙"}</pre></body></html>';

  it('takes the data out of the page that a browser makes of it', () => {
    expect(readJson(page('browser', view))).toEqual({ a: '<p>甲 &amp; 乙' });
  });

  it('does not believe such a page from plain HTTP', () => {
    expect(readJson(page('http', view))).toBeUndefined();
  });
});

describe('paths and fields', () => {
  const json = { result: { data: { list: [{ a: 1 }, null, 'x'] } }, none: null };

  it('follows a path until it breaks off', () => {
    expect(valueAt(json, 'result.data')).toEqual(json.result.data);
    expect(valueAt(json, 'none.data')).toBeUndefined();
    expect(valueAt(json, 'result.data.list.length')).toBeUndefined();
  });

  it('gives the objects of an array and null where there is none', () => {
    expect(objectsAt(json, 'result.data.list')).toEqual([{ a: 1 }]);
    expect(objectsAt([{ a: 1 }], '')).toEqual([{ a: 1 }]);
    expect(objectsAt(json, 'result.data')).toBeNull();
  });

  it('takes the first filled field', () => {
    expect(textField({ a: ' ', b: 0, c: ' 文 ', d: 'x' }, 'a', 'b', 'c', 'd')).toBe('文');
    expect(textField({ a: 5 }, 'a')).toBe('5');
    expect(textField({ a: {} }, 'a', 'z')).toBeNull();
  });
});
