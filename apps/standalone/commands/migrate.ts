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
    .action(async () => {
      const config = loadConfig(standaloneConfigSchema, process.env);
      if (!config.DATABASE_URL) {
        throw new ConfigError('DATABASE_URL is not set; the embedded database brings itself up to date at start.');
      }
      const database = await openDatabase(
        { kind: 'mysql', url: config.DATABASE_URL },
        createLogger('migrate', config.LOG_LEVEL),
      );
      try {
        const done = await database.migrate();
        console.log(
          done.length > 0 ? `Ran ${done.length} migrations:\n  ${done.join('\n  ')}` : 'The schema is up to date.',
        );
      } finally {
        await database.close();
      }
    });
}
