import { openDatabase } from '@govcrawler/persistence';
import { createLogger, EmbeddedPostgres } from '@govcrawler/platform';
import { describeBackup } from './backup.conformance.js';

describe('embedded to embedded', () => {
  const open = async () => {
    const postgres = await EmbeddedPostgres.open(null);
    const database = await openDatabase({ kind: 'embedded', postgres }, createLogger('test', 'silent'));
    await database.migrate();
    return { database, close: () => database.close().then(() => postgres.close()) };
  };
  describeBackup(open, open);
});
