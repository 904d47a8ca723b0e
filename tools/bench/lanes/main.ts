import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openDatabase } from '@govcrawler/persistence';
import { HostLanes, LaneDispatcher, type LaneHandler, openQueueBackend } from '@govcrawler/queue';

/*
 * What the lanes cost one worker that knows very many hosts, at work and idle, and what a host with very many jobs does
 * to the others. Leases are the real ones in MariaDB; the jobs themselves do next to nothing.
 */
const { values } = parseArgs({
  options: { hosts: { type: 'string', default: '10000' }, jobs: { type: 'string', default: '10000' } },
});
const [hosts, jobs] = [Number(values.hosts), Number(values.jobs)];
const CONCURRENCY = 20;
const IDLE_MS = 15_000;
const OTHERS = { hosts: 40, jobsEach: 5, workMs: 40 };

const redisUrl = process.env['TEST_REDIS_URL'] as string;
const server = process.env['TEST_MYSQL_URL'] as string;
const admin = await openDatabase({ kind: 'mysql', url: `${server}/mysql` }, { warn: () => undefined });
await (admin as unknown as { dataSource: { query(sql: string): Promise<unknown> } }).dataSource.query(
  'CREATE DATABASE bench_lanes CHARACTER SET utf8mb4',
);
await admin.close();
const database = await openDatabase({ kind: 'mysql', url: `${server}/bench_lanes` }, { warn: () => undefined });
await database.migrate();
const queue = await openQueueBackend({ kind: 'redis', url: redisUrl });
const lanes = new HostLanes(queue);
const failures: string[] = [];

/** Redis speaks for itself, over a connection that is not counted. */
async function redisFigure(field: string): Promise<number> {
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(redisUrl).port), '127.0.0.1', () => socket.write('INFO\r\n'));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
      if (answer.includes('# Keyspace')) socket.end();
    });
    socket.once('close', () => resolve(answer));
    socket.once('error', reject);
  });
  return Number(new RegExp(`${field}:(\\d+)`).exec(text)?.[1]);
}

async function serve(handler: LaneHandler, work: () => Promise<void>): Promise<void> {
  const dispatcher = new LaneDispatcher({ backend: queue, leases: database.leases, concurrency: CONCURRENCY, handler });
  await dispatcher.start();
  await work();
  await dispatcher.stop({ graceMs: 5000 });
}

function report(what: string, figure: number, limit: number, unit: string): void {
  const holds = figure < limit;
  if (!holds) failures.push(what);
  console.log(`${what}: ${figure.toFixed(2)} ${unit} (limit: under ${limit})${holds ? '' : '  NOT MET'}`);
}

async function knownHosts(): Promise<void> {
  let done = 0;
  const rows = Array.from({ length: hosts }, (_, index) => ({ id: index + 1, hostKey: `h${index}.bench.test` }));
  await lanes.reconcile(rows);
  const startedAt = performance.now();
  const handler: LaneHandler = async () => {
    done += 1;
    return 'finished';
  };
  await serve(handler, async () => {
    while (done < hosts) await sleep(50);
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`${hosts} hosts, one job each: ${seconds.toFixed(1)} s, ${(hosts / seconds).toFixed(0)} jobs/s`);
    // The question is asked over a connection of its own.
    report('Redis connections', (await redisFigure('connected_clients')) - 1, 50, '');
    await sleep(2000);
    const before = await redisFigure('total_commands_processed');
    await sleep(IDLE_MS);
    const idle = (await redisFigure('total_commands_processed')) - before - 1;
    report('idle commands', idle / (IDLE_MS / 1000), 20, 'per second');
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    console.log(`memory: ${(rss / 2 ** 20).toFixed(0)} MB resident, ${(heapUsed / 2 ** 20).toFixed(0)} MB of heap`);
  });
}

/** Mean time that jobs of ordinary hosts wait from being asked for to their start. */
async function waitOfOthers(firstId: number, busyHostJobs: number): Promise<number> {
  const askedAt = new Map<number, number>();
  const waited: number[] = [];
  const handler: LaneHandler = async ({ jobId }) => {
    const asked = askedAt.get(jobId);
    if (asked !== undefined) waited.push(performance.now() - asked);
    await sleep(OTHERS.workMs);
    return 'finished';
  };
  const busy = Array.from({ length: busyHostJobs }, (_, index) => ({
    id: firstId + index,
    hostKey: 'busy.bench.test',
  }));
  await lanes.reconcile(busy);
  await serve(handler, async () => {
    await sleep(500);
    let id = firstId + busyHostJobs;
    for (let round = 0; round < OTHERS.jobsEach; round += 1) {
      for (let host = 0; host < OTHERS.hosts; host += 1, id += 1) {
        askedAt.set(id, performance.now());
        await lanes.enqueue(`other${host}.bench.test`, id);
      }
    }
    while (waited.length < OTHERS.hosts * OTHERS.jobsEach) await sleep(20);
  });
  return waited.reduce((sum, ms) => sum + ms, 0) / waited.length;
}

await knownHosts();
const alone = await waitOfOthers(1_000_000, 0);
const beside = await waitOfOthers(2_000_000, jobs);
console.log(
  `other hosts' jobs wait ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside ${jobs} jobs of one host`,
);
report('delay by the busy host', beside / alone, 2, 'x');
await queue.close();
await database.close();
process.exit(failures.length === 0 ? 0 : 1);
