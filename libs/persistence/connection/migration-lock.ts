import { createHash } from 'node:crypto';
import { TransientError } from '@govcrawler/core';
import { type DataSource } from 'typeorm';

const WAIT_SECONDS = 120;

/** Runs `work` while no other process on the same server does: two deployments may migrate at the same moment. */
export async function alone<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  // The embedded database serves one process, and has one session that a held lock would block.
  if (dataSource.options.type === 'postgres') return work();
  const database = String(dataSource.options.database);
  const name = `govcrawler.migrate.${createHash('sha256').update(database).digest('hex').slice(0, 16)}`;
  const runner = dataSource.createQueryRunner();
  try {
    const rows = (await runner.query(`SELECT GET_LOCK('${name}', ${WAIT_SECONDS}) AS taken`)) as { taken: unknown }[];
    if (Number(rows[0]?.taken) !== 1) {
      throw new TransientError(`Another process has been migrating ${database} for over ${WAIT_SECONDS} seconds`);
    }
    return await work();
  } finally {
    await runner.query(`SELECT RELEASE_LOCK('${name}')`).catch(() => undefined);
    await runner.release();
  }
}
