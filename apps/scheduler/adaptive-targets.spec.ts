import { chinaHour, newSourceStats, parseCron, WorkingCalendar } from '@govcrawler/core';
import { AdaptiveTargets } from './adaptive-targets.js';
import { DispatchTicks } from './dispatch-ticks.js';
import { FakeClock, fakeTarget, FakeTargets, RecordingGateway, SILENT } from './scheduler-stand.conformance.js';
import { SchedulerStatus } from './scheduler-status.js';
import { SettleChecks } from './settle-checks.js';
import { ScheduleInMemory } from './source-schedule.conformance.js';
import { type WatchedSource } from './source-schedule.js';

const NOW = Date.parse('2025-06-20T03:00:00+08:00');
const HOUR = 3_600_000;
const watched = (code: string, id = 1, hostKey = 'www.example.gov.cn'): WatchedSource => ({
  id,
  code,
  siteCode: 'site',
  hostKey,
  kind: 'rss',
  manual: null,
});

function stand(codes = ['a'], checksPerHour: number | null = null) {
  const [clock, gateway, schedule] = [new FakeClock(NOW), new RecordingGateway(), new ScheduleInMemory()];
  schedule.facts.targetCreatedAt = new Date(NOW);
  const targets = new FakeTargets(codes.map((code) => fakeTarget(code, 'adaptive')));
  const dispatch = new DispatchTicks(targets, gateway, new SchedulerStatus(), SILENT);
  const settle = new SettleChecks(schedule, new WorkingCalendar(), clock, SILENT);
  const budget = checksPerHour === null ? null : { checks: checksPerHour, windowMs: HOUR };
  const start = () => new AdaptiveTargets(schedule, dispatch, settle, budget, clock, SILENT);
  const row = (code = 'a') => schedule.rows.get(`target:${code}`)!;
  const end = (
    job: { error?: string; itemsNew?: number; unchanged?: boolean; state?: 'cancelled' } = {},
    code = 'a',
  ) => {
    const { error = null, itemsNew = 0, unchanged, state = error === null ? 'done' : 'failed' } = job;
    const nothingNewReason = unchanged ? ('unchanged' as const) : itemsNew > 0 ? null : ('all_known' as const);
    const summary = { itemsNew, nothingNewReason };
    const tick = new Date(NOW);
    schedule.jobs.set(row(code).openJobId!, { state, error, summary, tick, finishedAt: new Date(clock.at) });
  };
  return { clock, gateway, schedule, start, adaptive: start(), row, end };
}
const TARGETS = [watched('a')];
const morning = (daysAgo: number) => new Date(NOW - daysAgo * 24 * HOUR + 7 * HOUR);
const mornings = Array.from({ length: 60 }, (_, n) => ({
  publishedAt: morning(n + 1),
  fetchedAt: new Date(morning(n + 1).getTime() + HOUR),
}));

describe('AdaptiveTargets', () => {
  it('runs a new target at once and then, when its crawl ended, by what it published', async () => {
    const { clock, gateway, schedule, adaptive, row, end } = stand();
    schedule.facts.publications = mornings;
    await adaptive.watch(TARGETS);
    await adaptive.look();
    expect(gateway.runs).toEqual([`a ${new Date(NOW).toISOString()}`]);
    expect(row()).toMatchObject({ checkCount: 0, openJobId: 1 });
    await adaptive.look();
    expect(row().openJobId).toBe(1); // still under way: nothing is decided
    clock.at = NOW + 5 * HOUR;
    end({ itemsNew: 2 });
    await adaptive.look();
    const hour = chinaHour(row().nextDueAt!.getTime());
    expect(hour).toBeGreaterThan(9.9);
    expect(hour).toBeLessThan(11);
    expect(row()).toMatchObject({ checkCount: 1, hitCount: 1, frequencyType: 'daily', openJobId: null });
    expect(gateway.runs).toHaveLength(1);
    clock.at = row().nextDueAt!.getTime();
    const planned = row().nextDueAt!;
    await adaptive.look();
    expect(gateway.runs[1]).toBe(`a ${planned.toISOString()}`);
    end();
    await adaptive.look();
    expect(row()).toMatchObject({ checkCount: 2, hitCount: 1 });
  });

  it('writes down for each check why then and what it found', async () => {
    const { clock, schedule, adaptive, row, end } = stand();
    schedule.facts.publications = mornings;
    await adaptive.watch(TARGETS);
    await adaptive.look();
    end({ itemsNew: 2 });
    await adaptive.look();
    const second = row().nextDueAt!;
    clock.at = second.getTime();
    await adaptive.look();
    end({ unchanged: true });
    await adaptive.look();
    clock.at = row().nextDueAt!.getTime();
    await adaptive.look();
    end({ error: 'network_timeout: not complete' });
    await adaptive.look();
    expect(schedule.lines.map(({ reason, outcome, itemsNew, jobId }) => [reason, outcome, itemsNew, jobId])).toEqual([
      ['first_look', 'found', 2, 1],
      ['expected_publication', 'unchanged', 0, 2],
      ['expected_publication', 'failed', 0, 3],
    ]);
    expect(schedule.lines[0]).toMatchObject({ nextDueAt: second, nextReason: 'expected_publication' });
    expect(schedule.lines[1]!.why).toMatch(/按 60 条发布记录/);
    expect(schedule.lines[2]).toMatchObject({ error: 'network_timeout: not complete', nextReason: 'backoff:other' });
  });

  it('lets one of two schedulers open and one settle a check', async () => {
    const { gateway, schedule, start, adaptive, row, end } = stand();
    const other = start();
    await adaptive.watch(TARGETS);
    await other.watch(TARGETS);
    await Promise.all([adaptive.look(), other.look()]);
    expect(new Set(gateway.runs).size).toBe(1); // the same tick: the gateway makes one job of it
    end();
    await Promise.all([adaptive.look(), other.look()]);
    expect(row().checkCount).toBe(1);
    expect(schedule.lines).toHaveLength(1);
  });

  it('leaves a failing target alone, stops one whose credential expired, and takes it back when it works', async () => {
    const { clock, schedule, adaptive, row, end } = stand();
    await adaptive.watch(TARGETS);
    await adaptive.look();
    end({ error: 'http_forbidden: status 403' });
    await adaptive.look();
    expect(row()).toMatchObject({ failCount: 1, nextDueAt: new Date(NOW + 12 * HOUR) });
    clock.at = NOW + 12 * HOUR;
    await adaptive.look();
    end({ error: 'http_forbidden: status 401' });
    await adaptive.look();
    expect(row()).toMatchObject({ failCount: 2, nextDueAt: null, dueReason: 'stopped' });
    clock.at += 100 * HOUR;
    await adaptive.watch(TARGETS);
    await adaptive.look();
    expect(row().nextDueAt).toBeNull();
    schedule.successes.set(1, new Date(clock.at)); // a person renewed it and ran the target
    await adaptive.watch(TARGETS);
    expect(row()).toMatchObject({ nextDueAt: new Date(clock.at), dueReason: 'resumed', failCount: 0 });
  });

  it('takes a source that is gone off the schedule, until its target is switched on again', async () => {
    const { adaptive, row, end } = stand();
    await adaptive.watch(TARGETS);
    await adaptive.look();
    end({ error: 'http_gone: status 410' });
    await adaptive.look();
    expect(row()).toMatchObject({ nextDueAt: null, dueReason: 'gone' });
    await adaptive.watch([]);
    await adaptive.watch(TARGETS);
    expect(row()).toMatchObject({ nextDueAt: new Date(NOW), dueReason: 'resumed' });
  });

  it('keeps a target due while the gateway is away, and parks one that is no longer adaptive', async () => {
    const { clock, gateway, adaptive, row } = stand();
    await adaptive.watch(TARGETS);
    gateway.answer = 'unreachable';
    await adaptive.look();
    expect(row()).toMatchObject({ checkCount: 0, nextDueAt: new Date(NOW), openJobId: null });
    await adaptive.watch([]);
    await adaptive.look();
    expect(row()).toMatchObject({ nextDueAt: null, dueReason: 'parked' });
    clock.at += HOUR;
    await adaptive.watch(TARGETS);
    expect(row()).toMatchObject({ nextDueAt: new Date(clock.at) });
  });

  it('starts no second crawl while one is under way, and goes on when the job is lost', async () => {
    const { clock, gateway, schedule, adaptive, row } = stand();
    await adaptive.watch(TARGETS);
    await adaptive.look();
    for (let round = 0; round < 5; round += 1) {
      clock.at = row().nextDueAt!.getTime();
      await adaptive.look();
    }
    expect(gateway.runs).toHaveLength(1);
    schedule.lostJobs.add(1);
    await adaptive.look();
    expect(schedule.lines).toMatchObject([{ outcome: 'lost', jobId: null }]);
    expect(row().openJobId).toBeNull();
  });

  it('spends the budget of a host on its most promising sources and puts the others off', async () => {
    const codes = ['a', 'b', 'c', 'd'];
    const { schedule, gateway, adaptive, row } = stand(codes, 3);
    await adaptive.watch(codes.map((code, n) => watched(code, n)));
    schedule.rows.set('target:c', { ...row('c'), dueExpected: 2 });
    schedule.rows.set('target:d', { ...row('d'), dueExpected: 1 });
    schedule.hostCrawls = [new Date(NOW - HOUR / 2)]; // a cron run counts as well
    await adaptive.look();
    expect(gateway.runs.map((run) => run[0])).toEqual(['c', 'd']);
    expect(row('a')).toMatchObject({ dueReason: 'host_budget', nextDueAt: new Date(NOW + HOUR / 2) });
    expect(row('b')).toMatchObject({ dueReason: 'host_budget', nextDueAt: new Date(NOW + HOUR) });
    expect(row('a').dueWhy).toContain('每 60 分钟最多采集 3 次');
  });

  it('waits for as long as a feed asks', async () => {
    const { schedule, adaptive, row, end } = stand();
    schedule.facts.freshUntil = new Date(NOW + 20 * HOUR);
    await adaptive.watch(TARGETS);
    await adaptive.look();
    end();
    await adaptive.look();
    expect(row()).toMatchObject({ nextDueAt: new Date(NOW + 20 * HOUR), dueReason: 'feed_ttl' });
  });

  it('keeps the cron of a source that ran by one, until it has published something', async () => {
    const { clock, schedule, adaptive, row, end } = stand();
    const parsed = parseCron('30 5 * * *');
    const manual = parsed.ok ? parsed.cron : null;
    schedule.facts.targetCreatedAt = new Date(NOW - 100 * 24 * HOUR);
    await adaptive.watch([{ ...watched('a'), manual }]);
    await adaptive.look();
    end();
    await adaptive.look();
    expect(row()).toMatchObject({ dueReason: 'manual_rhythm', nextDueAt: new Date('2025-06-20T05:30:00+08:00') });
    schedule.facts.publications = mornings;
    clock.at = row().nextDueAt!.getTime();
    await adaptive.look();
    end();
    await adaptive.look();
    expect(row().dueReason).toBe('expected_publication');
  });

  it('runs every source once an hour at its own minute while the statistics are broken', async () => {
    const { clock, gateway, schedule, adaptive } = stand();
    await adaptive.watch(TARGETS);
    schedule.broken = true;
    for (let minute = 0; minute < 180; minute += 1) {
      clock.at = NOW + minute * 60_000;
      await expect(adaptive.look()).rejects.toThrow('the table is gone');
      await adaptive.lookWithoutStats(NOW);
    }
    expect(gateway.runs).toHaveLength(3);
    const ticks = gateway.runs.map((run) => Date.parse(run.slice(2)));
    expect(ticks.map((tick) => tick - ticks[0]!)).toEqual([0, HOUR, 2 * HOUR]);
  });

  it('spreads very many new sources over an hour', async () => {
    const codes = Array.from({ length: 400 }, (_, n) => `s${n}`);
    const { schedule, adaptive } = stand(codes);
    await adaptive.watch(codes.map((code, n) => watched(code, n)));
    const minutes = [...schedule.rows.values()].map(({ nextDueAt }) => (nextDueAt!.getTime() - NOW) / 60_000);
    expect(Math.max(...minutes)).toBeLessThan(60);
    const largest = Math.max(...minutes.map((minute) => minutes.filter((other) => other === minute).length));
    expect(largest).toBeLessThan(25);
  });

  it('learns from the moment of finding where a list shows days only', async () => {
    const { clock, schedule, adaptive, row, end } = stand();
    const midnight = (daysAgo: number) => new Date(NOW - daysAgo * 24 * HOUR - 3 * HOUR);
    schedule.facts.publications = Array.from({ length: 60 }, (_, n) => ({
      publishedAt: midnight(n + 1),
      fetchedAt: new Date(midnight(n + 1).getTime() + 15 * HOUR),
    }));
    const due = { dueReason: null, dueWhy: null, dueExpected: null };
    const stats = newSourceStats('target:a', 'rss', new Date(NOW));
    schedule.rows.set('target:a', { ...stats, targetId: 1, openJobId: null, ...due });
    await adaptive.watch(TARGETS);
    await adaptive.look();
    clock.at = NOW + 9 * HOUR;
    end();
    await adaptive.look();
    expect(chinaHour(row().nextDueAt!.getTime())).toBeGreaterThan(14.9);
  });
});
