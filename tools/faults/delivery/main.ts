import { openDatabase, type Database } from '@govcrawler/persistence';
import { createConnection } from 'mysql2';
import { exerciseDelivery } from './exercise-delivery.js';

/** A database of its own on a server, and the means to cut transactions in it. */
export async function openTestServer(
  server: string,
): Promise<{ database: Database; cutWriters: () => Promise<void>; close: () => Promise<void> }> {
  const name = `gc_delivery_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const admin = createConnection({ uri: server }).promise();
  await admin.query(`CREATE DATABASE ${name}`);
  const database = await openDatabase(
    { kind: 'mysql', url: `${server.replace(/\/$/, '')}/${name}` },
    { warn: () => undefined },
  );
  await database.migrate();
  return {
    database,
    /** As the server sees a writer that dies: its connection ends in the middle of a transaction. */
    cutWriters: async () => {
      const [rows] = await admin.query(
        `SELECT trx_mysql_thread_id AS id FROM information_schema.innodb_trx trx
         JOIN information_schema.processlist p ON p.id = trx.trx_mysql_thread_id WHERE p.db = '${name}'`,
      );
      for (const { id } of rows as { id: number }[]) await admin.query(`KILL ${Number(id)}`).catch(() => undefined);
    },
    close: async () => {
      await database.close();
      await admin.query(`DROP DATABASE ${name}`);
      await admin.end();
    },
  };
}

/** The whole exercise on a server; prints the verdict, true when every copy is right. */
export async function runDeliveryFaults(server: string, operations: number, seed: number): Promise<boolean> {
  const { database, cutWriters, close } = await openTestServer(server);
  const startedAt = Date.now();
  const verdict = await exerciseDelivery({
    ...{ database, operations, seed, cutWriters, restarts: 5 },
    protoFile: 'libs/contracts/proto/delivery.proto',
  });
  await close();
  const { done, consumers, articles, withdrawn, restarts } = verdict;
  console.log(
    `${operations} operations (seed ${seed}): ${done.stored} stored, ${done.deleted} deleted, ${done.withdrawn} withdrawn, ` +
      `${done.failed} cut off; ${restarts} restarts of the gateway; ${articles} articles left, ${withdrawn} of them withdrawn`,
  );
  for (const { name, missing, surplus, different, redelivered, crashes } of consumers) {
    console.log(
      `${name}: missing ${missing}, surplus ${surplus}, different ${different}; ${crashes} crashes, ${redelivered} redelivered`,
    );
  }
  const holds = consumers.every(({ missing, surplus, different }) => missing + surplus + different === 0);
  console.log(`${Math.round((Date.now() - startedAt) / 1000)} s, ${holds ? 'all hold' : 'BROKEN'}`);
  return holds;
}
