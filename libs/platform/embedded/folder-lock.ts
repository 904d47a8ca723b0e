import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ConfigError } from '@govcrawler/core';

const LOCK_FILE = 'govcrawler.pid';

/** Held for as long as this process uses a data folder; `release` gives it back. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes a data folder for this process alone. Two embedded databases on one folder silently lose data, so a second
 * process is refused; the lock of a process that died (kill -9 included) is taken over.
 */
export function lockFolder(folder: string): FolderLock {
  try {
    makeFolder(resolve(folder));
  } catch (cause) {
    throw new ConfigError(`Cannot create the data folder ${folder}: ${(cause as Error).message}`, { cause });
  }
  const path = join(folder, LOCK_FILE);
  for (;;) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, `${process.pid} ${processStart(process.pid) ?? ''}\n`);
      closeSync(file);
      return { release: () => rmSync(path, { force: true }) };
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new ConfigError(`Cannot write to the data folder ${folder}: ${(cause as Error).message}`, { cause });
      }
    }
    const owner = readOwner(path);
    if (owner !== null && isAlive(owner)) {
      throw new ConfigError(
        `The data folder ${folder} is in use by process ${owner.pid}. The embedded database serves one process: ` +
          'stop that one, choose another --data-dir, or set DATABASE_URL and VALKEY_URL.',
      );
    }
    rmSync(path, { force: true });
  }
}

/** Node's own recursive mkdir never returns where a file system answers ENOENT for every child, as /proc does. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path);
}

interface Owner {
  pid: number;
  start: string | null;
}

function readOwner(path: string): Owner | null {
  try {
    const [pid, start] = readFileSync(path, 'utf8').trim().split(' ');
    return { pid: Number(pid), start: start || null };
  } catch {
    return null; // released between our two looks
  }
}

function isAlive({ pid, start }: Owner): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false; // the owner died before it wrote its number
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A number is given out again after a reboot or a while: the start time tells the two processes apart.
  const now = processStart(pid);
  return start === null || now === null || start === now;
}

/** Start time of a process in clock ticks since boot, where the system tells it (Linux). */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
