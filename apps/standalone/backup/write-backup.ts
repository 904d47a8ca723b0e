import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ConfigError } from '@govcrawler/core';
import { type Database } from '@govcrawler/persistence';
import { SECRETS_KEY_FILE } from '@govcrawler/platform';

export const MANIFEST = 'manifest.json';
/** The embedded database is kept row by row, like any other; unfinished files are nobody's. */
const NOT_KEPT = new Set(['db', '.tmp', 'partial']);

export interface BackupEntry {
  path: string;
  sizeBytes: number;
  sha256: string;
}

/** What a backup is made of. It is written last: a folder without it is no backup. */
export interface BackupManifest {
  format: 1;
  createdAt: string;
  migrations: string[];
  tables: (BackupEntry & { table: string; rows: number })[];
  files: BackupEntry[];
}

/**
 * Writes database and files into an empty folder. Rows first, as of one moment; then files, which are never changed
 * once they are written, so that every file those rows name is there unless it was deleted meanwhile.
 */
export async function writeBackup(
  database: Database,
  dataDir: string,
  target: string,
  onProgress: (what: string) => void = () => undefined,
): Promise<BackupManifest> {
  const root = resolve(target);
  await mkdir(root, { recursive: true });
  if ((await readdir(root)).length > 0) throw new ConfigError(`The folder ${root} is not empty; name a new one.`);
  if (root.startsWith(resolve(dataDir) + sep)) throw new ConfigError('A backup must not lie in the data folder.');
  const tables: BackupManifest['tables'] = [];
  await database.dumpTables(async ({ table, rows }) => {
    let count = 0;
    const lines = async function* () {
      for await (const row of rows) {
        count += 1;
        yield `${row}\n`;
      }
    };
    const path = `database/${table}.jsonl.gz`;
    const entry = await write(Readable.from(lines()).pipe(createGzip({ level: 3 })), root, path);
    tables.push({ table, rows: count, ...entry });
    onProgress(`${table}: ${count} rows`);
  });
  const files: BackupEntry[] = [];
  for await (const path of filesUnder(resolve(dataDir))) {
    const entry = await writeFileOf(join(dataDir, path), root, `files/${path}`);
    if (entry === null) continue;
    files.push(entry);
    if (files.length % 1_000 === 0) onProgress(`${files.length} files`);
  }
  const migrations = await database.migrations();
  const manifest: BackupManifest = { format: 1, createdAt: new Date().toISOString(), migrations, tables, files };
  const draft = join(root, `${MANIFEST}.new`);
  await writeFile(draft, JSON.stringify(manifest, null, 1), { flush: true });
  await rename(draft, join(root, MANIFEST));
  return manifest;
}

/** What a folder says that it holds; one that is no backup of this program is refused. */
export async function readManifest(source: string): Promise<BackupManifest> {
  let manifest: BackupManifest;
  try {
    manifest = JSON.parse(await readFile(join(source, MANIFEST), 'utf8')) as BackupManifest;
  } catch (cause) {
    throw new ConfigError(`${source} is no backup: its ${MANIFEST} cannot be read.`, { cause });
  }
  if (manifest.format !== 1) throw new ConfigError(`${source} was written by another version of this program.`);
  return manifest;
}

/** Compares every byte of a backup with what its manifest says; the list of what is wrong. */
export async function verifyBackup(source: string): Promise<{ manifest: BackupManifest; problems: string[] }> {
  const manifest = await readManifest(source);
  const problems: string[] = [];
  for (const { path, sizeBytes, sha256 } of [...manifest.tables, ...manifest.files]) {
    const found = await digest(join(source, path)).catch(() => null);
    if (found === null) problems.push(`${path} is missing`);
    else if (found.sizeBytes !== sizeBytes || found.sha256 !== sha256) problems.push(`${path} was changed`);
  }
  return { manifest, problems };
}

/** Every file below a folder, by its path with forward slashes; not the key, which beside what it opens protects nothing. */
export async function* filesUnder(root: string, folder = root): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort((a, b) => a.name.localeCompare(b.name))) {
    const absolute = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (folder !== root || !NOT_KEPT.has(entry.name)) yield* filesUnder(root, absolute);
    } else if (entry.isFile() && !(folder === root && entry.name === SECRETS_KEY_FILE)) {
      yield relative(root, absolute).split(sep).join('/');
    }
  }
}

/** Null for a file that was deleted between being found and being read: its row is older than that, and says so. */
async function writeFileOf(file: string, root: string, path: string): Promise<BackupEntry | null> {
  try {
    const handle = await open(file);
    return await write(handle.createReadStream(), root, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (error as NodeJS.ErrnoException).path === file)
      return null;
    throw error;
  }
}

async function write(content: Readable, root: string, path: string): Promise<BackupEntry> {
  const absolute = join(root, path);
  await mkdir(dirname(absolute), { recursive: true });
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(content, counting, createWriteStream(absolute, { flags: 'wx', flush: true }));
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

async function digest(file: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
