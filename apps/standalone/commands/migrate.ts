import { loadConfig } from '@govcrawler/platform';
import { openDatabase } from '@govcrawler/persistence';
import { ConfigError } from '@govcrawler/core';
import { createLogger } from '@govcrawler/platform';
import { Command } from 'commander';
import { standaloneConfigSchema } from '../config.js';

/** `govcrawler migrate`: brings the schema of DATABASE_URL up to date; services themselves never do. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('bring the database schema of DATABASE_URL up to date (the embedded database does so by itself)')
    .option('--back-to <migration>', 'take back what ran after this migration; its tables and columns are lost')
    .action(async ({ backTo }: { backTo?: string }) => {
      const config = loadConfig(standaloneConfigSchema, process.env);
      if (!config.DATABASE_URL) {
        throw new ConfigError('DATABASE_URL is not set; the embedded database brings itself up to date at start.');
      }
      const database = await openDatabase(
        { kind: 'mysql', url: config.DATABASE_URL },
        createLogger('migrate', config.LOG_LEVEL),
      );
      try {
        const done = backTo === undefined ? await database.migrate() : await database.migrateBack(backTo);
        const what = backTo === undefined ? 'Ran' : 'Took back';
        const nothing = backTo === undefined ? 'The schema is up to date.' : `Nothing ran after ${backTo}.`;
        console.log(done.length > 0 ? `${what} ${done.length} migrations:\n  ${done.join('\n  ')}` : nothing);
      } finally {
        await database.close();
      }
    });
}
