import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodePage } from '@govcrawler/parser';
import { filesBelow } from './inputs.js';

const FIXTURES = 'libs/parser/fixtures';
const LARGEST = 300 * 1024;

/** The pages that are mutated: our golden ones, and those of a corpora folder. */
export function seedPages(corpora: string | undefined): string[] {
  const golden = ['list', 'detail'].flatMap((kind) =>
    readdirSync(join(FIXTURES, kind)).map((name) => readFileSync(join(FIXTURES, kind, name, 'page.html'), 'utf8')),
  );
  const others = corpora ? [...filesBelow(corpora)].filter(({ name }) => /\.html?$/.test(name)) : [];
  const readable = others.filter(({ bytes }) => bytes.length > 0 && bytes.length < LARGEST);
  return [...golden, ...readable.map(({ bytes }) => decodePage(bytes, null).text)];
}
