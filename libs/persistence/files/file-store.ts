import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { type Readable } from 'node:stream';
import { PermanentError } from '@govcrawler/core';
import { GroupedWrites } from '../connection/grouped-writes.js';
import { nameDiskFull } from './disk-full.js';
import { syncFolder, writeWhole } from './durable-write.js';
import { safeFilename, safeFolderName } from './safe-filename.js';

/** Where a document's files belong; the date decides year and month (Asia/Shanghai). */
export interface DocumentPlace {
  siteCode: string;
  targetCode: string;
  date: Date;
  /** Without extension; see `documentFileName`. */
  name: string;
}

/** Relative to the data folder, with forward slashes. */
export interface DocumentPaths {
  rawHtmlPath: string;
  textPath: string;
}

interface WholeFile {
  path: string;
  bytes: Uint8Array;
}

export interface AttachmentPlace {
  siteCode: string;
  targetCode: string;
  articleId: number;
  filename: string;
}

export interface StoredFile {
  /** Relative to the data folder, with forward slashes. */
  path: string;
  sizeBytes: number;
  sha256: string;
}

const TEMPORARY = '.tmp';
const SHANGHAI_OFFSET_MS = 8 * 3_600_000;
const TEMPORARY_AGE_MS = 3_600_000;
/** How long a folder that was made and found to lie inside is taken for that. */
const CHECK_FOLDERS_EVERY_MS = 30_000;
const MAX_CHECKED_FOLDERS = 10_000;

/** The same document gives the same name in every run; another content gives another, so old revisions keep theirs. */
export function documentFileName(urlHash: string, contentHash: string): string {
  return `${urlHash.slice(0, 32)}-${contentHash.slice(0, 8)}`;
}

/**
 * Files under the data folder. A file is either whole or absent: it is written aside, forced to disk and renamed.
 * Nothing outside the folder is ever touched, not even through a symbolic link.
 */
export class FileStore {
  protected readonly root: string;
  /** When each folder was looked at last: doing it for every file would cost more than the file. */
  private readonly checked = new Map<string, { at: number; done: Promise<void> }>();
  /** Pages and texts: many crawls write at the same time, and the disk is asked once for all of them. */
  private readonly writes = new GroupedWrites<WholeFile[], 'written'>(
    async (documents) => {
      await this.writeTogether(documents.flat());
      return documents.map(() => 'written');
    },
    async (files) => {
      await this.writeTogether(files);
      return 'written';
    },
    { atOnce: 4, perGroup: 32, patienceMs: 250, companyMs: 15 },
  );

  constructor(dataDir: string) {
    this.root = resolve(dataDir);
  }

  /** The page as it came, and its readable text. */
  async saveDocument(place: DocumentPlace, raw: Uint8Array, text: string): Promise<DocumentPaths> {
    const paths = {
      rawHtmlPath: documentPath('raw_html', place, 'html'),
      textPath: documentPath('text', place, 'txt'),
    };
    await this.writes.write([
      { path: paths.rawHtmlPath, bytes: raw },
      { path: paths.textPath, bytes: Buffer.from(text, 'utf8') },
    ]);
    return paths;
  }

  /** The page alone. */
  async saveRaw(place: DocumentPlace, bytes: Uint8Array): Promise<string> {
    const path = documentPath('raw_html', place, 'html');
    await this.writes.write([{ path, bytes }]);
    return path;
  }

  /** The text alone, of a page that is there. */
  async saveText(place: DocumentPlace, text: string): Promise<string> {
    const path = documentPath('text', place, 'txt');
    await this.writes.write([{ path, bytes: Buffer.from(text, 'utf8') }]);
    return path;
  }

  /** A downloaded file, whole or as a stream; a stream that fails leaves nothing behind. */
  saveAttachment(place: AttachmentPlace, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredFile> {
    return this.write(attachmentPath(place), content);
  }

  /** Null when there is no such file. */
  async read(path: string): Promise<Buffer | null> {
    const absolute = this.resolveInside(path);
    try {
      await this.assertInside(absolute, path);
      return await readFile(absolute);
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Where a file really lies, for whoever sends parts of it; null when there is none. */
  async locate(path: string): Promise<string | null> {
    const absolute = this.resolveInside(path);
    try {
      await this.assertInside(absolute, path);
      return absolute;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** The same as a stream, for files of any size. */
  async openStream(path: string): Promise<{ sizeBytes: number; stream: Readable } | null> {
    const absolute = this.resolveInside(path);
    try {
      await this.assertInside(absolute, path);
      const handle = await open(absolute, 'r');
      return { sizeBytes: (await handle.stat()).size, stream: handle.createReadStream() };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  /** Space on the disk of the data folder. */
  async freeSpace(): Promise<{ freeBytes: number; totalBytes: number }> {
    await mkdir(this.root, { recursive: true });
    const { bavail, blocks, bsize } = await statfs(this.root);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  }

  /** False when there was no such file. */
  async remove(path: string): Promise<boolean> {
    const absolute = this.resolveInside(path);
    try {
      await this.assertInside(dirname(absolute), path);
      await rm(absolute);
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  /**
   * Removes what killed writers left. Call it at start; where several processes share the folder, only files older
   * than any write can take are safe to remove, which is the default.
   */
  async cleanTemporaryFiles(olderThanMs = TEMPORARY_AGE_MS): Promise<number> {
    const folder = join(this.root, TEMPORARY);
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    let removed = 0;
    for (const name of names) {
      const file = join(folder, name);
      const age = Date.now() - ((await stat(file).catch(() => null))?.mtimeMs ?? Date.now());
      if (age < olderThanMs) continue;
      await rm(file, { force: true, recursive: true });
      removed += 1;
    }
    return removed;
  }

  protected async write(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const absolute = this.resolveInside(path);
    const folder = dirname(absolute);
    await this.makeFolder(folder, path);
    const temporaryFolder = join(this.root, TEMPORARY);
    await this.makeFolder(temporaryFolder, path);
    const temporary = join(temporaryFolder, randomUUID());
    try {
      const written = await writeDurably(temporary, content);
      await this.moveTo(absolute, temporary, path);
      await syncFolder(folder);
      return { path, ...written };
    } catch (error) {
      await rm(temporary, { force: true });
      throw nameDiskFull(error, this.root);
    }
  }

  /** Stage by stage, so that no file waits for another one's disk. */
  private async writeTogether(files: WholeFile[], isRepeated = false): Promise<void> {
    const aside = join(this.root, TEMPORARY);
    const parts = files.map((file) => ({
      ...file,
      absolute: this.resolveInside(file.path),
      temporary: join(aside, randomUUID()),
    }));
    const folders = new Map(parts.map(({ absolute, path }) => [dirname(absolute), path]));
    try {
      await allDone([...folders, [aside, TEMPORARY] as const], ([folder, path]) => this.makeFolder(folder, path));
      await allDone(parts, ({ temporary, bytes }) => writeWhole(temporary, bytes));
      await allDone(parts, ({ temporary, absolute, path }) => this.moveTo(absolute, temporary, path));
      await allDone([...folders.keys()], syncFolder);
    } catch (error) {
      await allDone(parts, ({ temporary }) => rm(temporary, { force: true }));
      if (!isMissing(error) || isRepeated) throw nameDiskFull(error, this.root);
      // Somebody removed folders that were there a moment ago.
      this.checked.clear();
      await this.writeTogether(files, true);
    }
  }

  /** The folder may have been removed since it was looked at. */
  private async moveTo(absolute: string, temporary: string, path: string): Promise<void> {
    try {
      await rename(temporary, absolute);
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.checked.clear();
      await this.makeFolder(dirname(absolute), path);
      await rename(temporary, absolute);
    }
  }

  /** A folder that is there for good when this resolves, whoever made it. */
  protected makeFolder(folder: string, path: string): Promise<void> {
    const known = this.checked.get(folder);
    if (known && performance.now() - known.at < CHECK_FOLDERS_EVERY_MS) return known.done;
    if (this.checked.size >= MAX_CHECKED_FOLDERS) this.checked.clear();
    const done = this.makeInside(folder, path);
    this.checked.set(folder, { at: performance.now(), done });
    done.catch(() => this.checked.delete(folder));
    return done;
  }

  /** From the root down: what is made in a folder that lies inside lies inside; what is there may be a link. */
  private async makeInside(folder: string, path: string, isFirstTry = true): Promise<void> {
    if (folder === this.root) return void (await mkdir(folder, { recursive: true }));
    const parent = dirname(folder);
    await this.makeFolder(parent, path);
    try {
      await mkdir(folder);
      await syncFolder(parent);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return this.assertInside(folder, path);
      if (!isMissing(error) || !isFirstTry) throw error;
      this.checked.clear(); // the parent was removed since it was looked at
      await this.makeInside(folder, path, false);
    }
  }

  private async assertInside(existing: string, path: string): Promise<void> {
    const [root, real] = await Promise.all([realpath(this.root), realpath(existing)]);
    if (real !== root && !real.startsWith(root + sep)) throw outside(path);
  }

  protected resolveInside(path: string): string {
    const absolute = resolve(this.root, path);
    const inside = absolute.startsWith(this.root + sep);
    if (isAbsolute(path) || path.includes('\0') || !inside) throw outside(path);
    return absolute;
  }
}

/** Where an attachment lies, relative to the data folder. */
export function attachmentPath({ siteCode, targetCode, articleId, filename }: AttachmentPlace): string {
  const folders = [siteCode, targetCode].map(safeFolderName);
  return ['attachments', ...folders, String(Math.trunc(articleId)), safeFilename(filename)].join('/');
}

function documentPath(kind: 'raw_html' | 'text', place: DocumentPlace, extension: string): string {
  const { siteCode, targetCode, date, name } = place;
  const [year = '', month = ''] = new Date(date.getTime() + SHANGHAI_OFFSET_MS).toISOString().split('-', 2);
  const folders = [siteCode, targetCode].map(safeFolderName);
  return [kind, ...folders, year, month, safeFilename(`${name}.${extension}`)].join('/');
}

async function writeDurably(
  file: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const handle = await open(file, 'wx');
  try {
    for await (const chunk of content instanceof Uint8Array ? [content] : content) {
      await handle.writeFile(chunk);
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Fails with the first failure, but not before all have ended: nothing goes on behind the caller's back. */
async function allDone<T>(things: readonly T[], work: (thing: T) => Promise<void>): Promise<void> {
  for (const result of await Promise.allSettled(things.map(work)))
    if (result.status === 'rejected') throw result.reason;
}

export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function outside(path: string): PermanentError {
  return new PermanentError(`Path leads out of the data folder: "${path.slice(0, 200)}"`);
}
