import { type CronExpression } from './cron-expression.js';

/** A target as the scheduler keeps it between two looks at the database. */
export interface PlannedTarget {
  code: string;
  /** What fires. */
  cron: string;
}

export interface ScheduleDiff<T extends PlannedTarget> {
  add: T[];
  remove: string[];
  reschedule: T[];
  unchanged: number;
}

/** What has to change for the running schedule to become the wanted one. */
export function diffSchedules<T extends PlannedTarget>(
  current: ReadonlyMap<string, PlannedTarget>,
  wanted: readonly T[],
): ScheduleDiff<T> {
  const diff: ScheduleDiff<T> = { add: [], remove: [], reschedule: [], unchanged: 0 };
  const codes = new Set<string>();
  for (const target of wanted) {
    codes.add(target.code);
    const running = current.get(target.code);
    if (!running) diff.add.push(target);
    else if (running.cron !== target.cron) diff.reschedule.push(target);
    else diff.unchanged += 1;
  }
  for (const code of current.keys()) if (!codes.has(code)) diff.remove.push(code);
  return diff;
}

/** What to do with ticks that passed while no scheduler ran. */
export type MissedTickPolicy = 'skip' | 'once';

/**
 * The tick to make up for, or null. `since` is the moment up to which ticks were looked after, null for a target that
 * never ran: its first tick is still to come, nothing was missed. However many ticks passed, one crawl catches up.
 */
export function missedTick(
  expression: CronExpression,
  since: number | null,
  now: number,
  policy: MissedTickPolicy,
): number | null {
  if (policy === 'skip' || since === null) return null;
  const latest = expression.latest(now);
  return latest !== null && latest > since ? latest : null;
}

/** All ticks in (after, until], oldest first; at most `limit` of them, the newest ones. */
export function ticksBetween(expression: CronExpression, after: number, until: number, limit: number): number[] {
  const ticks: number[] = [];
  for (let at = expression.latest(until); at !== null && at > after && ticks.length < limit;) {
    ticks.push(at);
    at = expression.previous(at);
  }
  return ticks.reverse();
}
