import { chinaDay, dayLabel } from '../schedule/china-time.js';

const [FIRST_YEAR, LAST_YEAR] = [1900, 2200];

/** The terms of a moment: its year, month and day in China. */
export function dateTermsOf(at: Date): string[] {
  const [year = '', month = '', day = ''] = dayLabel(chinaDay(at.getTime())).split('-');
  return [`y=${year}`, `m=${year}${month}`, `d=${year}${month}${day}`];
}

/**
 * The fewest terms of which one belongs to every moment in [from, to): whole years, then months, then days. Bounds are
 * taken as days in China; missing ones are open.
 */
export function dateRangeTerms(from: Date | undefined, to: Date | undefined): string[] {
  const first = from === undefined ? Date.UTC(FIRST_YEAR, 0, 1) / DAY_MS : chinaDay(from.getTime());
  // The last moment, not the last bound: midnight belongs to the next day.
  const last = to === undefined ? Date.UTC(LAST_YEAR, 11, 31) / DAY_MS : chinaDay(to.getTime() - 1);
  const terms: string[] = [];
  let day = Math.max(first, Date.UTC(FIRST_YEAR, 0, 1) / DAY_MS);
  const end = Math.min(last, Date.UTC(LAST_YEAR, 11, 31) / DAY_MS);
  while (day <= end) {
    const date = new Date(day * DAY_MS);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const yearEnd = Date.UTC(year, 11, 31) / DAY_MS;
    const monthEnd = Date.UTC(year, month + 1, 0) / DAY_MS;
    if (month === 0 && date.getUTCDate() === 1 && yearEnd <= end) {
      terms.push(`y=${year}`);
      day = yearEnd + 1;
    } else if (date.getUTCDate() === 1 && monthEnd <= end) {
      terms.push(`m=${label(day).slice(0, 6)}`);
      day = monthEnd + 1;
    } else {
      terms.push(`d=${label(day)}`);
      day += 1;
    }
  }
  return terms;
}

const DAY_MS = 86_400_000;
const label = (day: number): string => dayLabel(day).replaceAll('-', '');
