import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@govcrawler/persistence';
import { openProcessCluster, type ServiceProcess } from '@govcrawler/testing';
import { Redis } from 'ioredis';
import { createConnection, type RowDataPacket } from 'mysql2/promise';

/*
 * What docs/sizing.md reckons with: processor time and memory of each service while a cluster with one of each crawls
 * the simulated web, and what the documents leave in the database, in the data folder and in Redis.
 */
const DOCUMENTS = Number(process.argv[2] ?? 600);
const KB = 1024;
const TICKS_PER_SEC = 100;
/** Files of the data folder by the first part of their path. */
const KINDS = { raw_html: 'raw pages', text: 'texts', attachments: 'attachments and their texts' };

/** Seconds of processor time and the highest memory of a process so far; browsers and extractors are its children. */
function consumed(pid: number): { cpuSec: number; peakMb: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  // utime, stime, and those of children that have ended.
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
  const [, peak = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { cpuSec: ticks / TICKS_PER_SEC, peakMb: Number(peak) / KB };
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

function usageOf({ pid }: ServiceProcess) {
  const own = consumed(pid);
  const children = childrenOf(pid).map(consumed);
  return {
    cpuSec: children.reduce((sum, child) => sum + child.cpuSec, own.cpuSec),
    peakMb: own.peakMb,
    childrenMb: children.reduce((sum, child) => sum + child.peakMb, 0),
  };
}

function bytesIn(folder: string): { bytes: number; files: number } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  return { bytes, files: files.length };
}

async function databaseBytes(url: string): Promise<number> {
  const connection = await createConnection(url);
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT SUM(DATA_LENGTH + INDEX_LENGTH) AS bytes FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()`,
  );
  await connection.end();
  return Number(rows[0]!['bytes']);
}

/** Everything in this Redis database. */
async function redisBytes(redis: Redis): Promise<{ bytes: number; keys: number }> {
  let bytes = 0;
  let keys = 0;
  for await (const batch of redis.scanStream({ count: 500 }) as AsyncIterable<string[]>) {
    for (const key of batch) bytes += Number(await redis.call('MEMORY', 'USAGE', key, 'SAMPLES', '0'));
    keys += batch.length;
  }
  return { bytes, keys };
}

const line = (what: string, ...figures: string[]) => console.log(`${what.padEnd(34)} ${figures.join(', ')}`);
const kb = (bytes: number) => `${(bytes / KB).toFixed(1)} KB`;

const cluster = await openProcessCluster({ documents: DOCUMENTS, replicas: 1 });
const database = await openDatabase({ kind: 'mysql', url: cluster.databaseUrl }, { warn: () => undefined });
const redis = new Redis(cluster.valkeyUrl);
try {
  const before = new Map(cluster.processes.map((one) => [one.service, usageOf(one)]));
  const emptyDatabase = await databaseBytes(cluster.databaseUrl);
  const emptyRedis = await redisBytes(redis);
  const targetCodes = (await database.targets.listEnabled()).map(({ code }) => code);
  const order = { method: 'POST', body: JSON.stringify({ targetCodes }) };
  const startedAt = performance.now();
  const { status } = await cluster.ask('/admin/api/targets/bulk-run', order);
  if (status !== 202) throw new Error(`bulk-run: HTTP ${status}`);
  const fullRedis = await redisBytes(redis);
  while ((await database.jobs.unfinished()).length > 0) await sleep(200);
  while ((await database.attachments.workAhead()).unfinished > 0) await sleep(200);
  const seconds = (performance.now() - startedAt) / 1000;

  const { total } = await database.articles.search({ limit: 1, offset: 0 });
  if (total < DOCUMENTS) throw new Error(`${total} of ${DOCUMENTS} documents`);
  console.log(`${total} documents of ${cluster.web.hosts.length} hosts in ${seconds.toFixed(0)} s\n`);
  for (const one of cluster.processes) {
    const [idle, now] = [before.get(one.service)!, usageOf(one)];
    const cpuSec = now.cpuSec - idle.cpuSec;
    line(
      one.service,
      `${cpuSec.toFixed(1)} CPU-s`,
      `${(total / cpuSec).toFixed(0)} documents per CPU-s`,
      `${idle.peakMb.toFixed(0)} MB after start`,
      `${now.peakMb.toFixed(0)} MB at most${now.childrenMb > 0 ? ` (and ${now.childrenMb.toFixed(0)} MB in children)` : ''}`,
    );
  }
  console.log();
  const stored = (await databaseBytes(cluster.databaseUrl)) - emptyDatabase;
  line('database', `${kb(stored / total)} per document`);
  for (const [folder, what] of Object.entries(KINDS)) {
    const { bytes, files } = bytesIn(join(cluster.dataDir, folder));
    line(what, `${kb(bytes / total)} per document`, `${files} files`);
  }
  const { bytes, keys } = await redisBytes(redis);
  line('Redis with all jobs waiting', `${kb((fullRedis.bytes - emptyRedis.bytes) / targetCodes.length)} per job`);
  line('Redis after the crawl', `${kb(bytes / cluster.web.hosts.length)} per host`, `${keys} keys`);
} finally {
  redis.disconnect();
  await database.close();
  await cluster.close();
}
