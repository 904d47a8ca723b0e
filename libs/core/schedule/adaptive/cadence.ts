import { HOUR_MS, MINUTE_MS } from '../china-time.js';

/** How often a source is looked at, from every quarter of an hour to once a day. */
export const CADENCE_MS = {
  P0: 15 * MINUTE_MS,
  P1: 30 * MINUTE_MS,
  P2: HOUR_MS,
  P3: 2 * HOUR_MS,
  P4: 4 * HOUR_MS,
  P5: 8 * HOUR_MS,
  P6: 24 * HOUR_MS,
} as const;
export type Cadence = keyof typeof CADENCE_MS;

/** Kinds of publishers and the cadence that each deserves. */
export const FREQUENCY_CADENCE = {
  realtime: 'P0',
  high: 'P1',
  daily: 'P2',
  daily_fixed: 'P3',
  weekly: 'P4',
  monthly: 'P5',
  low: 'P6',
} as const satisfies Record<string, Cadence>;
export type FrequencyType = keyof typeof FREQUENCY_CADENCE;

/** Holds until there is something to learn from. */
export const DEFAULT_FREQUENCY: Frequency = { frequencyType: 'daily', cadence: 'P2' };

export interface Frequency {
  frequencyType: FrequencyType;
  cadence: Cadence;
}

/** A publication as stored; times that cannot be read are passed over. */
export interface PublishedEntry {
  publishedAt: Date | number | string | null | undefined;
}

const MIN_ENTRIES = 3;
/** Average hours between two entries below which each kind begins to be too slow. */
const LIMITS_HOURS: readonly (readonly [number, FrequencyType])[] = [
  [6, 'realtime'],
  [18, 'high'],
  [36, 'daily'],
  [72, 'daily_fixed'],
  [168, 'weekly'],
  [720, 'monthly'],
];
const REALTIME_PER_DAY = 5;

/** Readable times of entries in milliseconds, oldest first. */
export function publicationTimes(entries: readonly PublishedEntry[]): number[] {
  return entries
    .map(({ publishedAt }) => {
      if (publishedAt === null || publishedAt === undefined || publishedAt === '') return Number.NaN;
      return new Date(publishedAt).getTime();
    })
    .filter((at) => Number.isFinite(at) && at > 0)
    .sort((a, b) => a - b);
}

/** Sorts a source by the average distance of its entries; fewer than three say nothing. */
export function classifyUpdateFrequency(entries: readonly PublishedEntry[]): Frequency {
  const times = publicationTimes(entries);
  if (times.length < MIN_ENTRIES) return DEFAULT_FREQUENCY;
  const averageHours = (times.at(-1)! - times[0]!) / (times.length - 1) / HOUR_MS;
  const perDay = 24 / averageHours; // intervals per day: counting entries instead would favour short lists
  const frequencyType =
    perDay >= REALTIME_PER_DAY
      ? 'realtime'
      : (LIMITS_HOURS.find(([below]) => averageHours < below)?.[1] ?? ('low' as const));
  return { frequencyType, cadence: FREQUENCY_CADENCE[frequencyType] };
}
