import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const everyControl = Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('');

/** Texts that have broken databases, encodings, patterns or JSON before. */
export const NAUGHTY_STRINGS: readonly string[] = [
  '',
  ' ',
  '\t\r\n',
  'undefined',
  'null',
  'NaN',
  '0',
  'false',
  "'; DROP TABLE article; --",
  `"><script>alert(1)</script>`,
  '\\',
  "\\'",
  '\\u0000',
  '\\x00',
  '%00',
  '%s%n%d',
  '${jndi:ldap://x}',
  '{{7*7}}',
  '$1 ? :name',
  '%_!',
  `a${everyControl}b`,
  'nul\u0000in the middle',
  '\u0000',
  'bell\u0007 and escape\u001B[31mred',
  'delete\u007F next line\u0085 c1\u009F',
  'high \uD800 alone',
  'low \uDC00 alone',
  'swapped \uDC00\uD800 pair',
  'cut emoji \uD83D',
  'whole emoji 😀👨‍👩‍👧‍👦🇨🇳',
  'rare 𠮷𪚥𫠝 龘',
  '国务院关于印发《规划》的通知（国发〔2026〕1号）',
  '　全角空格 ',
  'combining e\u0301 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  'right\u202Eto left',
  'zero\u200Bwidth\uFEFF bom',
  '\uFEFF',
  '\u0000\uFEFF\uFEFFbom first',
  'not a character \uFFFE\uFFFF \u{1FFFF}',
  'private \uE000 \u{10FFFF}',
  'line\u2028and paragraph\u2029separators',
  'ÅÄÖ ß ı İ ﬀ',
  'x'.repeat(70_000),
  '政'.repeat(30_000),
  '😀'.repeat(20_000),
  `${'a'.repeat(63)}😀${'b'.repeat(20)}`,
];

const corpora = process.env.GOVCRAWLER_CORPORA;

/** Our own list, and a public one where GOVCRAWLER_CORPORA names a folder that has it. */
export function naughtyStrings(): string[] {
  if (!corpora) {
    process.stdout.write('skipped: the corpus blns, because GOVCRAWLER_CORPORA is not set\n');
    return [...NAUGHTY_STRINGS];
  }
  const corpus = JSON.parse(readFileSync(join(corpora, 'blns', 'blns.json'), 'utf8')) as unknown[];
  return [...NAUGHTY_STRINGS, ...corpus.map(String)];
}
