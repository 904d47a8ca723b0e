import { DEFAULT_CRON, resolveCron, spreadDefault, spreadMinute } from './resolve-cron.js';

describe('resolveCron', () => {
  const all = {
    targetCron: '1 1 * * *',
    columnSchedule: '2 2 * * *',
    defaultColumnSchedule: '3 3 * * *',
    siteCron: '4 4 * * *',
  };

  it('takes the strongest of five levels and names it', () => {
    expect(resolveCron(all)).toEqual({ cron: '1 1 * * *', level: 'target' });
    expect(resolveCron({ ...all, targetCron: null })).toEqual({ cron: '2 2 * * *', level: 'column' });
    expect(resolveCron({ defaultColumnSchedule: '3 3 * * *', siteCron: '4 4 * * *' })).toEqual({
      cron: '3 3 * * *',
      level: 'default_column',
    });
    expect(resolveCron({ siteCron: '4 4 * * *' })).toEqual({ cron: '4 4 * * *', level: 'site' });
    expect(resolveCron({})).toEqual({ cron: '0 2 * * *', level: 'default' });
  });

  it('takes blank for nothing said', () => {
    expect(resolveCron({ ...all, targetCron: '', columnSchedule: '  ' }).level).toBe('default_column');
  });
});

describe('the default window', () => {
  it('moves the default to one minute per target between 01:00 and 05:00', () => {
    expect(spreadDefault(DEFAULT_CRON, 'gd_wjk', 'gd_wjk__zfwj')).toMatch(/^\d{1,2} [1-4] \* \* \*$/);
    expect(spreadDefault('0  2 * * *', 'gd_wjk', 'gd_wjk__zfwj')).toBe(
      spreadDefault(DEFAULT_CRON, 'gd_wjk', 'gd_wjk__zfwj'),
    );
    expect(spreadDefault('0 7 * * *', 'gd_wjk', 'gd_wjk__zfwj')).toBe('0 7 * * *');
  });

  it('takes the first four bytes of the hash', () => {
    // sha256("a/b") begins with c14cddc0
    expect(spreadMinute('a', 'b')).toBe(0xc14cddc0 % 240);
  });

  it('puts less than 2 % of the targets into any minute', () => {
    for (const count of [4_000, 100_000]) {
      const perMinute = new Map<number, number>();
      for (let n = 0; n < count; n += 1) {
        const minute = spreadMinute(`site${n % 50}`, `site${n % 50}__col${n}`);
        perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
      }
      expect(perMinute.size).toBe(240);
      expect(Math.max(...perMinute.values()) / count).toBeLessThan(0.02);
    }
  });
});
