import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkSite } from '@govcrawler/adapters';
import { type Database, openDatabase } from '@govcrawler/persistence';
import { createLogger, EmbeddedPostgres, loadConfig, loadSiteFiles, redactUrl } from '@govcrawler/platform';
import { openQueueBackend } from '@govcrawler/queue';
import { standaloneConfigSchema, type StandaloneConfig } from '../config.js';

export interface Finding {
  name: string;
  state: 'good' | 'warning' | 'bad';
  facts: string;
  /** What to do; null when nothing is to be done. */
  advice: string | null;
}

/** What is looked at beside the settings; tests put another one in its place. */
export interface Machine {
  nodeVersion: string;
  now(): number;
  space(folder: string): Promise<{ freeBytes: number; totalBytes: number }>;
  /** Where the built console lies. */
  consoleFolder: string;
}

const THIS_MACHINE: Machine = {
  nodeVersion: process.versions.node,
  now: () => Date.now(),
  space: async (folder) => {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  },
  consoleFolder: resolve(import.meta.dirname, '..', '..', 'console'),
};

type Outcome = Omit<Finding, 'name'>;

const LEAST_FREE_BYTES = 2 * 1024 ** 3;
const LEAST_FREE_SHARE = 0.05;
const MOST_CLOCK_DIFFERENCE_MS = 5_000;
const OLDEST_NODE = [20, 19];

const good = (facts: string): Outcome => ({ state: 'good', facts, advice: null });
const bad = (facts: string, advice: string): Outcome => ({ state: 'bad', facts, advice });
const warning = (facts: string, advice: string): Outcome => ({ state: 'warning', facts, advice });

/** Looks at everything the platform needs; nothing is changed but a probe file that is removed again. */
export async function examine(
  env: NodeJS.ProcessEnv,
  folder: string | undefined,
  machine: Machine = THIS_MACHINE,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const check = async (name: string, look: () => Promise<Outcome> | Outcome) => {
    const outcome = await Promise.resolve()
      .then(look)
      .catch((error: Error) =>
        bad(firstLine(error.message), 'See the message; the log has more with LOG_LEVEL=debug.'),
      );
    findings.push({ name, ...outcome });
  };
  await check('Node.js', () =>
    isOldNode(machine.nodeVersion)
      ? bad(`v${machine.nodeVersion}`, `Install Node.js ${OLDEST_NODE.join('.')} or newer.`)
      : good(`v${machine.nodeVersion}`),
  );
  let config: StandaloneConfig | null = null;
  await check('settings', () => {
    try {
      config = loadConfig(standaloneConfigSchema, env);
      return good(config.DATABASE_URL ? 'cluster (DATABASE_URL and VALKEY_URL)' : 'embedded');
    } catch (error) {
      return bad((error as Error).message.replaceAll('\n', ' '), 'Correct the variables; .env.example describes each.');
    }
  });
  if (config === null) return findings;
  const settings: StandaloneConfig = config;
  const dataDir = resolve(folder ?? settings.DATA_DIR ?? 'data/govcrawler');
  await check('site files', () => {
    try {
      return good(`${loadSiteFiles(settings.SITES_DIR, [checkSite]).length} in ${settings.SITES_DIR}`);
    } catch (error) {
      const problems = (error as Error).message.split('\n').map((line) => line.trim());
      return bad(problems.join(' '), 'Correct the lines that are named; npx govcrawler sites lint tries them.');
    }
  });
  await check('data folder', () => checkFolder(dataDir));
  await check('disk', () => checkDisk(dataDir, machine));
  await check('database', () => withDatabase(settings, dataDir, (...found) => checkDatabase(machine, ...found)));
  if (settings.VALKEY_URL) await check('queue', () => checkQueue(settings.VALKEY_URL!));
  await check('browser', () => checkBrowser(settings.CHROMIUM_PATH));
  await check('console', () => checkConsole(machine.consoleFolder));
  return findings;
}

async function checkFolder(dataDir: string): Promise<Outcome> {
  const probe = join(dataDir, `.probe-${randomUUID()}`);
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(probe, 'x', { flush: true });
    return good(`${dataDir} can be written`);
  } catch (error) {
    return bad(firstLine((error as Error).message), `Give this user the folder: chown -R $(id -u) ${dataDir}`);
  } finally {
    // Where nothing could be written nothing can be removed, and that is no news.
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

function isOldNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

async function checkDisk(dataDir: string, machine: Machine): Promise<Outcome> {
  const { freeBytes: free, totalBytes } = await machine.space(dataDir);
  const share = free / totalBytes;
  const facts = `${(free / 1024 ** 3).toFixed(1)} GB free (${(share * 100).toFixed(0)} %)`;
  if (free < LEAST_FREE_BYTES / 4) return bad(facts, 'Free space or move DATA_DIR; documents cannot be stored soon.');
  return free < LEAST_FREE_BYTES || share < LEAST_FREE_SHARE
    ? warning(facts, 'Free space or move DATA_DIR.')
    : good(facts);
}

async function withDatabase(
  config: StandaloneConfig,
  dataDir: string,
  look: (database: Database, address: string) => Promise<Outcome>,
): Promise<Outcome> {
  const logger = createLogger('doctor', 'silent');
  if (config.DATABASE_URL) {
    const address = redactUrl(config.DATABASE_URL);
    let database: Database;
    try {
      database = await openDatabase({ kind: 'mysql', url: config.DATABASE_URL }, logger);
    } catch (error) {
      return bad(
        firstLine((error as Error).message),
        `Start the server, check DATABASE_URL (${address}) and its rights.`,
      );
    }
    return look(database, address).finally(() => database.close());
  }
  if (!existsSync(join(dataDir, 'db', 'postgres'))) return good('embedded, will be created at the first start');
  let postgres: EmbeddedPostgres;
  try {
    postgres = await EmbeddedPostgres.open(join(dataDir, 'db'));
  } catch (error) {
    const message = firstLine((error as Error).message);
    if (/in use by process/.test(message)) return good('embedded, in use by the running platform');
    return bad(message, 'Restore a backup (npx govcrawler restore) into another folder.');
  }
  try {
    const database = await openDatabase({ kind: 'embedded', postgres }, logger);
    return await look(database, 'embedded').finally(() => database.close());
  } finally {
    await postgres.close();
  }
}

async function checkDatabase(machine: Machine, database: Database, address: string): Promise<Outcome> {
  const startedAt = machine.now();
  const clock = await database.clock();
  const difference = Math.abs(clock.getTime() - (startedAt + machine.now()) / 2);
  const pending = await database.pendingMigrations();
  if (pending.length > 0 && address !== 'embedded') {
    return bad(`${address}: schema lacks ${pending.length} migrations`, 'Run: npx govcrawler migrate');
  }
  if (difference > MOST_CLOCK_DIFFERENCE_MS) {
    const seconds = (difference / 1000).toFixed(0);
    return bad(`${address}: its clock differs by ${seconds} s`, 'Set both clocks by NTP: timedatectl set-ntp true');
  }
  const schema = pending.length > 0 ? 'schema is updated at start' : 'schema is current';
  return good(`${address}, ${schema}, clocks agree to ${Math.round(difference)} ms`);
}

async function checkQueue(url: string): Promise<Outcome> {
  const address = redactUrl(url);
  try {
    const queue = await openQueueBackend({ kind: 'redis', url, connectWithinMs: 5_000 });
    const memory = await queue.memory().finally(() => queue.close());
    if (memory?.evicts) {
      return bad(
        `${address}: throws keys away when it is full (maxmemory-policy ${memory.policy})`,
        'Jobs would vanish. Set: maxmemory-policy noeviction',
      );
    }
    if (memory?.persists === false) {
      const advice = 'A restart forgets queues and cooldowns; jobs are put back from the database. Set: appendonly yes';
      return warning(`${address}: keeps nothing on disk (appendonly no)`, advice);
    }
    return good(address);
  } catch (error) {
    return bad(`${address}: ${firstLine((error as Error).message)}`, 'Start Valkey or Redis and check VALKEY_URL.');
  }
}

function checkBrowser(path: string | undefined): Outcome {
  if (!path) {
    return warning(
      'none',
      'Sites that need a browser will fail. On Debian: apt-get install chromium, CHROMIUM_PATH=/usr/bin/chromium',
    );
  }
  const { status, stdout, error } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 });
  if (status === 0) return good(stdout.trim());
  return bad(
    `${path} does not start: ${error?.message ?? `exit ${status}`}`,
    'On Debian: apt-get install --reinstall chromium',
  );
}

function checkConsole(folder: string): Outcome {
  return existsSync(join(folder, 'index.html')) ? good('built') : bad('not built', 'Run: npm run build');
}

function firstLine(message: string): string {
  return message.split('\n')[0] ?? message;
}
