import { setTimeout as sleep } from 'node:timers/promises';
import {
  HostLanes,
  HostLeases,
  LaneDispatcher,
  type HostLease,
  type LaneDispatcherOptions,
  type LaneEvent,
  type LaneHandler,
  type QueueBackend,
} from './index.js';

/** Leases as the database keeps them, in memory: only a double of the port, queues are always real ones. */
export class LeaseDouble extends HostLeases {
  readonly held = new Map<string, { token: number; until: number }>();
  reachable = true;
  private lastToken = 0;

  async acquire(hostKey: string, _holder: string, ttlMs: number): Promise<HostLease | null> {
    this.failIfUnreachable();
    const current = this.held.get(hostKey);
    if (current && current.until > Date.now()) return null;
    const token = ++this.lastToken;
    this.held.set(hostKey, { token, until: Date.now() + ttlMs });
    return { token, expiresAt: new Date(Date.now() + ttlMs) };
  }

  async renew(hostKey: string, token: number, ttlMs: number): Promise<boolean> {
    this.failIfUnreachable();
    const current = this.held.get(hostKey);
    if (current?.token !== token || current.until <= Date.now()) return false;
    current.until = Date.now() + ttlMs;
    return true;
  }

  async release(hostKey: string, token: number): Promise<void> {
    this.failIfUnreachable();
    if (this.held.get(hostKey)?.token === token) this.held.delete(hostKey);
  }

  private failIfUnreachable(): void {
    if (!this.reachable) throw new Error('the database does not answer');
  }
}

/** Waits until the condition holds; fails with what it waited for. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, ms = 20_000): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Not within ${ms} ms: ${what}`);
    await sleep(10);
  }
}

/** The behaviour of the lanes, the same on every backend. Give it a fresh, empty backend per call. */
export function describeLanes(name: string, open: () => Promise<{ backend: QueueBackend; close(): Promise<void> }>) {
  describe(`host lanes on ${name}`, () => {
    let backend: QueueBackend;
    let lanes: HostLanes;
    let leases: LeaseDouble;
    let events: LaneEvent[];
    let dispatchers: LaneDispatcher[];
    let closeBackend: () => Promise<void>;
    let host: (name?: string) => string;
    let testNumber = 0;

    beforeAll(async () => {
      ({ backend, close: closeBackend } = await open());
      lanes = new HostLanes(backend);
    }, 60_000);
    afterAll(() => closeBackend());
    beforeEach(() => {
      testNumber += 1;
      const suffix = `t${testNumber}.gov.cn`;
      host = (label = 'www') => `${label}.${suffix}`;
      leases = new LeaseDouble();
      events = [];
      dispatchers = [];
    });
    afterEach(() => Promise.all(dispatchers.map((dispatcher) => dispatcher.stop({ graceMs: 0 }))));

    const start = async (handler: LaneHandler, options: Partial<LaneDispatcherOptions> = {}) => {
      const dispatcher = new LaneDispatcher({
        backend,
        leases,
        handler,
        concurrency: 4,
        busyHostRetryMs: 50,
        onEvent: (event) => events.push(event),
        ...options,
      });
      dispatchers.push(dispatcher);
      await dispatcher.start();
      return dispatcher;
    };
    const ended = (outcome: string) => events.filter((event) => event.kind === 'ended' && event.outcome === outcome);
    const idle = { waiting: 0, running: 0, delayed: 0, failed: 0 };
    const depth = async (hostKey: string) => (await lanes.depthByHost([hostKey])).get(hostKey);

    it('runs the jobs of a host in the order they came, also on a host with a port', async () => {
      const order: number[] = [];
      for (const id of [5, 3, 9, 1]) await lanes.enqueue(`${host()}:8080`, id);
      await start(async ({ jobId }) => {
        order.push(jobId);
        return 'finished';
      });
      await until('4 jobs done', () => ended('finished').length === 4);
      expect(order).toEqual([5, 3, 9, 1]);
      expect(await depth(`${host()}:8080`)).toEqual(idle);
      expect(leases.held.size).toBe(0);
    });

    it('runs one job per host at a time, many hosts in parallel, with two dispatchers', async () => {
      const busy = new Map<string, number>();
      const done: number[] = [];
      let overlaps = 0;
      let mostInParallel = 0;
      const handler: LaneHandler = async ({ hostKey, jobId }) => {
        busy.set(hostKey, (busy.get(hostKey) ?? 0) + 1);
        if ((busy.get(hostKey) ?? 0) > 1) overlaps += 1;
        mostInParallel = Math.max(mostInParallel, [...busy.values()].filter((n) => n > 0).length);
        await sleep(Math.random() * 10);
        busy.set(hostKey, (busy.get(hostKey) ?? 0) - 1);
        done.push(jobId);
        return 'finished';
      };
      await Promise.all([start(handler), start(handler)]);
      for (let id = 1; id <= 200; id += 1) await lanes.enqueue(host(`h${id % 20}`), id);
      await until('200 jobs done', () => done.length >= 200, 60_000);
      expect(new Set(done).size).toBe(200);
      expect(done.length).toBe(200);
      expect(overlaps).toBe(0);
      expect(mostInParallel).toBeGreaterThan(1);
      expect(mostInParallel).toBeLessThanOrEqual(8);
    }, 90_000);

    it('misses no job that is enqueued while its lane is being finished', async () => {
      const done = new Set<number>();
      await start(async ({ jobId }) => {
        done.add(jobId);
        return 'finished';
      });
      for (let round = 1; round <= 500; round += 1) {
        const first = lanes.enqueue(host(), round * 2);
        if (round % 3 === 0) await sleep(Math.random() * 3);
        await Promise.all([first, lanes.enqueue(host(), round * 2 + 1)]);
        if (round % 5 === 0) await until(`round ${round}`, () => done.size === round * 2, 5_000);
      }
      await until('all 1000', () => done.size === 1000, 5_000);
    }, 120_000);
  });
}
