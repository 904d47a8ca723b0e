import { DAY_MS, HOUR_MS, MINUTE_MS, startOfChinaDay, dayNumber } from '../china-time.js';
import { hasMovedForGood, noteMove } from '../source-address.js';
import { decideAfterFailure, decideByInterval, decideNextCheck, heedTtl, keepManualRhythm } from './decide-check.js';
import { admitChecks } from './host-budget.js';
import { planChecks } from './plan-checks.js';
import { PublicationModel } from './publication-model.js';
import { WorkingCalendar } from './working-calendar.js';

const calendar = new WorkingCalendar({
  years: {
    2025: {
      source: 'test',
      holidays: [{ name: '国庆节', from: '2025-10-01', to: '2025-10-08' }],
      workdays: ['2025-09-28', '2025-10-11'],
    },
  },
});
const at = (day: string, hour = 0) => startOfChinaDay(dayNumber(day)) + hour * HOUR_MS;
/** One publication at `hour` on each of the days before `day` that `when` accepts. */
function habit(day: string, count: number, hour: number, when: (day: number) => boolean = () => true): number[] {
  const last = dayNumber(day);
  return Array.from({ length: count }, (_, n) => last - count + n)
    .filter(when)
    .map((date, n) => startOfChinaDay(date) + hour * HOUR_MS + ((n * 7) % 10) * MINUTE_MS);
}
const modelOf = (times: number[], now: number) =>
  new PublicationModel({ times, since: times[0] ?? now, now }, calendar);

describe('WorkingCalendar', () => {
  it('knows holidays and the weekends that make up for them', () => {
    const kinds = ['2025-09-27', '2025-09-28', '2025-09-30', '2025-10-01', '2025-10-05', '2025-10-09', '2025-10-11'];
    expect(kinds.map((day) => calendar.kindOf(dayNumber(day)))).toEqual([
      'weekend',
      'workday',
      'workday',
      'holiday',
      'holiday',
      'workday',
      'workday',
    ]);
  });

  it('says which years it does not know', () => {
    expect(calendar.covers(dayNumber('2025-05-01'))).toBe(true);
    expect(calendar.covers(dayNumber('2027-05-01'))).toBe(false);
    expect(calendar.kindOf(dayNumber('2027-10-01'))).toBe('workday');
  });

  it('refuses a file with impossible days', () => {
    const year = (holidays: { name: string; from: string; to: string }[], workdays: string[] = []) =>
      new WorkingCalendar({ years: { 2025: { source: 'test', holidays, workdays } } });
    expect(() => year([{ name: '国庆节', from: '2025-10-08', to: '2025-10-01' }])).toThrow('no span of days');
    expect(() => year([{ name: '国庆节', from: '2025-02-30', to: '2025-03-01' }])).toThrow('"2025-02-30" is no day');
    expect(() => year([], ['2025-10-09'])).toThrow('must be a Saturday or Sunday');
  });
});

describe('PublicationModel', () => {
  it('expects most where the source publishes, also around midnight', () => {
    for (const hour of [10, 23.9]) {
      const now = at('2025-06-20', 3);
      const model = modelOf(habit('2025-06-20', 40, hour), now);
      const peak = model.expectedByHabit(at('2025-06-20', hour - 0.5), at('2025-06-20', hour + 0.75));
      const rest = model.expectedByHabit(at('2025-06-20', hour - 6), at('2025-06-20', hour - 0.75));
      expect(peak).toBeGreaterThan(0.6);
      expect(rest).toBeLessThan(0.15);
    }
  });

  it('expects silence on holidays of a source that works like an office', () => {
    const times = habit('2025-09-30', 120, 10, (day) => calendar.kindOf(day) === 'workday');
    const model = modelOf(times, at('2025-09-30', 12));
    const day = (label: string) => model.expectedByHabit(at(label), at(label, 24));
    expect(day('2025-10-09')).toBeGreaterThan(0.8);
    expect(day('2025-10-02')).toBeLessThan(0.6 * day('2025-10-09'));
    expect(day('2025-10-11')).toBeGreaterThan(0.8); // a Saturday that is worked
    expect(day('2025-10-12')).toBeLessThan(0.25);
  });

  it('learns the weekday of a bulletin', () => {
    const times = habit('2025-06-20', 84, 16, (day) => (day + 4) % 7 === 4);
    const model = modelOf(times, at('2025-06-20', 12));
    expect(model.expectedByHabit(at('2025-06-26'), at('2025-06-27'))).toBeGreaterThan(0.6);
    expect(model.expectedByHabit(at('2025-06-24'), at('2025-06-25'))).toBeLessThan(0.1);
  });

  it('expects more right after the first document of a wave', () => {
    const waves = habit('2025-06-20', 60, 11, (day) => day % 4 === 0).flatMap((start) =>
      [0, 9, 25, 40, 62, 80].map((minute) => start + minute * MINUTE_MS),
    );
    const now = at('2025-06-20', 15);
    const quiet = modelOf(waves, now);
    const during = modelOf([...waves, now - 5 * MINUTE_MS], now);
    expect(during.expected(now, now + 15 * MINUTE_MS)).toBeGreaterThan(4 * quiet.expected(now, now + 15 * MINUTE_MS));
  });

  it('sees no habit in chance', () => {
    let state = 7;
    const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
    const times: number[] = [];
    for (let time = at('2025-01-01'); time < at('2025-06-20'); time += -Math.log(1 - random()) * 12 * HOUR_MS)
      times.push(time);
    const gaps = planChecks(modelOf(times, at('2025-06-17')), at('2025-06-17'))
      .map((check, index, all) => check.at - (all[index - 1]?.at ?? at('2025-06-17')))
      .slice(0, -1);
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.8);
  });
});

describe('planChecks', () => {
  it('checks a source of which nothing is known at equal distances', () => {
    const now = at('2025-06-17', 3);
    // Before the end of the plan, which cuts its last distance off.
    const gaps = gapsOf([], now).slice(0, -1);
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.05);
  });

  const gapsOf = (times: number[], now: number) =>
    planChecks(modelOf(times, now), now).map((check, index, all) => check.at - (all[index - 1]?.at ?? now));
  /** Six documents within an hour and a half, at another hour each time. */
  const wavesAt = (hours: number[]) =>
    hours.flatMap((hour, n) =>
      [0, 9, 25, 40, 62, 80].map((minute) => at('2025-05-01', n * 120 + hour) + minute * MINUTE_MS),
    );

  it('takes no hour for a habit that only documents of one and the same wave confirm', () => {
    const now = at('2025-06-13', 2);
    const gaps = gapsOf(wavesAt([3, 17, 9, 22, 13, 6, 19, 11]), now).slice(0, -1);
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(2.5);
  });

  it('covers the time between waves, and looks sooner for a while after a find', () => {
    const waves = wavesAt([10, 15, 9, 17, 13, 11, 14, 16]);
    const quiet = at('2025-06-13', 12);
    const calm = gapsOf(waves, quiet);
    const alert = gapsOf([...waves, quiet - 5 * MINUTE_MS], quiet);
    expect(alert[0]!).toBeLessThan(0.5 * calm[0]!);
    expect(Math.max(...calm.slice(0, -1))).toBeLessThan(8 * HOUR_MS);
  });

  it('does not give up a source after some silent weeks', () => {
    const now = at('2025-06-20', 2);
    const silent = gapsOf([at('2025-05-10', 11)], now);
    const fresh = gapsOf([at('2025-06-19', 11)], now);
    expect(Math.max(...silent.slice(0, -1))).toBeLessThan(4 * Math.max(...fresh.slice(0, -1)));
  });
});

describe('decideNextCheck', () => {
  it('looks right after the usual hour, and says why', () => {
    const now = at('2025-06-20', 8);
    const times = habit('2025-06-20', 60, 10);
    const decision = decideNextCheck({ times, since: times[0]!, now }, calendar);
    const hour = (decision.at! - at('2025-06-20')) / HOUR_MS;
    expect(hour).toBeGreaterThan(9.9);
    expect(hour).toBeLessThan(11);
    expect(decision).toMatchObject({ reason: 'expected_publication' });
    expect(decision.why).toMatch(/按 60 条发布记录.*预测/);
  });

  it('never waits longer than a day and never hammers', () => {
    const now = at('2025-06-20', 3);
    const silent = decideNextCheck({ times: [at('2023-01-01')], since: at('2023-01-01'), now }, calendar);
    expect(silent.at! - now).toBeGreaterThan(6 * HOUR_MS);
    expect(silent.at! - now).toBeLessThanOrEqual(DAY_MS);
    const rush = Array.from({ length: 500 }, (_, n) => now - (500 - n) * 20_000);
    expect(decideNextCheck({ times: rush, since: rush[0]!, now }, calendar).at).toBeGreaterThanOrEqual(
      now + 5 * MINUTE_MS,
    );
    expect(decideNextCheck({ times: [], since: now, now }, calendar).reason).toBe('no_history');
  });

  it('backs off after failures and stops at an expired credential', () => {
    expect(decideAfterFailure(2, 'timeout', null, 1000)).toMatchObject({
      at: 1000 + 30 * MINUTE_MS,
      reason: 'backoff:other',
    });
    expect(decideAfterFailure(1, '', 401, 1000)).toMatchObject({ at: null, reason: 'stopped' });
  });
});

describe('what overrides a prediction', () => {
  const predicted = { at: 5 * HOUR_MS, reason: 'expected_publication', expected: 0.4, why: '' } as const;

  it('waits for as long as a feed asks, up to a day', () => {
    expect(heedTtl(predicted, 6 * HOUR_MS, 0)).toMatchObject({ at: 6 * HOUR_MS, reason: 'feed_ttl', expected: 0.4 });
    expect(heedTtl(predicted, 4 * HOUR_MS, 0)).toBe(predicted);
    expect(heedTtl(predicted, null, 0)).toBe(predicted);
    expect(heedTtl(predicted, 365 * DAY_MS, 0).at).toBe(DAY_MS);
    const stopped = { ...predicted, at: null };
    expect(heedTtl(stopped, 6 * HOUR_MS, 0)).toBe(stopped);
  });

  it('keeps the old cron of a source without data, and the interval of its cadence without prediction', () => {
    expect(keepManualRhythm(predicted, 99, 1)).toMatchObject({ at: 99, reason: 'manual_rhythm' });
    expect(keepManualRhythm(predicted, null, 1)).toBe(predicted);
    expect(decideByInterval('P4', 1000)).toMatchObject({ at: 1000 + 4 * HOUR_MS, reason: 'fixed_interval' });
  });
});

describe('a moved source', () => {
  const day = new Date('2025-06-20T00:00:00Z');
  const later = (hours: number) => new Date(day.getTime() + hours * HOUR_MS);

  it('has moved for good after a day and three looks with the same answer', () => {
    let move = noteMove(null, 'http://b/', day);
    expect(hasMovedForGood(move!, later(100))).toBe(false);
    move = noteMove(noteMove(move, 'http://b/', later(1)), 'http://b/', later(2));
    expect(move).toEqual({ movedTo: 'http://b/', since: day, count: 3 });
    expect(hasMovedForGood(move!, later(2))).toBe(false);
    expect(hasMovedForGood(move!, later(24))).toBe(true);
  });

  it('starts anew with another address, and forgets with none', () => {
    const move = { movedTo: 'http://b/', since: day, count: 9 };
    expect(noteMove(move, 'http://c/', later(1))).toEqual({ movedTo: 'http://c/', since: later(1), count: 1 });
    expect(noteMove(move, null, later(1))).toBeNull();
  });
});

describe('admitChecks', () => {
  const due = ['a', 'b', 'c'].map((source, n) => ({ source, expected: n, dueAt: 100 - n }));

  it('gives what is left of a budget to the most promising sources', () => {
    const verdict = admitChecks(due, [50, 900], { checks: 3, windowMs: 1000 }, 1000);
    expect(verdict.admitted.map(({ source }) => source)).toEqual(['c']);
    expect(verdict.deferred.map(({ check, until }) => [check.source, until])).toEqual([
      ['b', 1050],
      ['a', 1900],
    ]);
  });

  it('forgets what was spent before the window', () => {
    expect(admitChecks(due, [0, 1, 2], { checks: 3, windowMs: 500 }, 1000).deferred).toEqual([]);
  });

  it('defers everything of a host without budget', () => {
    const verdict = admitChecks(due, [], { checks: 0, windowMs: 1000 }, 1000);
    expect(verdict.admitted).toEqual([]);
    expect(verdict.deferred.map(({ until }) => until)).toEqual([2000, 3000, 4000]);
  });
});
