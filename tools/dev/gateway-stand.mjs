// Starts the gateway of a cluster on a database that is there, with a Redis of its own, and a browser logged in to it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser, logInWith } from './console-stand.mjs';
import { ensureServerPrograms, freePort, startServers } from './servers.mjs';
import { root } from './setup.mjs';

// As tools/bench/api sets them: a kept database knows its first user.
const USER = 'bench';
const PASSWORD = 'a password for the bench';

/** Needs `npm run build` before. Calls `use` with { browser, base, logIn }. */
export async function withGateway(databaseUrl, use) {
  ensureServerPrograms();
  const servers = await startServers();
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-gateway-'));
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const gateway = spawn(process.execPath, ['dist/apps/api-gateway/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      VALKEY_URL: servers.env.TEST_REDIS_URL,
      ADMIN_USER: USER,
      ADMIN_PASSWORD: PASSWORD,
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    await ready(base, gateway);
    const browser = await openBrowser();
    await use({ browser, base: `${base}/admin`, logIn: (page) => logInWith(page, `${base}/admin`, USER, PASSWORD) });
    await browser.close();
  } finally {
    gateway.kill('SIGTERM');
    await new Promise((resolve) => (gateway.exitCode === null ? gateway.once('exit', resolve) : resolve()));
    await servers.stop();
    rmSync(folder, { recursive: true });
  }
}

async function ready(base, gateway) {
  while (gateway.exitCode === null) {
    if ((await fetch(`${base}/readyz`).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The gateway ended at its start');
}
