import { parseCron, type CronExpression } from './cron-expression.js';
import { missedTick, ticksBetween } from './reconcile-schedules.js';

const at = (text: string) => Date.parse(text);
function cron(text: string): CronExpression {
  const parsed = parseCron(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.cron;
}

describe('missedTick', () => {
  const daily = cron('0 7 * * *');
  const now = at('2025-03-10T12:00:00+08:00');

  it('makes up once, however many were missed', () => {
    expect(missedTick(daily, at('2025-03-05T07:00:00+08:00'), now, 'once')).toBe(at('2025-03-10T07:00:00+08:00'));
  });

  it('makes up for nothing when nothing was missed, or the policy says so, or it never ran', () => {
    expect(missedTick(daily, at('2025-03-10T07:00:00+08:00'), now, 'once')).toBeNull();
    expect(missedTick(daily, at('2025-03-05T07:00:00+08:00'), now, 'skip')).toBeNull();
    expect(missedTick(daily, null, now, 'once')).toBeNull();
  });
});

describe('ticksBetween', () => {
  it('lists the ticks of a half-open span', () => {
    const hourly = cron('0 * * * *');
    const after = at('2025-03-10T12:00:00+08:00');
    const until = at('2025-03-10T15:00:00+08:00');
    expect(ticksBetween(hourly, after, until, 10).map((tick) => (tick - after) / 3_600_000)).toEqual([1, 2, 3]);
    expect(ticksBetween(hourly, after, until, 1)).toEqual([until]);
    expect(ticksBetween(hourly, until, until, 10)).toEqual([]);
  });
});
