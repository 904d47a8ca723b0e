// `node tools/faults/delivery/run.mjs [--operations 10000] [--seed 1]`: random writers that are cut off, a gateway that
// restarts, three consumers that crash; exit 0 only if each consumer's copy is what the database holds.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ensureServerPrograms, startServers } from '../../dev/servers.mjs';
import { ensureBuilt, ensureInstalled, root } from '../../dev/setup.mjs';

const { values } = parseArgs({
  options: { operations: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
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

const { runDeliveryFaults } = await import('../../../dist/tools/faults/delivery/main.js');
const servers = await startServers();
let held = false;
try {
  held = await runDeliveryFaults(servers.env.TEST_MYSQL_URL, Number(values.operations), Number(values.seed));
} catch (error) {
  process.stderr.write(`${error.stack}\n`);
} finally {
  await servers.stop();
}
process.exit(held ? 0 : 1);
