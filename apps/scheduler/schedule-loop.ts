import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from '@govcrawler/platform';
import { type AdaptiveTargets } from './adaptive-targets.js';
import { type DispatchTicks } from './dispatch-ticks.js';
import { type ReconcileTargets } from './reconcile-targets.js';
import { type ScheduleBook } from './schedule-book.js';
import { type Clock } from './scheduler-ports.js';
import { type SchedulerStatus } from './scheduler-status.js';

export interface ScheduleLoopOptions {
  book: ScheduleBook;
  reconcile: ReconcileTargets;
  dispatch: DispatchTicks;
  /** Null where nothing remembers targets that schedule themselves. */
  adaptive: AdaptiveTargets | null;
  /** Takes old lines off the decision log. */
  pruneLog: () => Promise<number>;
  status: SchedulerStatus;
  clock: Clock;
  logger: Logger;
  reconcileSec: number;
}

const LOOK_EVERY_MS = 1_000;
/** Targets that schedule themselves are not bound to a minute. */
const LOOK_ADAPTIVE_EVERY_MS = 15_000;
const PRUNE_EVERY_MS = 3_600_000;

/** Keeps the schedule going for as long as the process lives. */
export class ScheduleLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private dispatching: Promise<unknown> | null = null;
  private reconciling: Promise<void> | null = null;
  private checking: Promise<void> | null = null;
  private nextAdaptiveAt = Number.NEGATIVE_INFINITY;
  private nextReconcileAt = Number.NEGATIVE_INFINITY;
  private nextPruneAt = Number.NEGATIVE_INFINITY;
  private pruning: Promise<void> | null = null;
  private brokenSince: number | null = null;
  private stopped = false;

  constructor(private readonly options: ScheduleLoopOptions) {}

  /** A database that is away at start does not end the process: it is asked again like at any other time. */
  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.look();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await Promise.allSettled([this.dispatching, this.reconciling, this.checking, this.pruning]);
  }

  /** One round: what is due goes out, and once in a while the database is looked at. Rounds never wait for each other. */
  look(): void {
    if (this.stopped) return;
    const now = this.options.clock.now().getTime();
    if (now >= this.nextReconcileAt && this.reconciling === null) {
      this.nextReconcileAt = now + this.options.reconcileSec * 1000;
      this.reconciling = this.reconcile().finally(() => (this.reconciling = null));
    }
    if (now >= this.nextAdaptiveAt && this.checking === null && this.options.status.reconciles > 0) {
      this.nextAdaptiveAt = now + LOOK_ADAPTIVE_EVERY_MS;
      this.checking = this.checkAdaptive().finally(() => (this.checking = null));
    }
    if (now >= this.nextPruneAt && this.pruning === null && this.options.status.reconciles > 0) {
      this.nextPruneAt = now + PRUNE_EVERY_MS;
      this.pruning = this.prune().finally(() => (this.pruning = null));
    }
    this.dispatching ??= this.dispatchDue(now).finally(() => (this.dispatching = null));
  }

  private async dispatchDue(now: number): Promise<void> {
    const { book, dispatch, status, clock } = this.options;
    const due = book.takeDue(now);
    if (due.length === 0) return;
    await dispatch.run(due);
    status.lastDispatchAt = clock.now();
  }

  private async checkAdaptive(): Promise<void> {
    const { adaptive, logger, clock, status } = this.options;
    try {
      await adaptive?.look();
      this.brokenSince = null;
    } catch (error) {
      this.brokenSince ??= clock.now().getTime();
      status.sourceFailures += 1;
      logger.error({ err: error }, 'source schedule failed, sources run once an hour until it works');
      await adaptive?.lookWithoutStats(this.brokenSince);
    }
  }

  private async prune(): Promise<void> {
    try {
      const removed = await this.options.pruneLog();
      if (removed > 0) this.options.logger.info({ removed }, 'old lines of the decision log removed');
    } catch (error) {
      this.options.logger.warn({ err: error }, 'the decision log cannot be pruned, tried again later');
    }
  }

  private async reconcile(): Promise<void> {
    const { reconcile, dispatch, status, logger } = this.options;
    try {
      const { missed, adaptive } = await reconcile.run();
      if (this.options.adaptive) await this.options.adaptive.watch(adaptive);
      else if (adaptive.length > 0) logger.warn({ targets: adaptive.length }, 'adaptive targets do not run here');
      if (missed.length > 0) await dispatch.run(missed);
    } catch (error) {
      status.reconcileFailures += 1;
      // Soon again: until it succeeds once there is nothing to run at all.
      if (status.reconciles === 0) this.nextReconcileAt = this.options.clock.now().getTime() + RETRY_MS;
      logger.error({ err: error }, 'reconcile failed, the schedule stays as it is');
    }
  }
}

const RETRY_MS = 5_000;
