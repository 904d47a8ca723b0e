import { chinaDay, DAY_MS, HOUR_MS, startOfChinaDay } from '../china-time.js';
import { CADENCE_MS, type Cadence, type FrequencyType } from './cadence.js';

const MAX_WAIT_MS = DAY_MS;
const MAX_WAIT_INTERVALS = 2;
const JITTER = { min: 0.85, max: 1.15 };
/** A wider spread than this predicts nothing. */
const REGULAR_STD_HOURS = 3;
/** How far behind the predicted hour a check goes, in standard deviations. */
const BEHIND_STD = 0.5;
const REGULAR: ReadonlySet<FrequencyType> = new Set(['daily', 'daily_fixed', 'weekly', 'monthly']);

export interface NextCheckInput {
  now: number;
  cadence: Cadence;
  frequencyType: FrequencyType;
  /** Hour of the day in China around which the source publishes; null when nothing is known. */
  publishHour: number | null;
  stdHour: number | null;
  lastArticleAt: number | null;
  /** In [0, 1), passed in so that the decision can be repeated. */
  random: number;
  /** Stretches all intervals, to compare policies at equal cost; 1 is as specified. */
  intervalScale?: number;
}

/** Why a check was put where it is. */
export type NextCheckReason = 'predicted' | 'interval';

/**
 * When to look next. A source with regular hours is looked at just after its predicted time, any other one after its
 * interval with some jitter; never later than a day or two intervals from now.
 */
export function calculateNextCheckTime(input: NextCheckInput): { at: number; reason: NextCheckReason } {
  const { now } = input;
  const scale = input.intervalScale ?? 1;
  const interval = CADENCE_MS[input.cadence] * scale;
  const latest = now + Math.min(MAX_WAIT_MS * Math.max(1, scale), MAX_WAIT_INTERVALS * interval);
  const predicted = predictedCheck(input);
  if (predicted !== null && predicted <= latest) return { at: predicted, reason: 'predicted' };
  const share = JITTER.min + (JITTER.max - JITTER.min) * input.random;
  // Whole milliseconds for the database, and always in the future.
  const at = Math.max(now + 1, Math.min(latest, Math.round(now + interval * share)));
  return { at, reason: 'interval' };
}

function predictedCheck(input: NextCheckInput): number | null {
  const { now, publishHour, stdHour, frequencyType, lastArticleAt } = input;
  if (publishHour === null || stdHour === null || !(stdHour <= REGULAR_STD_HOURS)) return null;
  if (!REGULAR.has(frequencyType) || !(publishHour >= 0 && publishHour < 24)) return null;
  const offset = (publishHour + BEHIND_STD * stdHour) * HOUR_MS;
  for (let day = chinaDay(now) - 1; ; day += 1) {
    const at = Math.round(startOfChinaDay(day) + offset);
    if (at <= now) continue;
    // A source that has already published around this time today will not do so again before tomorrow.
    const published =
      lastArticleAt !== null && Math.abs(lastArticleAt - (at - BEHIND_STD * stdHour * HOUR_MS)) < 6 * HOUR_MS;
    if (!published) return at;
  }
}
