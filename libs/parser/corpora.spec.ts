import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { declaredCharset } from './charset/declared-charset.js';
import { decodePage, extractDetail, inferList, nextPageHint } from './index.js';

/*
 * Runs over collections of real and hostile pages that are not part of the repository. Opt in with
 * GOVCRAWLER_CORPORA=<folder>; without it the tests are skipped.
 */
const folder = process.env.GOVCRAWLER_CORPORA;
const at = (...path: string[]): string => join(folder ?? '', ...path);
const withCorpora = folder && existsSync(folder) ? describe : describe.skip;
if (withCorpora === describe.skip) {
  process.stdout.write('parser corpora tests skipped: set GOVCRAWLER_CORPORA to a folder of corpora to run them\n');
}

const now = new Date('2026-11-18T02:00:00Z');
const json = <T>(...path: string[]): T => JSON.parse(readFileSync(at(...path), 'utf8')) as T;

function allFiles(path: string): string[] {
  return statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => allFiles(join(path, name))) : [path];
}

withCorpora('broken encodings', () => {
  const corpus = 'broken-encodings';

  it.each(['wpt-gb18030-decode.json', 'wpt-gbk-decode.json'])('decodes every vector of %s', (file) => {
    for (const { bytes, expect: text, encodings } of json<{ bytes: number[]; expect: string; encodings: string[] }[]>(
      corpus,
      file,
    )) {
      for (const label of encodings)
        expect([bytes, decodePage(Uint8Array.from(bytes), label).text]).toEqual([bytes, text]);
    }
  });

  it('replaces what cannot be decoded', () => {
    for (const { encoding, input, name } of json<{ encoding: string; input: number[]; name: string }[]>(
      corpus,
      'wpt-textdecoder-fatal.json',
    )) {
      expect([name, decodePage(Uint8Array.from(input), encoding).text.includes('\ufffd')]).toEqual([name, true]);
    }
  });

  it('decodes every vector of w3lib', () => {
    type Vector = { args: [string | null, { $bytes_hex: string }]; result: [string, string]; kwargs: object };
    for (const { args, result } of json<Vector[]>(corpus, 'w3lib-html_to_unicode.json')) {
      const [header, { $bytes_hex: hex }] = args;
      const hint = /charset=(\S+)/.exec(header ?? '')?.[1] ?? null;
      expect([hex, decodePage(Buffer.from(hex, 'hex'), hint).text]).toEqual([hex, result[1]]);
    }
  });

  it.each(['html5lib-encoding-tests1.dat', 'html5lib-encoding-tests2.dat', 'html5lib-encoding-test-yahoo-jp.dat'])(
    'reads the declared encoding of every page in %s',
    (file) => {
      const cases = readFileSync(at(corpus, file), 'latin1')
        .split(/^#data\n/m)
        .slice(1);
      for (const text of cases) {
        const [data = '', label = ''] = text.split(/^#encoding\n/m);
        const expected = new TextDecoder(label.trim()).encoding;
        const body = Buffer.from(data.replace(/\n$/, ''), 'latin1');
        const hasMark = body[0] === 0xef && body[1] === 0xbb;
        const found = hasMark ? decodePage(body).charset : (declaredCharset(body) ?? 'windows-1252');
        expect([data.slice(0, 200), found]).toEqual([data.slice(0, 200), expected]);
      }
    },
  );

  it('reads Big5 without a declaration, and byte order marks of every width', () => {
    expect(decodePage(readFileSync(at(corpus, 'html5lib-encoding-chardet-test_big5.txt'))).text).toContain(
      '道可道，非常道',
    );
    for (const file of readdirSync(at(corpus)).filter((name) => /^wpt-(?:utf-32|two-boms)/.test(name))) {
      const { text } = decodePage(readFileSync(at(corpus, file)));
      expect([file, text.includes('\0'), text.includes('\ufffd')]).toEqual([file, false, false]);
    }
  });
});

withCorpora('every file of every corpus', () => {
  it('gives a result in under two seconds of CPU', () => {
    for (const path of allFiles(folder ?? '')) {
      const raw = readFileSync(path);
      const body = path.endsWith('.gz') ? unzip(raw) : raw;
      const before = process.cpuUsage();
      const { text } = decodePage(body);
      extractDetail(text, 'https://page.example/', now);
      inferList(text, 'https://page.example/', now);
      nextPageHint(text, 'https://page.example/');
      const { user, system } = process.cpuUsage(before);
      expect([path, (user + system) / 1_000 < 2_000]).toEqual([path, true]);
    }
  }, 300_000);
});

withCorpora('ten thousand mutated pages', () => {
  it('give a result in under two seconds of CPU each', () => {
    const pages = allFiles(folder ?? '')
      .filter((path) => /\.html?(?:\.gz)?$/.test(path))
      .map((path) => decodePage(path.endsWith('.gz') ? unzip(readFileSync(path)) : readFileSync(path)).text);
    const put = fc.constantFrom(
      '<',
      '>',
      '"',
      '&',
      '\0',
      '<!--',
      '-->',
      '</html>',
      '<td>',
      '<a href="',
      '<script>',
      '</script>',
      '<li>',
      '</div></div>',
    );
    const mutation = fc.record({ at: fc.nat(), cut: fc.nat(500), put });
    fc.assert(
      fc.property(fc.nat(), fc.array(mutation, { minLength: 1, maxLength: 6 }), (which, mutations) => {
        const page = pages[which % pages.length] ?? '';
        const html = mutations.reduce((text, { at: place, cut, put: piece }) => {
          const from = place % (text.length + 1);
          return text.slice(0, from) + piece + text.slice(from + cut);
        }, page);
        const before = process.cpuUsage();
        extractDetail(html, 'https://page.example/', now);
        inferList(html, 'https://page.example/', now);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1_000 < 2_000;
      }),
      { numRuns: 10_000 },
    );
  }, 900_000);
});

function unzip(raw: Buffer): Buffer {
  try {
    return gunzipSync(raw);
  } catch {
    return raw;
  }
}
