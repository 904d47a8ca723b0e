import { closeSync, fsync, open, writeFile } from 'node:fs';
import { promisify } from 'node:util';

// By numbers, not by FileHandle objects: pages and texts go out by the thousand.
const [openFile, writeAll, sync] = [promisify(open), promisify(writeFile), promisify(fsync)];

/** A new file with this content, on the disk. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const descriptor = await openFile(file, 'wx');
  try {
    await writeAll(descriptor, bytes);
    await sync(descriptor);
  } finally {
    closeSync(descriptor); // everything is on the disk: there is nothing left to wait for
  }
}

/** A rename is durable only when its folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const descriptor = await openFile(folder, 'r').catch(() => null);
  if (descriptor === null) return; // Windows cannot open folders; there is nothing to force there
  await sync(descriptor).catch(() => undefined);
  closeSync(descriptor);
}
