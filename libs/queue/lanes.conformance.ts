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
  /** Called in the middle of a release: the exact moment between a pull and what follows it. */
  onRelease: () => Promise<void> = async () => undefined;
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
    await this.onRelease();
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

/** The behaviour of the lanes, the same on every backend; each call of `open` gives an empty one. */
/** `rounds`: how often the race of an enqueue with the end of its lane is tried. */
export function describeLanes(name: string, open: () => Promise<QueueBackend>, rounds = 500) {
  describe(`host lanes on ${name}`, () => {
    let backend: QueueBackend;
    let lanes: HostLanes;
    let leases: LeaseDouble;
    let events: LaneEvent[];
    let dispatchers: LaneDispatcher[];
    const host = (label = 'www') => `${label}.gov.cn`;

    beforeEach(async () => {
      backend = await open();
      lanes = new HostLanes(backend);
      leases = new LeaseDouble();
      events = [];
      dispatchers = [];
    });
    afterEach(async () => {
      await Promise.all(dispatchers.map((dispatcher) => dispatcher.stop({ graceMs: 0 })));
      await backend.close();
    });

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
        // Longer than a pull takes on the embedded database's one session: else no two would ever run together.
        await sleep(30 + Math.random() * 60);
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
      for (let round = 1; round <= rounds; round += 1) {
        const first = lanes.enqueue(host(), round * 2);
        if (round % 3 === 0) await sleep(Math.random() * 3);
        await Promise.all([first, lanes.enqueue(host(), round * 2 + 1)]);
        if (round % 5 === 0) await until(`round ${round}`, () => done.size === round * 2, 5_000);
      }
      await until('all of them', () => done.size === rounds * 2, 5_000);
    }, 120_000);

    it('lets hosts take turns: 1,000 jobs on one host do not hold up another', async () => {
      const order: string[] = [];
      await lanes.reconcile(Array.from({ length: 1000 }, (_, index) => ({ id: index + 1, hostKey: host('big') })));
      await start(
        async ({ hostKey }) => {
          order.push(hostKey);
          return 'finished';
        },
        { concurrency: 1 },
      );
      await until('the big host is being served', () => order.length >= 10);
      const before = order.length;
      await lanes.enqueue(host('small'), 2001);
      await lanes.enqueue(host('small'), 2002);
      await until(
        'both jobs of the small host',
        () => order.filter((hostKey) => hostKey === host('small')).length === 2,
      );
      expect(order.lastIndexOf(host('small')) - before).toBeLessThan(30);
      expect(order.indexOf(host('big'), order.indexOf(host('small')))).toBeLessThan(order.lastIndexOf(host('small')));
      expect((await depth(host('big')))?.waiting).toBeGreaterThan(500);
    });

    it('runs no more hosts at a time than it may', async () => {
      let parallel = 0;
      let most = 0;
      for (let id = 1; id <= 12; id += 1) await lanes.enqueue(host(`h${id}`), id);
      await start(
        async () => {
          most = Math.max(most, (parallel += 1));
          await sleep(30);
          parallel -= 1;
          return 'finished';
        },
        { concurrency: 3 },
      );
      await until('12 jobs done', () => ended('finished').length === 12);
      expect(most).toBe(3);
    });

    it('keeps a job whose handler failed, reports it and goes on; enqueued again it runs again', async () => {
      let healthy = false;
      await start(async ({ jobId }) => {
        if (jobId === 1 && !healthy) throw new Error('selector found nothing');
        return 'finished';
      });
      await lanes.enqueue(host(), 1);
      await lanes.enqueue(host(), 2);
      await until('the second job', () => ended('finished').length === 1);
      expect(events).toContainEqual(
        expect.objectContaining({
          kind: 'handler_failed',
          jobId: 1,
          hostKey: host(),
          error: expect.objectContaining({ message: 'selector found nothing' }),
        }),
      );
      expect(await depth(host())).toEqual({ ...idle, failed: 1 });
      healthy = true;
      await lanes.enqueue(host(), 1);
      await until('the first job', () => ended('finished').length === 2);
      expect(await depth(host())).toEqual(idle);
    });

    it('runs a job again later when its handler says so, and others of the host meanwhile', async () => {
      const ran: { jobId: number; at: number }[] = [];
      await start(async ({ jobId }) => {
        ran.push({ jobId, at: Date.now() });
        return jobId === 1 && ran.length === 1 ? { retryInMs: 700 } : 'finished';
      });
      await lanes.enqueue(host(), 1);
      await until('the first try', () => ended('retry_later').length === 1);
      await lanes.enqueue(host(), 2);
      await until('both', () => ended('finished').length === 2);
      expect(ran.map(({ jobId }) => jobId)).toEqual([1, 2, 1]);
      expect((ran[2]?.at ?? 0) - (ran[0]?.at ?? 0)).toBeGreaterThanOrEqual(700);
      expect((ran[1]?.at ?? 0) - (ran[0]?.at ?? 0)).toBeLessThan(600);
    });

    it('misses no job that is enqueued while its lane goes to sleep', async () => {
      const done = new Set<number>();
      await start(async ({ jobId }) => {
        if (jobId === 1) return { retryInMs: 3_600_000 };
        done.add(jobId);
        return 'finished';
      });
      await lanes.enqueue(host(), 1);
      for (let round = 2; round <= 100; round += 1) {
        await sleep(Math.random() * 12);
        await lanes.enqueue(host(), round);
        if (round % 4 === 0) await until(`job ${round}`, () => done.size === round - 1, 3_000);
      }
      expect(await depth(host())).toMatchObject({ delayed: 1, running: 0 });
    }, 60_000);

    it('wakes up for a job that comes in the very moment its lane goes to sleep', async () => {
      const done: number[] = [];
      let releases = 0;
      leases.onRelease = async () => {
        releases += 1; // the first after the try, the second after the look that finds nothing due
        if (releases === 2) await lanes.enqueue(host(), 2);
      };
      await start(async ({ jobId }) => {
        done.push(jobId);
        return jobId === 1 ? { retryInMs: 3_600_000 } : 'finished';
      });
      await lanes.enqueue(host(), 1);
      await until('the second job', () => done.includes(2), 3_000);
      expect(done).toEqual([1, 2]);
    });

    it('cancels a running job by its signal', async () => {
      const dispatcher = await start(async ({ signal }) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return 'finished';
      });
      await lanes.enqueue(host(), 7);
      await until('it runs', () => dispatcher.running().length === 1);
      expect(dispatcher.cancel(8, new Error('not this one'))).toBe(false);
      expect(dispatcher.cancel(7, new Error('cancelled by the operator'))).toBe(true);
      await until('it ended', () => ended('finished').length === 1 && dispatcher.running().length === 0);
    });

    it('aborts the holder before its lease can pass on when the database is gone, and runs the job again after', async () => {
      let abortedAt = 0;
      let tries = 0;
      await start(
        async ({ signal, isHeld }) => {
          tries += 1;
          if (tries > 1) return 'finished';
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          abortedAt = Date.now();
          expect(isHeld()).toBe(false);
          throw signal.reason;
        },
        { leaseTtlMs: 900 },
      );
      await lanes.enqueue(host(), 1);
      await until('it runs', () => tries === 1);
      await sleep(1_200); // longer than the lease: renewals keep it
      expect(abortedAt).toBe(0);
      leases.reachable = false;
      const expires = leases.held.get(host())?.until ?? 0;
      await until('it is aborted', () => abortedAt > 0);
      expect(abortedAt).toBeLessThan(expires);
      expect(events).toContainEqual(expect.objectContaining({ kind: 'lease_lost', jobId: 1 }));
      leases.reachable = true;
      await until('it ran again', () => ended('finished').length === 1);
      expect(tries).toBe(2);
      expect(await depth(host())).toEqual(idle);
    });

    it('aborts the holder when somebody else has the lease', async () => {
      let reason: unknown;
      await start(
        async ({ signal, token }) => {
          if (reason) return 'finished';
          leases.held.set(host(), { token: token + 1000, until: Date.now() + 1_000 });
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          reason = signal.reason;
          throw reason;
        },
        { leaseTtlMs: 900 },
      );
      await lanes.enqueue(host(), 1);
      await until('it ran again, after the other one', () => ended('finished').length === 1);
      expect((reason as Error).name).toBe('LeaseLostError');
      expect(ended('lease_lost')).toHaveLength(1);
    });

    it('says that the lease is lost also after it was told to stop', async () => {
      let run: Parameters<LaneHandler>[0] | undefined;
      const lost = new Promise<void>((resolve) => {
        void start(
          async (running) => {
            run = running;
            await new Promise((end) => running.lost.addEventListener('abort', end, { once: true }));
            resolve();
            return { retryInMs: 0 };
          },
          { leaseTtlMs: 1000 },
        );
      });
      await lanes.enqueue(host(), 1);
      await until('the job runs', () => run !== undefined);
      const stopped = dispatchers[0]!.stop({ graceMs: 10_000 });
      await until('it is told to stop', () => run!.signal.aborted);
      expect(run!.lost.aborted).toBe(false);
      leases.reachable = false;
      await lost;
      leases.reachable = true;
      await stopped;
    });

    it('serves one host alone for a process that was not started, and nobody else has it meanwhile', async () => {
      const ran: number[] = [];
      const alone = new LaneDispatcher({
        backend,
        leases,
        concurrency: 1,
        handler: async ({ jobId }) => {
          ran.push(jobId);
          return 'finished';
        },
      });
      await lanes.enqueue(host('one'), 1);
      await lanes.enqueue(host('one'), 2);
      await lanes.enqueue(host('two'), 3);
      leases.held.set(host('one'), { token: 99, until: Date.now() + 60_000 });
      expect(await alone.serveOnce(host('one'))).toBe('busy');
      leases.held.clear();
      expect(await alone.serveOnce(host('one'))).toBe('ran');
      expect(await alone.serveOnce(host('one'))).toBe('ran');
      expect(await alone.serveOnce(host('one'))).toBe('idle');
      expect(ran).toEqual([1, 2]);
      expect(leases.held.size).toBe(0);
      await alone.stop({ graceMs: 0 });
    });

    it('waits for a host that another process holds', async () => {
      leases.held.set(host(), { token: 99, until: Date.now() + 600 });
      let ranAt = 0;
      const asked = Date.now();
      await start(async () => {
        ranAt = Date.now();
        return 'finished';
      });
      await lanes.enqueue(host(), 1);
      await lanes.enqueue(host('free'), 2);
      await until('both', () => ended('finished').length === 2);
      expect(ranAt - asked).toBeGreaterThanOrEqual(600);
    });

    it('puts back unfinished work when it stops, at the head of the lane, for the next dispatcher', async () => {
      const order: string[] = [];
      const handler =
        (who: string): LaneHandler =>
        async ({ jobId, signal }) => {
          order.push(`${who} ${jobId}`);
          if (who === 'first') await new Promise((_, reject) => signal.addEventListener('abort', reject));
          return 'finished';
        };
      const first = await start(handler('first'));
      for (const id of [1, 2, 3]) await lanes.enqueue(host(), id);
      await until('it runs', () => first.running().length === 1);
      const stopped = Date.now();
      await first.stop({ graceMs: 5_000 });
      expect(Date.now() - stopped).toBeLessThan(2_000);
      expect(await depth(host())).toEqual({ ...idle, waiting: 3 });
      expect(leases.held.size).toBe(0);
      await lanes.enqueue(host('late'), 4);
      await sleep(200);
      expect(order).toEqual(['first 1']);
      await start(handler('second'), { concurrency: 1 });
      await until('all four', () => ended('finished').length === 4);
      expect(order.filter((entry) => !entry.endsWith('4'))).toEqual(['first 1', 'second 1', 'second 2', 'second 3']);
    });

    it('loses and fails nothing when its workers are replaced one after the other under load', async () => {
      const rows = Array.from({ length: 120 }, (_, index) => ({ id: index + 1, hostKey: host(`h${index % 6}`) }));
      const done = new Map<number, number>();
      /** The hosts that are crawled, by whose generation of workers. */
      const busy = new Map<string, number>();
      let overlaps = 0;
      const handlerOf =
        (generation: number): LaneHandler =>
        async ({ jobId, hostKey, signal }) => {
          if (busy.has(hostKey)) overlaps += 1;
          busy.set(hostKey, generation);
          await sleep(50);
          busy.delete(hostKey);
          signal.throwIfAborted();
          done.set(jobId, (done.get(jobId) ?? 0) + 1);
          return 'finished';
        };
      await lanes.reconcile(rows);
      let current = await start(handlerOf(0));
      for (let generation = 1; generation <= 4; generation += 1) {
        const old = current;
        current = await start(handlerOf(generation));
        // In the middle of work, however slow the machine is.
        await until('the old one works', () => [...busy.values()].includes(generation - 1));
        await old.stop({ graceMs: 5_000 });
      }
      await until('all are done', () => done.size === rows.length);
      expect([...done.values()].filter((times) => times !== 1)).toEqual([]);
      expect(overlaps).toBe(0);
      expect(ended('failed')).toEqual([]);
      await until('the last one is settled', () => leases.held.size === 0);
      expect(ended('put_back').length).toBeGreaterThan(0);
    }, 60_000);

    it('does not wait longer than the grace for a handler that ignores its signal, and keeps its host claimed', async () => {
      let finish: () => void = () => undefined;
      const stubborn = await start(async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        return 'finished';
      });
      await lanes.enqueue(host(), 1);
      await until('it runs', () => stubborn.running().length === 1);
      const stopped = Date.now();
      await stubborn.stop({ graceMs: 300 });
      expect(Date.now() - stopped).toBeLessThan(2_000);
      expect((await depth(host()))?.waiting).toBe(1);
      expect(leases.held.has(host())).toBe(true);
      finish();
      await until('the host is free', () => leases.held.size === 0);
    });

    it('takes a waiting job off its lane, but not a running one', async () => {
      await lanes.enqueue(host(), 1);
      await lanes.enqueue(host(), 2);
      expect(await lanes.remove(host(), 2)).toBe('removed');
      expect(await lanes.remove(host(), 2)).toBe('absent');
      let finish: () => void = () => undefined;
      const dispatcher = await start(async () => {
        await new Promise<void>((resolve) => (finish = resolve));
        return 'finished';
      });
      await until('it runs', () => dispatcher.running().length === 1);
      expect(await lanes.remove(host(), 1)).toBe('running');
      finish();
      await until('it ended', () => ended('finished').length === 1);
    });

    it('puts back what the queue lost or has as finished, and changes nothing when done twice', async () => {
      const done: number[] = [];
      let healthy = false;
      await lanes.enqueue(host('a'), 1);
      const first = await start(async () => {
        if (!healthy) throw new Error('not today');
        return 'finished';
      });
      await until('it failed', () => ended('failed').length === 1);
      await first.stop({ graceMs: 0 });
      await lanes.enqueue(host('a'), 2);
      const unfinished = [
        { id: 1, hostKey: host('a') },
        { id: 3, hostKey: host('a') },
        { id: 2, hostKey: host('a') },
        { id: 4, hostKey: host('b') },
      ];
      expect(await lanes.reconcile(unfinished)).toEqual({ added: 2, revived: 1, hosts: 2 });
      expect(await lanes.reconcile(unfinished)).toEqual({ added: 0, revived: 0, hosts: 2 });
      healthy = true;
      await start(async ({ jobId }) => {
        done.push(jobId);
        return 'finished';
      });
      await until('all four', () => done.length === 4);
      await sleep(200);
      expect(done.sort()).toEqual([1, 2, 3, 4]);
    });
  });
}
