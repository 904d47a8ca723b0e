import { DAY_MS, HOUR_MS, MINUTE_MS } from '../china-time.js';
import { calculateBackoff, type FailureKind } from './backoff.js';
import { DEFAULT_CHECK_PRICE, planChecks, type CheckPrice } from './plan-checks.js';
import { PublicationModel, type PublicationHistory } from './publication-model.js';
import { type WorkingCalendar } from './working-calendar.js';

export type CheckReason = 'expected_publication' | 'longest_wait' | 'no_history' | `backoff:${FailureKind}` | 'stopped';

/** One line of the decision log: when a source is looked at next, and why then. */
export interface CheckDecision {
  /** Null: not at all until somebody acts. */
  at: number | null;
  reason: CheckReason;
  /** Publications expected between now and then. */
  expected: number;
  /** In words, for people. */
  why: string;
}

/** When to look at a source next, by its habits; the line for the decision log comes with it. */
export function decideNextCheck(
  history: PublicationHistory,
  calendar: WorkingCalendar,
  price: CheckPrice = DEFAULT_CHECK_PRICE,
): CheckDecision {
  const { now, times } = history;
  const model = new PublicationModel(history, calendar);
  const [first] = planChecks(model, now, price);
  const at = first?.at ?? now + price.maxGapMs;
  const expected = first?.expected ?? 0;
  const wait = waitLabel(at - now);
  if (times.length === 0) {
    return { at, expected, reason: 'no_history', why: `Nothing is known of this source yet; next look in ${wait}` };
  }
  if (at - now >= Math.min(price.maxGapMs, DAY_MS)) {
    return { at, expected, reason: 'longest_wait', why: `Little is expected; looked at every ${wait} all the same` };
  }
  const rate = model.perDay.toFixed(model.perDay < 1 ? 2 : 1);
  const why = `${expected.toFixed(2)} publications expected within ${wait} (${rate} a day by ${times.length} known ones)`;
  return { at, expected, reason: 'expected_publication', why };
}

/** The same after a failure: the source is left alone for a while, or until somebody renews its credential. */
export function decideAfterFailure(
  failCount: number,
  message: string,
  status: number | null,
  now: number,
): CheckDecision {
  const { kind, waitMs, stop } = calculateBackoff(failCount, message, status);
  if (stop) return { at: null, expected: 0, reason: 'stopped', why: 'The credential must be renewed first' };
  const why = `Left alone for ${waitLabel(waitMs)} after failure ${failCount} in a row (${kind})`;
  return { at: now + waitMs, expected: 0, reason: `backoff:${kind}`, why };
}

/**
 * The moment to learn from when a list shows days only: a document dated to midnight that was not there at a later
 * check appeared between that check and the one that found it.
 */
export function evidenceTime(publishedAt: number, previousCheckAt: number | null, foundAt: number): number {
  if (previousCheckAt === null || publishedAt >= previousCheckAt) return Math.min(publishedAt, foundAt);
  return (previousCheckAt + foundAt) / 2;
}

function waitLabel(ms: number): string {
  return ms < 2 * HOUR_MS ? `${Math.round(ms / MINUTE_MS)} min` : `${(ms / HOUR_MS).toFixed(1)} h`;
}
