/**
 * Clocks in China: UTC+8 all year since 1991, one zone for the whole country. Schedules look forward, so the summer
 * time of 1986-1991 does not matter and no time zone database is asked, which makes 100,000 schedules cheap.
 */
export const CHINA_OFFSET_MIN = 8 * 60;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

const OFFSET_MS = CHINA_OFFSET_MIN * MINUTE_MS;

/** Number of the day in China, counted from 1970-01-01. */
export function chinaDay(at: number): number {
  return Math.floor((at + OFFSET_MS) / DAY_MS);
}

/** The moment at which a day begins in China. */
export function startOfChinaDay(day: number): number {
  return day * DAY_MS - OFFSET_MS;
}

/** Hour of the day in China with its fraction, 0 to 24 (excluded). */
export function chinaHour(at: number): number {
  return (at - startOfChinaDay(chinaDay(at))) / HOUR_MS;
}

/** Weekday of a day number; 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** YYYY-MM-DD of a day number. */
export function dayLabel(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Day number of YYYY-MM-DD; NaN for anything else. */
export function dayNumber(label: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(label) ? Date.parse(`${label}T00:00:00Z`) / DAY_MS : Number.NaN;
}
