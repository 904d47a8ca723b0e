import { type CrawlProgress } from '@govcrawler/contracts';
import { LeaseLostError, TransientError } from '@govcrawler/core';
import { type Logger } from '@govcrawler/platform';
import { type ClaimedJob, CrawlJobs, CrawlPlans, type HostFence } from './crawl-ports.js';
import { CrawlStop } from './crawl-stop.js';
import { type CrawlTarget } from './crawl-target.js';

/** What the lane is told after the handler: the job is over, or it comes back to the lane. */
export type LaneVerdict = 'finished' | { retryInMs: number };

export interface LaneRun {
  jobId: number;
  hostKey: string;
  token: number;
  /** Aborted when the lease is lost or the worker stops. */
  signal: AbortSignal;
  /** Aborted when the lease is lost. */
  lost: AbortSignal;
  /** Asked before each request: a process that was frozen hears of a lost lease too late. */
  isHeld(): boolean;
}

const PROGRESS_EVERY_MS = 1000;
const STOP_CHECK_EVERY_MS = 1000;
/** Database or fetch service are away: soon enough to go on quickly, too seldom to be a burden. */
const TROUBLE_RETRY_MS = 5000;
const SUSPECT_RETRY_MS = 2000;

/** Takes a job from its lane to its end: claim the row, crawl, write the outcome. */
export class RunCrawlJob {
  /** Attempts whose end could not be written. */
  private readonly owed = new Map<string, { jobId: number; token: number }>();
  private paying: NodeJS.Timeout | undefined;
  private readonly underWay = new Map<number, CrawlStop>();
  private watching: NodeJS.Timeout | undefined;
  /** The job under way whose last attempts died, until it gets further than they did. */
  private suspect: number | null = null;

  constructor(
    private readonly jobs: CrawlJobs,
    private readonly plans: CrawlPlans,
    private readonly crawlTarget: CrawlTarget,
    private readonly workerId: string,
    private readonly logger: Logger,
  ) {}

  async run({ jobId, hostKey, token, signal, lost, isHeld }: LaneRun): Promise<LaneVerdict> {
    const fence: HostFence = { hostKey, token };
    const job = await this.claim(jobId, fence);
    if (job === 'later') return { retryInMs: TROUBLE_RETRY_MS };
    if (!job) return 'finished';
    if (job.crashes > 0) {
      // One at a time: whoever died beside the poison must not die beside it again, and be parked for it.
      if (this.suspect !== null) return this.giveBack(jobId, token, SUSPECT_RETRY_MS);
      this.suspect = jobId;
    }
    const logger = this.logger.child({ jobId, target: job.targetCode, hostKey });
    const stop = new CrawlStop(signal, lost);
    const stopWatching = this.watchForStop(jobId, stop);
    try {
      const target = await this.plans.resolve(job.targetCode);
      if (!target) {
        await this.jobs.finish(jobId, token, { state: 'failed', summary: null, error: 'The target no longer exists' });
        return 'finished';
      }
      if (target.hostKey !== hostKey) {
        // The list has moved: its new host may be somebody else's now. The reconciler brings the row to its lane.
        logger.info({ movedTo: target.hostKey }, 'crawl goes to another lane');
        await this.jobs.requeue(jobId, token, target.hostKey);
        return 'finished';
      }
      logger.info('crawl started');
      const { summary, failure } = await this.crawlTarget.run({
        target,
        force: job.forceFull,
        maxItems: job.maxItems,
        mayLeaveUnread: job.triggerKind === 'cron',
        usageBefore: job.usageBefore ?? null,
        fence,
        stop: stop.soft,
        signal: stop.hard,
        assertHeld: () => {
          if (!isHeld()) throw new LeaseLostError(`The lease of ${hostKey} (token ${token}) ended during job ${jobId}`);
        },
        onProgress: this.throttledProgress(job, token),
      });
      if (signal.aborted) return await this.giveBack(jobId, token, 0);
      const state = stop.isCancelled ? 'cancelled' : failure === null ? 'done' : 'failed';
      await this.jobs.finish(jobId, token, { state, summary, error: failure });
      logger.info({ state, ...summary }, 'crawl ended');
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLostError) return await this.giveBack(jobId, token, 0);
      if (error instanceof TransientError) {
        logger.warn({ err: error }, 'crawl interrupted, it goes on later');
        return await this.giveBack(jobId, token, TROUBLE_RETRY_MS);
      }
      logger.error({ err: error }, 'crawl broke');
      const message = error instanceof Error ? error.message : String(error);
      await this.jobs.finish(jobId, token, { state: 'failed', summary: null, error: message });
    } finally {
      this.acquit(jobId);
      stop.end();
      stopWatching();
    }
    return 'finished';
  }

  private async claim(jobId: number, fence: HostFence) {
    try {
      return await this.jobs.claim(jobId, fence, this.workerId);
    } catch (error) {
      if (error instanceof LeaseLostError || error instanceof TransientError) return 'later';
      throw error;
    }
  }

  /**
   * The worker is going away, the host is no longer ours, or the database or the fetch service cannot be reached: the
   * job goes on later, here or elsewhere.
   */
  private async giveBack(jobId: number, token: number, retryInMs: number): Promise<LaneVerdict> {
    try {
      await this.jobs.requeue(jobId, token);
    } catch (error) {
      // The row still says "running" under a lease that is over: whoever gets the host next takes it up, and blames
      // the job until this worker can say that it lives.
      if (!(error instanceof TransientError)) throw error;
      this.owed.set(`${jobId}/${token}`, { jobId, token });
      this.payLater();
    }
    return { retryInMs };
  }

  /** Tells the rows, as soon as the database is back, that their attempts were given up and did not crash. */
  private payLater(): void {
    this.paying ??= setTimeout(() => {
      this.paying = undefined;
      void this.payOwed();
    }, TROUBLE_RETRY_MS).unref();
  }

  private async payOwed(): Promise<void> {
    for (const [attempt, { jobId, token }] of this.owed) {
      try {
        await this.jobs.requeue(jobId, token);
        this.owed.delete(attempt);
      } catch (error) {
        this.logger.warn({ err: error, jobId }, 'cannot give the job back yet');
      }
    }
    if (this.owed.size > 0) this.payLater();
  }

  private acquit(jobId: number): void {
    if (this.suspect === jobId) this.suspect = null;
  }

  private throttledProgress({ id: jobId, farthestPage }: ClaimedJob, token: number) {
    let savedAt = -Infinity;
    let hasDocument = false;
    let calls = 0;
    return async (progress: CrawlProgress) => {
      // The first document is always told: an attempt that got so far is not counted as a crash.
      // So is every call of a model: what it cost must outlive this process.
      const called = progress.agents?.usage.calls ?? 0;
      const isTold = progress.phase === 'finished' || (progress.article > 0 && !hasDocument) || called > calls;
      if (!isTold && performance.now() - savedAt < PROGRESS_EVERY_MS) return;
      hasDocument ||= progress.article > 0;
      calls = Math.max(calls, called);
      savedAt = performance.now();
      await this.jobs.saveProgress(jobId, token, progress);
      if (hasDocument || progress.page > farthestPage) this.acquit(jobId);
    };
  }

  /** An operator may cancel from any process: the row is where the wish is seen. One look serves all jobs. */
  private watchForStop(jobId: number, stop: CrawlStop): () => void {
    this.underWay.set(jobId, stop);
    this.watching ??= setInterval(() => void this.lookForStops(), STOP_CHECK_EVERY_MS);
    return () => {
      this.underWay.delete(jobId);
      if (this.underWay.size > 0) return;
      clearInterval(this.watching);
      this.watching = undefined;
    };
  }

  private async lookForStops(): Promise<void> {
    try {
      for (const jobId of await this.jobs.stoppedAmong([...this.underWay.keys()])) this.underWay.get(jobId)?.cancel();
    } catch (error) {
      this.logger.warn({ err: error }, 'cannot read the stop requests');
    }
  }
}
