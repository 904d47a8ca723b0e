import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CutProxy } from './cut-proxy.js';

const RESTART_AFTER_MS = 1000;
/** A process that still loads its modules cannot hear that it is to go. */
const HEARS_AFTER_MS = 8000;
const WORKER = 'dist/apps/crawl-worker/main.js';

interface Member {
  child: ChildProcess | null;
  startedAt: number;
  redis: CutProxy;
  database: CutProxy;
  /** Networks of it that are cut now. */
  cuts: number;
  env: Record<string, string>;
}

/** What the fleet needs to know of the world. */
export interface FleetOptions {
  size: number;
  databaseUrl: string;
  redisUrl: string;
  env: Record<string, string>;
  logFolder: string;
}

/** Worker processes, each behind networks of its own, started again when they end as Kubernetes would do it. */
export class WorkerFleet {
  /** Ends that nobody asked for. */
  unaskedEnds = 0;
  /** How long workers took that were told to go while they worked, and whether they ended well. */
  readonly restarts: { ms: number; ok: boolean }[] = [];
  /** Those that met a living worker. */
  kills = 0;
  freezes = 0;
  private readonly members: Member[] = [];
  private readonly killed = new WeakSet<ChildProcess>();
  private readonly frozen = new WeakSet<ChildProcess>();
  private leaving = false;

  static async start(options: FleetOptions): Promise<WorkerFleet> {
    const fleet = new WorkerFleet();
    for (let index = 0; index < options.size; index++) {
      const database = new CutProxy(Number(new URL(options.databaseUrl).port));
      const redis = new CutProxy(Number(new URL(options.redisUrl).port));
      const env = {
        ...options.env,
        WORKER_HEALTH_PORT: '0',
        DATABASE_URL: withPort(options.databaseUrl, await database.listen()),
        VALKEY_URL: withPort(options.redisUrl, await redis.listen()),
      };
      const member: Member = { child: null, startedAt: 0, redis, database, cuts: 0, env };
      fleet.members.push(member);
      fleet.run(member, join(options.logFolder, `worker-${index + 1}.log`));
    }
    return fleet;
  }

  /** The worker itself when it runs jobs, otherwise the one that runs most; `running` counts them by worker id. */
  busy(worker: number, running: ReadonlyMap<string, number>): number {
    const load = this.members.map(({ child }) => {
      const mine = [...running].filter(([id]) => id.includes(`-${child?.pid}-`));
      return mine.reduce((sum, [, count]) => sum + count, 0);
    });
    return (load[worker] ?? 0) > 0 ? worker : Math.max(...load) > 0 ? load.indexOf(Math.max(...load)) : worker;
  }

  /** Not one that is frozen or cut off: that fault is to last longer than the lease. */
  async kill(worker: number): Promise<void> {
    const child = await this.whoMay(worker, ({ cuts }) => cuts === 0);
    this.killed.add(child);
    child.kill('SIGKILL');
    this.kills += 1;
  }

  /** Tells a worker to go and waits for it; another one takes its place. */
  async restart(worker: number): Promise<void> {
    const child = await this.whoMay(worker, isSettled);
    this.killed.add(child);
    this.restarts.push(await tellToGo(child));
  }

  async freeze(worker: number, ms: number): Promise<void> {
    const child = await this.whoMay(worker, isSettled);
    this.frozen.add(child);
    child.kill('SIGSTOP');
    await sleep(ms);
    child.kill('SIGCONT');
    this.frozen.delete(child);
    this.freezes += 1;
  }

  async cut(worker: number, from: 'redis' | 'database' | 'both', ms: number): Promise<void> {
    const member = this.member(worker);
    const { redis, database } = member;
    const networks = from === 'both' ? [redis, database] : [from === 'redis' ? redis : database];
    member.cuts += 1;
    for (const network of networks) network.cut();
    await sleep(ms);
    for (const network of networks) network.heal();
    member.cuts -= 1;
  }

  /** Tells all to go; says how long the slowest took, restarts included, and how many did not end well. */
  async stop(): Promise<{ slowestMs: number; badEnds: number }> {
    this.leaving = true;
    const ends = this.members.map(async ({ child }) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return { ms: 0, ok: true };
      return tellToGo(child);
    });
    const results = [...(await Promise.all(ends)), ...this.restarts];
    await Promise.all(this.members.flatMap(({ redis, database }) => [redis.close(), database.close()]));
    return {
      slowestMs: Math.round(Math.max(...results.map(({ ms }) => ms))),
      badEnds: results.filter(({ ok }) => !ok).length,
    };
  }

  /** For the end of a run that broke. */
  destroy(): void {
    this.leaving = true;
    for (const { child } of this.members) child?.kill('SIGKILL');
  }

  private run(member: Member, logFile: string): void {
    const log = openSync(logFile, 'a');
    const child = spawn(process.execPath, [WORKER], {
      env: { ...process.env, ...member.env },
      stdio: ['ignore', log, log],
    });
    member.child = child;
    member.startedAt = performance.now();
    child.once('exit', () => {
      if (this.leaving) return;
      if (!this.killed.has(child)) this.unaskedEnds += 1;
      setTimeout(() => !this.leaving && this.run(member, logFile), RESTART_AFTER_MS);
    });
  }

  /** That worker, or the next one that fits and is neither frozen nor on its way out; waits until there is one. */
  private async whoMay(worker: number, fits: (member: Member) => boolean): Promise<ChildProcess> {
    const inTurn = this.members.map((_, index) => this.member((worker + index) % this.members.length));
    for (;;) {
      for (const member of inTurn) {
        const { child } = member;
        const lives = child?.exitCode === null && child.signalCode === null;
        if (lives && !this.frozen.has(child) && !this.killed.has(child) && fits(member)) return child;
      }
      await sleep(100);
    }
  }

  private member(worker: number): Member {
    const member = this.members[worker];
    if (!member) throw new Error(`There is no worker ${worker}`);
    return member;
  }
}

function isSettled({ startedAt }: Member): boolean {
  return performance.now() - startedAt > HEARS_AFTER_MS;
}

/** A worker that another fault hits while it goes says nothing about how workers go. */
async function tellToGo(child: ChildProcess): Promise<{ ms: number; ok: boolean }> {
  const startedAt = performance.now();
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('exit', (code, signal) => resolve([code, signal])),
  );
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGUSR2'), 30_000);
  const [code, signal] = await ended;
  clearTimeout(force);
  if (signal === 'SIGKILL') return { ms: 0, ok: true };
  return { ms: performance.now() - startedAt, ok: code === 0 };
}

function withPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}
