// `npm run openapi`: writes the API documents and the console's client types anew from the controllers.
import { spawnSync } from 'node:child_process';
import { ensureInstalled, root, run } from '../dev/setup.mjs';

const out = 'tmp/openapi';
ensureInstalled();
run(process.execPath, [
  'node_modules/@swc/cli/bin/swc.js',
  ...['apps/api-gateway', 'libs', 'tools/openapi', '-d', out, '--config-file', '.swcrc', '--quiet'],
  ...['--ignore', '**/*spec.ts,**/*.mjs,**/*.json,libs/testing/**'],
]);
const { status } = spawnSync(process.execPath, [`${out}/tools/openapi/main.js`], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
