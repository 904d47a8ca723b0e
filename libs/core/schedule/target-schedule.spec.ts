import { CronReader, scheduledRuns, scheduleOf, type SchedulableTarget } from './target-schedule.js';

const target = (crons: Partial<SchedulableTarget['crons']> = {}): SchedulableTarget => ({
  code: 'gd_wjk__zfwj',
  siteCode: 'gd_wjk',
  crons: { target: null, column: null, defaultColumn: null, site: null, ...crons },
});

describe('scheduleOf', () => {
  it('says what fires and who said so', () => {
    expect(scheduleOf(target({ column: '0 7 * * *', site: '0 9 * * *' }))).toMatchObject({
      kind: 'cron',
      cron: '0 7 * * *',
      effectiveCron: '0 7 * * *',
      level: 'column',
      spread: false,
    });
  });

  it('spreads the default and shows both', () => {
    const schedule = scheduleOf(target());
    expect(schedule).toMatchObject({ kind: 'cron', cron: '0 2 * * *', level: 'default', spread: true });
    expect(schedule.kind === 'cron' && schedule.effectiveCron).toMatch(/^\d{1,2} [1-4] \* \* \*$/);
  });

  it('lets a target schedule itself', () => {
    expect(scheduleOf(target({ site: '0 9 * * *', target: 'Adaptive' }))).toMatchObject({
      kind: 'adaptive',
      level: 'target',
    });
  });

  it('does not hide a wrong cron behind a weaker level', () => {
    expect(scheduleOf(target({ target: '0 0 2 * * *', site: '0 9 * * *' }))).toMatchObject({
      kind: 'invalid',
      level: 'target',
      problem: { message: expect.stringContaining('6 fields') },
    });
  });
});

describe('scheduledRuns', () => {
  it('shows the next ten runs', () => {
    const view = scheduledRuns(target({ target: '0 7 * * *' }), new Date('2025-03-01T00:00:00Z'), 10, new CronReader());
    expect(view.nextRuns).toHaveLength(10);
    expect(view.nextRuns.slice(0, 2)).toEqual(['2025-03-01T23:00:00.000Z', '2025-03-02T23:00:00.000Z']);
    expect(view).toMatchObject({ level: 'target', problem: null, effectiveCron: '0 7 * * *' });
  });

  it('shows why a target will not run', () => {
    const view = scheduledRuns(target({ target: '0 0 31 4 *' }), new Date('2025-03-01T00:00:00Z'));
    expect(view).toMatchObject({ nextRuns: [], effectiveCron: null });
    expect(view.problem?.message).toContain('never runs');
  });
});
