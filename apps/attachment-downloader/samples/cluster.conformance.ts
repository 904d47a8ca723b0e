import { randomBytes } from 'node:crypto';
import { type Database, openDatabase } from '@govcrawler/persistence';
import mysql from 'mysql2';

/** A migrated database of its own on the test server, and a place on the queue server that nobody else uses. */
export interface TestCluster {
  databaseUrl: string;
  database: Database;
  redisUrl: string;
  prefix: string;
  close(): Promise<void>;
}

/** Opens one on the servers that `npm test` has started; several test files may do so at the same time. */
export async function openTestCluster(): Promise<TestCluster> {
  const server = required('TEST_MYSQL_URL').replace(/\/$/, '');
  const name = `gc_attachments_${randomBytes(6).toString('hex')}`;
  const admin = mysql.createConnection({ uri: server }).promise();
  await admin.query(`CREATE DATABASE ${name}`);
  const databaseUrl = `${server}/${name}`;
  const database = await openDatabase({ kind: 'mysql', url: databaseUrl }, { warn: () => undefined });
  await database.migrate();
  return {
    databaseUrl,
    database,
    redisUrl: required('TEST_REDIS_URL'),
    prefix: name,
    close: async () => {
      await database.close();
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test`);
  return value;
}
