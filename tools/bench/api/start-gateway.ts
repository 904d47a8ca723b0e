import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CorpusDatabase } from '@govcrawler/testing';

export interface RunningGateway {
  /** As somebody who is logged in, like the console. */
  get(path: string): Promise<Response>;
  /** Megabytes of its process. */
  memory(): number;
  stop(): Promise<void>;
}

const USER = 'bench';
const PASSWORD = 'a password for the bench';

/** dist/apps/api-gateway, as production starts it. */
export async function startGateway(corpus: CorpusDatabase): Promise<RunningGateway> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-api-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['dist/apps/api-gateway/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: corpus.url,
      VALKEY_URL: process.env['TEST_REDIS_URL'],
      ADMIN_USER: USER,
      ADMIN_PASSWORD: PASSWORD,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const base = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const cookie = await logIn(base, () => child.exitCode === null);
    return {
      get: (path) => fetch(base + path, { headers: { cookie } }),
      memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function logIn(base: string, isAlive: () => boolean): Promise<string> {
  while (isAlive()) {
    const body = JSON.stringify({ username: USER, password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${base}/admin/api/session`, { method: 'POST', headers, body }).catch(() => null);
    if (answer?.ok)
      return answer.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ');
    if (answer) throw new Error(`login: HTTP ${answer.status} ${await answer.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The gateway ended at its start');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
