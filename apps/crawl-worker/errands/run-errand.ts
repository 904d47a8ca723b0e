import { type ErrandKind, type ErrandPayloads, type ErrandState } from '@govcrawler/contracts';
import { leaseKeyOf, LeaseLostError, TransientError } from '@govcrawler/core';
import { type Logger } from '@govcrawler/platform';
import { type HostFence } from '../crawl-ports.js';
import { CrawlStop } from '../crawl-stop.js';
import { type LaneRun, type LaneVerdict } from '../run-crawl-job.js';
import { type ErrandHandler, type ErrandHandlers, type ErrandOutcome, type ErrandRun } from './errand-handler.js';

interface ClaimedErrand {
  id: number;
  kind: ErrandKind;
  payloadJson: Record<string, unknown>;
  createdBy: string;
  progressJson: Record<string, unknown> | null;
}

/** The rows of errands. */
export abstract class Errands {
  abstract claim(id: number, lease: HostFence, workerId: string): Promise<ClaimedErrand | null>;
  abstract saveProgress(id: number, token: number, progress: object): Promise<void>;
  abstract isStopRequested(id: number): Promise<boolean>;
  abstract finish(
    id: number,
    token: number,
    outcome: ErrandOutcome & { state: Extract<ErrandState, 'done' | 'failed' | 'cancelled'> },
  ): Promise<void>;
  abstract requeue(id: number, token: number): Promise<void>;
}

const STOP_CHECK_EVERY_MS = 1000;
const TROUBLE_RETRY_MS = 5000;

/** Takes an errand from its lane to its end: claim the row, do the work, write the outcome. */
export class RunErrand {
  constructor(
    private readonly errands: Errands,
    private readonly handlers: ErrandHandlers,
    private readonly workerId: string,
    private readonly logger: Logger,
  ) {}

  async run({ jobId: id, hostKey: lane, token, signal, lost, isHeld }: LaneRun): Promise<LaneVerdict> {
    const fence: HostFence = { hostKey: leaseKeyOf(lane), token };
    const errand = await this.claim(id, fence);
    if (errand === 'later') return { retryInMs: TROUBLE_RETRY_MS };
    if (!errand) return 'finished';
    const logger = this.logger.child({ errandId: id, kind: errand.kind, lane });
    const stop = new CrawlStop(signal, lost);
    const stopWatching = this.watchForStop(id, stop);
    try {
      const outcome = await this.handle(errand, {
        errandId: id,
        payload: errand.payloadJson as unknown as ErrandPayloads[ErrandKind],
        fence,
        previous: errand.progressJson,
        createdBy: errand.createdBy,
        stop: stop.soft,
        signal: stop.hard,
        isCancelled: () => stop.isCancelled,
        assertHeld: () => {
          if (!isHeld()) throw new LeaseLostError(`The lease of ${lane} (token ${token}) ended during errand ${id}`);
        },
        saveProgress: (progress) => this.errands.saveProgress(id, token, progress),
      });
      if (signal.aborted) return await this.giveBack(id, token, 0);
      const state = stop.isCancelled ? 'cancelled' : outcome.error === null ? 'done' : 'failed';
      await this.errands.finish(id, token, { ...outcome, state });
      logger.info({ state, error: outcome.error }, 'errand ended');
    } catch (error) {
      if (signal.aborted || error instanceof LeaseLostError) return await this.giveBack(id, token, 0);
      if (error instanceof TransientError) {
        logger.warn({ err: error }, 'errand interrupted, it goes on later');
        return await this.giveBack(id, token, TROUBLE_RETRY_MS);
      }
      logger.error({ err: error }, 'errand broke');
      const message = error instanceof Error ? error.message : String(error);
      await this.errands.finish(id, token, { state: 'failed', result: null, error: message });
    } finally {
      stop.end();
      stopWatching();
    }
    return 'finished';
  }

  private handle(errand: ClaimedErrand, run: ErrandRun<ErrandKind>): Promise<ErrandOutcome> {
    const handler = this.handlers[errand.kind] as ErrandHandler<ErrandKind> | undefined;
    // Written by a newer version: a worker of that version may take it.
    if (!handler) throw new TransientError(`This worker knows no errand of the kind ${errand.kind}`);
    return handler.run(run);
  }

  private async claim(id: number, fence: HostFence) {
    try {
      return await this.errands.claim(id, fence, this.workerId);
    } catch (error) {
      if (error instanceof LeaseLostError || error instanceof TransientError) return 'later';
      throw error;
    }
  }

  private async giveBack(id: number, token: number, retryInMs: number): Promise<LaneVerdict> {
    try {
      await this.errands.requeue(id, token);
    } catch (error) {
      // Its row still says "running" under a lease that is over: whoever gets the lane next takes it up.
      if (!(error instanceof LeaseLostError) && !(error instanceof TransientError)) throw error;
    }
    return { retryInMs };
  }

  private watchForStop(id: number, stop: CrawlStop): () => void {
    const timer = setInterval(() => {
      this.errands.isStopRequested(id).then(
        (requested) => requested && stop.cancel(),
        (error: unknown) => this.logger.warn({ err: error, errandId: id }, 'cannot read the stop request'),
      );
    }, STOP_CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }
}
