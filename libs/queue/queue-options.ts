import { type DefaultJobOptions, type WorkerOptions } from 'bullmq';

/** The kinds of queues there are: one doorbell for the cluster, one lane per host. */
export type QueueKind = 'doorbell' | 'lane';

interface QueueSettings {
  /** The whole name of a static queue, the start of a dynamic one's. */
  name: string;
  jobs: Required<Pick<DefaultJobOptions, 'attempts' | 'backoff' | 'removeOnComplete' | 'removeOnFail'>> &
    Pick<DefaultJobOptions, 'stackTraceLimit'>;
  worker: Required<Pick<WorkerOptions, 'lockDuration' | 'stalledInterval' | 'maxStalledCount'>> &
    Pick<WorkerOptions, 'drainDelay' | 'runRetryDelay'>;
  /** Nobody reads the event stream; BullMQ would keep 10,000 entries for each of 10,000 lanes. */
  maxEvents: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY_IN_SECONDS = 24 * 60 * 60;

/** Every queue with every option that decides how jobs live, fail and come back. */
export const QUEUES: Record<QueueKind, QueueSettings> = {
  doorbell: {
    name: 'doorbell',
    jobs: {
      // A bell says "this lane has work". One that gave up would leave its lane silent until the next reconcile.
      attempts: 1_000_000,
      backoff: { type: 'fixed', delay: 2 * SECOND },
      removeOnComplete: true,
      removeOnFail: { count: 100 },
      stackTraceLimit: 1,
    },
    worker: {
      // Not the 10 minutes of the lanes: the bell of a killed worker lies still until its lock ends, and a host must
      // be served again within 120 s of a crash. 30 s + 10 s until the check finds it + the host lease stays below.
      lockDuration: 30 * SECOND,
      stalledInterval: 10 * SECOND,
      // A bell is never the poison: crashes are counted on the job's row.
      maxStalledCount: 1_000_000,
      // Longest sleep of an idle worker before it looks again by itself; new bells wake it at once.
      drainDelay: 5,
      runRetryDelay: 2 * SECOND,
    },
    maxEvents: 100,
  },
  lane: {
    name: 'lane-',
    jobs: {
      // The row in the database decides whether a crawl is tried again, not the queue.
      attempts: 1,
      backoff: { type: 'fixed', delay: 0 },
      removeOnComplete: true,
      removeOnFail: { age: 7 * DAY_IN_SECONDS, count: 1000 },
      stackTraceLimit: 1,
    },
    worker: {
      lockDuration: 10 * MINUTE,
      stalledInterval: 30 * SECOND,
      // Never reached: a job left behind by a dead worker is put back by the next holder of the host's lease, at
      // once and at the head of the lane, without waiting for its lock.
      maxStalledCount: 1,
    },
    maxEvents: 1,
  },
};

/** How long a queue command may take before its caller is told that the queue cannot be reached. */
export const COMMAND_TIMEOUT_MS = 10 * SECOND;
