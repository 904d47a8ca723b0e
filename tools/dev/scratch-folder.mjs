// Where tests keep the files of their databases, stores and browsers: in memory where there is room, because nothing
// of it outlives the run and every transaction would otherwise wait for the disk. What a killed process leaves behind
// is the same on both; only a power cut would differ, which no test makes.
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const ROOM_NEEDED = 6 * 1024 ** 3;
const PREFIX = 'govcrawler-test-';

/** A folder that this process and its children use for temporary files from now on. */
export function useScratchFolder() {
  const parent = hasRoom(MEMORY) ? MEMORY : tmpdir();
  for (const name of readdirSync(parent)) if (isLeftOver(name)) remove(join(parent, name));
  const folder = join(parent, `${PREFIX}${process.pid}`);
  mkdirSync(folder);
  process.env.TMPDIR = folder;
  return { file: (name) => join(folder, name), remove: () => remove(folder) };
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function hasRoom(folder) {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM_NEEDED;
}

/** Of a run that was killed before it could tidy up. */
function isLeftOver(name) {
  if (!name.startsWith(PREFIX)) return false;
  try {
    process.kill(Number(name.slice(PREFIX.length)), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
