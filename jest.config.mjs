// Three kinds of tests, chosen by TEST_KIND: unit (x.spec.ts, no servers), int (x.int-spec.ts, real
// MariaDB and Redis), e2e (x.e2e-spec.ts, the whole system). `npm test` runs all of them.
import preset from './jest.preset.js';

const suffix = { unit: 'spec', int: 'int-spec', e2e: 'e2e-spec' }[process.env.TEST_KIND ?? 'unit'];
if (!suffix) throw new Error(`TEST_KIND must be unit, int or e2e, not "${process.env.TEST_KIND}"`);

export default {
  ...preset,
  rootDir: '.',
  // Not among temporary files, which go with the run.
  cacheDirectory: '<rootDir>/tmp/jest-cache',
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/tools'],
  testMatch: [`**/*.${suffix}.ts`],
  ...(suffix === 'e2e-spec' ? { testSequencer: '<rootDir>/tools/dev/longest-first.mjs' } : {}),
  testTimeout: suffix === 'spec' ? 30_000 : 120_000,
};
