import { type Logger } from '@govcrawler/platform';
import pLimit from 'p-limit';
import { type DueTick } from './schedule-book.js';
import { type RunAnswer, type RunRequests, type ScheduledTargets } from './scheduler-ports.js';
import { type SchedulerStatus } from './scheduler-status.js';

const CONCURRENCY = 20;
/** So many unanswered requests in a row mean that the gateway is away: the rest of the batch is not tried. */
const GIVE_UP_AFTER = 5;

type Outcome = RunAnswer | 'disabled';
/** Told of each tick that has its job now. */
type OnJob = (tick: DueTick, jobId: number) => Promise<void>;

/**
 * Sends due ticks to the gateway. A tick that several schedulers send becomes one job, because a target has one job per
 * tick in the database; so nobody has to lead, and any one of them may die at any moment.
 */
export class DispatchTicks {
  constructor(
    private readonly targets: ScheduledTargets,
    private readonly gateway: RunRequests,
    private readonly status: SchedulerStatus,
    private readonly logger: Logger,
  ) {}

  async run(due: readonly DueTick[], onJob?: OnJob): Promise<Record<Outcome, number>> {
    const counts: Record<Outcome, number> = {
      accepted: 0,
      known: 0,
      refused: 0,
      unreachable: 0,
      denied: 0,
      disabled: 0,
    };
    let unanswered = 0;
    const limit = pLimit(CONCURRENCY);
    await Promise.all(
      due.map((tick) =>
        limit(async () => {
          const { outcome, jobId } =
            unanswered >= GIVE_UP_AFTER ? { outcome: 'unreachable' as const, jobId: null } : await this.send(tick);
          unanswered = outcome === 'unreachable' ? unanswered + 1 : 0;
          counts[outcome] += 1;
          this.status.ticks[outcome] += 1;
          if (jobId !== null) await onJob?.(tick, jobId);
        }),
      ),
    );
    if (counts.unreachable > 0) {
      const { unreachable } = this.status.ticks;
      this.logger.warn(
        { skipped: counts.unreachable, skippedSinceStart: unreachable },
        'gateway unreachable, ticks skipped',
      );
    }
    if (counts.denied > 0) this.logger.error({ ticks: counts.denied }, 'gateway denies our credentials');
    if (due.length > 0) this.logger.debug(counts, 'ticks dispatched');
    return counts;
  }

  private async send({ code, tick }: DueTick): Promise<{ outcome: Outcome; jobId: number | null }> {
    try {
      // A target that was switched off since the last reconcile stops at once.
      const plan = await this.targets.planFor(code);
      if (!plan?.siteEnabled || !plan.targetEnabled) return { outcome: 'disabled', jobId: null };
    } catch (error) {
      // The gateway reads the same rows; it decides.
      this.logger.warn({ err: error, target: code }, 'cannot read the target, asking the gateway all the same');
    }
    const { answer, jobId } = await this.gateway.run(code, tick);
    return { outcome: answer, jobId };
  }
}
