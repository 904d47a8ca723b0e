import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from './durable-write.js';
import { attachmentPath, type AttachmentPlace, FileStore, isMissing } from './file-store.js';

/** What a server said about the version of a file: only the same version may be continued. */
export interface Validator {
  etag: string | null;
  lastModified: string | null;
}

/** A download that is not complete yet. */
export interface PartialFile {
  /** Absolute; written by the downloader alone. */
  path: string;
  /** Bytes that are there. */
  bytes: number;
  validator: Validator | null;
}

const PARTIAL = '.partial';
const BLOBS = 'attachments/.blobs';
/** The last try of a download is over after two days. */
const ABANDONED_MS = 7 * 24 * 3_600_000;
/** Disks without hard links, or with a limit of them per file that is reached: there the content has no second name. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK', 'ENOSYS']);

/**
 * Attachments by their content: equal bytes lie on the disk once, under their sha256, and every article has its own
 * name for them as a hard link. What is still arriving lies aside and survives the process.
 */
export class AttachmentFileStore extends FileStore {
  /** Where the download of an attachment may go on. */
  async partial(attachmentId: number): Promise<PartialFile> {
    const path = this.partialPath(attachmentId);
    await this.makeFolder(dirname(path), PARTIAL);
    const bytes = await stat(path).then(
      ({ size }) => size,
      (error: unknown) => (isMissing(error) ? 0 : Promise.reject(error as Error)),
    );
    return { path, bytes, validator: bytes > 0 ? await readValidator(`${path}.json`) : null };
  }

  /** Remembers the version of what is arriving; null forgets an older one. */
  async noteValidator(attachmentId: number, validator: Validator | null): Promise<void> {
    const path = `${this.partialPath(attachmentId)}.json`;
    if (validator) await writeFile(path, JSON.stringify(validator));
    else await rm(path, { force: true });
  }

  async dropPartial(attachmentId: number): Promise<void> {
    const path = this.partialPath(attachmentId);
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
  }

  /** Removes what downloads left that nobody goes on with; returns how many. Call it at start. */
  async cleanPartials(olderThanMs = ABANDONED_MS): Promise<number> {
    const folder = join(this.root, PARTIAL);
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    let removed = 0;
    for (const name of names) {
      const age = Date.now() - ((await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? Date.now());
      if (age < olderThanMs) continue;
      await rm(join(folder, name), { force: true });
      removed += 1;
    }
    return removed;
  }

  /** Takes a complete download into the store and gives it the article's name for it. */
  async keep(
    attachmentId: number,
    place: AttachmentPlace,
  ): Promise<{ path: string; sha256: string; sizeBytes: number }> {
    const partial = this.partialPath(attachmentId);
    const { sha256, sizeBytes } = await hashOf(partial);
    const blob = this.resolveInside(blobPath(sha256));
    await this.makeFolder(dirname(blob), blobPath(sha256));
    const known = await stat(blob).catch(() => null);
    if (known?.size !== sizeBytes) {
      await syncFile(partial);
      await rename(partial, blob);
      await syncFolder(dirname(blob));
    }
    const path = await this.nameBlob(blob, sha256, place);
    await this.dropPartial(attachmentId);
    return { path, sha256, sizeBytes };
  }

  /** The text that was read from a content. */
  async saveAttachmentText(sha256: string, text: string): Promise<string> {
    return (await this.write(`${blobPath(sha256)}.txt`, Buffer.from(text, 'utf8'))).path;
  }

  /** For the process that reads files. */
  absolute(path: string): string {
    return this.resolveInside(path);
  }

  /** A link appears at once, never replaces another file, and making it again changes nothing. */
  private async nameBlob(blob: string, sha256: string, place: AttachmentPlace): Promise<string> {
    // Two files of one document may carry the same name.
    for (const filename of [place.filename, withDigest(place.filename, sha256)]) {
      const path = attachmentPath({ ...place, filename });
      const absolute = this.resolveInside(path);
      await this.makeFolder(dirname(absolute), path);
      try {
        await link(blob, absolute);
        await syncFolder(dirname(absolute));
        return path;
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (NO_LINKS.has(code)) break;
        if (code !== 'EEXIST') throw error;
        if ((await hashOf(absolute)).sha256 === sha256) return path;
      }
    }
    return blobPath(sha256);
  }

  private partialPath(key: number | string): string {
    return join(this.root, PARTIAL, String(key));
  }
}

/** Where a content lies, relative to the data folder. */
export function blobPath(sha256: string): string {
  return `${BLOBS}/${sha256.slice(0, 2)}/${sha256}`;
}

function withDigest(filename: string, sha256: string): string {
  const dot = filename.lastIndexOf('.');
  return dot > 0
    ? `${filename.slice(0, dot)}~${sha256.slice(0, 8)}${filename.slice(dot)}`
    : `${filename}~${sha256.slice(0, 8)}`;
}

/** Of what really lies on the disk, whichever runs wrote it. */
async function hashOf(path: string): Promise<{ sha256: string; sizeBytes: number }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readValidator(path: string): Promise<Validator | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Validator;
  } catch {
    // Missing or cut off by a crash: then the download starts again.
    return null;
  }
}
