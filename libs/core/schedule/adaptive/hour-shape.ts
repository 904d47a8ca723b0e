import { chinaHour, HOUR_MS } from '../china-time.js';

/** The day in steps of five minutes. */
export const SHAPE_BINS = 288;
const BINS_PER_HOUR = SHAPE_BINS / 24;
/** Widths of the bell laid over each publication, in hours. */
const WIDTHS_H = [0.06, 0.15, 0.35, 0.8, 1.6, 3];
const OFFICE_HOURS = { from: 8.5, to: 18, share: 0.5 };
/** Shares of publications that come at any hour; the one that predicts best is taken. */
const ANY_HOUR_SHARES = [0.04, 0.12, 0.3];
/** How much better than "any hour" a shape must predict (natural logarithm of the odds) to be believed. */
const EVIDENCE_NEEDED = 2;
/** With few events much may still come at any hour: with no more than this everything. */
const FEW_EVENTS = 2;
/** What came within this time of a publication belongs to the same occasion and does not confirm its hour. */
const OCCASION_MS = 12 * HOUR_MS;

/** A publication or a wave of them; oldest first where there are several. */
interface WeighedEvent {
  at: number;
  weight: number;
}

/**
 * How a source spreads its publications over the day, as shares that sum to one. A bell is laid over each publication;
 * how wide, and how much is left to any hour, follows from how well each publication is predicted by those of other
 * days: sharp for a source that is always on time, flat for one without habits. `anyHour` of it is spread evenly at
 * least.
 */
export function hourShape(events: readonly WeighedEvent[], anyHour: number): Float64Array {
  const total = events.reduce((sum, { weight }) => sum + weight, 0);
  const shape = believedShape(events, total);
  const open = Math.max(anyHour, Math.min(1, FEW_EVENTS / (events.length + 1)));
  return shape.map((value) => value * (1 - open) + open / SHAPE_BINS);
}

/** All candidates, each weighed by how well it predicts; the flat one has the benefit of the doubt. */
function believedShape(events: readonly WeighedEvent[], total: number): Float64Array {
  const bins = events.map(({ at }) => Math.floor((chinaHour(at) / 24) * SHAPE_BINS) % SHAPE_BINS);
  const counts = new Float64Array(SHAPE_BINS);
  events.forEach(({ weight }, index) => (counts[bins[index]!]! += weight));
  const unit = total / events.length;
  // A single event confirms nothing.
  const widths = events.length > 1 ? WIDTHS_H : [];
  const candidates = widths.flatMap((width) => {
    const smooth = smoothed(counts, KERNELS.get(width)!);
    const predictions = predictedByOtherDays(events, bins, smooth, KERNELS.get(width)!, total);
    return ANY_HOUR_SHARES.map((share) => {
      const score = predictions.reduce(
        (sum, predicted, index) =>
          sum + (events[index]!.weight / unit) * Math.log((1 - share) * predicted * SHAPE_BINS + share),
        0,
      );
      return { score, shape: smooth.map((value) => ((1 - share) * value) / total + share / SHAPE_BINS) };
    });
  });
  const flat = { score: EVIDENCE_NEEDED, shape: new Float64Array(SHAPE_BINS).fill(1 / SHAPE_BINS) };
  return weighedMean([flat, officeCandidate(events, bins, unit), ...candidates]);
}

/** Office hours as many keep them need not be learnt: they are believed as soon as they explain what came. */
function officeCandidate(events: readonly WeighedEvent[], bins: readonly number[], unit: number) {
  const shape = officeHours();
  const score = events.reduce(
    (sum, { weight }, index) => sum + (weight / unit) * Math.log(shape[bins[index]!]! * SHAPE_BINS),
    0,
  );
  return { score, shape };
}

/** For each event the density at its hour, learnt without its own occasion. */
function predictedByOtherDays(
  events: readonly WeighedEvent[],
  bins: readonly number[],
  smooth: Float64Array,
  bell: Float64Array,
  total: number,
): number[] {
  let first = 0;
  return events.map(({ at }, index) => {
    while (events[first]!.at < at - OCCASION_MS) first += 1;
    let [density, weight] = [smooth[bins[index]!]!, total];
    for (let other = first; other < events.length && events[other]!.at <= at + OCCASION_MS; other += 1) {
      density -= events[other]!.weight * bell[(bins[index]! - bins[other]! + SHAPE_BINS) % SHAPE_BINS]!;
      weight -= events[other]!.weight;
    }
    return weight > 1e-6 * total ? Math.max(0, density) / weight : 0;
  });
}

function smoothed(counts: Float64Array, bell: Float64Array): Float64Array {
  const smooth = new Float64Array(SHAPE_BINS);
  for (let bin = 0; bin < SHAPE_BINS; bin += 1) {
    if (counts[bin] === 0) continue;
    for (let shift = 0; shift < SHAPE_BINS; shift += 1) {
      smooth[(bin + shift) % SHAPE_BINS]! += counts[bin]! * bell[shift]!;
    }
  }
  return smooth;
}

function weighedMean(candidates: readonly { score: number; shape: Float64Array }[]): Float64Array {
  const best = Math.max(...candidates.map(({ score }) => score));
  const mean = new Float64Array(SHAPE_BINS);
  let sum = 0;
  for (const { score, shape } of candidates) {
    const belief = Math.exp(score - best);
    if (belief < 1e-4) continue;
    sum += belief;
    for (let bin = 0; bin < SHAPE_BINS; bin += 1) mean[bin]! += belief * shape[bin]!;
  }
  return mean.map((value) => value / sum);
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
