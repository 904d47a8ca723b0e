// Builds what the benchmark needs and runs it: node tools/bench/fetch/run.mjs [--pages N] [--rounds N] [--concurrency N]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });

const sources = ['libs/contracts', 'libs/core', 'libs/fetch', 'tools/bench/fetch'];
const built = run(process.execPath, [
  'node_modules/@swc/cli/bin/swc.js',
  ...sources,
  ...['-d', 'dist', '--config-file', '.swcrc', '--copy-files', '--ignore', '**/*spec.ts,**/*.json,**/*.mjs', '--quiet'],
]);
if (built.status !== 0) process.exit(built.status ?? 1);
const bench = ['--expose-gc', 'dist/tools/bench/fetch/main.js', ...process.argv.slice(2)];
process.exit(run(process.execPath, bench).status ?? 1);
