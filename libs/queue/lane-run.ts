import { type Job } from 'bullmq';
import { LeaseLostError } from '@govcrawler/core';
import { type HeldLease } from './held-lease.js';
import { type Lane } from './lane.js';
import { type LaneEvent, type LaneHandler, type LaneOutcome } from './lane-handler.js';
import { parseCrawlJobMessage } from './messages.js';
import { COMMAND_TIMEOUT_MS, QUEUES } from './queue-options.js';
import { within } from './within.js';

type HandlerResult = Awaited<ReturnType<LaneHandler>> | 'abandoned' | { error: Error };

/** One pulled job: runs its handler under the lease and settles the job on its lane accordingly. */
export class LaneRun {
  readonly hostKey: string;
  readonly token: number;
  /** Resolves when the job is settled on its lane. */
  readonly settled: Promise<void>;
  handlerReturned: Promise<void> = Promise.resolve();
  handlerStillRuns = false;
  private readonly controller = new AbortController();
  private readonly startedAt = Date.now();
  private stopRequested = false;
  private leaveHandler: (result: 'abandoned') => void = () => undefined;
  private settle: () => void = () => undefined;

  constructor(
    private readonly lane: Lane,
    private readonly job: Job,
    private readonly lockToken: string,
    private readonly lease: HeldLease,
    private readonly emit: (event: LaneEvent) => void,
  ) {
    this.hostKey = lane.hostKey;
    this.token = lease.token;
    this.settled = new Promise((resolve) => (this.settle = resolve));
  }

  get jobId(): number {
    return Number((this.job.data as { jobId?: unknown } | undefined)?.jobId);
  }

  abort(why: 'cancelled' | 'stopping', reason: Error): void {
    if (why === 'stopping') this.stopRequested = true;
    this.controller.abort(reason);
  }

  /** Gives up waiting for a handler that does not return. */
  abandon(): void {
    this.leaveHandler('abandoned');
  }

  async execute(handler: LaneHandler): Promise<void> {
    this.emit({ kind: 'started', ...this.identity(), waitedMs: this.startedAt - this.job.timestamp });
    const keepLock = setInterval(() => {
      this.lane.extendLock(this.job.id as string, this.lockToken).catch((error: Error) => this.trouble(error));
    }, QUEUES.lane.worker.lockDuration / 2);
    const onLost = () => {
      this.emit({ kind: 'lease_lost', ...this.identity(), error: this.lease.signal.reason as Error });
      this.controller.abort(this.lease.signal.reason);
    };
    this.lease.signal.addEventListener('abort', onLost, { once: true });
    try {
      await this.end(await this.callHandler(handler));
    } finally {
      clearInterval(keepLock);
      this.lease.signal.removeEventListener('abort', onLost);
    }
  }

  /** Puts the job back without having run it. */
  giveBack(): Promise<void> {
    return this.end({ retryInMs: 0 });
  }

  private async callHandler(handler: LaneHandler): Promise<HandlerResult> {
    const left = new Promise<'abandoned'>((resolve) => (this.leaveHandler = resolve));
    this.handlerStillRuns = true;
    const result: Promise<HandlerResult> = (async () => {
      try {
        const { jobId } = parseCrawlJobMessage(this.job.data);
        return await handler({
          jobId,
          hostKey: this.hostKey,
          token: this.token,
          signal: this.controller.signal,
          lost: this.lease.signal,
          isHeld: () => this.lease.isHeld(),
        });
      } catch (error) {
        return { error: error instanceof Error ? error : new Error(String(error)) };
      } finally {
        this.handlerStillRuns = false;
      }
    })();
    this.handlerReturned = result.then(() => undefined);
    return Promise.race([result, left]);
  }

  private async end(result: HandlerResult): Promise<void> {
    const outcome = this.outcomeOf(result);
    if (outcome === 'failed') {
      this.emit({ kind: 'handler_failed', ...this.identity(), error: (result as { error: Error }).error });
    }
    try {
      await within(COMMAND_TIMEOUT_MS, `Settling job ${this.jobId} of ${this.hostKey}`, this.settleAs(outcome, result));
    } catch (error) {
      // The queue forgot the job or cannot be reached. The row says how it ended, and whoever gets the host next
      // puts the job back.
      this.trouble(error as Error);
    }
    this.settle();
    this.emit({ kind: 'ended', ...this.identity(), outcome, durationMs: Date.now() - this.startedAt });
  }

  private outcomeOf(result: HandlerResult): LaneOutcome {
    if (!this.lease.isHeld()) return 'lease_lost';
    if (result === 'abandoned') return 'put_back';
    if (result === 'finished') return 'finished';
    if ('retryInMs' in result) return result.retryInMs > 0 ? 'retry_later' : 'put_back';
    return this.stopRequested || result.error instanceof LeaseLostError ? 'put_back' : 'failed';
  }

  private async settleAs(outcome: LaneOutcome, result: HandlerResult): Promise<void> {
    const id = this.job.id as string;
    switch (outcome) {
      case 'finished':
        await this.job.moveToCompleted(null, this.lockToken, false);
        return;
      case 'retry_later':
        await this.job.moveToDelayed(Date.now() + (result as { retryInMs: number }).retryInMs, this.lockToken);
        return;
      case 'failed':
        await this.job.moveToFailed((result as { error: Error }).error, this.lockToken, false);
        return;
      case 'put_back':
      case 'lease_lost':
        // After a lost lease the next holder may have put it back already; then this one is refused.
        await this.lane.putBack(id, this.lockToken);
        return;
    }
  }

  private identity(): { hostKey: string; jobId: number; token: number } {
    return { hostKey: this.hostKey, jobId: this.jobId, token: this.token };
  }

  private trouble(error: Error): void {
    this.emit({ kind: 'trouble', where: `job ${this.jobId} of ${this.hostKey}`, error });
  }
}
