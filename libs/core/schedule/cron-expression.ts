import { CHINA_OFFSET_MIN, DAY_MS, MINUTE_MS } from './china-time.js';
import { clipped, CronFieldError, readCronField, type CronField, type CronProblem } from './cron-field.js';

export type { CronFieldName, CronProblem } from './cron-field.js';

export type ParsedCron = { ok: true; cron: CronExpression } | { ok: false; problem: CronProblem };

/** 29 February on a fifth weekday comes back after 40 years at most; what does not come by then never comes. */
const HORIZON_DAYS = 41 * 366;
/** Digits and signs of a Chinese keyboard: they look alike and are no cron. */
const FULL_WIDTH = /[\uff01-\uff5e]/;
const FIELD_NAMES = 'minute, hour, day of month, month, day of week';

/**
 * Reads a cron expression of exactly five fields. Beyond plain values, lists, ranges and steps it knows month and
 * weekday names, `?` for a day, `L` (last day of the month), `5L` (last Friday) and `5#3` (third Friday). When both
 * days are restricted, either one is enough, as in every cron; a day like `5#3` narrows the day of month instead.
 * An expression that never runs is refused. `offsetMin` is the fixed distance of its clock from UTC.
 */
export function parseCron(text: string, offsetMin: number = CHINA_OFFSET_MIN): ParsedCron {
  const parts = text.trim().split(/\s+/).filter(Boolean);
  const fullWidth = FULL_WIDTH.exec(text)?.[0];
  if (fullWidth !== undefined) return { ok: false, problem: usesFullWidth(fullWidth) };
  if (parts.length !== 5) return { ok: false, problem: wrongCount(text, parts.length) };
  try {
    const [minute, hour, day, month, weekday] = parts.map(readCronField);
    const cron = new CronExpression(parts.join(' '), offsetMin, minute!, hour!, day!, month!, weekday!);
    return cron.next(0) === null ? { ok: false, problem: neverRuns(cron.text) } : { ok: true, cron };
  } catch (error) {
    if (error instanceof CronFieldError) return { ok: false, problem: error.problem };
    throw error;
  }
}

/** What is wrong with an expression that somebody wants to save; null when it can be saved. */
export function cronProblem(text: string): CronProblem | null {
  const parsed = parseCron(text);
  return parsed.ok ? null : parsed.problem;
}

/** A checked expression that knows its runs, on a clock with a fixed distance from UTC. */
export class CronExpression {
  private readonly minutes: number[];
  private readonly hours: number[];

  /** Use `parseCron`. */
  constructor(
    /** One space between fields. */
    readonly text: string,
    private readonly offsetMin: number,
    minute: CronField,
    hour: CronField,
    private readonly day: CronField,
    private readonly month: CronField,
    private readonly weekday: CronField,
  ) {
    this.minutes = ascending(minute.values);
    this.hours = ascending(hour.values);
  }

  /** The first run after a moment, never at it; both in milliseconds. */
  next(after: number): number | null {
    return this.search(Math.floor(after / MINUTE_MS) * MINUTE_MS + MINUTE_MS, 1);
  }

  /** The last run before a moment, never at it. */
  previous(before: number): number | null {
    return this.search(Math.ceil(before / MINUTE_MS) * MINUTE_MS - MINUTE_MS, -1);
  }

  /** The last run up to a moment, this moment included. */
  latest(until: number): number | null {
    return this.previous(until + 1);
  }

  /** The next `count` runs after a moment. */
  nextRuns(after: number, count: number): number[] {
    const runs: number[] = [];
    for (let at: number | null = after; runs.length < count; runs.push(at)) {
      at = this.next(at);
      if (at === null) break;
    }
    return runs;
  }

  private search(from: number, direction: 1 | -1): number | null {
    const local = from + this.offsetMin * MINUTE_MS;
    const firstDay = Math.floor(local / DAY_MS);
    const startMinute = Math.floor((local - firstDay * DAY_MS) / MINUTE_MS);
    for (let passed = 0; passed < HORIZON_DAYS; passed += 1) {
      const day = firstDay + passed * direction;
      if (!this.runsOn(day)) continue;
      const minute = passed === 0 ? startMinute : direction === 1 ? 0 : 24 * 60 - 1;
      const found = direction === 1 ? this.minuteFrom(minute) : this.minuteUpTo(minute);
      if (found !== null) return day * DAY_MS + (found - this.offsetMin) * MINUTE_MS;
    }
    return null;
  }

  private runsOn(day: number): boolean {
    const date = new Date(day * DAY_MS);
    if (!this.month.values.has(date.getUTCMonth() + 1)) return false;
    const dayOfMonth = date.getUTCDate();
    const weekday = date.getUTCDay();
    const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    const dayFits = fitsDayOfMonth(this.day, dayOfMonth, daysInMonth);
    if (this.weekday.nthWeekdays.length > 0) {
      return dayFits && this.weekday.nthWeekdays.some((nth) => isNth(nth, weekday, dayOfMonth, daysInMonth));
    }
    const weekdayFits = this.weekday.values.has(weekday);
    return this.day.any || this.weekday.any ? dayFits && weekdayFits : dayFits || weekdayFits;
  }

  private minuteFrom(start: number): number | null {
    for (const hour of this.hours) {
      if (hour * 60 + 59 < start) continue;
      const minute = this.minutes.find((candidate) => hour * 60 + candidate >= start);
      if (minute !== undefined) return hour * 60 + minute;
    }
    return null;
  }

  private minuteUpTo(end: number): number | null {
    for (const hour of this.hours.toReversed()) {
      if (hour * 60 > end) continue;
      const minute = this.minutes.findLast((candidate) => hour * 60 + candidate <= end);
      if (minute !== undefined) return hour * 60 + minute;
    }
    return null;
  }
}

function fitsDayOfMonth(field: CronField, day: number, daysInMonth: number): boolean {
  if (field.values.has(day) || (field.lastDay && day === daysInMonth)) return true;
  return field.toLastDay.some(({ from, step }) => day >= from && (day - from) % step === 0);
}

function isNth({ weekday, nth }: { weekday: number; nth: number }, today: number, day: number, days: number): boolean {
  if (weekday !== today) return false;
  return nth === 0 ? day > days - 7 : Math.ceil(day / 7) === nth;
}

function ascending(values: Set<number>): number[] {
  return [...values].sort((a, b) => a - b);
}

function usesFullWidth(found: string): CronProblem {
  return {
    field: null,
    found,
    message: `The cron expression uses the full-width character "${found}"; it needs plain (half-width) ones`,
    messageZh: `cron 表达式含有全角字符“${found}”，请改用半角字符`,
  };
}

function wrongCount(text: string, count: number): CronProblem {
  const found = clipped(text.trim());
  const said = count === 0 ? 'is blank' : `has ${count} ${count === 1 ? 'field' : 'fields'}`;
  return {
    field: null,
    found,
    message: `The cron expression "${found}" ${said}; it needs exactly five: ${FIELD_NAMES}`,
    messageZh: `cron 表达式${count === 0 ? '为空' : `“${found}”有 ${count} 段`}，必须正好五段：分 时 日 月 星期`,
  };
}

function neverRuns(expression: string): CronProblem {
  const text = clipped(expression);
  return {
    field: null,
    found: text,
    message: `The cron expression "${text}" never runs: there is no such day`,
    messageZh: `cron 表达式“${text}”永远不会触发：不存在这样的日期`,
  };
}
