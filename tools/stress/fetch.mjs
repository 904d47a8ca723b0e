// The long forms of the fetch service's tests, on real Chromium and Redis; npm test runs the same code with fewer rounds.
//   node tools/stress/fetch.mjs [browser] [replicas] [servers]      (default: all three, about ten minutes)
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What each run shows, the test that is its judge, and its full size. */
const RUNS = {
  browser: {
    shows: '500 browser pages of which 8 % hang, crash or never end',
    test: 'libs/fetch/browser/browser-pool',
    size: { STRESS_PAGES: '500' },
    only: 'serves every healthy page',
  },
  replicas: {
    shows: '10,000 fetches of 20 hosts by two replicas; the origin judges the intervals',
    test: 'libs/fetch/politeness/two-replicas',
    size: { STRESS_FETCHES: '10000' },
  },
  servers: {
    shows: 'bombs, floods, drips and silence, 1,300 fetches, with the growth of memory',
    test: 'libs/fetch/http/hostile-servers',
    size: { STRESS_ROUNDS: '100' },
  },
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(RUNS);
const unknown = names.filter((name) => !(name in RUNS));
if (unknown.length > 0) {
  process.stderr.write(`No run ${unknown.join(', ')}; there are: ${Object.keys(RUNS).join(', ')}\n`);
  process.exit(2);
}
let failed = 0;
for (const name of names) {
  const { shows, test, size, only } = RUNS[name];
  process.stdout.write(`\n${name}: ${shows}\n`);
  const words = ['tools/dev/test.mjs', 'int', test, ...(only ? ['-t', only] : [])];
  const { status } = spawnSync(process.execPath, words, {
    cwd: root,
    env: { ...process.env, ...size },
    stdio: 'inherit',
  });
  if (status !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
