/** What goes wrong, when (milliseconds from the start) and, where it lasts, for how long. */
export type Fault =
  | { kind: 'kill'; at: number; worker: number }
  | { kind: 'restart'; at: number; worker: number }
  | { kind: 'freeze'; at: number; worker: number; ms: number }
  | { kind: 'cut'; at: number; worker: number; ms: number; from: 'redis' | 'database' | 'both' }
  | { kind: 'redis-restart'; at: number }
  | { kind: 'flushall'; at: number }
  | { kind: 'database-stop'; at: number; ms: number };

/** How much of what. */
export interface FaultShape {
  workers: number;
  hosts: number;
  jobs: number;
  /** Share of the faults' time over which the jobs are ordered. */
  feedShare: number;
  /** Between two requests to a host: slow enough that hosts have work at most times. */
  intervalMs: number;
  /** Hosts that one worker serves at a time; less than all, so that every worker has work. */
  concurrency: number;
  leaseSec: number;
  reconcileSec: number;
  kills: number;
  /** Workers told to go (SIGTERM) in the midst of their work, one after the other, as in a rolling update. */
  restarts: number;
  freezes: number;
  cuts: ('redis' | 'database' | 'both')[];
  redisRestarts: number;
  flushes: number;
  databaseStops: number;
  databaseStopMs: number;
}

/** The run that the acceptance asks for. */
export const FULL: FaultShape = {
  workers: 3,
  hosts: 40,
  jobs: 2000,
  feedShare: 0.75,
  intervalMs: 700,
  concurrency: 10,
  leaseSec: 20,
  reconcileSec: 60,
  kills: 10,
  restarts: 3,
  freezes: 3,
  // Three from each of the two, once from both at the same time.
  cuts: ['redis', 'redis', 'database', 'database', 'both'],
  redisRestarts: 2,
  flushes: 1,
  databaseStops: 1,
  databaseStopMs: 60_000,
};

/** The same in under a minute, with a shorter lease. */
export const SHORT: FaultShape = {
  workers: 3,
  hosts: 8,
  jobs: 96,
  feedShare: 0.5,
  intervalMs: 300,
  concurrency: 3,
  leaseSec: 4,
  reconcileSec: 5,
  kills: 2,
  restarts: 1,
  freezes: 1,
  cuts: [],
  redisRestarts: 0,
  flushes: 1,
  databaseStops: 0,
  databaseStopMs: 0,
};

const SETTLE_MS = 5000;

/**
 * Long faults follow each other, never two at a time, so that each is longer than the lease and healed before the next;
 * the short ones fall anywhere among them.
 */
export function planFaults(shape: FaultShape, random: () => number): Fault[] {
  const between = (from: number, to: number) => Math.round(from + random() * (to - from));
  const worker = () => between(0, shape.workers - 1);
  const longer = () => between(shape.leaseSec * 1000 * 1.15, shape.leaseSec * 1000 * 1.4);
  const repeat = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
  type Timeless = Fault extends infer F ? (F extends Fault ? Omit<F, 'at'> : never) : never;
  const long = shuffle<Timeless>(
    [
      ...repeat(shape.freezes, () => ({ kind: 'freeze' as const, worker: worker(), ms: longer() })),
      ...shape.cuts.map((from) => ({ kind: 'cut' as const, worker: worker(), ms: longer(), from })),
      ...repeat(shape.databaseStops, () => ({ kind: 'database-stop' as const, ms: shape.databaseStopMs })),
    ],
    random,
  );
  const plan: Fault[] = [];
  let at = SETTLE_MS;
  for (const fault of long) {
    plan.push({ ...fault, at } as Fault);
    at += ('ms' in fault ? fault.ms : 0) + between(2000, SETTLE_MS);
  }
  const short: Timeless[] = [
    ...repeat(shape.kills, () => ({ kind: 'kill' as const, worker: worker() })),
    ...Array.from({ length: shape.restarts }, (_, index) => ({
      kind: 'restart' as const,
      worker: index % shape.workers,
    })),
    ...repeat(shape.redisRestarts, () => ({ kind: 'redis-restart' as const })),
    ...repeat(shape.flushes, () => ({ kind: 'flushall' as const })),
  ];
  for (const fault of short) plan.push({ ...fault, at: between(SETTLE_MS / 2, Math.max(at, 2 * SETTLE_MS)) } as Fault);
  return plan.sort((a, b) => a.at - b.at);
}

/** The moment after which nothing is broken any more. */
export function lastFaultAt(plan: readonly Fault[]): number {
  return Math.max(...plan.map((fault) => fault.at + ('ms' in fault ? fault.ms : 0)));
}

/** The same numbers for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffle<T>(items: T[], random: () => number): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other] as T, items[last] as T];
  }
  return items;
}
