// `npm run faults -- --seed N [--short]`: breaks a cluster of its own in every way it must survive, and judges what is
// left by the origin's request log and the database. The last line has the figures; exit 0 only if all hold.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ensureServerPrograms, startServers } from '../dev/servers.mjs';
import { ensureBuilt, ensureInstalled, fail, root } from '../dev/setup.mjs';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, short: { type: 'boolean', default: false } },
});
if (!/^\d{1,9}$/.test(values.seed)) fail('--seed must be a whole number', 2);

ensureInstalled();
ensureServerPrograms();
ensureBuilt();
const words = ['-d', 'dist', '--config-file', '.swcrc', '--ignore', '**/*spec.ts,**/*.mjs', '--quiet'];
const built = spawnSync(process.execPath, ['node_modules/@swc/cli/bin/swc.js', 'tools/faults', ...words], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (built.status !== 0) process.exit(built.status ?? 1);
process.chdir(root);

const { runFaults } = await import('../../dist/tools/faults/main.js');
const servers = await startServers();
let held = false;
try {
  held = await runFaults({ seed: Number(values.seed), short: values.short }, servers);
} catch (error) {
  process.stderr.write(`${error.stack}\n`);
} finally {
  servers.signalDatabase('SIGCONT');
  await servers.stop();
}
process.exit(held ? 0 : 1);
