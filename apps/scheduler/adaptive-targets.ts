import {
  admitChecks,
  HOUR_MS,
  MINUTE_MS,
  newSourceStats,
  spreadMinute,
  waitLabel,
  type HostBudget,
} from '@govcrawler/core';
import { type Logger } from '@govcrawler/platform';
import { type DispatchTicks } from './dispatch-ticks.js';
import { type Clock } from './scheduler-ports.js';
import { type SettleChecks } from './settle-checks.js';
import { type ScheduledSource, type SourceSchedule, type WatchedSource } from './source-schedule.js';

const PREFIX = 'target:';
const BATCH = 200;
/** Batches of one look: 2,000 sources, after which cron ticks and shutdown get their turn. */
const MAX_BATCHES = 10;
/** So long after its start a crawl that did not end is asked after; it is never started twice. */
const LOOK_AGAIN_MS = 30 * MINUTE_MS;
/** More new sources than this at once begin over an hour, each at its own moment. */
const AT_ONCE = 100;

/**
 * Runs targets that schedule themselves. The next moment is kept in the database and is the tick of the run, so several
 * schedulers agree on it; whoever writes the following moment first decides it.
 */
export class AdaptiveTargets {
  private watched = new Map<string, WatchedSource>();
  private readonly sentWithoutStats = new Map<string, number>();

  constructor(
    private readonly schedule: SourceSchedule,
    private readonly dispatch: DispatchTicks,
    private readonly settleChecks: SettleChecks,
    private readonly budget: HostBudget | null,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Called by every reconcile: new ones are due at once, existing statistics stay. */
  async watch(targets: readonly WatchedSource[]): Promise<void> {
    const now = this.clock.now();
    const fresh = targets.filter(({ code }) => !this.watched.has(PREFIX + code));
    await this.schedule.watch(
      fresh.map(({ code, id, kind, siteCode }) => {
        const delay = fresh.length > AT_ONCE ? ownMinute(siteCode, code) : 0;
        const stats = newSourceStats(PREFIX + code, kind, now);
        const due = { dueReason: 'first_look', dueWhy: '新的源，首次检查', dueExpected: null };
        return { ...stats, nextDueAt: new Date(now.getTime() + delay), targetId: id, openJobId: null, ...due };
      }),
    );
    this.watched = new Map(targets.map((target) => [PREFIX + target.code, target]));
    await this.resumeHealed(now);
  }

  /** Writes down what ended, then sends what is due. */
  async look(): Promise<void> {
    await this.settleChecks.run(this.watched);
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const due = await this.schedule.due(this.clock.now(), BATCH);
      const moved = await this.send(due);
      // Whatever could not be moved is still at the head of the line: the gateway is away, it makes no sense to go on.
      if (due.length < BATCH || moved < due.length) return;
    }
  }

  /**
   * The statistics cannot be read or written: every source is looked at once an hour, at its own minute, until they
   * can. The moments are the same in every process, so that one job is made of each.
   */
  async lookWithoutStats(since: number): Promise<void> {
    const now = this.clock.now().getTime();
    const due = [...this.watched.values()].flatMap(({ code, siteCode }) => {
      const offset = ownMinute(siteCode, code);
      const tick = Math.floor((now - offset) / HOUR_MS) * HOUR_MS + offset;
      if (tick < since || this.sentWithoutStats.get(code) === tick) return [];
      this.sentWithoutStats.set(code, tick);
      return [{ code, tick: new Date(tick) }];
    });
    await this.dispatch.run(due);
  }

  /** How many rows got another moment. */
  private async send(due: readonly ScheduledSource[]): Promise<number> {
    const now = this.clock.now();
    let moved = 0;
    const ready: (ScheduledSource & { nextDueAt: Date })[] = [];
    for (const source of due) {
      const dueAt = source.nextDueAt!;
      // Switched off, or back on a cron: its statistics wait for it to come back.
      if (!this.watched.has(source.sourceId)) {
        await this.schedule.postpone(source.sourceId, dueAt, null, 'parked', null);
        moved += 1;
      } else if (source.openJobId !== null) {
        await this.schedule.stillOpen(source.sourceId, dueAt, new Date(now.getTime() + LOOK_AGAIN_MS));
        moved += 1;
      } else ready.push({ ...source, nextDueAt: dueAt });
    }
    const admitted = await this.withinBudget(ready, now);
    moved += ready.length - admitted.length;
    const sourceOf = new Map(admitted.map((source) => [source.sourceId, source]));
    const ticks = admitted.map((source) => ({ code: source.sourceId.slice(PREFIX.length), tick: source.nextDueAt }));
    await this.dispatch.run(ticks, async ({ code, tick }, jobId) => {
      const { sourceId } = sourceOf.get(PREFIX + code)!;
      await this.schedule.opened(sourceId, tick, jobId, new Date(now.getTime() + LOOK_AGAIN_MS));
      moved += 1;
    });
    return moved;
  }

  /** A host gets so many crawls an hour, whoever asks for them; the most promising sources go first. */
  private async withinBudget<T extends ScheduledSource & { nextDueAt: Date }>(due: T[], now: Date): Promise<T[]> {
    const { budget } = this;
    if (budget === null || due.length === 0) return due;
    const byHost = new Map<string, T[]>();
    for (const source of due) {
      const { hostKey } = this.watched.get(source.sourceId)!;
      const own = byHost.get(hostKey);
      if (own) own.push(source);
      else byHost.set(hostKey, [source]);
    }
    const since = new Date(now.getTime() - budget.windowMs);
    const spent = await this.schedule.crawlsByHost([...byHost.keys()], since);
    const admitted: T[] = [];
    for (const [host, sources] of byHost) {
      const checks = sources.map((source) => ({
        source: source.sourceId,
        expected: source.dueExpected ?? 0,
        dueAt: source.nextDueAt.getTime(),
        row: source,
      }));
      const times = (spent.get(host) ?? []).map((at) => at.getTime());
      const verdict = admitChecks(checks, times, budget, now.getTime());
      admitted.push(...verdict.admitted.map(({ row }) => row));
      for (const { check, until } of verdict.deferred) {
        const why = `主机 ${host} 每 ${waitLabel(budget.windowMs)}最多采集 ${budget.checks} 次，顺延`;
        await this.schedule.postpone(check.source, check.row.nextDueAt, new Date(until), 'host_budget', why);
      }
      if (verdict.deferred.length > 0) {
        this.logger.info({ host, deferred: verdict.deferred.length, budget: budget.checks }, 'host budget is spent');
      }
    }
    return admitted;
  }

  /** A stopped source that somebody crawled with success since has a working credential again. */
  private async resumeHealed(now: Date): Promise<void> {
    for (const { source, lastSuccessAt } of await this.schedule.stopped()) {
      if (!this.watched.has(source.sourceId) || lastSuccessAt === null) continue;
      if (source.lastCheckAt !== null && lastSuccessAt <= source.lastCheckAt) continue;
      await this.schedule.resume(source.sourceId, now);
      this.logger.info({ source: source.sourceId }, 'source crawled with success again, back on schedule');
    }
  }
}

/** Milliseconds within an hour: the same in every process, for ever. */
function ownMinute(siteCode: string, code: string): number {
  return (spreadMinute(siteCode, code) % 60) * MINUTE_MS;
}
