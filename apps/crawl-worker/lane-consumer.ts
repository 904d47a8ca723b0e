import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from '@govcrawler/platform';
import { HostLanes, type HostLeases, LaneDispatcher, type LaneEvent, type QueueBackend } from '@govcrawler/queue';
import { type RunCrawlJob } from './run-crawl-job.js';

export interface LaneConsumerOptions {
  queue: QueueBackend;
  leases: HostLeases;
  jobs: { unfinished(): Promise<{ id: number; hostKey: string }[]> };
  runCrawlJob: RunCrawlJob;
  concurrency: number;
  logger: Logger;
}

const RECONCILE_EVERY_MS = 60_000;
/** Kubernetes kills after 30 s: what is running must be back in the queue before. */
const GRACE_MS = 25_000;

/** Serves the lanes for as long as the process lives: starts last, stops first. */
export class LaneConsumer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lanes: HostLanes;
  private readonly dispatcher: LaneDispatcher;
  private reconcileTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: LaneConsumerOptions) {
    const { queue, leases, runCrawlJob, concurrency } = options;
    this.lanes = new HostLanes(queue);
    this.dispatcher = new LaneDispatcher({
      backend: queue,
      leases,
      concurrency,
      handler: (run) => runCrawlJob.run(run),
      onEvent: (event) => this.log(event),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.reconcile();
    this.reconcileTimer = setInterval(() => {
      this.reconcile().catch((error: unknown) => this.options.logger.error({ err: error }, 'reconcile failed'));
    }, RECONCILE_EVERY_MS);
    await this.dispatcher.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.reconcileTimer);
    await this.dispatcher.stop({ graceMs: GRACE_MS });
  }

  /** Rows are the truth: what the queue lost comes back. */
  private async reconcile(): Promise<void> {
    const { added, revived, hosts } = await this.lanes.reconcile(await this.options.jobs.unfinished());
    if (added + revived > 0) this.options.logger.info({ added, revived, hosts }, 'jobs put back on their lanes');
  }

  private log(event: LaneEvent): void {
    const { logger } = this.options;
    if (event.kind === 'handler_failed') logger.error({ ...event, err: event.error }, 'job handler failed');
    else if (event.kind === 'lease_lost' || event.kind === 'trouble')
      logger.warn({ ...event, err: event.error }, event.kind);
    else logger.debug(event, 'lane');
  }
}
