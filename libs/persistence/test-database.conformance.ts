import { EmbeddedPostgres } from '@govcrawler/platform';
import mysql from 'mysql2';
import { openDatabase, type Database } from './database.js';

export interface LoggedWarning {
  table: string;
  field: string;
  [what: string]: unknown;
}

/** A fresh, migrated database for one test file. */
export interface TestDatabase {
  database: Database;
  /** What the sanitiser reported so far. */
  warnings: LoggedWarning[];
  close(): Promise<void>;
}

export async function openEmbedded(): Promise<TestDatabase> {
  const postgres = await EmbeddedPostgres.open(null);
  const stand = await openMigrated({ kind: 'embedded', postgres });
  return { ...stand, close: () => stand.database.close().then(() => postgres.close()) };
}

export async function openMariadb(): Promise<TestDatabase> {
  const server = process.env.TEST_MYSQL_URL;
  if (!server) throw new Error('TEST_MYSQL_URL must name a MySQL or MariaDB server for these tests');
  const name = `gc_test_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`;
  const admin = mysql.createConnection({ uri: server }).promise();
  await admin.query(`CREATE DATABASE ${name} CHARACTER SET latin1`);
  const stand = await openMigrated({ kind: 'mysql', url: `${server.replace(/\/$/, '')}/${name}` });
  return {
    ...stand,
    close: async () => {
      await stand.database.close();
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  };
}

async function openMigrated(config: Parameters<typeof openDatabase>[0]): Promise<Omit<TestDatabase, 'close'>> {
  const warnings: LoggedWarning[] = [];
  const database = await openDatabase(config, { warn: (fields) => warnings.push(fields as LoggedWarning) });
  await database.migrate();
  return { database, warnings };
}
