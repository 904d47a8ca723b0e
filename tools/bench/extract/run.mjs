// Builds what the benchmark needs and runs it: node tools/bench/extract/run.mjs <corpora folder> [--rounds N] [--pages]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });

const sources = ['libs/contracts', 'libs/core', 'libs/parser', 'tools/bench/extract'];
const built = run(process.execPath, [
  'node_modules/@swc/cli/bin/swc.js',
  ...sources,
  ...['-d', 'tmp/bench-extract', '--config-file', '.swcrc', '--ignore', '**/*spec.ts,**/*.json,**/*.mjs', '--quiet'],
]);
if (built.status !== 0) process.exit(built.status ?? 1);
process.exit(
  run(process.execPath, ['tmp/bench-extract/tools/bench/extract/main.js', ...process.argv.slice(2)]).status ?? 1,
);
