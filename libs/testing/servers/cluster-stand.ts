import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';

/** A database of its own on the test servers, and a queue server of its own: settings of a cluster for one test. */
export interface ClusterStand {
  env: { DATABASE_URL: string; VALKEY_URL: string };
  close(): Promise<void>;
}

/** Redis has 16 databases; 0 holds the claims on the others. */
const REDIS_DATABASES = Array.from({ length: 15 }, (_, index) => index + 1);
/** A test that died does not keep its claim for ever. */
const CLAIM_SEC = 900;

/** Opens a stand on the servers that `npm test` (or tools/dev/servers.mjs) has started. */
export async function openClusterStand(): Promise<ClusterStand> {
  const mysql = required('TEST_MYSQL_URL');
  const redis = await claimRedis(required('TEST_REDIS_URL'));
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  const administer = async (sql: string) => {
    const connection = await createConnection(mysql);
    await connection.query(sql);
    await connection.end();
  };
  await administer(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const databaseUrl = new URL(mysql);
  databaseUrl.pathname = `/${name}`;
  return {
    env: { DATABASE_URL: databaseUrl.toString(), VALKEY_URL: redis.url },
    close: async () => {
      await redis.release();
      await administer(`DROP DATABASE ${name}`);
    },
  };
}

/** Runs `work` on a Redis server with other settings, and puts the old ones back. */
export async function withRedisSettings(
  url: string,
  settings: Readonly<Record<string, string>>,
  work: () => Promise<void>,
): Promise<void> {
  const redis = new Redis(url);
  const before = new Map<string, string>();
  try {
    for (const [name, value] of Object.entries(settings)) {
      const [, old] = (await redis.config('GET', name)) as [string, string];
      before.set(name, old);
      await redis.config('SET', name, value);
    }
    await work();
  } finally {
    for (const [name, value] of before) await redis.config('SET', name, value);
    redis.disconnect();
  }
}

/** An empty Redis database that no other test uses meanwhile. */
async function claimRedis(server: string): Promise<{ url: string; release(): Promise<void> }> {
  const claims = new Redis(server);
  for (const database of REDIS_DATABASES) {
    const key = `govcrawler-test-stand:${database}`;
    if ((await claims.set(key, process.pid, 'EX', CLAIM_SEC, 'NX')) === null) continue;
    const url = new URL(server);
    url.pathname = `/${database}`;
    const own = new Redis(url.toString());
    await own.flushdb();
    const release = async () => {
      await own.flushdb();
      await claims.del(key);
      own.disconnect();
      claims.disconnect();
    };
    return { url: url.toString(), release };
  }
  claims.disconnect();
  throw new Error('All test databases of Redis are in use');
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) {
    throw new Error(`${name} is not set: run the tests with npm test, or export what tools/dev/servers.mjs prints`);
  }
  return value;
}
