import { DAY_MS, HOUR_MS, MINUTE_MS } from '../china-time.js';
import { type PublicationModel } from './publication-model.js';

export interface CheckPrice {
  /** A request is worth this much waiting of one document, in milliseconds. */
  priceMs: number;
  /** Waiting hurts more the longer it lasts: at this delay a further minute counts twice. */
  patienceMs: number;
  minGapMs: number;
  maxGapMs: number;
}

export const DEFAULT_CHECK_PRICE: CheckPrice = {
  priceMs: 20 * MINUTE_MS,
  patienceMs: 30 * MINUTE_MS,
  minGapMs: 5 * MINUTE_MS,
  maxGapMs: DAY_MS,
};

const MAX_STEPS = 432;
const FINEST_STEP_MS = MINUTE_MS;
const COARSEST_STEP_MS = 5 * MINUTE_MS;

export interface PlannedCheck {
  at: number;
  /** Publications expected since the check before. */
  expected: number;
}

/**
 * The checks of the next one and a half days that cost least: each request has its price, and so has every minute that
 * an expected publication waits for the next check. Found by going backwards from the end of the horizon; a plan stays
 * right as long as its checks find nothing.
 */
export function planChecks(model: PublicationModel, now: number, price: CheckPrice): PlannedCheck[] {
  // Documents of a wave are found by one check, so each of them pays a smaller part of it.
  const request = price.priceMs * Math.sqrt(model.documentsPerUnit);
  const step = stepFor(model, now, request);
  const { mass, first, second } = expectedWaiting(model, now, step);
  const minGap = Math.max(1, Math.ceil(price.minGapMs / step));
  const maxGap = Math.max(minGap, Math.min(MAX_STEPS, Math.floor(price.maxGapMs / step)));
  const cost = new Float64Array(MAX_STEPS + 1);
  const next = new Int32Array(MAX_STEPS + 1).fill(MAX_STEPS);
  for (let from = MAX_STEPS - 1; from >= 0; from -= 1) {
    let best = Number.POSITIVE_INFINITY;
    // A later start never calls for an earlier next check, so the search ends where the one before ended.
    const last = Math.min(MAX_STEPS, from + maxGap, Math.max(from + minGap, next[from + 1]!));
    for (let to = Math.min(from + minGap, last); to <= last; to += 1) {
      const at = to * step;
      const [count, sum, squares] = [mass[to]! - mass[from]!, first[to]! - first[from]!, second[to]! - second[from]!];
      const waiting = at * count - sum;
      const impatience = (at * at * count - 2 * at * sum + squares) / (2 * price.patienceMs);
      const total = waiting + impatience + request + cost[to]!;
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

/** Sums over expected publications: how many, their moments and the squares of those, for the cost of any span. */
function expectedWaiting(model: PublicationModel, now: number, step: number) {
  const mass = new Float64Array(MAX_STEPS + 1);
  const first = new Float64Array(MAX_STEPS + 1);
  const second = new Float64Array(MAX_STEPS + 1);
  for (let index = 0; index < MAX_STEPS; index += 1) {
    const count = model.expected(now + index * step, now + (index + 1) * step);
    const middle = (index + 0.5) * step;
    mass[index + 1] = mass[index]! + count;
    first[index + 1] = first[index]! + count * middle;
    second[index + 1] = second[index]! + count * middle * middle;
  }
  return { mass, first, second };
}

/** Fine enough to place the densest checks of the next day well. */
function stepFor(model: PublicationModel, now: number, request: number): number {
  let busiest = 0;
  for (let hour = 0; hour < 24; hour += 1) {
    busiest = Math.max(busiest, model.expected(now + hour * HOUR_MS, now + (hour + 1) * HOUR_MS) / HOUR_MS);
  }
  const densest = Math.sqrt((2 * request) / Math.max(busiest, 1e-12));
  return Math.min(COARSEST_STEP_MS, Math.max(FINEST_STEP_MS, densest / 12));
}
