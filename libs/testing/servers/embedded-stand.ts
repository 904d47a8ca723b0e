import { openDatabase, type Database } from '@govcrawler/persistence';
import { openEmbeddedCopy, type EmbeddedPostgres } from '@govcrawler/platform';

const SILENT = { warn: () => undefined };

export interface EmbeddedStand {
  postgres: EmbeddedPostgres;
  database: Database;
  close(): Promise<void>;
}

/** A fresh, migrated embedded database in memory. */
export async function openEmbeddedStand(): Promise<EmbeddedStand> {
  const postgres = await openEmbeddedCopy(process.env.TEST_EMBEDDED_TEMPLATE ?? null, async (blank) => {
    const database = await openDatabase({ kind: 'embedded', postgres: blank }, SILENT);
    await database.migrate();
    await database.close();
  });
  const database = await openDatabase({ kind: 'embedded', postgres }, SILENT);
  return { postgres, database, close: () => database.close().then(() => postgres.close()) };
}
