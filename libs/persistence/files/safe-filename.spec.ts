import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import fc from 'fast-check';
import { safeFilename, safeFolderName } from './safe-filename.js';

const EVIL_NAMES = [
  '',
  ' ',
  '.',
  '..',
  '...',
  '../../etc/passwd',
  '..\\..\\windows\\system32',
  '/etc/passwd',
  'C:\\boot.ini',
  '\\\\server\\share',
  'file://x',
  'a/b/c.pdf',
  'a\u0000.pdf',
  'a\u0000/../b.pdf',
  '%2e%2e%2f',
  '....//....//x',
  'CON',
  'con.pdf',
  'NUL.txt',
  'aux .docx',
  'LPT1.',
  'COM¹.pdf',
  '.htaccess',
  '-rf',
  '~root',
  'trailing dots...',
  'trailing space ',
  'name?.pdf',
  'a<b>c:"d|e*.xls',
  'line\nbreak\r.doc',
  'Hello$(hostname).txt',
  'rtl\u202Egpj.exe',
  'zero\u200Bwidth.pdf',
  '\uD800half.pdf',
  '😀'.repeat(100),
  `${'长'.repeat(200)}.pdf`,
  `x.${'e'.repeat(300)}`,
  '.'.repeat(100_000),
  `${' '.repeat(100_000)}x`,
  '._',
  '___',
  ':',
  'e\u0301.pdf',
];

const corpora = process.env.GOVCRAWLER_CORPORA;

function assertHarmless(name: string): void {
  const safe = safeFilename(name);
  expect(safe).not.toBe('');
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
  expect(safe).not.toMatch(/[\u0000-\u001F/\\?<>:*|"\p{Cf}\p{Surrogate}]/u);
  expect(safe).not.toMatch(/^[.\-~ ]|[. ]$/);
  expect(safe).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i);
  const folder = resolve('/data/folder');
  expect(resolve(folder, safe)).toBe(join(folder, basename(safe)));
  expect(safeFilename(safe)).toBe(safe);
}

describe('safeFilename', () => {
  it.each(EVIL_NAMES.map((name) => [JSON.stringify(name).slice(0, 40), name]))('makes %s harmless', (_title, name) => {
    assertHarmless(name);
  });

  it('makes any text harmless', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 400 }), assertHarmless));
    const signs = fc.constantFrom('.', '/', '\\', ' ', '_', '~', '-', 'con', 'a', '政', '\u0000', '😀', '\u202E');
    fc.assert(
      fc.property(
        fc.array(signs, { maxLength: 200 }).map((parts) => parts.join('')),
        assertHarmless,
      ),
    );
  });

  it('keeps what is good', () => {
    const name = '附件1：2026年度预算公开表（一）.xlsx';
    expect(safeFilename(name)).toBe(name);
    expect(safeFilename('annual report 2026.pdf')).toBe('annual report 2026.pdf');
  });

  it('keeps name and extension of what Windows reserves', () => {
    expect(safeFilename('CON.pdf')).toBe('_CON.pdf');
  });

  it('keeps the extension of long names, and two long names apart', () => {
    const one = safeFilename(`${'长'.repeat(300)}一.pdf`);
    const two = safeFilename(`${'长'.repeat(300)}二.pdf`);
    expect(one).toMatch(/^长+~[0-9a-f]{8}\.pdf$/);
    expect(Buffer.byteLength(one)).toBeGreaterThan(250);
    expect(one).not.toBe(two);
  });

  it('falls back where nothing is left', () => {
    expect(safeFilename('???')).toBe('file');
    expect(safeFilename('', 'attachment')).toBe('attachment');
  });

  const withCorpus = corpora ? it : it.skip;
  if (!corpora) process.stdout.write('skipped: the corpus evil-filenames, because GOVCRAWLER_CORPORA is not set\n');
  withCorpus('makes the names of the corpus harmless', () => {
    const folder = join(corpora!, 'evil-filenames');
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { files: { file: string }[] };
    const names = manifest.files.flatMap(({ file }) => {
      const text = readFileSync(join(folder, file), 'utf8');
      if (file.endsWith('.txt')) return text.split('\n');
      if (!file.endsWith('.json')) return [];
      return (JSON.parse(text) as (string | { input: string })[]).map((entry) =>
        typeof entry === 'string' ? entry : entry.input,
      );
    });
    expect(names.length).toBeGreaterThan(100);
    names.forEach(assertHarmless);
  });
});

describe('safeFolderName', () => {
  it('leaves slugs alone and never gives two codes one folder', () => {
    expect(safeFolderName('gd_gkmlpt__notices')).toBe('gd_gkmlpt__notices');
    const folders = ['a/b', 'a\\b', 'a_b', 'a?b', '..', '.', ''].map(safeFolderName);
    expect(new Set(folders).size).toBe(folders.length);
  });
});
