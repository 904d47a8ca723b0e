import { copyFile, mkdir } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { ConfigError } from '@govcrawler/core';
import { type Database } from '@govcrawler/persistence';
import { filesUnder, verifyBackup, type BackupManifest } from './write-backup.js';

/**
 * Puts a backup into an empty database and an empty data folder. Everything is checked before anything is written; the
 * search index is built again by the running platform.
 */
export async function restoreBackup(
  source: string,
  database: Database,
  dataDir: string,
  onProgress: (what: string) => void = () => undefined,
): Promise<BackupManifest> {
  const { manifest, problems } = await verifyBackup(resolve(source));
  if (problems.length > 0) {
    const shown = problems.slice(0, 10).join('\n  ');
    throw new ConfigError(`The backup is damaged, nothing was restored:\n  ${shown}\n(${problems.length} in all)`);
  }
  const own = await database.migrations();
  if (own.join() !== manifest.migrations.join()) {
    throw new ConfigError(
      'The backup has another schema. Restore it with the version of govcrawler that wrote it, then update.',
    );
  }
  const filled = await database.filledTables();
  if (filled.length > 0)
    throw new ConfigError(`The database is not empty (${filled.join(', ')}); nothing was restored.`);
  for await (const path of filesUnder(resolve(dataDir))) {
    throw new ConfigError(`The data folder ${dataDir} is not empty (${path}); nothing was restored.`);
  }
  for (const { path } of manifest.files) {
    const target = resolve(dataDir, path.slice('files/'.length));
    if (!target.startsWith(resolve(dataDir) + sep)) throw new ConfigError(`The backup names a file outside: ${path}`);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(source, path), target);
  }
  onProgress(`${manifest.files.length} files`);
  for (const { table, path, rows } of manifest.tables) {
    const loaded = await database.loadTable(table, linesOf(join(source, path)));
    if (loaded !== rows) throw new ConfigError(`${table} has ${loaded} rows instead of ${rows}`);
    onProgress(`${table}: ${rows} rows`);
  }
  await database.searchIndexer(async () => null).startOver();
  return manifest;
}

/** Opened only when somebody reads: a file that is read before anybody listens would never seem to end. */
async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file).pipe(createGunzip()) });
}
