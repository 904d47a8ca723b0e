import {
  createPostgresBackend,
  createRedisBackend,
  Queue,
  runMigrations,
  Worker,
  type BackendFactory,
  type IQueueBackend,
  type Processor,
} from 'bullmq';
import { Redis } from 'ioredis';
import { TransientError } from '@govcrawler/core';
import { type EmbeddedPostgres } from '@govcrawler/platform';
import { ANY_TOKEN, Lane, laneName } from './lane.js';
import { parseBellMessage } from './messages.js';
import { COMMAND_TIMEOUT_MS, QUEUES } from './queue-options.js';
import { within } from './within.js';

/** Where the queues live. */
export type QueueBackendOptions = (
  | {
      kind: 'redis';
      url: string;
      /** Start of every key; another one is another world. */
      prefix?: string;
      /** How long to wait for a server that does not answer yet. */
      connectWithinMs?: number;
    }
  | { kind: 'embedded'; postgres: EmbeddedPostgres }
) & {
  /** Told about every trouble of the connection; it heals by itself, so nothing is thrown. */
  onError?: (error: Error) => void;
  /** Another kind of jobs rings at a door of its own; its lanes must have names of their own, too. */
  doorbell?: string;
};

type EmbeddedPool = ReturnType<EmbeddedPostgres['pool']>;
type AnyFactory = BackendFactory<IQueueBackend, unknown>;

/** BullMQ's schema, and the search path its statements need. */
const SCHEMA = 'bullmq';
const CACHED_LANES = 2000;
const PING_TIMEOUT_MS = 1000;
const TIDY_EVERY_MS = 60_000;
/** Databases whose remains of a dead process were looked after; a second opening must not touch running bells. */
const openedHere = new WeakMap<EmbeddedPostgres, Set<string>>();

/** Connects to the queues; on the embedded database it also brings BullMQ's tables up to date. */
export async function openQueueBackend(options: QueueBackendOptions): Promise<QueueBackend> {
  const report = options.onError ?? (() => undefined);
  switch (options.kind) {
    case 'redis':
      return openRedis(options, report);
    case 'embedded':
      return openEmbedded(options, report);
  }
}

async function openRedis(
  options: Extract<QueueBackendOptions, { kind: 'redis' }>,
  report: (error: Error) => void,
): Promise<QueueBackend> {
  const { url, prefix = 'govcrawler', connectWithinMs = COMMAND_TIMEOUT_MS, doorbell } = options;
  const redis = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: (times) => Math.min(times * 100, 2000),
    connectTimeout: 5000,
    disconnectTimeout: 500,
  });
  redis.setMaxListeners(0);
  let lastError: Error | undefined;
  const remember = (error: Error) => {
    lastError = error;
    report(error);
  };
  const factory = createRedisBackend as unknown as AnyFactory;
  const backend = new QueueBackend('redis', redis, factory, prefix, remember, doorbell);
  try {
    await within(connectWithinMs, 'Connecting', backend.ready());
    return backend;
  } catch (error) {
    redis.disconnect();
    const cause = lastError ?? (error as Error);
    const { host, port } = redis.options;
    throw new TransientError(`Cannot reach the queue server at ${host}:${port}: ${cause.message}`, { cause });
  }
}

async function openEmbedded(
  { postgres, doorbell = QUEUES.doorbell.name }: Extract<QueueBackendOptions, { kind: 'embedded' }>,
  report: (error: Error) => void,
): Promise<QueueBackend> {
  const pool = postgres.pool(SCHEMA);
  const client = await pool.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    client.release();
  }
  const factory = createPostgresBackend as unknown as AnyFactory;
  const backend = new QueueBackend('embedded', pool, factory, undefined, report, doorbell);
  await backend.ready();
  const opened = openedHere.get(postgres) ?? new Set<string>();
  openedHere.set(postgres, opened);
  if (!opened.has(doorbell)) {
    opened.add(doorbell);
    await backend.putBackAbandonedBells();
  }
  return backend;
}

/** Open queues: one shared connection for all lanes and the doorbell, whichever server is behind it. */
export class QueueBackend {
  private readonly shared: IQueueBackend;
  private readonly doorbell: Queue;
  private readonly lanes = new Map<string, Lane>();
  private nextTidyAt = 0;

  constructor(
    readonly kind: QueueBackendOptions['kind'],
    private readonly connection: Redis | EmbeddedPool,
    private readonly factory: AnyFactory,
    private readonly prefix: string | undefined,
    private readonly report: (error: Error) => void,
    private readonly doorbellName: string = QUEUES.doorbell.name,
  ) {
    this.shared = factory(QUEUES.lane.name, { connection, ...QUEUES.lane.worker, ...this.prefixOption() } as never);
    this.shared.on('error', report);
    this.doorbell = new Queue(
      doorbellName,
      {
        connection: {},
        defaultJobOptions: QUEUES.doorbell.jobs,
        streams: { events: { maxLen: QUEUES.doorbell.maxEvents } },
      },
      (() => this.shared.forQueue(doorbellName)) as never,
    );
    this.doorbell.on('error', report);
  }

  ready(): Promise<void> {
    return this.shared.waitUntilReady();
  }

  /** Whether the server answers right now; the embedded one always does. */
  async isReachable(): Promise<boolean> {
    if (!(this.connection instanceof Redis)) return true;
    return within(PING_TIMEOUT_MS, 'Ping', this.connection.ping()).then(
      () => true,
      () => false,
    );
  }

  /** How the server keeps what it is given; null for the embedded one, which keeps it like everything else. */
  async memory(): Promise<{ policy: string; evicts: boolean; persists: boolean } | null> {
    if (!(this.connection instanceof Redis)) return null;
    const info = await within(PING_TIMEOUT_MS, 'Info', this.connection.info());
    const fact = (name: string) => new RegExp(`^${name}:(.*?)\\s*$`, 'm').exec(info)?.[1] ?? '';
    const policy = fact('maxmemory_policy');
    // Without a limit nothing is ever thrown away, whatever the policy.
    const evicts = policy !== '' && policy !== 'noeviction' && fact('maxmemory') !== '0';
    return { policy, evicts, persists: fact('aof_enabled') === '1' };
  }

  lane(hostKey: string): Lane {
    const lane = this.lanes.get(hostKey) ?? new Lane(hostKey, this.shared);
    this.lanes.delete(hostKey);
    this.lanes.set(hostKey, lane);
    if (this.lanes.size > CACHED_LANES) this.lanes.delete(this.lanes.keys().next().value as string);
    return lane;
  }

  /**
   * Says that a lane has work. One bell per lane: a ring while it waits is swallowed, while it sleeps it wakes it,
   * and while it is being served it is kept and comes after, so no ring is lost.
   */
  async ring(hostKey: string): Promise<void> {
    await this.doorbell.add('ring', parseBellMessage({ schemaVersion: 1, hostKey }), {
      deduplication: { id: laneName(hostKey), keepLastIfActive: true, reschedule: true },
    });
  }

  /** Clears what piles up in the background; called now and then by the reconciler. */
  async tidy(): Promise<void> {
    if (performance.now() < this.nextTidyAt) return;
    this.nextTidyAt = performance.now() + TIDY_EVERY_MS;
    // A server that was flushed forgot the options of its queues: let the next use of a lane write them again.
    this.lanes.clear();
    // On PostgreSQL BullMQ trims a queue's events only when that queue happens to write every 256th one of all.
    if (!(this.connection instanceof Redis)) await this.connection.query('TRUNCATE event');
  }

  /** Rings again what a dead process was answering; only where no other process can be answering now. */
  async putBackAbandonedBells(): Promise<void> {
    for (const bell of await this.doorbell.getActive()) {
      await this.doorbell.getBackend().retryJob(bell.id as string, true, ANY_TOKEN);
    }
  }

  /** A worker that answers the bells, not started yet. It has the one blocking connection of the process. */
  bellWorker(answer: Processor, options: { concurrency: number; lockMs?: number; stalledCheckMs?: number }): Worker {
    const worker = new Worker(
      this.doorbellName,
      answer,
      {
        ...QUEUES.doorbell.worker,
        ...this.prefixOption(),
        lockDuration: options.lockMs ?? QUEUES.doorbell.worker.lockDuration,
        stalledInterval: options.stalledCheckMs ?? QUEUES.doorbell.worker.stalledInterval,
        connection: this.connection as never,
        concurrency: options.concurrency,
        autorun: false,
      },
      this.factory as never,
    );
    worker.on('error', this.report);
    return worker;
  }

  /** On Redis closes the connection; the embedded database stays open, it is its owner's. */
  async close(): Promise<void> {
    this.lanes.clear();
    await this.shared.close();
    if (this.connection instanceof Redis) this.connection.disconnect();
  }

  private prefixOption(): { prefix?: string } {
    return this.prefix === undefined ? {} : { prefix: this.prefix };
  }
}
