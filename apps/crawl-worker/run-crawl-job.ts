import { type CrawlProgress } from '@govcrawler/contracts';
import { LeaseLostError } from '@govcrawler/core';
import { type Logger } from '@govcrawler/platform';
import { CrawlJobs, CrawlPlans, type HostFence } from './crawl-ports.js';
import { type CrawlTarget } from './crawl-target.js';

/** What the lane is told after the handler: the job is over, or it comes back to the lane. */
export type LaneVerdict = 'finished' | { retryInMs: number };

export interface LaneRun {
  jobId: number;
  hostKey: string;
  token: number;
  /** Aborted when the lease is lost or the worker stops. */
  signal: AbortSignal;
}

const PROGRESS_EVERY_MS = 500;
const STOP_CHECK_EVERY_MS = 1000;

/** Takes a job from its lane to its end: claim the row, crawl, write the outcome. */
export class RunCrawlJob {
  constructor(
    private readonly jobs: CrawlJobs,
    private readonly plans: CrawlPlans,
    private readonly crawlTarget: CrawlTarget,
    private readonly workerId: string,
    private readonly logger: Logger,
  ) {}

  async run({ jobId, hostKey, token, signal }: LaneRun): Promise<LaneVerdict> {
    const fence: HostFence = { hostKey, token };
    const job = await this.jobs.claim(jobId, fence, this.workerId);
    if (!job) return 'finished';
    const target = await this.plans.resolve(job.targetCode);
    if (!target) {
      await this.jobs.finish(jobId, token, { state: 'failed', summary: null, error: 'The target no longer exists' });
      return 'finished';
    }
    const logger = this.logger.child({ jobId, site: target.plan.site.code, target: target.plan.target.code, hostKey });
    const stop = this.watchForStop(jobId);
    logger.info('crawl started');
    try {
      const { summary, failure } = await this.crawlTarget.run({
        target,
        force: job.forceFull,
        maxItems: job.maxItems,
        fence,
        signal: AbortSignal.any([signal, stop.signal]),
        onProgress: this.throttledProgress(jobId, token),
      });
      if (signal.aborted) return await this.giveBack(jobId, token);
      const state = stop.signal.aborted ? 'cancelled' : failure === null ? 'done' : 'failed';
      await this.jobs.finish(jobId, token, { state, summary, error: failure });
      logger.info({ state, ...summary }, 'crawl ended');
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLostError) return await this.giveBack(jobId, token);
      logger.error({ err: error }, 'crawl broke');
      const message = error instanceof Error ? error.message : String(error);
      await this.jobs.finish(jobId, token, { state: 'failed', summary: null, error: message });
    } finally {
      stop.end();
    }
    return 'finished';
  }

  /** The worker is going away, or the host is no longer ours: the job goes on elsewhere. */
  private async giveBack(jobId: number, token: number): Promise<LaneVerdict> {
    try {
      await this.jobs.requeue(jobId, token);
    } catch (error) {
      // Somebody else holds the host and with it the job: nothing of ours may be written any more.
      if (!(error instanceof LeaseLostError)) throw error;
    }
    return { retryInMs: 0 };
  }

  private throttledProgress(jobId: number, token: number) {
    let savedAt = -Infinity;
    return async (progress: CrawlProgress) => {
      if (performance.now() - savedAt < PROGRESS_EVERY_MS) return;
      savedAt = performance.now();
      await this.jobs.saveProgress(jobId, token, progress);
    };
  }

  /** An operator may cancel from any process: the row is where the wish is seen. */
  private watchForStop(jobId: number) {
    const controller = new AbortController();
    const timer = setInterval(() => {
      this.jobs.isStopRequested(jobId).then(
        (requested) => requested && controller.abort(),
        (error: unknown) => this.logger.warn({ err: error, jobId }, 'cannot read the stop request'),
      );
    }, STOP_CHECK_EVERY_MS);
    return { signal: controller.signal, end: () => clearInterval(timer) };
  }
}
