import {
  CronReader,
  diffSchedules,
  manualRhythm,
  MINUTE_MS,
  missedTick,
  scheduleOf,
  ticksBetween,
  type CronExpression,
  type MissedTickPolicy,
} from '@govcrawler/core';
import { type Logger } from '@govcrawler/platform';
import { type BookedTarget, type DueTick, type ScheduleBook } from './schedule-book.js';
import { type Clock, type ScheduledTargets } from './scheduler-ports.js';
import { type SchedulerStatus } from './scheduler-status.js';
import { type WatchedSource } from './source-schedule.js';

export interface ReconcileResult {
  added: number;
  removed: number;
  rescheduled: number;
  unchanged: number;
  /** Targets that schedule themselves. */
  adaptive: WatchedSource[];
  /** Ticks that passed before this process knew the target; only the first reconcile looks for them. */
  missed: DueTick[];
}

/**
 * Ticks of the last minutes before a start are sent in any case, once more if need be: whoever ran before may have died
 * in the middle of them, and the database makes one job of a tick that is sent twice.
 */
const LOOK_BACK_MS = 15 * MINUTE_MS;
const MAX_LATE_TICKS = 100;
const FEED_ADAPTER = 'rss';

/** Makes the running schedule follow the database: what people change in the console is live without a restart. */
export class ReconcileTargets {
  private readonly reader = new CronReader();
  private first = true;

  constructor(
    private readonly targets: ScheduledTargets,
    private readonly book: ScheduleBook,
    private readonly status: SchedulerStatus,
    private readonly missedTicks: MissedTickPolicy,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async run(): Promise<ReconcileResult> {
    const rows = await this.targets.listEnabled();
    const now = this.clock.now();
    const wanted: BookedTarget[] = [];
    const missed: DueTick[] = [];
    const invalid: SchedulerStatus['invalid'] = [];
    const adaptive: ReconcileResult['adaptive'] = [];
    for (const row of rows) {
      const schedule = scheduleOf(row, this.reader);
      if (schedule.kind === 'adaptive') adaptive.push(this.watched(row));
      if (schedule.kind === 'invalid') {
        invalid.push({ targetCode: row.code, cron: schedule.cron, problem: schedule.problem });
      }
      if (schedule.kind !== 'cron') continue;
      const booked = this.book.targets.get(row.code);
      const { effectiveCron: cron, expression } = schedule;
      wanted.push(booked?.cron === cron ? booked : { code: row.code, cron, expression });
      if (!this.first) continue;
      for (const tick of this.ticksBeforeStart(schedule.expression, row.lastCrawledAt, now.getTime())) {
        missed.push({ code: row.code, tick: new Date(tick) });
      }
    }
    const diff = diffSchedules(this.book.targets, wanted);
    this.book.apply(diff, now.getTime());
    this.first = false;
    this.warnOfNew(invalid);
    const { status } = this;
    status.invalid = invalid;
    status.adaptive = adaptive.length;
    status.targets = this.book.targets.size;
    status.reconciles += 1;
    status.lastReconcileAt = now;
    const [added, removed, rescheduled] = [diff.add.length, diff.remove.length, diff.reschedule.length];
    const counts = { added, removed, rescheduled, unchanged: diff.unchanged };
    const more = { missed: missed.length, invalid: invalid.length, adaptive: adaptive.length };
    this.logger.info({ ...counts, ...more }, 'reconcile done');
    return { ...counts, adaptive, missed };
  }

  private watched(row: Awaited<ReturnType<ScheduledTargets['listEnabled']>>[number]): WatchedSource {
    const { id, code, siteCode, hostKey, adapter } = row;
    const kind = adapter === FEED_ADAPTER ? 'rss' : 'custom';
    return { id, code, siteCode, hostKey, kind, manual: manualRhythm(row, this.reader) };
  }

  private ticksBeforeStart(expression: CronExpression, lastCrawledAt: Date | null, now: number): number[] {
    const recent = ticksBetween(expression, now - LOOK_BACK_MS, now, MAX_LATE_TICKS);
    if (recent.length > 0) return recent;
    const missed = missedTick(expression, lastCrawledAt?.getTime() ?? null, now, this.missedTicks);
    return missed === null ? [] : [missed];
  }

  private warnOfNew(invalid: SchedulerStatus['invalid']): void {
    const known = new Set(this.status.invalid.map(({ targetCode, cron }) => `${targetCode} ${cron}`));
    for (const { targetCode, cron, problem } of invalid) {
      if (known.has(`${targetCode} ${cron}`)) continue;
      this.logger.warn({ target: targetCode, cron, problem: problem.message }, 'target is not scheduled: wrong cron');
    }
  }
}
