import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'libs/core';
const sources = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/spec\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));

describe('core decides and does nothing else:', () => {
  it('it imports only its own files, contracts, hashing and the cron parser', () => {
    const foreign = sources.flatMap(({ name, text }) =>
      [...text.matchAll(/from '([^'.][^']*)'/g)]
        .map(([, specifier]) => specifier)
        .filter((specifier) => !['@govcrawler/contracts', 'node:crypto', 'croner'].includes(specifier ?? ''))
        .map((specifier) => `${name}: ${specifier}`),
    );
    expect(foreign).toEqual([]);
  });

  it('it asks no clock and no environment: time and settings are passed in', () => {
    const impure = sources.filter(({ text }) =>
      /Date\.now\(|new Date\(\)|process\.|Math\.random\(|setTimeout\(/.test(text),
    );
    expect(impure.map(({ name }) => name)).toEqual([]);
  });

  it('looked at something', () => expect(sources.length).toBeGreaterThan(5));
});
