import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Texts that break what forgets to treat text as text: SQL, LIKE, JSON, markup, templates, shells, paths, headers,
 * numbers, dates, encodings. `INJECTED` is what must never come back as a header or as markup.
 */
export const INJECTED = 'x-injected';

const GENERATED = [
  // SQL and its patterns
  ...[`'`, `"`, '`', `')`, `';`, `' OR '1'='1`, `1;SELECT pg_sleep(9)`, `'||(SELECT 1)||'`, `' UNION SELECT NULL--`],
  ...[`'; DROP TABLE article; --`, `/*!50000 SLEEP(9)*/`, `$1`, `:name`, '?', `\\'`, `E'\\''`, '$$', '%', '_', '%%%_'],
  ...[
    '\\',
    '\\\\%',
    '[a-z]',
    '*',
    '"*"',
    '+a -b ~c',
    'a NEAR b',
    'NOT AND OR',
    '(((',
    ')))',
    '"a',
    '关 OR',
    'a:b',
    '^',
  ],
  // markup
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  ']]><!ENTITY x SYSTEM "file:///etc/passwd">&x;',
  '&lt;&#0;&#xD800;&amp;',
  // templates, shells, lookups
  ...['{{7*7}}', '${7*7}', '#{7*7}', '<%= 7*7 %>', '${jndi:ldap://127.0.0.1/x}', '$(id)', '`id`', '| id', '; id &'],
  // paths and addresses
  ...['../../../../etc/passwd', '..\\..\\x', '/etc/passwd\u0000.html', 'file:///etc/passwd', 'C:\\CON', '~', '.', '..'],
  ...['javascript:alert(1)', 'http://[::1]/', 'http://a\u0000b/', 'http://user:pw@h/', '//h/', 'http://１２７.0.0.1/'],
  `http://h/${'a'.repeat(7000)}`,
  'http://xn--/',
  // headers
  `a\r\n${INJECTED}: 1\r\n\r\n<html>`,
  `a\n${INJECTED}: 1`,
  `a%0d%0a${INJECTED}:%201`,
  `\u560d\u560a${INJECTED}: 1`,
  // prototypes and other names that objects have
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    'length',
    '$where',
    '{"$gt":""}',
    '[object]',
  ],
  // numbers
  ...['-1', '0', '-0', '1.5', '1e3', '1e309', '-1e309', 'NaN', 'Infinity', '0x10', '010', '9007199254740993', '１２'],
  ...['99999999999999999999999999', '2147483648', '-9223372036854775809', '1,000', '+1', ' 1 ', '1\u0000', '٣', 'null'],
  // dates
  ...['0000-00-00', '0001-01-01', '10000-01-01', '+275760-09-13', '2026-02-30', '2026-13-45', '2026-01-01T99:99:99Z'],
  ...['1969-12-31T23:59:59.999Z', '9999-12-31T23:59:59+14:00', '2026-01-01T00:00:00', '-000001-01-01T00:00:00Z'],
  // words that mean something elsewhere
  ...[
    '',
    ' ',
    '\t',
    'undefined',
    'true',
    'None',
    'nil',
    '[]',
    '{}',
    '""',
    '* * * * *',
    '*/0 * * * *',
    'adaptive',
    '@reboot',
  ],
  // letters
  ...[
    '\u0000',
    'a\u0000b',
    '\u0007\u001b[31m',
    '\u007f\u0085',
    '\ufeff',
    '\ufffe\uffff',
    '\u200b\u200d\u2060',
    '\u2028\u2029',
  ],
  ...['\ud83d', '\udc00\ud800', 'a\udfff', '\u202eevil\u2066', '\u0301\u0301e', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤', 'ﷺ'.repeat(60), 'İıſK', 'ǅ', '﷽'],
  ...['👩‍👩‍👧‍👦', '🇨🇳', '👍🏿', '𠮷野家', '〇〡', '（２０２６）１號', '〔2026〕', '\u{10ffff}', '％＿＇', '＜script＞', 'ｱ'],
  // sizes
  ...['关'.repeat(201), '😀'.repeat(101), 'x'.repeat(5000), ' '.repeat(3000), '%'.repeat(2000), '\\'.repeat(2000)],
];

const corpora = process.env.GOVCRAWLER_CORPORA;

/** Our own list, and a public one where GOVCRAWLER_CORPORA names a folder that has it. */
export function hostileTexts(): string[] {
  const own = [...new Set(GENERATED)];
  if (!corpora) return own;
  const corpus = JSON.parse(readFileSync(join(corpora, 'blns', 'blns.json'), 'utf8')) as unknown[];
  return [...new Set([...own, ...corpus.map(String)])];
}

/** Values of other kinds than the one that is asked for, as they stand in a JSON body. */
export const HOSTILE_JSON = [
  ...[
    'null',
    'true',
    '-0',
    '1e400',
    '-1e400',
    '1.5',
    '9007199254740993',
    '""',
    '[]',
    '{}',
    '[[]]',
    '[null]',
    '{"a":1}',
  ],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"toString":1,"length":-1}'],
  ...['{"$gt":""}', '["a","b"]', '[{"__proto__":{"polluted":1}}]', '"\\ud800"', '"\\u0000"'],
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
];

/** Escapes that are no UTF-8, and ones that hide something. */
export const HOSTILE_ESCAPES = [
  ...['%', '%E0%A4%A', '%FF%FE', '%C0%AF', '%ED%A0%80', '%00', '%0d%0ax-injected:1', '%2e%2e%2f', '%252e%252e', '%5c'],
  ...['%F0%9F%98', '%u0041', '%EF%BF%BE', '+', '%20', ';a=b', '%26x=1', '%3Fx', '%23', '..%00'],
];
