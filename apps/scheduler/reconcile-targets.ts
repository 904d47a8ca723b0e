import {
  CronReader,
  manualRhythm,
  MINUTE_MS,
  missedTick,
  scheduleOf,
  writtenCron,
  ticksBetween,
  type CronExpression,
  type MissedTickPolicy,
} from '@govcrawler/core';
import { type Logger } from '@govcrawler/platform';
import { type DueTick, type ScheduleBook, type ScheduleChanges } from './schedule-book.js';
import { type Clock, type ScheduledRow, type ScheduledTargets } from './scheduler-ports.js';
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
  private rounds = 0;
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
    const round = (this.rounds += 1);
    const changes: ScheduleChanges = { add: [], remove: [], reschedule: [] };
    const missed: DueTick[] = [];
    const invalid: SchedulerStatus['invalid'] = [];
    const adaptive: ReconcileResult['adaptive'] = [];
    const now = this.clock.now();
    let unchanged = 0;
    for await (const page of this.targets.enabledPages()) {
      for (const row of page) {
        const written = writtenCron(row);
        const running = this.book.want(row.code, round);
        if (running === written) {
          unchanged += 1;
          continue;
        }
        const schedule = scheduleOf(row, this.reader);
        if (schedule.kind === 'adaptive') adaptive.push(this.watched(row));
        if (schedule.kind === 'invalid') {
          invalid.push({ targetCode: row.code, cron: schedule.cron, problem: schedule.problem });
        }
        if (schedule.kind !== 'cron') {
          if (running !== null) changes.remove.push(row.code);
          continue;
        }
        const { expression } = schedule;
        (running === null ? changes.add : changes.reschedule).push({ code: row.code, written, expression });
        if (!this.first) continue;
        for (const tick of this.ticksBeforeStart(expression, row.lastCrawledAt, now.getTime())) {
          missed.push({ code: row.code, tick: new Date(tick) });
        }
      }
    }
    for (const code of this.book.unwanted(round)) changes.remove.push(code);
    this.book.apply(changes, now.getTime(), round);
    this.first = false;
    this.warnOfNew(invalid);
    const { status } = this;
    status.invalid = invalid;
    status.adaptive = adaptive.length;
    status.targets = this.book.size;
    status.reconciles += 1;
    status.lastReconcileAt = now;
    const [added, removed, rescheduled] = [changes.add.length, changes.remove.length, changes.reschedule.length];
    const counts = { added, removed, rescheduled, unchanged };
    const more = { missed: missed.length, invalid: invalid.length, adaptive: adaptive.length };
    this.logger.info({ ...counts, ...more }, 'reconcile done');
    return { ...counts, adaptive, missed };
  }

  private watched(row: ScheduledRow): WatchedSource {
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
