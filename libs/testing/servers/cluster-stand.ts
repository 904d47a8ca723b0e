import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { createConnection } from 'mysql2/promise';

/** A database of its own on the test servers, and a clean queue server: settings of a cluster for one test. */
export interface ClusterStand {
  env: { DATABASE_URL: string; VALKEY_URL: string };
  close(): Promise<void>;
}

/** Queues of whole-system tests; these run one after the other, and other tests use other keys. */
const REDIS_DATABASE = 9;

/** Opens a stand on the servers that `npm test` (or tools/dev/servers.mjs) has started. */
export async function openClusterStand(): Promise<ClusterStand> {
  const mysql = required('TEST_MYSQL_URL');
  const redisUrl = new URL(required('TEST_REDIS_URL'));
  redisUrl.pathname = `/${REDIS_DATABASE}`;
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  const administer = async (sql: string) => {
    const connection = await createConnection(mysql);
    await connection.query(sql);
    await connection.end();
  };
  await administer(`CREATE DATABASE ${name} CHARACTER SET utf8mb4`);
  const redis = new Redis(redisUrl.toString());
  await redis.flushdb();
  const databaseUrl = new URL(mysql);
  databaseUrl.pathname = `/${name}`;
  return {
    env: { DATABASE_URL: databaseUrl.toString(), VALKEY_URL: redisUrl.toString() },
    close: async () => {
      await redis.flushdb();
      redis.disconnect();
      await administer(`DROP DATABASE ${name}`);
    },
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: run the tests with npm test, or export what tools/dev/servers.mjs prints`);
  return value;
}
