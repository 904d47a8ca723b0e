import { Cron } from 'croner';
import fc from 'fast-check';
import { cronProblem, parseCron, type CronExpression } from './cron-expression.js';

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
const at = (text: string) => Date.parse(text);

function cron(text: string, offsetMin?: number): CronExpression {
  const parsed = parseCron(text, offsetMin);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.cron;
}

describe('parseCron', () => {
  it.each([
    ['', 'is blank'],
    ['   ', 'is blank'],
    ['* * * *', 'has 4 fields'],
    ['0 0 2 * * *', 'has 6 fields'],
    ['@daily', 'has 1 field;'],
  ])('refuses %j: exactly five fields', (text, said) => {
    expect(cronProblem(text)).toMatchObject({ field: null, message: expect.stringContaining(said) });
    expect(cronProblem(text)?.message).toContain('minute, hour, day of month, month, day of week');
  });

  it.each([
    ['60 * * * *', 'minute', '60', 'between 0 and 59'],
    ['0 24 * * *', 'hour', '24', 'between 0 and 23'],
    ['0 0 0 * *', 'day of month', '0', 'between 1 and 31'],
    ['0 0 1 13 *', 'month', '13', 'between 1 and 12'],
    ['0 0 * * 8', 'day of week', '8', 'between 0 and 7'],
    ['0 5-3 * * *', 'hour', '5-3', 'backwards'],
    ['0 */0 * * *', 'hour', '*/0', 'step'],
    ['*/90 * * * *', 'minute', '*/90', 'step above 59'],
    ['0 1/2/3 * * *', 'hour', '1/2/3', 'more than one "/"'],
    ['0 1-2-3 * * *', 'hour', '1-2-3', 'more than one "-"'],
    ['0 , * * *', 'hour', ',', 'empty place'],
    ['x * * * *', 'minute', 'x', 'numbers from 0 to 59'],
    ['-1 * * * *', 'minute', '-1', 'numbers from 0 to 59'],
    ['1.5 * * * *', 'minute', '1.5', 'numbers from 0 to 59'],
    ['0 0 * * mon-tur', 'day of week', 'mon-tur', 'sun-sat'],
    ['0 0 * * 1,1', 'day of week', '1', 'twice'],
    ['0 0 * * 0,7', 'day of week', '7', 'twice'],
    ['0 0 * * 5,6#3', 'day of week', '5,6#3', 'mixes'],
    ['0 0 * * 1#6', 'day of week', '1#6', '5#3'],
    ['? * * * *', 'minute', '?', '"?"'],
    ['0 0 15W * *', 'day of month', '15w', 'numbers from 1 to 31'],
  ])('refuses %s and says where', (text, field, found, said) => {
    expect(cronProblem(text)).toMatchObject({ field, found, message: expect.stringContaining(said) });
  });

  it.each(['0 0 31 4 *', '0 0 30 2 *', '0 0 31 2,4,6 *', '0 0 8 * 5#3'])('refuses %s: it never runs', (text) => {
    expect(cronProblem(text)?.message).toContain('never runs');
  });

  it('explains itself in Chinese too', () => {
    expect(cronProblem('0 24 * * *')?.messageZh).toBe('小时“24”：必须在 0 到 23 之间');
    expect(cronProblem(' ')?.messageZh).toBe('cron 表达式为空，必须正好五段：分 时 日 月 星期');
    expect(cronProblem('0 0 * *')?.messageZh).toContain('有 4 段');
  });

  it('keeps one spelling', () => {
    expect(cron('  0   2 * *\t* ').text).toBe('0 2 * * *');
  });
});

describe('CronExpression', () => {
  it('counts in China time', () => {
    expect(iso(cron('0 2 * * *').next(at('2025-03-01T00:00:00+08:00')))).toBe('2025-02-28T18:00:00.000Z');
    expect(iso(cron('30 7 * * 1').next(at('2025-03-01T00:00:00Z')))).toBe('2025-03-02T23:30:00.000Z');
  });

  it('never answers the moment it was asked about', () => {
    const hourly = cron('0 * * * *', 0);
    expect(iso(hourly.next(at('2025-03-01T05:00:00Z')))).toBe('2025-03-01T06:00:00.000Z');
    expect(iso(hourly.previous(at('2025-03-01T05:00:00Z')))).toBe('2025-03-01T04:00:00.000Z');
    expect(iso(hourly.previous(at('2025-03-01T05:00:00.001Z')))).toBe('2025-03-01T05:00:00.000Z');
    expect(iso(hourly.latest(at('2025-03-01T05:00:00Z')))).toBe('2025-03-01T05:00:00.000Z');
    expect(iso(hourly.next(at('2025-03-01T04:59:59.999Z')))).toBe('2025-03-01T05:00:00.000Z');
  });

  it('finds days that are years away', () => {
    expect(iso(cron('0 0 29 2 *', 0).next(at('2096-03-01T00:00:00Z')))).toBe('2104-02-29T00:00:00.000Z');
    expect(iso(cron('0 0 * 2 1#5', 0).next(at('2026-01-01T00:00:00Z')))).toBe('2044-02-29T00:00:00.000Z');
  });

  it('treats either restricted day as enough', () => {
    const runs = cron('0 0 13 * 5', 0).nextRuns(at('2025-06-01T00:00:00Z'), 4);
    expect(runs.map(iso).map((text) => text?.slice(0, 10))).toEqual([
      '2025-06-06',
      '2025-06-13',
      '2025-06-20',
      '2025-06-27',
    ]);
  });

  it('ends a week on its Sunday', () => {
    const days = cron('0 0 * * fri-sun', 0).nextRuns(at('2025-06-02T00:00:00Z'), 4);
    expect(days.map((day) => new Date(day).getUTCDay())).toEqual([5, 6, 0, 5]);
  });

  it('agrees with croner wherever both speak the same dialect', () => {
    const value = (min: number, max: number) => fc.integer({ min, max }).map(String);
    const item = (min: number, max: number) =>
      fc.oneof(
        fc.constant('*'),
        value(min, max),
        fc
          .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
          .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
        fc.integer({ min: 1, max: 6 }).map((step) => `*/${step}`),
        fc.uniqueArray(fc.integer({ min, max }), { minLength: 2, maxLength: 4 }).map((list) => list.join(',')),
      );
    const dayOfMonth = fc.oneof(item(1, 28), fc.constant('L'));
    const weekday = fc.oneof(item(0, 6), fc.constantFrom('mon-fri', 'SUN', 'sat,sun'));
    const expression = fc.tuple(item(0, 59), item(0, 23), dayOfMonth, item(1, 12), weekday);
    const moment = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') });
    fc.assert(
      fc.property(expression, moment, (fields, start) => {
        // With both days restricted croner 11 passes over the first of March (`0 0 */5 * 1` after 2026-02-26).
        if (fields[2] !== '*') fields[4] = '*';
        const text = fields.join(' ');
        const peer = new Cron(text, { mode: '5-part', timezone: 'Asia/Shanghai' });
        expect(iso(cron(text).next(start))).toBe(peer.nextRun(new Date(start))?.toISOString());
      }),
      { numRuns: 500 },
    );
  });

  it('runs on the first day on which either restricted day fits, found by trying every day', () => {
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 31 }), { minLength: 1, maxLength: 3 });
    const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 2 });
    const date = fc.integer({ min: 18_000, max: 25_000 });
    fc.assert(
      fc.property(days, weekdays, date, (dayList, weekdayList, start) => {
        let day = start + 1;
        const fits = (d: Date) => dayList.includes(d.getUTCDate()) || weekdayList.includes(d.getUTCDay());
        while (!fits(new Date(day * 86_400_000))) day += 1;
        const found = cron(`0 0 ${dayList.join()} * ${weekdayList.join()}`, 0).next(start * 86_400_000);
        expect(found).toBe(day * 86_400_000);
      }),
      { numRuns: 300 },
    );
  });

  it('goes back exactly the way it came', () => {
    const texts = ['*/7 3-9 * * *', '0 0 L * *', '15 22 29 2 *', '0 9 * * 1-5', '0 9 1,15 * 3', '5 4 * * 5L'];
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.integer({ min: 0, max: 4e12 }), (text, start) => {
        const runs = cron(text).nextRuns(start, 5);
        expect(runs).toHaveLength(5);
        for (let i = 1; i < runs.length; i += 1) expect(cron(text).previous(runs[i]!)).toBe(runs[i - 1]);
        expect(cron(text).previous(runs[0]!)! <= start).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what people type instead of a cron', () => {
  it.each([
    ['', '为空，必须正好五段'],
    ['\u3000 \t', '为空，必须正好五段'],
    ['0 2 * *', '有 4 段，必须正好五段'],
    ['0 0 2 * * *', '有 6 段，必须正好五段'],
    ['@daily', '有 1 段，必须正好五段'],
    ['*/0 * * * *', '分钟“*/0”：“/”之后应为不小于 1 的整数'],
    ['60 * * * *', '分钟“60”：必须在 0 到 59 之间'],
    ['0 2 * 13 *', '月份“13”：必须在 1 到 12 之间'],
    ['0 2 * foo *', '月份“foo”：应为 1 到 12 的数字或 jan 到 dec'],
    ['0 2 * * 5#6', '星期“5#6”：应写作 5#3'],
    ['? * * * *', '分钟“?”：“?”只能单独用于日期或星期'],
    ['0 2 31 2 *', '永远不会触发：不存在这样的日期'],
    ['0 2 * * 1,,2', '星期“1,,2”：列表中有空项'],
    ['０ ２ * * *', '含有全角字符“０”，请改用半角字符'],
    ['*／5 * * * *', '含有全角字符“／”，请改用半角字符'],
  ])('says in Chinese what is wrong with %j', (text, said) => {
    const parsed = parseCron(text);
    expect(parsed.ok ? parsed.cron.text : parsed.problem.messageZh).toContain(said);
  });

  it.each(['a'.repeat(10_000), 'x '.repeat(5_000), `${'1,'.repeat(5_000)}70 * * * *`, `0 0 ${'9'.repeat(10_000)} * *`])(
    'answers ten thousand characters with a short message',
    (text) => {
      const parsed = parseCron(text);
      expect(parsed.ok ? 'accepted' : parsed.problem.messageZh).toMatch(/^.{5,120}$/su);
    },
  );
});
