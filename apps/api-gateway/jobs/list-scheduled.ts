import { Injectable } from '@nestjs/common';
import { type PageOf, type ScheduledRun } from '@govcrawler/contracts';
import {
  ADAPTIVE_SCHEDULE,
  CronReader,
  scheduledRuns,
  scheduleOf,
  type CronExpression,
  type SchedulableTarget,
} from '@govcrawler/core';
import { Clock } from '../gateway-infrastructure.js';

/** Targets that the scheduler looks after. */
export abstract class ScheduledTargets {
  abstract listEnabled(): Promise<(SchedulableTarget & { hostKey: string })[]>;
}

/** What people call them. */
export abstract class TargetNames {
  abstract namesOf(codes: readonly string[]): Promise<Map<string, { targetName: string; siteName: string }>>;
}

/** When targets that schedule themselves are looked at next. */
export abstract class SelfScheduled {
  abstract find(
    targetCode: string,
  ): Promise<{ stats: { nextDueAt: Date | null; openJobId: number | null } | null } | null>;
}

export interface ScheduleFilter {
  siteCode?: string;
  targetCode?: string;
  /** How many moments to name for each. */
  runs: number;
  limit: number;
  offset: number;
}

/** What will run, soonest first; what cannot run stands at the end, with the reason. By the scheduler's own rules. */
@Injectable()
export class ListScheduled {
  private readonly reader = new CronReader();
  /** The next moment of each cron stays the same until it has come. */
  private readonly nextOf = new WeakMap<CronExpression, number>();

  constructor(
    private readonly targets: ScheduledTargets,
    private readonly names: TargetNames,
    private readonly sources: SelfScheduled,
    private readonly clock: Clock,
  ) {}

  async list({ siteCode, targetCode, runs, limit, offset }: ScheduleFilter): Promise<PageOf<ScheduledRun>> {
    const now = this.clock.now();
    const matches = (await this.targets.listEnabled())
      .filter((target) => siteCode === undefined || target.siteCode === siteCode)
      .filter((target) => targetCode === undefined || target.code === targetCode)
      .map((target) => ({ target, next: this.nextRun(target, now) }))
      .sort((a, b) => a.next - b.next || (a.target.code < b.target.code ? -1 : 1));
    const shown = matches.slice(offset, offset + limit);
    const nameOf = await this.names.namesOf(shown.map(({ target }) => target.code));
    const page = shown.map(async ({ target }): Promise<ScheduledRun> => {
      const view = scheduledRuns(target, now, runs, this.reader);
      const name = nameOf.get(target.code);
      return {
        ...view,
        nextRuns: view.cron === ADAPTIVE_SCHEDULE ? await this.nextCheck(target.code) : view.nextRuns,
        targetName: name?.targetName ?? target.code,
        siteName: name?.siteName ?? target.siteCode,
        host: target.hostKey,
        problem: view.problem?.messageZh ?? null,
      };
    });
    const items = await Promise.all(page);
    return { count: items.length, total: matches.length, limit, offset, items };
  }

  /** One moment, for each check decides the next. */
  private async nextCheck(code: string): Promise<string[]> {
    const stats = (await this.sources.find(code))?.stats;
    return stats?.nextDueAt && stats.openJobId === null ? [stats.nextDueAt.toISOString()] : [];
  }

  private nextRun(target: SchedulableTarget, now: Date): number {
    const schedule = scheduleOf(target, this.reader);
    if (schedule.kind !== 'cron') return Number.MAX_SAFE_INTEGER;
    const { expression } = schedule;
    const known = this.nextOf.get(expression);
    if (known !== undefined && known > now.getTime()) return known;
    const next = expression.nextRuns(now.getTime(), 1)[0] ?? Number.MAX_SAFE_INTEGER;
    this.nextOf.set(expression, next);
    return next;
  }
}
