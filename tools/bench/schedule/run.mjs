// Builds what the benchmark needs and runs it: node tools/bench/schedule/run.mjs [targets] [mysql://user@host:port]
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });

const libs = ['contracts', 'core', 'platform', 'persistence'].map((lib) => `libs/${lib}`);
const built = run(process.execPath, [
  'node_modules/@swc/cli/bin/swc.js',
  ...libs,
  ...['apps/scheduler', 'tools/bench/schedule'],
  ...[
    '-d',
    'dist',
    '--config-file',
    '.swcrc',
    '--ignore',
    '**/*spec.ts,**/*.conformance.ts,**/*.json,**/*.mjs',
    '--quiet',
  ],
]);
if (built.status !== 0) process.exit(built.status ?? 1);
const args = ['--expose-gc', 'dist/tools/bench/schedule/main.js', ...process.argv.slice(2)];
process.exit(run(process.execPath, args).status ?? 1);
