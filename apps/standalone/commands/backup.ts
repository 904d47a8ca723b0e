import { join } from 'node:path';
import { loadConfig } from '@govcrawler/platform';
import { Command } from 'commander';
import { restoreBackup } from '../backup/restore-backup.js';
import { readManifest, verifyBackup, writeBackup } from '../backup/write-backup.js';
import { standaloneConfigSchema } from '../config.js';
import { openStoredData } from '../open-stored-data.js';

const DATA_DIR = ['--data-dir <folder>', 'folder of pages, texts, attachments and the embedded database'] as const;

/** `govcrawler backup`: database and files as of one moment, in a folder with checksums. */
export function backupCommand(): Command {
  return (
    new Command('backup')
      .description('write database and files into a new folder (embedded: while the platform is stopped)')
      // Not a required option: `backup verify` would need it too.
      .option('--to <folder>', 'new folder for the backup')
      .option(...DATA_DIR)
      .action(async ({ to, dataDir }: { to?: string; dataDir?: string }, command: Command) => {
        if (to === undefined) return command.error("error: required option '--to <folder>' not specified");
        const stored = await openStoredData(loadConfig(standaloneConfigSchema, process.env), dataDir);
        try {
          await stored.database.assertCurrentSchema();
          const { tables, files } = await writeBackup(stored.database, stored.dataDir, to, (what) => console.log(what));
          const rows = tables.reduce((sum, table) => sum + table.rows, 0);
          console.log(`Backup of ${rows} rows and ${files.length} files: ${join(to, 'manifest.json')}`);
        } finally {
          await stored.close();
        }
      })
      .addCommand(
        new Command('verify')
          .description('compare every byte of a backup with its checksums')
          .argument('<folder>')
          .action(async (folder: string) => {
            const { manifest, problems } = await verifyBackup(folder);
            for (const problem of problems) console.log(problem);
            console.log(
              `${manifest.tables.length} tables and ${manifest.files.length} files, ${problems.length} problems`,
            );
            if (problems.length > 0) process.exitCode = 1;
          }),
      )
  );
}

/** `govcrawler restore`: a backup into an empty database and an empty folder. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('put a backup into an empty database and data folder')
    .requiredOption('--from <folder>', 'folder of the backup')
    .option(...DATA_DIR)
    .action(async ({ from, dataDir }: { from: string; dataDir?: string }) => {
      // Before an empty database is made for a folder that is no backup; every byte is compared before it is filled.
      await readManifest(from);
      const stored = await openStoredData(loadConfig(standaloneConfigSchema, process.env), dataDir);
      try {
        await stored.database.migrate();
        await restoreBackup(from, stored.database, stored.dataDir, (what) => console.log(what));
        console.log('Restored. The search index is built when the platform runs.');
      } finally {
        await stored.close();
      }
    });
}
