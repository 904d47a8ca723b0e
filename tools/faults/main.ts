import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@govcrawler/persistence';
import { openQueueBackend } from '@govcrawler/queue';
import { startProgram } from '@govcrawler/testing';
import { createConnection } from 'mysql2/promise';
import { type Fault, type FaultShape, FULL, lastFaultAt, planFaults, seededRandom, SHORT } from './fault-plan.js';
import { findOverlaps, intervalKept, judgeDatabase } from './judge.js';
import { JobFeed } from './job-feed.js';
import { Origin, siteCode } from './origin.js';
import { WorkerFleet } from './worker-fleet.js';

/** Servers that this run alone uses, and what can be done to them. */
export interface PrivateServers {
  env: { TEST_MYSQL_URL: string; TEST_REDIS_URL: string };
  /** Kills Redis and starts it again on its data. */
  restartRedis(): Promise<void>;
  flushRedis(): Promise<void>;
  /** SIGSTOP and SIGCONT: the database does not answer, and goes on where it was. */
  signalDatabase(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

const DOCUMENTS_PER_JOB = 2;
const DRAIN_WITHIN_MS = 120_000;
const SHOWN_DETAILS = 20;
const FETCH_SERVICE = 'dist/apps/fetch-service/main.js';

/** Runs the fault plan of a seed and judges it; true only if everything holds. The last line printed has the figures. */
export async function runFaults(options: { seed: number; short: boolean }, servers: PrivateServers): Promise<boolean> {
  const shape = options.short ? SHORT : FULL;
  const plan = planFaults(shape, seededRandom(options.seed));
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-faults-'));
  const closers: (() => unknown)[] = [];
  try {
    const outcome = await breakAndJudge(shape, plan, servers, folder, closers);
    for (const detail of outcome.details.slice(0, SHOWN_DETAILS)) console.log(detail);
    if (outcome.holds) rmSync(folder, { recursive: true, force: true });
    else console.log(`The workers' logs are in ${folder}`);
    console.log(`seed ${options.seed}: ${outcome.figures}: ${outcome.holds ? 'all hold' : 'NOT ALL HOLD'}`);
    return outcome.holds;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

async function breakAndJudge(
  shape: FaultShape,
  plan: readonly Fault[],
  servers: PrivateServers,
  folder: string,
  closers: (() => unknown)[],
) {
  const hosts = Array.from({ length: shape.hosts }, (_, index) => `h${index + 1}.faults.test`);
  const origin = new Origin(hosts, shape.jobs / shape.hosts, DOCUMENTS_PER_JOB);
  const originPort = await origin.listen();
  closers.push(() => origin.close());
  const connection = await createConnection(servers.env.TEST_MYSQL_URL);
  closers.push(() => connection.end());
  await connection.query('CREATE DATABASE faults CHARACTER SET utf8mb4');
  await connection.query('USE faults');
  const databaseUrl = `${servers.env.TEST_MYSQL_URL}/faults`;
  const database = await openDatabase({ kind: 'mysql', url: databaseUrl }, { warn: () => undefined });
  closers.push(() => database.close());
  await database.migrate();
  for (const host of hosts) {
    await database.sites.syncFromFile(origin.siteFile(host, shape.intervalMs / 1000), `${siteCode(host)}.yaml`);
  }
  const queue = await openQueueBackend({ kind: 'redis', url: servers.env.TEST_REDIS_URL });
  closers.push(() => queue.close());

  const token = randomBytes(16).toString('hex');
  const fetchService = startProgram([FETCH_SERVICE], {
    FETCH_TOKEN: token,
    FETCH_HOST: '127.0.0.1',
    FETCH_PORT: '0',
    FETCH_GRPC_PORT: '0',
    VALKEY_URL: '',
    PUBLIC_SUFFIXES: '.test',
    DEMO_HOSTS: hosts.map((host) => `${host}=127.0.0.1:${originPort}`).join(','),
  });
  closers.push(() => fetchService.child.kill('SIGKILL'));
  const [, grpcPort] = await fetchService.waitFor(/"grpcPort":(\d+)/);
  const fleet = await WorkerFleet.start({
    size: shape.workers,
    databaseUrl,
    redisUrl: servers.env.TEST_REDIS_URL,
    logFolder: folder,
    env: {
      DATA_DIR: join(folder, 'data'),
      FETCH_SERVICE_ADDRESS: `127.0.0.1:${grpcPort}`,
      FETCH_TOKEN: token,
      WORKER_CONCURRENCY: String(shape.concurrency),
      HOST_LEASE_SEC: String(shape.leaseSec),
      RECONCILE_SEC: String(shape.reconcileSec),
    },
  });
  closers.push(() => fleet.destroy());

  const faultsEndAt = lastFaultAt(plan);
  console.log(
    `${shape.workers} workers, ${shape.hosts} hosts, ${shape.jobs} jobs, ${plan.length} faults in ${seconds(faultsEndAt)}`,
  );
  const startedAt = performance.now();
  const feed = new JobFeed(database, queue, hosts, shape.jobs / shape.hosts);
  const fed = feed.run(faultsEndAt * shape.feedShare);
  await Promise.all(plan.map((fault) => apply(fault, { fleet, servers, feed, startedAt })));
  await fed;
  const lastFault = performance.now();
  while ((await feed.unfinished()) > 0 && performance.now() - lastFault < DRAIN_WITHIN_MS) await sleep(250);
  const drainedMs = performance.now() - lastFault;
  const { slowestMs, badEnds } = await fleet.stop();

  const overlaps = findOverlaps(origin.requests);
  const { lost, duplicated, unexpected, details } = await judgeDatabase(connection, origin.documents(), feed.jobIds);
  const { pairs, kept } = intervalKept(origin.requests, shape.intervalMs);
  const polite = (100 * kept) / pairs;
  const holds =
    overlaps.length + lost + duplicated + unexpected + badEnds === 0 &&
    drainedMs < DRAIN_WITHIN_MS &&
    polite >= 99.9 &&
    slowestMs < 25_000 &&
    // A fault that met nobody proves nothing.
    fleet.kills === shape.kills &&
    fleet.freezes === shape.freezes &&
    fleet.restarts.length === shape.restarts;
  const figures =
    `overlaps ${overlaps.length}, lost ${lost}, duplicated ${duplicated}, unexpected ${unexpected}, ` +
    `drained in ${seconds(drainedMs)}, interval kept ${polite.toFixed(2)} % of ${pairs} pairs, ` +
    `${origin.requests.length} requests, ${fleet.kills} kills, ${fleet.freezes} freezes, ` +
    `${fleet.restarts.length} restarts under load, slowest stop ${slowestMs} ms, ${badEnds} bad ends, ` +
    `${fleet.unaskedEnds} unasked ends, ${seconds(performance.now() - startedAt)} in all`;
  return { holds, figures, details: [...overlaps, ...details] };
}

interface Stage {
  fleet: WorkerFleet;
  servers: PrivateServers;
  feed: JobFeed;
  startedAt: number;
}

async function apply(planned: Fault, { fleet, servers, feed, startedAt }: Stage): Promise<void> {
  await sleep(Math.max(0, planned.at - (performance.now() - startedAt)));
  // Only who works can be hurt: an idle worker's fault goes to the busiest one.
  const fault =
    'worker' in planned
      ? { ...planned, worker: fleet.busy(planned.worker, await feed.runningByWorker().catch(() => new Map())) }
      : planned;
  console.log(`${seconds(performance.now() - startedAt)} ${JSON.stringify(fault)}`);
  switch (fault.kind) {
    case 'kill':
      return fleet.kill(fault.worker);
    case 'restart':
      return fleet.restart(fault.worker);
    case 'freeze':
      return fleet.freeze(fault.worker, fault.ms);
    case 'cut':
      return fleet.cut(fault.worker, fault.from, fault.ms);
    case 'redis-restart':
      return servers.restartRedis();
    case 'flushall':
      return servers.flushRedis();
    case 'database-stop':
      servers.signalDatabase('SIGSTOP');
      await sleep(fault.ms);
      return servers.signalDatabase('SIGCONT');
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
