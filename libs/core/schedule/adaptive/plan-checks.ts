import { DAY_MS, HOUR_MS, MINUTE_MS } from '../china-time.js';
import { type PublicationModel } from './publication-model.js';

/** The distances between checks that are kept whatever the habits say. */
export interface CheckLimits {
  minGapMs: number;
  maxGapMs: number;
}

export const DEFAULT_CHECK_LIMITS: CheckLimits = { minGapMs: 5 * MINUTE_MS, maxGapMs: DAY_MS };

/** The distance of checks that a source with one publication a day deserves while nothing is known of its hours. */
const USUAL_GAP_MS = 1.8 * HOUR_MS;
/**
 * Livelier sources deserve more checks, but far from in proportion: with the root of the rate, which is best for the
 * mean delay, the last twentieth of all documents (those of the rare sources) would wait longer than with equal shares.
 */
const RATE_POWER = 0.3;
/** Waiting hurts by its square up to so many deserved distances; then the harm is done, and grows slowly. */
const SORE = { gaps: 1.5, growth: 0.2 };

const MAX_STEPS = 432;
const STEPS_PER_GAP = 40;
const FINEST_STEP_MS = MINUTE_MS;
const COARSEST_STEP_MS = 5 * MINUTE_MS;

export interface PlannedCheck {
  at: number;
  /** Publications expected since the check before. */
  expected: number;
}

/**
 * The checks of the next one and a half days that cost least: each request has its price, and so has the time that an
 * expected publication waits for the next check. The price is such that a source without habits is checked exactly at
 * the distance that it deserves; habits only move its checks to where they find more. Found by going backwards from the
 * end of the horizon; a plan stays right as long as its checks find nothing.
 */
export function planChecks(
  model: PublicationModel,
  now: number,
  limits: CheckLimits = DEFAULT_CHECK_LIMITS,
): PlannedCheck[] {
  const deserved = deservedGap(model, limits);
  const step = Math.min(COARSEST_STEP_MS, Math.max(FINEST_STEP_MS, deserved / STEPS_PER_GAP));
  const gap = deserved / step;
  // A flat rate costs rate * g^2/3 + price/g at distance g (in deserved distances): least at 1 with this price.
  const price = (model.perDay / DAY_MS) * deserved * (2 / 3);
  const sore = Math.round(SORE.gaps * gap);
  const harmWhenSore = (sore / gap) ** 2;
  const growth = (SORE.growth * 2 * sore) / gap ** 2;
  const { mass, first, second } = expectedPublications(model, now, step);
  const minGap = Math.max(1, Math.ceil(limits.minGapMs / step));
  const maxGap = Math.max(minGap, Math.min(MAX_STEPS, Math.floor(limits.maxGapMs / step)));
  const cost = new Float64Array(MAX_STEPS + 1);
  const next = new Int32Array(MAX_STEPS + 1).fill(MAX_STEPS);
  for (let from = MAX_STEPS - 1; from >= 0; from -= 1) {
    let best = Number.POSITIVE_INFINITY;
    // A later start never calls for an earlier next check, so the search ends where the one before ended.
    const last = Math.min(MAX_STEPS, from + maxGap, Math.max(from + minGap, next[from + 1]!));
    for (let to = Math.min(from + minGap, last); to <= last; to += 1) {
      const since = Math.max(from, to - sore);
      const count = mass[to]! - mass[since]!;
      const sum = first[to]! - first[since]!;
      const squares = second[to]! - second[since]!;
      let total = price + cost[to]! + (to * to * count - 2 * to * sum + squares) / gap ** 2;
      if (since > from) {
        const waiting = mass[since]! - mass[from]!;
        total += harmWhenSore * waiting + growth * ((to - sore) * waiting - (first[since]! - first[from]!));
      }
      if (total < best) {
        best = total;
        next[from] = to;
      }
    }
    cost[from] = best;
  }
  const checks: PlannedCheck[] = [];
  for (let from = 0; from < MAX_STEPS; from = next[from]!) {
    const to = next[from]!;
    checks.push({ at: now + to * step, expected: mass[to]! - mass[from]! });
  }
  return checks;
}

/** Documents of a wave are found by one check, so they count by the root of their number. */
function deservedGap(model: PublicationModel, { minGapMs, maxGapMs }: CheckLimits): number {
  const perDay = model.perDay / Math.sqrt(model.documentsPerUnit);
  return Math.min(maxGapMs, Math.max(minGapMs, USUAL_GAP_MS * perDay ** -RATE_POWER));
}

/** Sums over expected publications: how many, their moments (in steps) and the squares of those. */
function expectedPublications(model: PublicationModel, now: number, step: number) {
  const mass = new Float64Array(MAX_STEPS + 1);
  const first = new Float64Array(MAX_STEPS + 1);
  const second = new Float64Array(MAX_STEPS + 1);
  for (let index = 0; index < MAX_STEPS; index += 1) {
    const count = model.expected(now + index * step, now + (index + 1) * step);
    const middle = index + 0.5;
    mass[index + 1] = mass[index]! + count;
    first[index + 1] = first[index]! + count * middle;
    second[index + 1] = second[index]! + count * middle * middle;
  }
  return { mass, first, second };
}
