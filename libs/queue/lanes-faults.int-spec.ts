import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { ChildWorker, compileLibs } from './fixtures/child-worker.js';
import {
  HostLanes,
  LaneDispatcher,
  laneName,
  openQueueBackend,
  type LaneDispatcherOptions,
  type LaneEvent,
  type LaneHandler,
  type QueueBackend,
} from './index.js';
import { LeaseDouble, until } from './lanes.conformance.js';

/** Short clocks, so that a lost worker is noticed within a test's time. */
const QUICK = { leaseTtlMs: 1_500, bellLockMs: 1_500, bellStalledCheckMs: 300, busyHostRetryMs: 100 };

/** A Redis of this test alone, which may be flushed, killed and started again on its port and data. */
class PrivateRedis {
  private readonly folder = mkdtempSync(join(tmpdir(), 'govcrawler-redis-'));
  private process: ChildProcess | undefined;
  port = 0;

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.port ||= await freePort();
    this.process = spawn(
      'redis-server',
      ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder, '--save', '', '--appendonly', 'yes'],
      { stdio: 'ignore' },
    );
    await until('Redis answers', () => this.run((redis) => redis.ping().then(() => true)).catch(() => false));
  }

  async kill(): Promise<void> {
    const gone = new Promise((resolve) => this.process?.once('exit', resolve));
    this.process?.kill('SIGKILL');
    await gone;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async run<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(this.url, {
      retryStrategy: () => null,
      maxRetriesPerRequest: 0,
      lazyConnect: true,
      disconnectTimeout: 100,
    });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await command(redis);
    } finally {
      redis.disconnect();
    }
  }

  async number(section: string, field: string): Promise<number> {
    const info = await this.run((redis) => redis.info(section));
    return Number(new RegExp(`${field}:(\\d+)`).exec(info)?.[1]);
  }
}

/** A wire that can be cut: bytes stop flowing but nobody is told, as in a network partition. */
class Wire {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private cut = false;

  async open(port: number): Promise<string> {
    this.server = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
        from.on('data', (bytes) => to.write(bytes));
        if (this.cut) from.pause();
      }
    });
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    return `redis://127.0.0.1:${(this.server?.address() as AddressInfo).port}`;
  }

  setCut(cut: boolean): void {
    this.cut = cut;
    for (const socket of this.sockets) {
      if (cut) socket.pause();
      else socket.resume();
    }
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server?.close();
  }
}

describe('host lanes on Redis, when things break', () => {
  const redis = new PrivateRedis();
  let compiled: ReturnType<typeof compileLibs>;
  let backend: QueueBackend;
  let lanes: HostLanes;
  let leases: LeaseDouble;
  let events: LaneEvent[];
  let closers: (() => Promise<void> | void)[];

  beforeAll(async () => {
    compiled = compileLibs();
    await redis.start();
  });
  afterAll(async () => {
    compiled.remove();
    await redis.remove();
  });
  beforeEach(async () => {
    await redis.run((client) => client.flushall());
    backend = await openQueueBackend({ kind: 'redis', url: redis.url });
    lanes = new HostLanes(backend);
    leases = new LeaseDouble();
    events = [];
    closers = [];
  });
  afterEach(async () => {
    for (const close of closers.reverse()) await close();
    await backend.close();
  });

  const start = async (handler: LaneHandler, options: Partial<LaneDispatcherOptions> = {}) => {
    const dispatcher = new LaneDispatcher({
      backend,
      leases,
      handler,
      concurrency: 4,
      onEvent: (event) => events.push(event),
      ...QUICK,
      ...options,
    });
    closers.push(() => dispatcher.stop({ graceMs: 0 }));
    await dispatcher.start();
    return dispatcher;
  };
  const startChild = async () => {
    const child = await ChildWorker.start(compiled.libs, leases, { redisUrl: redis.url, ...QUICK });
    closers.push(() => child.end());
    return child;
  };
  const idle = { waiting: 0, running: 0, delayed: 0, failed: 0 };
  const depth = async (hostKey: string) => (await lanes.depthByHost([hostKey])).get(hostKey);
  const hostKey = 'www.gov.cn';

  it('brings back the job of a killed worker, first in its lane, when its lease has ended', async () => {
    const child = await startChild();
    for (const id of [1, 2, 3]) await lanes.enqueue(hostKey, id);
    await until('the child crawls', () => child.requests.length > 3);
    const leaseEnds = () => leases.held.get(hostKey)?.until ?? 0;
    await child.end();
    const killedLease = leaseEnds();
    const order: { jobId: number; at: number }[] = [];
    await start(async ({ jobId }) => {
      order.push({ jobId, at: Date.now() });
      return 'finished';
    });
    await until('all three', () => order.length === 3);
    expect(order.map(({ jobId }) => jobId)).toEqual([1, 2, 3]);
    expect(order[0]?.at).toBeGreaterThanOrEqual(killedLease);
    expect(events).toContainEqual({ kind: 'recovered', hostKey, jobs: 1 });
    await until('the lane is idle', async () => (await depth(hostKey))?.running === 0);
    expect(await depth(hostKey)).toEqual(idle);
  });

  it('lets a worker that was stopped longer than its lease do nothing more on its host', async () => {
    const child = await startChild();
    await lanes.enqueue(hostKey, 1);
    await until('the child crawls', () => child.requests.length > 3);
    child.signal('SIGSTOP');
    let startedAt = 0;
    let runs = 0;
    await start(async () => {
      runs += 1;
      startedAt = Date.now();
      await sleep(500);
      child.signal('SIGCONT'); // it wakes up in the middle of our crawl
      await sleep(1_000);
      return 'finished';
    });
    await until('our crawl is done', () => events.some(({ kind }) => kind === 'ended'));
    await until('the child noticed', () => child.events.some(({ kind }) => kind === 'ended'));
    expect(child.requests.filter(({ at }) => at >= startedAt)).toEqual([]);
    await sleep(500);
    expect(runs).toBe(1);
    expect(await depth(hostKey)).toEqual(idle);
  });

  /** Hosts and jobs with "rows": a job whose row is final is not run again, as an app does it. */
  const workload = (hosts: number, jobs: number, workMs: number) => {
    const rows = Array.from({ length: jobs }, (_, index) => ({ id: index + 1, hostKey: `h${index % hosts}.gov.cn` }));
    const done = new Map<number, number>();
    const busy = new Set<string>();
    const state = { overlaps: 0 };
    const handler: LaneHandler = async ({ jobId, hostKey: host, isHeld }) => {
      if (done.has(jobId)) return 'finished';
      if (busy.has(host)) state.overlaps += 1;
      busy.add(host);
      await sleep(workMs);
      busy.delete(host);
      if (!isHeld()) return { retryInMs: 0 };
      done.set(jobId, (done.get(jobId) ?? 0) + 1);
      return 'finished';
    };
    const unfinished = () => rows.filter(({ id }) => !done.has(id));
    const expectAllDoneOnce = async () => {
      expect(unfinished()).toEqual([]);
      expect([...done.values()].filter((times) => times !== 1)).toEqual([]);
      expect(state.overlaps).toBe(0);
      const hostKeys = new Set(rows.map((row) => row.hostKey));
      await until('the lanes are idle', async () =>
        [...(await lanes.depthByHost(hostKeys)).values()].every((lane) => lane.waiting + lane.running === 0),
      );
    };
    return { rows, handler, unfinished, expectAllDoneOnce };
  };

  it('finishes everything after Redis was killed and started again under load', async () => {
    const load = workload(6, 120, 20);
    await Promise.all([start(load.handler), start(load.handler)]);
    await lanes.reconcile(load.rows);
    for (let kills = 0; kills < 2; kills += 1) {
      await until('some are done', () => load.unfinished().length < 100 - kills * 40);
      await redis.kill();
      await sleep(300);
      await redis.start();
    }
    const reconcile = setInterval(() => void lanes.reconcile(load.unfinished()).catch(() => undefined), 1_000);
    closers.push(() => clearInterval(reconcile));
    await until('all are done', () => load.unfinished().length === 0, 40_000);
    await load.expectAllDoneOnce();
  });

  it('finishes everything after FLUSHALL under load', async () => {
    const load = workload(6, 120, 20);
    await Promise.all([start(load.handler), start(load.handler)]);
    await lanes.reconcile(load.rows);
    await until('some are done', () => load.unfinished().length < 90);
    await redis.run((client) => client.flushall());
    await sleep(200);
    expect(load.unfinished().length).toBeGreaterThan(0);
    await lanes.reconcile(load.unfinished());
    await until('all are done', () => load.unfinished().length === 0, 40_000);
    await load.expectAllDoneOnce();
  });

  it('never crawls a host twice at once while a worker is cut off from Redis for longer than all locks', async () => {
    const wire = new Wire();
    closers.push(() => wire.close());
    const farBackend = await openQueueBackend({ kind: 'redis', url: await wire.open(redis.port) });
    closers.push(() => farBackend.close());
    const load = workload(4, 60, 50);
    await Promise.all([start(load.handler), start(load.handler, { backend: farBackend })]);
    await lanes.reconcile(load.rows);
    await until('some are done', () => load.unfinished().length < 50);
    wire.setCut(true);
    await sleep(3 * QUICK.bellLockMs);
    wire.setCut(false);
    const reconcile = setInterval(() => void lanes.reconcile(load.unfinished()).catch(() => undefined), 1_000);
    closers.push(() => clearInterval(reconcile));
    await until('all are done', () => load.unfinished().length === 0, 40_000);
    await load.expectAllDoneOnce();
  });

  it('serves 1,000 hosts with a handful of connections and is quiet when idle', async () => {
    const connections = () => redis.number('clients', 'connected_clients');
    const before = (await connections()) - 1;
    let done = 0;
    await lanes.reconcile(Array.from({ length: 1000 }, (_, index) => ({ id: index + 1, hostKey: `h${index}.gov.cn` })));
    await start(
      async () => {
        done += 1;
        return 'finished';
      },
      { concurrency: 20, leaseTtlMs: 30_000, bellLockMs: undefined, bellStalledCheckMs: undefined },
    );
    await until('1,000 jobs', () => done === 1000, 30_000);
    expect((await connections()) - before).toBeLessThan(10);
    await sleep(500);
    const commands = await redis.number('stats', 'total_commands_processed');
    await sleep(5_000);
    // The question itself costs a few commands.
    expect((await redis.number('stats', 'total_commands_processed')) - commands).toBeLessThan(20);
  });

  it('refuses to enqueue and still stops in time while Redis is gone', async () => {
    const dispatcher = await start(async ({ signal }) => {
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      return 'finished';
    });
    await lanes.enqueue(hostKey, 1);
    await until('it runs', () => dispatcher.running().length === 1);
    await redis.kill();
    try {
      await expect(lanes.enqueue(hostKey, 2)).rejects.toThrow(`Enqueueing job 2 for ${hostKey}: no answer within`);
      const stopped = Date.now();
      await dispatcher.stop({ graceMs: 1_000 });
      expect(Date.now() - stopped).toBeLessThan(10_000);
    } finally {
      await redis.start();
    }
    const order: number[] = [];
    await start(async ({ jobId }) => {
      order.push(jobId);
      return 'finished';
    });
    await lanes.reconcile([1, 2].map((id) => ({ id, hostKey })));
    await until('both are done', () => order.length === 2);
    expect(order.sort()).toEqual([1, 2]);
  });

  it('puts a message that it cannot read aside and goes on with the host', async () => {
    const connection = new Redis(redis.url, { maxRetriesPerRequest: null });
    const lane = new Queue(laneName(hostKey), { connection, prefix: 'govcrawler' });
    await lane.add('crawl', { schemaVersion: 2, id: 'new' }, { jobId: 'job-1' });
    await lanes.enqueue(hostKey, 2);
    const done: number[] = [];
    await start(async ({ jobId }) => {
      done.push(jobId);
      return 'finished';
    });
    await until('the readable one', () => done.length === 1);
    expect(done).toEqual([2]);
    expect(await depth(hostKey)).toMatchObject({ failed: 1 });
    expect((await lane.getJob('job-1'))?.failedReason).toContain('Not a crawl job message of version 1');
    await lane.close();
    connection.disconnect();
  });

  it('says what it cannot reach', async () => {
    const nowhere = `redis://user:secret@127.0.0.1:${await freePort()}`;
    const opening = openQueueBackend({ kind: 'redis', url: nowhere, connectWithinMs: 500 });
    await expect(opening).rejects.toThrow(/Cannot reach the queue server at 127\.0\.0\.1:\d+: .*ECONNREFUSED/);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
