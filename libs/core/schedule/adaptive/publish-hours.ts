import { chinaHour } from '../china-time.js';
import { publicationTimes, type PublishedEntry } from './cadence.js';

const MIN_ENTRIES = 3;
const MIN_STD_HOURS = 1;
const MAX_STD_HOURS = 6;

export interface PublishHours {
  /** Arithmetic mean of the hours of the day, in China; wrong by nature for publishers around midnight. */
  avgHour: number;
  /** Between 1 and 6 hours, so that no prediction is blindly trusted or wholly useless. */
  stdHour: number;
  /** The hour to predict by: the mean on the circle of the clock, so that 23:00 and 01:00 meet at midnight. */
  circularHour: number;
  /** Spread around the circular hour, within the same bounds. */
  circularStdHour: number;
}

/** When in the day a source publishes; null with fewer than three entries. */
export function calculatePublishTimeStats(entries: readonly PublishedEntry[]): PublishHours | null {
  const hours = publicationTimes(entries).map(chinaHour);
  if (hours.length < MIN_ENTRIES) return null;
  const avgHour = hours.reduce((sum, hour) => sum + hour, 0) / hours.length;
  const variance = hours.reduce((sum, hour) => sum + (hour - avgHour) ** 2, 0) / hours.length;
  const { hour: circularHour, concentration } = circularMean(hours);
  return {
    avgHour,
    stdHour: withinBounds(Math.sqrt(variance)),
    circularHour,
    circularStdHour: withinBounds((Math.sqrt(-2 * Math.log(Math.max(concentration, 1e-9))) * 24) / (2 * Math.PI)),
  };
}

function withinBounds(hours: number): number {
  return Math.min(MAX_STD_HOURS, Math.max(MIN_STD_HOURS, hours));
}

/** Mean hour on the circle of 24 hours; concentration is 1 for always the same hour and 0 for any hour. */
export function circularMean(hours: readonly number[]): { hour: number; concentration: number } {
  let [x, y] = [0, 0];
  for (const hour of hours) {
    x += Math.cos((hour / 24) * 2 * Math.PI);
    y += Math.sin((hour / 24) * 2 * Math.PI);
  }
  const hour = (Math.atan2(y, x) / (2 * Math.PI)) * 24;
  return {
    hour: (hour + 24) % 24,
    concentration: hours.length === 0 ? 0 : Math.min(1, Math.hypot(x, y) / hours.length),
  };
}
