import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { leaseKeyOf } from '@govcrawler/core';
import { type Logger } from '@govcrawler/platform';
import {
  HostLanes,
  type HostLease,
  HostLeases,
  LaneDispatcher,
  type LaneMetrics,
  type QueueBackend,
} from '@govcrawler/queue';
import { DEFAULT_TIMING, type LaneTiming, logLaneEvent, STOP_GRACE_MS } from '../lane-consumer.js';
import { type RunErrand } from './run-errand.js';

export interface ErrandConsumerOptions {
  /** Opened with `errandQueueOptions`. */
  queue: QueueBackend;
  leases: HostLeases;
  errands: {
    unfinished(): Promise<{ id: number; lane: string }[]>;
    prune(olderThanMs: number): Promise<number>;
  };
  runErrand: RunErrand;
  /** Errands at the same time; most of their time is waiting. */
  concurrency: number;
  logger: Logger;
  timing?: LaneTiming;
  metrics?: LaneMetrics;
}

/** People look at results for a while; the rows are not a history. */
const KEEP_MS = 7 * 86_400_000;
const PRUNE_EVERY_MS = 3_600_000;
/** Somebody waits for most errands. */
const BUSY_RETRY_MS = 1000;

/** Serves the lanes of errands for as long as the process lives. */
export class ErrandConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lanes: HostLanes;
  private readonly dispatcher: LaneDispatcher;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(private readonly options: ErrandConsumerOptions) {
    const { queue, leases, runErrand, concurrency, logger, timing = DEFAULT_TIMING } = options;
    const count = options.metrics?.of('errand');
    this.lanes = new HostLanes(queue);
    this.dispatcher = new LaneDispatcher({
      backend: queue,
      leases: new LeasesOfLanes(leases),
      concurrency,
      handler: (run) => runErrand.run(run),
      onEvent: (event) => {
        count?.(event);
        logLaneEvent(logger, event);
      },
      leaseTtlMs: timing.leaseMs,
      busyHostRetryMs: BUSY_RETRY_MS,
      bellLockMs: timing.leaseMs,
      bellStalledCheckMs: Math.round(timing.leaseMs / 3),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { timing = DEFAULT_TIMING, errands, logger } = this.options;
    await this.reconcile();
    this.repeat(timing.reconcileMs, () => this.reconcile());
    this.repeat(PRUNE_EVERY_MS, async () => {
      const removed = await errands.prune(KEEP_MS);
      if (removed > 0) logger.info({ removed }, 'old errands removed');
    });
    await this.dispatcher.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await this.dispatcher.stop({ graceMs: STOP_GRACE_MS });
  }

  private repeat(everyMs: number, work: () => Promise<void>): void {
    const failed = (error: unknown) => this.options.logger.error({ err: error }, 'looking after errands failed');
    this.timers.push(setInterval(() => void work().catch(failed), everyMs));
  }

  private async reconcile(): Promise<void> {
    const unfinished = await this.options.errands.unfinished();
    await this.lanes.reconcile(unfinished.map(({ id, lane }) => ({ id, hostKey: lane })));
  }
}

/** Lanes whose errands walk through a host run under the lease of its crawls. */
class LeasesOfLanes extends HostLeases {
  constructor(private readonly leases: HostLeases) {
    super();
  }

  acquire(lane: string, holder: string, ttlMs: number): Promise<HostLease | null> {
    return this.leases.acquire(leaseKeyOf(lane), holder, ttlMs);
  }

  renew(lane: string, token: number, ttlMs: number): Promise<boolean> {
    return this.leases.renew(leaseKeyOf(lane), token, ttlMs);
  }

  release(lane: string, token: number): Promise<unknown> {
    return this.leases.release(leaseKeyOf(lane), token);
  }
}
