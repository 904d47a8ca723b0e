import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type DetailFields } from '@govcrawler/contracts';
import { extractDetail } from './generic-detail.js';

interface Expected {
  url: string;
  /** All fields but the body; times as ISO text. */
  fields: Record<string, unknown>;
  /** contentText, line by line. */
  lines: string[];
}

const now = new Date('2026-11-18T02:00:00Z');
const folder = fileURLToPath(new URL('../fixtures/detail/', import.meta.url));
const read = (name: string, file: string): string => readFileSync(`${folder}${name}/${file}`, 'utf8');

describe.each(readdirSync(folder))('detail page %s', (name) => {
  const expected = JSON.parse(read(name, 'expected.json')) as Expected;
  const found = extractDetail(read(name, 'page.html'), expected.url, now);

  it('gives the text and nothing but the text', () => {
    expect(found.contentText.split('\n')).toEqual(expected.lines);
  });

  it('gives every fact the page states', () => {
    const { contentText: _text, contentHtml: _html, markdown: _markdown, engine: _engine, ...fields } = found;
    expect(JSON.parse(JSON.stringify(fields satisfies Partial<DetailFields>))).toEqual(expected.fields);
  });

  it('says the same in HTML and Markdown', () => {
    const letters = (text: string): string =>
      text.replace(/\[([^\]]*)\]\([^)]*\)|!\[[^\]]*\]\([^)]*\)/g, '$1').replace(/[^\p{L}\p{N}]+/gu, '');
    const visible = found.contentHtml.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&');
    expect(letters(visible)).toBe(letters(found.contentText));
    expect(letters(found.markdown)).toBe(letters(found.contentText));
  });
});
