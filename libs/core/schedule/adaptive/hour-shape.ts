import { chinaHour } from '../china-time.js';

/** The day in steps of five minutes. */
export const SHAPE_BINS = 288;
const BINS_PER_HOUR = SHAPE_BINS / 24;
/** Widths of the bell laid over each publication, in hours. */
const WIDTHS_H = [0.06, 0.15, 0.35, 0.8, 1.6, 3];
/** So many publications outweigh the assumption of office hours. */
const PRIOR_WEIGHT = 1.5;
const OFFICE_HOURS = { from: 8.5, to: 18, share: 0.5 };
const LEAVE_ONE_OUT_FLOOR = 0.08;
/** How much better than "any hour" a shape must predict (natural logarithm of the odds) to be believed. */
const EVIDENCE_NEEDED = 1.5;

/**
 * How a source spreads its publications over the day, as shares that sum to one. The width of the bells is the one that
 * would have predicted each publication best from all others: sharp for a source that is always on time, flat for one
 * without habits. `anyHour` of it is spread evenly.
 */
export function hourShape(events: readonly { at: number; weight: number }[], anyHour: number): Float64Array {
  const counts = new Float64Array(SHAPE_BINS);
  let total = 0;
  for (const { at, weight } of events) {
    counts[Math.floor((chinaHour(at) / 24) * SHAPE_BINS) % SHAPE_BINS]! += weight;
    total += weight;
  }
  const learnt = total > 0 ? bestSmoothing(counts, total / events.length) : new Float64Array(SHAPE_BINS);
  const prior = officeHours();
  const shape = learnt.map((value, bin) => (value * total + prior[bin]! * PRIOR_WEIGHT) / (total + PRIOR_WEIGHT));
  return shape.map((value) => value * (1 - anyHour) + anyHour / SHAPE_BINS);
}

function bestSmoothing(counts: Float64Array, unit: number): Float64Array {
  const filled = [...counts.keys()].filter((bin) => counts[bin]! > 0);
  const total = filled.reduce((sum, bin) => sum + counts[bin]!, 0);
  const flat = -(total / unit) * Math.log(SHAPE_BINS);
  let best = { score: flat + EVIDENCE_NEEDED, shape: new Float64Array(SHAPE_BINS).fill(1 / SHAPE_BINS) };
  for (const width of WIDTHS_H) {
    const bell = KERNELS.get(width)!;
    const smooth = new Float64Array(SHAPE_BINS);
    for (const bin of filled) {
      for (let shift = 0; shift < SHAPE_BINS; shift += 1) {
        smooth[(bin + shift) % SHAPE_BINS]! += counts[bin]! * bell[shift]!;
      }
    }
    let score = 0;
    for (const bin of filled) {
      const others = Math.max(0, smooth[bin]! - unit * bell[0]!) / Math.max(unit, total - unit);
      const predicted = (1 - LEAVE_ONE_OUT_FLOOR) * others + LEAVE_ONE_OUT_FLOOR / SHAPE_BINS;
      score += (counts[bin]! / unit) * Math.log(predicted);
    }
    if (score > best.score) best = { score, shape: smooth.map((value) => value / total) };
  }
  return best.shape;
}

function bellOf(widthHours: number): Float64Array {
  const bell = new Float64Array(SHAPE_BINS);
  const width = widthHours * BINS_PER_HOUR;
  let sum = 0;
  for (let shift = 0; shift < SHAPE_BINS; shift += 1) {
    const distance = Math.min(shift, SHAPE_BINS - shift);
    bell[shift] = Math.exp(-(distance ** 2) / (2 * width ** 2));
    sum += bell[shift]!;
  }
  return bell.map((value) => value / sum);
}

const KERNELS = new Map(WIDTHS_H.map((width) => [width, bellOf(width)]));

function officeHours(): Float64Array {
  const inside = (bin: number) => bin >= OFFICE_HOURS.from * BINS_PER_HOUR && bin < OFFICE_HOURS.to * BINS_PER_HOUR;
  const hours = OFFICE_HOURS.to - OFFICE_HOURS.from;
  return new Float64Array(SHAPE_BINS).map(
    (_, bin) =>
      (1 - OFFICE_HOURS.share) / SHAPE_BINS + (inside(bin) ? OFFICE_HOURS.share / (hours * BINS_PER_HOUR) : 0),
  );
}
