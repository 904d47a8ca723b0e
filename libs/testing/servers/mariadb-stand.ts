import { randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '@govcrawler/persistence';
import { createConnection } from 'mysql2/promise';

export interface MariadbStand {
  database: Database;
  close(): Promise<void>;
}

/** A fresh, migrated database of its own on the server that `npm test` (or tools/dev/servers.mjs) has started. */
export async function openMariadbStand(): Promise<MariadbStand> {
  const server = process.env.TEST_MYSQL_URL?.replace(/\/$/, '');
  if (!server) throw new Error('TEST_MYSQL_URL must name a MySQL or MariaDB server for these tests');
  const name = `stand_${randomUUID().replaceAll('-', '')}`;
  const admin = await createConnection(server);
  await admin.query(`CREATE DATABASE ${name}`);
  const database = await openDatabase({ kind: 'mysql', url: `${server}/${name}` }, { warn: () => undefined });
  await database.migrate();
  return {
    database,
    close: async () => {
      await database.close();
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  };
}
