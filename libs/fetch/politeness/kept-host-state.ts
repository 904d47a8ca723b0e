import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type FetchLogger } from '../fetch-logger.js';
import { type HostMemory, InProcessHostState } from './in-process-host-state.js';

/** Long enough for the breaker's longest pause. */
const KEEP_MS = 48 * 3600_000;

export interface KeptHostState {
  hostState: InProcessHostState;
  /** Writes what this process learnt; hosts that it did not ask stay as others wrote them. */
  save(): Promise<void>;
}

/**
 * Host state of one process that survives it in a file: a cooldown holds over a restart, and for the command line,
 * where every fetch is a process of its own. Embedded mode only; replicas share theirs in Redis.
 */
export async function openKeptHostState(file: string, logger: FetchLogger): Promise<KeptHostState> {
  const hostState = new InProcessHostState();
  hostState.recall(await readMemories(file, logger));
  const recalled = hostState.memories();
  const save = async () => {
    const oldest = Date.now() - KEEP_MS;
    const learnt = Object.entries(hostState.memories()).filter(
      ([host, memory]) => JSON.stringify(memory) !== JSON.stringify(recalled[host]),
    );
    const memories = { ...(await readMemories(file, logger)), ...Object.fromEntries(learnt) };
    const kept = Object.entries(memories).filter(([, memory]) => memory?.lastStartAt > oldest);
    const temporary = `${file}.${randomUUID()}`;
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(temporary, JSON.stringify(Object.fromEntries(kept)));
      await rename(temporary, file);
    } catch (error) {
      logger.warn({ err: error, file }, 'what is known about hosts cannot be kept');
      await rm(temporary, { force: true });
    }
  };
  return { hostState, save };
}

/** A file that is missing or broken only means that nothing is known. */
async function readMemories(file: string, logger: FetchLogger): Promise<Record<string, HostMemory>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, HostMemory>) : {};
  } catch (error) {
    logger.warn({ err: error, file }, 'what was known about hosts is unreadable and forgotten');
    return {};
  }
}
