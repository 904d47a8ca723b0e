import { type CronExpression } from './cron-expression.js';

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
