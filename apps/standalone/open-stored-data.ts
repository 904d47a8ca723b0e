import { join, resolve } from 'node:path';
import { openDatabase, type Database } from '@govcrawler/persistence';
import { createLogger, EmbeddedPostgres } from '@govcrawler/platform';
import { type StandaloneConfig } from './config.js';

export interface StoredData {
  database: Database;
  dataDir: string;
  close(): Promise<void>;
}

/** Database and data folder for a command that is no server; an embedded database in use is refused. */
export async function openStoredData(config: StandaloneConfig, folder: string | undefined): Promise<StoredData> {
  const dataDir = resolve(folder ?? config.DATA_DIR ?? 'data/govcrawler');
  const logger = createLogger('govcrawler', config.LOG_LEVEL);
  if (config.DATABASE_URL) {
    const database = await openDatabase({ kind: 'mysql', url: config.DATABASE_URL }, logger);
    return { database, dataDir, close: () => database.close() };
  }
  const postgres = await EmbeddedPostgres.open(join(dataDir, 'db'));
  try {
    const database = await openDatabase({ kind: 'embedded', postgres }, logger);
    const close = async () => {
      await database.close();
      await postgres.close();
    };
    return { database, dataDir, close };
  } catch (error) {
    await postgres.close();
    throw error;
  }
}
