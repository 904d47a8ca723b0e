import { type CheckReason } from '@govcrawler/core';
import {
  SourceSchedule,
  type CheckLine,
  type EndedCheck,
  type ScheduledSource,
  type SourceFacts,
} from './source-schedule.js';

/** The schedule of sources in memory, with jobs that tests end. */
export class ScheduleInMemory extends SourceSchedule {
  readonly rows = new Map<string, ScheduledSource>();
  readonly lines: CheckLine[] = [];
  readonly jobs = new Map<number, NonNullable<EndedCheck['job']>>();
  readonly lostJobs = new Set<number>();
  readonly successes = new Map<number, Date>();
  hostCrawls: Date[] = [];
  facts: SourceFacts = { publications: [], freshUntil: null, targetCreatedAt: new Date(0) };
  broken = false;

  override async watch(sources: readonly ScheduledSource[]) {
    for (const source of sources) {
      const known = this.rows.get(source.sourceId);
      if (!known) this.rows.set(source.sourceId, source);
      else if (known.dueReason === 'parked' || known.dueReason === 'gone')
        this.rows.set(source.sourceId, { ...known, nextDueAt: source.nextDueAt, dueReason: 'resumed' });
    }
  }
  override async due(now: Date, limit: number) {
    if (this.broken) throw new Error('the table is gone');
    return [...this.rows.values()].filter(({ nextDueAt }) => nextDueAt !== null && nextDueAt <= now).slice(0, limit);
  }
  override async opened(sourceId: string, dueAt: Date, jobId: number, lookAgainAt: Date) {
    return this.move(sourceId, dueAt, { openJobId: jobId, nextDueAt: lookAgainAt });
  }
  override async stillOpen(sourceId: string, dueAt: Date, lookAgainAt: Date) {
    return this.move(sourceId, dueAt, { nextDueAt: lookAgainAt });
  }
  override async postpone(sourceId: string, dueAt: Date, until: Date | null, reason: CheckReason, why: string | null) {
    return this.move(sourceId, dueAt, { nextDueAt: until, dueReason: reason, dueWhy: why });
  }
  override async settle(next: ScheduledSource, openJobId: number, check: CheckLine) {
    if (this.rows.get(next.sourceId)?.openJobId !== openJobId) return false;
    this.rows.set(next.sourceId, next);
    this.lines.push(check);
    return true;
  }
  override async ended() {
    return [...this.rows.values()].flatMap((source): EndedCheck[] => {
      if (source.openJobId === null) return [];
      const job = this.jobs.get(source.openJobId);
      if (job) return [{ source, job }];
      return this.lostJobs.has(source.openJobId) ? [{ source, job: null }] : [];
    });
  }
  override async stopped() {
    return [...this.rows.values()]
      .filter(({ dueReason }) => dueReason === 'stopped')
      .map((source) => ({ source, lastSuccessAt: this.successes.get(source.targetId) ?? null }));
  }
  override async resume(sourceId: string, now: Date) {
    const row = this.rows.get(sourceId);
    if (row) this.rows.set(sourceId, { ...row, nextDueAt: now, dueReason: 'resumed', failCount: 0 });
    return row !== undefined;
  }
  override async factsOf() {
    return this.facts;
  }
  override async crawlsByHost(hosts: readonly string[]) {
    return new Map(hosts.map((host) => [host, this.hostCrawls]));
  }
  override async pruneChecks() {
    return 0;
  }

  private move(sourceId: string, dueAt: Date, values: Partial<ScheduledSource>): boolean {
    const row = this.rows.get(sourceId);
    if (row?.nextDueAt?.getTime() !== dueAt.getTime()) return false;
    this.rows.set(sourceId, { ...row, ...values });
    return true;
  }
}
