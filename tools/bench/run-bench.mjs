// Installs, builds the workspace and one benchmark, and runs it with the words of the command line.
import { spawnSync } from 'node:child_process';
import { ensureBuilt, ensureInstalled, root } from '../dev/setup.mjs';

/** `name` is a folder of tools/bench with a main.ts; ends this process with the benchmark's exit code. */
export function runBench(name) {
  const run = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  ensureInstalled();
  ensureBuilt();
  const swc = ['node_modules/@swc/cli/bin/swc.js', `tools/bench/${name}`, '-d', 'dist', '--config-file', '.swcrc'];
  const built = run([...swc, '--ignore', '**/*spec.ts,**/*.mjs', '--quiet']);
  if (built.status !== 0) process.exit(built.status ?? 1);
  process.exit(run(['--expose-gc', `dist/tools/bench/${name}/main.js`, ...process.argv.slice(2)]).status ?? 1);
}
