import { scheduledRuns } from '@govcrawler/core';
import {
  FakeClock,
  fakeTarget,
  FakeTargets,
  RecordingGateway,
  SchedulerStand,
  type FakeTarget,
} from './scheduler-stand.conformance.js';

const START = Date.parse('2025-01-01T00:00:00+08:00');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function stand(rows: FakeTarget[], policy: 'skip' | 'once' = 'skip') {
  const clock = new FakeClock(START);
  const gateway = new RecordingGateway();
  const targets = new FakeTargets(rows);
  return { clock, gateway, rows, scheduler: new SchedulerStand(targets, gateway, clock, policy) };
}

describe('reconcile', () => {
  it('adds, removes and moves targets without touching the others', async () => {
    const { rows, scheduler } = stand([fakeTarget('a', '0 7 * * *'), fakeTarget('b', '0 8 * * *')]);
    expect(await scheduler.reconcile()).toMatchObject({ added: 2, removed: 0, rescheduled: 0 });
    rows[0]!.crons.target = '0 9 * * *';
    rows[1]!.enabled = false;
    rows.push(fakeTarget('c', null));
    expect(await scheduler.reconcile()).toMatchObject({ added: 1, removed: 1, rescheduled: 1, unchanged: 0 });
    expect(await scheduler.reconcile()).toMatchObject({ added: 0, removed: 0, rescheduled: 0, unchanged: 2 });
    expect(scheduler.status.targets).toBe(2);
  });

  it('shows targets that cannot run instead of running them at some other time', async () => {
    const { rows, scheduler } = stand([fakeTarget('wrong', '0 0 2 * * *'), fakeTarget('self', 'adaptive')]);
    await scheduler.reconcile();
    expect(scheduler.status).toMatchObject({ targets: 0, adaptive: 1 });
    expect(scheduler.status.invalid[0]).toMatchObject({ targetCode: 'wrong', cron: '0 0 2 * * *' });
    rows[0]!.crons.target = '0 2 * * 1';
    await scheduler.reconcile();
    expect(scheduler.status).toMatchObject({ targets: 1, invalid: [] });
  });

  it('makes up for a missed tick once, at start only and only by policy', async () => {
    const missed = () => [
      fakeTarget('late', '0 7 * * *', new Date(START - 3 * DAY)),
      fakeTarget('never', '0 7 * * *', null),
      fakeTarget('done', '0 7 * * *', new Date(START - DAY / 2)),
    ];
    const once = stand(missed(), 'once');
    await once.scheduler.reconcile();
    await once.scheduler.reconcile();
    expect(once.gateway.runs).toEqual([`late ${new Date(START - 17 * 60 * MINUTE).toISOString()}`]);
    const skip = stand(missed(), 'skip');
    await skip.scheduler.reconcile();
    expect(skip.gateway.runs).toEqual([]);
  });

  it('sends the ticks of the last quarter of an hour again after a restart, whatever the policy', async () => {
    const { gateway, scheduler } = stand([fakeTarget('a', '*/5 * * * *'), fakeTarget('b', '30 23 * * *')], 'skip');
    await scheduler.reconcile();
    expect(gateway.runs).toEqual([10, 5, 0].map((minutes) => `a ${new Date(START - minutes * MINUTE).toISOString()}`));
  });
});

describe('dispatch', () => {
  it('does not run a target that was switched off since the last reconcile', async () => {
    const { clock, gateway, rows, scheduler } = stand([fakeTarget('a', '30 * * * *')]);
    await scheduler.reconcile();
    rows[0]!.enabled = false;
    clock.at += 60 * MINUTE;
    expect(await scheduler.look()).toMatchObject({ disabled: 1 });
    expect(gateway.runs).toEqual([]);
  });

  it('goes on with the next tick after a refusal', async () => {
    const { clock, gateway, scheduler } = stand([fakeTarget('a', '30 * * * *')]);
    await scheduler.reconcile();
    gateway.answer = 'refused';
    clock.at += 60 * MINUTE;
    expect(await scheduler.look()).toMatchObject({ refused: 1 });
    gateway.answer = 'accepted';
    expect(await scheduler.look()).toMatchObject({ refused: 0, accepted: 0 });
    clock.at += 60 * MINUTE;
    expect(await scheduler.look()).toMatchObject({ accepted: 1 });
  });

  it('skips ticks while the gateway is away, counts them and does not ask a thousand times', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => fakeTarget(`t${n}`, '30 * * * *'));
    const { clock, gateway, scheduler } = stand(rows);
    await scheduler.reconcile();
    gateway.answer = 'unreachable';
    clock.at += 60 * MINUTE;
    await scheduler.look();
    expect(scheduler.status.ticks.unreachable).toBe(300);
    expect(gateway.runs.length).toBeLessThan(50);
    gateway.answer = 'accepted';
    clock.at += 60 * MINUTE;
    await scheduler.look();
    expect(scheduler.status.ticks).toMatchObject({ unreachable: 300, accepted: 300 });
  });
});

describe('truth', () => {
  it('fires for a year exactly the runs that were shown, across edits', async () => {
    const rows = [
      fakeTarget('daily', '30 7 * * *'),
      fakeTarget('default', null),
      fakeTarget('office', '*/30 9-17 * * 1-5'),
      fakeTarget('last-day', '15 23 L * *'),
    ];
    const { clock, gateway, scheduler } = stand(rows);
    const edits: [number, () => void][] = [
      [40, () => (rows[0]!.crons.target = '45 6 * * 1')],
      [90, () => (rows[1]!.crons.site = '5 4 1,15 * *')],
      [150, () => (rows[2]!.enabled = false)],
      [200, () => (rows[2]!.enabled = true)],
      [260, () => (rows[3]!.crons.target = '0 0 * * 5L')],
    ];
    const expected: string[] = [];
    clock.at += MINUTE / 2;
    await scheduler.reconcile();
    for (let day = 0; day < 365; day += 1) {
      for (const [when, edit] of edits) if (when === day) edit();
      await scheduler.reconcile();
      const midnight = clock.at;
      for (const row of rows.filter(({ enabled }) => enabled)) {
        const shown = scheduledRuns(row, clock.now(), 20).nextRuns;
        expected.push(...shown.filter((at) => Date.parse(at) <= midnight + DAY).map((at) => `${row.code} ${at}`));
      }
      // Looks at odd moments, some of them hours late.
      for (const offset of [0.1, 0.33, 0.331, 0.8, 1]) {
        clock.at = midnight + offset * DAY;
        await scheduler.look();
      }
    }
    expect(gateway.runs.length).toBeGreaterThan(3000);
    expect(gateway.runs.toSorted()).toEqual(expected.toSorted());
  }, 30_000);
});
