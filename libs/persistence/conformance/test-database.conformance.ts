import { openEmbeddedCopy } from '@govcrawler/platform';
import mysql from 'mysql2';
import { type DataSource } from 'typeorm';
import { openDatabase, type Database, type DatabaseConfig } from '../database.js';

export interface LoggedWarning {
  table: string;
  field: string;
  [what: string]: unknown;
}

/** A fresh, migrated database for one test file. */
export interface TestDatabase {
  database: Database;
  dataSource: DataSource;
  /** What the sanitiser reported so far. */
  warnings: LoggedWarning[];
  /** A second, independent connection to the same data. */
  reopen(): Promise<Database>;
  close(): Promise<void>;
}

export async function openEmbedded(): Promise<TestDatabase> {
  const postgres = await openEmbeddedCopy(process.env.TEST_EMBEDDED_TEMPLATE ?? null, async (blank) => {
    const database = await openDatabase({ kind: 'embedded', postgres: blank }, { warn: () => undefined });
    await database.migrate();
    await database.close();
  });
  return openMigrated({ kind: 'embedded', postgres }, () => postgres.close());
}

export async function openMariadb(): Promise<TestDatabase> {
  const server = process.env.TEST_MYSQL_URL;
  if (!server) throw new Error('TEST_MYSQL_URL must name a MySQL or MariaDB server for these tests');
  const name = `gc_test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const admin = mysql.createConnection({ uri: server }).promise();
  // The server's own defaults must not matter: here they are wrong ones.
  await admin.query(`CREATE DATABASE ${name} CHARACTER SET latin1`);
  const drop = async () => {
    await admin.query(`DROP DATABASE ${name}`);
    await admin.end();
  };
  try {
    return await openMigrated({ kind: 'mysql', url: `${server.replace(/\/$/, '')}/${name}` }, drop);
  } catch (error) {
    await drop();
    throw error;
  }
}

async function openMigrated(config: DatabaseConfig, cleanUp: () => Promise<void>): Promise<TestDatabase> {
  const warnings: LoggedWarning[] = [];
  const opened: Database[] = [];
  const reopen = async () => {
    const database = await openDatabase(config, { warn: (fields) => warnings.push(fields as LoggedWarning) });
    opened.push(database);
    return database;
  };
  const database = await reopen();
  await database.migrate();
  return {
    database,
    dataSource: (database as unknown as { dataSource: DataSource }).dataSource,
    warnings,
    reopen,
    close: async () => {
      for (const one of opened) await one.close();
      await cleanUp();
    },
  };
}
