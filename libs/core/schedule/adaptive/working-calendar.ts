import { dayLabel, dayNumber, weekdayOf } from '../china-time.js';
import { ConfigError } from '../../errors.js';

/** Which kind of day it is for an office in China. */
export type DayKind = 'workday' | 'weekend' | 'holiday';

/** One year as announced; days are YYYY-MM-DD. */
export interface CalendarYear {
  /** The notice that says so. */
  source: string;
  holidays: { name: string; from: string; to: string }[];
  /** Weekend days on which offices work (调休). */
  workdays: string[];
}

/** The content of config/calendar/china.json. */
export interface CalendarFile {
  years: Record<string, CalendarYear>;
}

/** Knows working days; years that nobody announced yet have weekdays and weekends only. */
export class WorkingCalendar {
  private readonly special = new Map<number, DayKind>();
  readonly years: ReadonlySet<number>;

  constructor(file: CalendarFile = { years: {} }) {
    this.years = new Set(Object.keys(file.years).map(Number));
    for (const [year, { holidays, workdays }] of Object.entries(file.years)) {
      for (const { name, from, to } of holidays) {
        const [first, last] = [checkedDay(from, year, name), checkedDay(to, year, name)];
        if (first > last || last - first > 30) {
          throw new ConfigError(`Calendar ${year}, ${name}: ${from} to ${to} is no span of days`);
        }
        for (let day = first; day <= last; day += 1) this.special.set(day, 'holiday');
      }
      for (const label of workdays) {
        const day = checkedDay(label, year, 'workdays');
        if (!isWeekend(day) || this.special.has(day)) {
          throw new ConfigError(`Calendar ${year}: make-up day ${label} must be a Saturday or Sunday without holiday`);
        }
        this.special.set(day, 'workday');
      }
    }
  }

  /** `day` counts from 1970-01-01 in China. */
  kindOf(day: number): DayKind {
    return this.special.get(day) ?? (isWeekend(day) ? 'weekend' : 'workday');
  }

  /** False for days of a year whose holidays are not known here. */
  covers(day: number): boolean {
    return this.years.has(Number(dayLabel(day).slice(0, 4)));
  }
}

function isWeekend(day: number): boolean {
  return weekdayOf(day) % 6 === 0;
}

function checkedDay(label: string, year: string, where: string): number {
  const day = dayNumber(label);
  if (Number.isInteger(day) && dayLabel(day) === label) return day;
  throw new ConfigError(`Calendar ${year}, ${where}: "${label}" is no day`);
}
