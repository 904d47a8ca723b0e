import { chinaHour, newSourceStats, WorkingCalendar, type SourceStats } from '@govcrawler/core';
import { AdaptiveStats, AdaptiveTargets } from './adaptive-targets.js';
import { DispatchTicks } from './dispatch-ticks.js';
import { FakeClock, fakeTarget, FakeTargets, RecordingGateway, SILENT } from './scheduler-stand.conformance.js';
import { SchedulerStatus } from './scheduler-status.js';

const NOW = Date.parse('2025-06-20T03:00:00+08:00');
const HOUR = 3_600_000;

class StatsInMemory extends AdaptiveStats {
  readonly rows = new Map<string, SourceStats>();
  facts: Awaited<ReturnType<AdaptiveStats['publicationFacts']>> = { publications: [], lastCrawl: null };

  async startStats(stats: SourceStats) {
    if (this.rows.has(stats.sourceId)) return false;
    this.rows.set(stats.sourceId, stats);
    return true;
  }
  async dueSources(now: Date) {
    return [...this.rows.values()].filter(({ nextDueAt }) => nextDueAt !== null && nextDueAt <= now);
  }
  async saveStats(stats: SourceStats, checkCount: number) {
    if (this.rows.get(stats.sourceId)?.checkCount !== checkCount) return false;
    this.rows.set(stats.sourceId, stats);
    return true;
  }
  async forgetStats(sourceId: string) {
    this.rows.delete(sourceId);
  }
  async publicationFacts() {
    return this.facts;
  }
}

function stand() {
  const [clock, gateway, stats] = [new FakeClock(NOW), new RecordingGateway(), new StatsInMemory()];
  const dispatch = new DispatchTicks(
    new FakeTargets([fakeTarget('a', 'adaptive')]),
    gateway,
    new SchedulerStatus(),
    SILENT,
  );
  const start = () => new AdaptiveTargets(stats, dispatch, new WorkingCalendar(), clock, SILENT);
  return { clock, gateway, stats, start, adaptive: start(), row: () => stats.rows.get('target:a')! };
}
const TARGETS = [{ code: 'a', id: 1 }];
const morning = (daysAgo: number) => new Date(NOW - daysAgo * 24 * HOUR + 7 * HOUR);

describe('AdaptiveTargets', () => {
  it('runs a new target at once and then by what it published', async () => {
    const { clock, gateway, stats, adaptive, row } = stand();
    stats.facts.publications = Array.from({ length: 60 }, (_, n) => ({
      publishedAt: morning(n + 1),
      fetchedAt: new Date(NOW - 1),
    }));
    await adaptive.watch(TARGETS);
    await adaptive.look();
    expect(gateway.runs).toEqual([`a ${new Date(NOW).toISOString()}`]);
    const hour = chinaHour(row().nextDueAt!.getTime());
    expect(hour).toBeGreaterThan(9.9);
    expect(hour).toBeLessThan(11);
    expect(row()).toMatchObject({ checkCount: 1, hitCount: 1, frequencyType: 'daily' });
    await adaptive.look();
    expect(gateway.runs).toHaveLength(1);
    clock.at = row().nextDueAt!.getTime();
    const planned = row().nextDueAt!;
    await adaptive.look();
    expect(gateway.runs[1]).toBe(`a ${planned.toISOString()}`);
    expect(row()).toMatchObject({ checkCount: 2, hitCount: 1 });
  });

  it('lets one of two schedulers decide the next moment', async () => {
    const { gateway, start, adaptive, row } = stand();
    const other = start();
    await adaptive.watch(TARGETS);
    await other.watch(TARGETS);
    await Promise.all([adaptive.look(), other.look()]);
    expect(new Set(gateway.runs).size).toBe(1); // the same tick: the gateway makes one job of it
    expect(row().checkCount).toBe(1);
  });

  it('leaves a failing target alone for a while, and stops one whose credential expired', async () => {
    const { clock, stats, adaptive, row } = stand();
    await adaptive.watch(TARGETS);
    stats.facts.lastCrawl = { state: 'failed', error: 'HTTP 403 Forbidden', finishedAt: new Date(NOW - HOUR) };
    await adaptive.look();
    expect(row()).toMatchObject({ failCount: 1, nextDueAt: new Date(NOW + 12 * HOUR) });
    clock.at = NOW + 12 * HOUR;
    stats.facts.lastCrawl = { state: 'failed', error: 'token expired', finishedAt: new Date(NOW + HOUR) };
    await adaptive.look();
    expect(row()).toMatchObject({ failCount: 2, nextDueAt: null });
  });

  it('keeps a target due while the gateway is away, and forgets one that is no longer adaptive', async () => {
    const { gateway, adaptive, stats, row } = stand();
    await adaptive.watch(TARGETS);
    gateway.answer = 'unreachable';
    await adaptive.look();
    expect(row()).toMatchObject({ checkCount: 0, nextDueAt: new Date(NOW) });
    await adaptive.watch([]);
    await adaptive.look();
    expect(stats.rows.size).toBe(0);
  });

  it('learns from the moment of finding where a list shows days only', async () => {
    const { stats, adaptive, row } = stand();
    const midnight = (daysAgo: number) => new Date(NOW - daysAgo * 24 * HOUR - 3 * HOUR);
    stats.facts.publications = Array.from({ length: 60 }, (_, n) => ({
      publishedAt: midnight(n + 1),
      fetchedAt: new Date(midnight(n + 1).getTime() + 15 * HOUR),
    }));
    stats.rows.set('target:a', newSourceStats('target:a', 'target', new Date(NOW)));
    await adaptive.watch(TARGETS);
    await adaptive.look();
    expect(chinaHour(row().nextDueAt!.getTime())).toBeGreaterThan(13);
  });
});
