import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inferList } from './infer-list.js';
import { nextPageHint, type NextPageHint } from './next-page-hint.js';
import { parseList } from './parse-list.js';
import { type ListRow } from './list-row.js';

interface Expected {
  url: string;
  rows: Omit<ListRow, 'publishTime'>[];
  selectors: { row: string; href: string; title: string; date?: string } | null;
  leastConfidence: number;
  next: NextPageHint;
}

const now = new Date('2026-11-18T02:00:00Z');
const folder = fileURLToPath(new URL('../fixtures/list/', import.meta.url));
const read = (name: string, file: string): string => readFileSync(`${folder}${name}/${file}`, 'utf8');
const plain = (rows: ListRow[]): Expected['rows'] => rows.map(({ publishTime: _time, ...row }) => row);

describe.each(readdirSync(folder))('list page %s', (name) => {
  const html = read(name, 'page.html');
  const expected = JSON.parse(read(name, 'expected.json')) as Expected;

  it('is read without selectors', () => {
    const found = inferList(html, expected.url, now);
    expect(plain(found.rows)).toEqual(expected.rows);
    expect(found.selectors).toEqual(expected.selectors);
    expect(found.confidence).toBeGreaterThanOrEqual(expected.leastConfidence);
    expect(found.confidence).toBeLessThanOrEqual(1);
  });

  it('is read the same with the selectors that were inferred', () => {
    if (expected.selectors === null) return;
    expect(plain(parseList(html, expected.url, expected.selectors, now))).toEqual(expected.rows);
  });

  it('says how it goes on', () => {
    expect(nextPageHint(html, expected.url)).toEqual(expected.next);
  });
});
