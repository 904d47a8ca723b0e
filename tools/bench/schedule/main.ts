import { spawnSync } from 'node:child_process';
import { siteFileSchema } from '@govcrawler/contracts';
import { openDatabase, type Database } from '@govcrawler/persistence';
import { spreadMinute, type SchedulableTarget } from '@govcrawler/core';
import { createLogger } from '@govcrawler/platform';
import {
  Clock,
  DispatchTicks,
  ReconcileTargets,
  RunRequests,
  ScheduleBook,
  ScheduledTargets,
  SchedulerStatus,
  type RunReply,
} from '@govcrawler/scheduler';

/*
 * What a scheduler costs with very many targets: reading them, the first reconcile, one without changes, and a tick of
 * a thousand due targets. Without a database address the rows live in memory.
 */
const TARGETS = Number(process.argv[2] ?? 100_000);
const SERVER = process.argv[3];
const PER_SITE = 500;
const DUE = 1_000;
const ANSWER_MS = 20;
const silent = createLogger('bench', 'silent');

class BenchClock extends Clock {
  at = Date.parse('2025-03-03T12:00:00+08:00');
  override now(): Date {
    return new Date(this.at);
  }
}

class SlowGateway extends RunRequests {
  override async run(): Promise<RunReply> {
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    return { answer: 'accepted', jobId: 1 };
  }
}

class RowsInMemory extends ScheduledTargets {
  readonly rows: (SchedulableTarget & { id: number; hostKey: string; adapter: string; lastCrawledAt: null })[] =
    Array.from({ length: TARGETS }, (_, n) => {
      const siteCode = `site${Math.floor(n / PER_SITE)}`;
      // A thousand targets share one minute; the others follow the default window.
      const target = n < DUE ? '0 13 * * *' : null;
      const crons = { target, column: null, defaultColumn: null, site: null };
      const identity = { id: n, code: `${siteCode}__c${n}`, siteCode, hostKey: siteCode, adapter: 'yaml' };
      return { ...identity, crons, lastCrawledAt: null };
    });
  override async *enabledPages() {
    for (let start = 0; start < TARGETS; start += 5_000) yield this.rows.slice(start, start + 5_000);
  }
  override async planFor() {
    return { siteEnabled: true, targetEnabled: true };
  }
}

async function main(): Promise<void> {
  const stand = SERVER ? await openFilled(SERVER) : null;
  const clock = new BenchClock();
  const targets: ScheduledTargets = stand?.database.schedule ?? new RowsInMemory();
  const [book, status] = [new ScheduleBook(), new SchedulerStatus()];
  const reconcileTargets = new ReconcileTargets(targets, book, status, 'skip', clock, silent);
  const dispatch = new DispatchTicks(targets, new SlowGateway(), status, silent);
  const reconcile = async () => {
    const { missed, adaptive, ...counts } = await reconcileTargets.run();
    return { ...counts, adaptive: adaptive.length, missed: missed.length };
  };
  try {
    await measure('start-up (first reconcile)', reconcile);
    for (let round = 1; round <= 3; round += 1) await measure('reconcile without changes', reconcile);
    console.log(`largest minute of the default window: ${(100 * largestMinuteShare()).toFixed(2)} % of the targets`);
    clock.at = Date.parse('2025-03-03T13:00:00+08:00');
    await measure(`tick of ${DUE} due targets, gateway answers in ${ANSWER_MS} ms`, () =>
      dispatch.run(book.takeDue(clock.at)),
    );
  } finally {
    await stand?.close();
  }
}

function largestMinuteShare(): number {
  const perMinute = new Map<number, number>();
  for (let n = 0; n < TARGETS; n += 1) {
    const site = `site${Math.floor(n / PER_SITE)}`;
    const minute = spreadMinute(site, `${site}__c${n}`);
    perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
  }
  return Math.max(...perMinute.values()) / TARGETS;
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  globalThis.gc?.();
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const used = process.cpuUsage(cpu);
  const memory = Math.round(process.memoryUsage.rss() / 1024 / 1024);
  const times = `${Math.round(performance.now() - startedAt)} ms (CPU ${Math.round((used.user + used.system) / 1000)} ms)`;
  console.log(`${name}: ${times}, RSS ${memory} MB, ${JSON.stringify(result)}`);
}

async function openFilled(server: string): Promise<{ database: Database; close(): Promise<void> }> {
  const name = `gc_bench_${process.pid}`;
  const admin = await openDatabase({ kind: 'mysql', url: `${server}/mysql` }, silent);
  const query = (sql: string) =>
    (admin as unknown as { dataSource: { query(sql: string): Promise<unknown> } }).dataSource.query(sql);
  await query(`CREATE DATABASE ${name}`);
  const database = await openDatabase({ kind: 'mysql', url: `${server}/${name}` }, silent);
  // By a process of its own: what filling takes must not count as memory of the scheduler.
  const filled = spawnSync(process.execPath, [process.argv[1]!, String(TARGETS), server, name], { stdio: 'inherit' });
  if (filled.status !== 0) throw new Error('The database could not be filled');
  return {
    database,
    close: async () => {
      await database.close();
      await query(`DROP DATABASE ${name}`);
      await admin.close();
    },
  };
}

async function fill(server: string, name: string): Promise<void> {
  const database = await openDatabase({ kind: 'mysql', url: `${server}/${name}` }, silent);
  await database.migrate();
  for (let site = 0; site * PER_SITE < TARGETS; site += 1) {
    await database.sites.syncFromFile(siteFile(site), 'bench.yaml');
  }
  await database.close();
}

function siteFile(site: number) {
  const base_url = `http://s${site}.example.gov.cn`;
  const columns = Array.from({ length: Math.min(PER_SITE, TARGETS - site * PER_SITE) }, (_, n) => ({
    column_id: `c${site * PER_SITE + n}`,
    name: `栏目${n}`,
    list_url: `${base_url}/c${n}/`,
    ...(site * PER_SITE + n < DUE ? { schedule: '0 13 * * *' } : {}),
  }));
  return siteFileSchema.parse({ site_id: `site${site}`, site_name: `站点${site}`, base_url, columns });
}

const fillOnly = process.argv[4];
if (SERVER && fillOnly) await fill(SERVER, fillOnly);
else await main();
