// Installs, builds the workspace and one benchmark, and runs it with the words of the command line.
import { spawn, spawnSync } from 'node:child_process';
import { ensureServerPrograms, startServers } from '../dev/servers.mjs';
import { ensureBuilt, ensureInstalled, root } from '../dev/setup.mjs';

/**
 * `name` is a folder of tools/bench with a main.ts; ends this process with the benchmark's exit code. With `servers` it
 * gets a private MariaDB and Redis, by the addresses that tests get.
 */
export async function runBench(name, { servers = false, env = {} } = {}) {
  ensureInstalled();
  if (servers) ensureServerPrograms();
  ensureBuilt();
  const swc = ['node_modules/@swc/cli/bin/swc.js', `tools/bench/${name}`, '-d', 'dist', '--config-file', '.swcrc'];
  const words = [...swc, '--ignore', '**/*spec.ts,**/*.mjs,**/*.py', '--quiet'];
  const built = spawnSync(process.execPath, words, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (built.status !== 0) process.exit(built.status ?? 1);
  const started = servers ? await startServers() : null;
  const child = spawn(process.execPath, ['--expose-gc', `dist/tools/bench/${name}/main.js`, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, ...started?.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  await started?.stop();
  process.exit(code ?? 1);
}
