import { ConfigError } from '@govcrawler/core';
import mysql from 'mysql2';
import { DataSource } from 'typeorm';
import { allEntities } from '../entities/all-entities.js';
import { ALL_MIGRATIONS } from '../migrations/all-migrations.js';
import { type Sanitiser } from '../sanitise/sanitiser.js';
import { Dialect } from '../schema/dialect.js';

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * UTC, so that defaults agree with what the program writes; strict, so that nothing is cut silently;
 * read committed, so that the loser of a race on a unique key sees the winner's row.
 */
const SESSION_SETTINGS = [
  "SET time_zone = '+00:00'",
  "SET sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'",
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
];

interface MysqlAddress {
  host: string;
  port: number;
  username: string;
  password: string;
  database: string;
}

/** Reads mysql:// and mariadb:// URLs, also with a driver of other programs behind a plus sign. */
export function parseMysqlUrl(url: string): MysqlAddress {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const database = decodeURIComponent(parsed?.pathname.slice(1) ?? '');
  if (!parsed || !/^(mysql|mariadb)(\+\w+)?:$/.test(parsed.protocol) || !parsed.hostname || !database) {
    throw new ConfigError('DATABASE_URL must look like mysql://user:password@host:3306/database');
  }
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: Number(parsed.port || 3306),
    username: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database,
  };
}

/** TypeORM on a MySQL or MariaDB server; it asks the server which of the two it is. */
export async function mysqlDataSource(address: MysqlAddress, sanitiser: Sanitiser): Promise<DataSource> {
  const type = await detectServer(address);
  return new DataSource({
    type,
    ...address,
    driver: { createPool: createPoolInUtc },
    charset: 'utf8mb4',
    timezone: 'Z',
    dateStrings: ['DATE'],
    poolSize: POOL_SIZE,
    // Would capture a stack for every statement; TypeORM gives the error of a failed one its own.
    trace: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
    entities: allEntities(new Dialect(type), sanitiser),
    migrations: ALL_MIGRATIONS,
    migrationsTableName: 'schema_migration',
    synchronize: false,
  });
}

async function detectServer({ username, ...address }: MysqlAddress): Promise<'mysql' | 'mariadb'> {
  const options = { ...address, user: username, connectTimeout: CONNECT_TIMEOUT_MS };
  const connection = mysql.createConnection(options).promise();
  try {
    const [rows] = await connection.query('SELECT VERSION() AS version');
    return /mariadb/i.test((rows as { version: string }[])[0]?.version ?? '') ? 'mariadb' : 'mysql';
  } finally {
    connection.destroy();
  }
}

function createPoolInUtc(options: mysql.PoolOptions): mysql.Pool {
  const pool = mysql.createPool(options);
  pool.on('connection', (connection) => {
    // Sent first on every new connection; statements of one connection run in order.
    for (const setting of SESSION_SETTINGS) {
      connection.query(setting, (error) => {
        if (error) connection.destroy();
      });
    }
  });
  return pool;
}
