import { chinaDay, chinaHour, DAY_MS, HOUR_MS, MINUTE_MS, startOfChinaDay, weekdayOf } from '../china-time.js';
import { believableRatios } from './believable-ratios.js';
import { hourShape, SHAPE_BINS } from './hour-shape.js';
import { type DayKind, type WorkingCalendar } from './working-calendar.js';

/** What is known of a source when its next check is planned. */
export interface PublicationHistory {
  /** Publication times in milliseconds, oldest first. */
  times: readonly number[];
  /** Since when the source is watched, or how far its list reached back. */
  since: number;
  now: number;
}

const MERGE_MS = 2 * MINUTE_MS;
/** Documents nearer than this are one event, unless the source is so lively that this is its usual distance. */
const SESSION_GAP = { maxMs: HOUR_MS, shareOfUsual: 0.25 };
const HALF_LIFE_DAYS = 60;
/** What a source is expected to publish per day while nothing is known, and how many days that is worth. */
const FIRST_GUESS = { perDay: 0.5, days: 2 };
/** Silence is believed more slowly than publications: a source between two waves is not a dead one. */
const PATIENT_GUESS = { perDay: 0.4, days: 15 };
const DAY_KINDS: readonly DayKind[] = ['workday', 'weekend', 'holiday'];
/** How offices differ from the average day. */
const OFFICE_RATIOS = [1.15, 0.6, 0.45];
/** Part of the rate that is spread over all hours: habits change, and the unexpected happens. */
const ANY_HOUR_SHARE = 0.06;
/** The same for days; more of it the less regular the days are. */
const ANY_DAY_SHARE = { least: 0.04, max: 0.4 };
/** Hours since the last publication at which the chance of another one may change. */
const AGE_EDGES_H = [0, 0.25, 0.5, 1, 2, 4, 8, 14, 20, 28, 44, 68, 92, 116, 140, 164, 192];
const AGE_FACTOR = { min: 0.15, max: 6 };
/** One silence after one wave is no proof that nothing comes after waves. */
const LEVEL_VARIANCES = [0.1, 0.3, 1];
/** Publications nearer than this belong to one wave. */
const WAVE_HOURS = 1;
/** From this age on nothing of a wave is left. */
const AFTER_WAVE_HOURS = 4;

/**
 * How likely a source publishes at any moment: a daily rate by weekday and kind of day, a shape over the hours of the
 * day, and what the time since its last publication says (waves of documents, or silence until the next day).
 */
export class PublicationModel {
  private readonly shape: Float64Array;
  private readonly shapeSum: Float64Array;
  private readonly perDayByKind: Record<DayKind, number>;
  private readonly perDayByWeekday: Float64Array;
  private readonly ageFactors: Float64Array;
  private readonly waveSize: number;
  /** By how much the rates are held up against a silence that may not last. */
  private readonly patience: number;
  /** Documents that come together count by the root of their number: a wave of many is found by one check. */
  readonly documentsPerUnit: number;
  /** Expected publications per day at large. */
  readonly perDay: number;
  private lastAt: number | null;

  constructor(
    history: PublicationHistory,
    private readonly calendar: WorkingCalendar,
  ) {
    const sessions = sessionsOf(history);
    const days = daysOf(history, sessions);
    const total = (count: (day: WatchedDay) => number) => days.reduce((sum, day) => sum + day.weight * count(day), 0);
    const [units, docs, watched] = [total((day) => day.units), total((day) => day.docs), total((day) => day.exposure)];
    const rate = (events: number, guess: typeof FIRST_GUESS) =>
      (events + guess.perDay * guess.days) / (watched + guess.days);
    const average = rate(units, FIRST_GUESS);
    this.perDay = rate(docs, FIRST_GUESS);
    this.patience = Math.max(1, rate(units, PATIENT_GUESS) / average);
    this.documentsPerUnit = (docs + 1) / (units + 1);
    const byKind = this.ratesByKind(days, average);
    const byWeekday = this.ratesByWeekday(days, byKind);
    const anyDay = Math.min(ANY_DAY_SHARE.max, ANY_DAY_SHARE.least * this.dispersion(days, byKind));
    const asDocs = (rateOfDay: number) =>
      (rateOfDay * (1 - anyDay) + average * anyDay) * this.documentsPerUnit * this.patience;
    this.perDayByKind = {
      workday: asDocs(byKind.workday),
      weekend: asDocs(byKind.weekend),
      holiday: asDocs(byKind.holiday),
    };
    this.perDayByWeekday = byWeekday.map(asDocs);
    this.shape = hourShape(sessions, ANY_HOUR_SHARE);
    this.shapeSum = new Float64Array(SHAPE_BINS + 1);
    for (let bin = 0; bin < SHAPE_BINS; bin += 1) this.shapeSum[bin + 1] = this.shapeSum[bin]! + this.shape[bin]!;
    this.lastAt = history.times.at(-1) ?? null;
    this.ageFactors = new Float64Array(AGE_EDGES_H.length).fill(1);
    this.waveSize = sessions.length > 0 ? this.learnAges(history) : 1;
  }

  /** A publication became known that the model was not built from. */
  noteLatest(at: number): void {
    this.lastAt = Math.max(at, this.lastAt ?? at);
  }

  /** Expected publications in a short span, given that none became known since the last one. */
  expected(from: number, to: number): number {
    return this.expectedByHabit(from, to) * this.ageFactor((from + to) / 2);
  }

  /** What the habit of hours and days alone says. */
  expectedByHabit(from: number, to: number): number {
    return this.cumulative(to) - this.cumulative(from);
  }

  private ageFactor(at: number): number {
    if (this.lastAt === null) return 1;
    const hours = (at - this.lastAt) / HOUR_MS;
    const factor = this.ageFactors[ageBin(hours)]!;
    return hours < WAVE_HOURS ? factor : factor * this.waveSize;
  }

  /** Integral of the habit since the day of the origin; differences of it are expected counts. */
  private cumulative(at: number): number {
    const day = chinaDay(at);
    const position = (chinaHour(at) / 24) * SHAPE_BINS;
    const bin = Math.min(SHAPE_BINS - 1, Math.floor(position));
    const share = this.shapeSum[bin]! + this.shape[bin]! * (position - bin);
    return this.daysBefore(day) + this.ratePerDay(day) * share;
  }

  private readonly sums = new Map<number, number>();
  private origin: number | null = null;
  private summedTo = 0;

  private daysBefore(day: number): number {
    if (this.origin === null || day < this.origin) {
      this.origin = day - 7;
      this.summedTo = this.origin;
      this.sums.clear();
      this.sums.set(this.origin, 0);
    }
    while (this.summedTo < day) {
      this.sums.set(this.summedTo + 1, this.sums.get(this.summedTo)! + this.ratePerDay(this.summedTo));
      this.summedTo += 1;
    }
    return this.sums.get(day)!;
  }

  private ratePerDay(day: number): number {
    const kind = this.calendar.kindOf(day);
    const weekday = weekdayOf(day);
    return usualKind(weekday) === kind ? this.perDayByWeekday[weekday]! : this.perDayByKind[kind];
  }

  private ratesByKind(days: readonly WatchedDay[], average: number): Record<DayKind, number> {
    const guess = { workday: average, weekend: average, holiday: average };
    const groups = DAY_KINDS.map((kind) => days.filter(({ day }) => this.calendar.kindOf(day) === kind));
    const sums = (count: (day: WatchedDay) => number) =>
      groups.map((group) => group.reduce((sum, day) => sum + day.weight * count(day), 0));
    const [workday, weekend, holiday] = believableRatios(
      sums(({ units }) => units),
      sums(({ exposure }) => exposure * average),
      { dispersion: this.dispersion(days, guess), typical: OFFICE_RATIOS },
    ).map((ratio) => ratio * average);
    return { workday: workday!, weekend: weekend!, holiday: holiday! };
  }

  private ratesByWeekday(days: readonly WatchedDay[], byKind: Record<DayKind, number>): Float64Array {
    const seen = new Float64Array(7);
    const expected = new Float64Array(7);
    for (const { day, weight, units, exposure } of days) {
      const weekday = weekdayOf(day);
      if (usualKind(weekday) !== this.calendar.kindOf(day)) continue;
      seen[weekday]! += weight * units;
      expected[weekday]! += weight * exposure * byKind[usualKind(weekday)];
    }
    const dispersion = this.dispersion(days, byKind);
    return believableRatios(seen, expected, { dispersion }).map((ratio, weekday) => ratio * byKind[usualKind(weekday)]);
  }

  /** How much more the days differ than chance explains: what comes in waves says less about its weekday. */
  private dispersion(days: readonly WatchedDay[], byKind: Record<DayKind, number>): number {
    let [squares, events] = [0, 0];
    for (const { day, weight, units, exposure } of days) {
      const mean = exposure * byKind[this.calendar.kindOf(day)];
      squares += weight * (units - mean) ** 2;
      events += weight * mean;
    }
    return Math.max(1, squares / Math.max(1, events));
  }

  /**
   * Compares what came at each distance from the publication before with what the habit expected there. Returns how
   * many documents a wave brings at large, counting its first one.
   */
  private learnAges({ times, now }: PublicationHistory): number {
    const seen = new Float64Array(AGE_EDGES_H.length);
    const expected = new Float64Array(AGE_EDGES_H.length);
    const distinct = times.filter((at, index) => index === 0 || at - times[index - 1]! > MERGE_MS);
    // Habit counts documents that came together one by one; a distance between publications is counted once.
    const perMoment = times.length / distinct.length;
    distinct.forEach((at, index) => {
      const next = distinct[index + 1];
      const end = next ?? now;
      const weight = recency(end, now);
      const age = (end - at) / HOUR_MS;
      if (next !== undefined) seen[ageBin(age)]! += weight;
      for (let bin = 0; bin < AGE_EDGES_H.length && AGE_EDGES_H[bin]! < age; bin += 1) {
        const until = Math.min(age, AGE_EDGES_H[bin + 1] ?? age);
        const habit = this.expectedByHabit(at + AGE_EDGES_H[bin]! * HOUR_MS, at + until * HOUR_MS);
        expected[bin]! += (weight * habit) / (perMoment * this.patience);
      }
    });
    // Waves and what comes after them differ by far more than the ages within each: first both, then the ages of each.
    const after = ageBin(AFTER_WAVE_HOURS);
    const parts = [
      { from: 0, to: after },
      { from: after, to: seen.length },
    ];
    const sum = (values: Float64Array, from: number, to: number) =>
      values.subarray(from, to).reduce((total, value) => total + value, 0);
    const levels = believableRatios(
      parts.map(({ from, to }) => sum(seen, from, to)),
      parts.map(({ from, to }) => sum(expected, from, to)),
      { variances: LEVEL_VARIANCES },
    );
    parts.forEach(({ from, to }, index) => {
      const level = levels[index]!;
      const usual = expected.subarray(from, to).map((count) => count * level);
      const factors = believableRatios(seen.subarray(from, to), usual).map((ratio) =>
        Math.min(AGE_FACTOR.max, Math.max(AGE_FACTOR.min, ratio * level)),
      );
      this.ageFactors.set(factors, from);
    });
    const waveBins = ageBin(WAVE_HOURS);
    const followers = Math.max(0, sum(seen, 0, waveBins) - sum(expected, 0, waveBins));
    return 1 + Math.min(10, followers / (sum(seen, waveBins, seen.length) + 3));
  }
}

function usualKind(weekday: number): 'workday' | 'weekend' {
  return weekday % 6 === 0 ? 'weekend' : 'workday';
}

interface WatchedDay {
  day: number;
  weight: number;
  /** Part of the day that was watched. */
  exposure: number;
  docs: number;
  /** Waves of documents, weighed by the root of their size: one large wave is no habit. */
  units: number;
}

/** Documents that came within an hour of each other, as one event. */
export interface Session {
  at: number;
  size: number;
  weight: number;
}

function sessionsOf({ times, now }: PublicationHistory): Session[] {
  const sessions: { first: number; last: number; size: number }[] = [];
  const usual = times.length > 1 ? (times.at(-1)! - times[0]!) / (times.length - 1) : Number.POSITIVE_INFINITY;
  const gap = Math.min(SESSION_GAP.maxMs, SESSION_GAP.shareOfUsual * usual);
  for (const at of times) {
    const open = sessions.at(-1);
    if (open && at - open.last <= gap && at - open.first <= 3 * gap) {
      open.last = at;
      open.size += 1;
    } else sessions.push({ first: at, last: at, size: 1 });
  }
  return sessions.map(({ first, last, size }) => {
    const at = (first + last) / 2;
    return { at, size, weight: recency(at, now) * Math.sqrt(size) };
  });
}

function daysOf({ since, now }: PublicationHistory, sessions: readonly Session[]): WatchedDay[] {
  const days = new Map<number, WatchedDay>();
  const [first, last] = [chinaDay(Math.min(since, sessions[0]?.at ?? since)), chinaDay(now)];
  // Beyond ten half-lives nothing counts.
  for (let day = Math.max(first, last - 10 * HALF_LIFE_DAYS); day <= last; day += 1) {
    const start = startOfChinaDay(day);
    const watched = Math.min(now, start + DAY_MS) - Math.max(start, Math.min(since, sessions[0]?.at ?? since));
    const exposure = Math.max(0, Math.min(1, watched / DAY_MS));
    days.set(day, { day, weight: recency(start + DAY_MS / 2, now), exposure, docs: 0, units: 0 });
  }
  for (const { at, size } of sessions) {
    const day = days.get(chinaDay(at));
    if (!day) continue;
    day.docs += size;
    day.units += Math.sqrt(size);
  }
  return [...days.values()];
}

function recency(at: number, now: number): number {
  return 2 ** (-Math.max(0, now - at) / (HALF_LIFE_DAYS * DAY_MS));
}

function ageBin(hours: number): number {
  let bin = 0;
  while (bin + 1 < AGE_EDGES_H.length && hours >= AGE_EDGES_H[bin + 1]!) bin += 1;
  return bin;
}
