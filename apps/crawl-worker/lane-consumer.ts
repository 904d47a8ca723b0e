import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from '@govcrawler/platform';
import {
  HostLanes,
  type HostLeases,
  LaneDispatcher,
  type LaneEvent,
  type LaneMetrics,
  type QueueBackend,
} from '@govcrawler/queue';
import { type RunCrawlJob } from './run-crawl-job.js';

export interface LaneConsumerOptions {
  queue: QueueBackend;
  leases: HostLeases;
  jobs: { unfinished(): Promise<{ id: number; hostKey: string }[]> };
  runCrawlJob: RunCrawlJob;
  concurrency: number;
  logger: Logger;
  timing?: LaneTiming;
  metrics?: LaneMetrics;
}

/** How long the dead stay unnoticed; for tests and special stands, the defaults suit production. */
export interface LaneTiming {
  /** How long a host stays claimed after the last sign of life of its worker. */
  leaseMs: number;
  reconcileMs: number;
}

export const DEFAULT_TIMING: LaneTiming = { leaseMs: 30_000, reconcileMs: 60_000 };
/** With the closing of the queues, up to 6 s when they do not answer, a stop takes less than 25 s. */
export const STOP_GRACE_MS = 18_000;

/** Serves the lanes for as long as the process lives: starts last, stops first. */
export class LaneConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lanes: HostLanes;
  private readonly dispatcher: LaneDispatcher;
  private reconcileTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: LaneConsumerOptions) {
    const { queue, leases, runCrawlJob, concurrency, timing = DEFAULT_TIMING } = options;
    const count = options.metrics?.of('crawl');
    this.lanes = new HostLanes(queue);
    this.dispatcher = new LaneDispatcher({
      backend: queue,
      leases,
      concurrency,
      handler: (run) => runCrawlJob.run(run),
      onEvent: (event) => {
        count?.(event);
        logLaneEvent(options.logger, event);
      },
      leaseTtlMs: timing.leaseMs,
      // The bell of a dead worker lies still as long as its hosts do.
      bellLockMs: timing.leaseMs,
      bellStalledCheckMs: Math.round(timing.leaseMs / 3), // Redis takes whole numbers only
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.reconcile();
    this.reconcileTimer = setInterval(
      () => {
        this.reconcile().catch((error: unknown) => this.options.logger.error({ err: error }, 'reconcile failed'));
      },
      (this.options.timing ?? DEFAULT_TIMING).reconcileMs,
    );
    await this.dispatcher.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.reconcileTimer);
    await this.dispatcher.stop({ graceMs: STOP_GRACE_MS });
  }

  /** Rows are the truth: what the queue lost comes back. */
  private async reconcile(): Promise<void> {
    const { added, revived, hosts } = await this.lanes.reconcile(await this.options.jobs.unfinished());
    if (added + revived > 0) this.options.logger.info({ added, revived, hosts }, 'jobs put back on their lanes');
  }
}

/** One log line per event of the lanes, as loud as it matters. */
export function logLaneEvent(logger: Logger, event: LaneEvent): void {
  if (event.kind === 'handler_failed') logger.error({ ...event, err: event.error }, 'job handler failed');
  else if (event.kind === 'lease_lost' || event.kind === 'trouble')
    logger.warn({ ...event, err: event.error }, event.kind);
  else logger.debug(event, 'lane');
}
