import { type DynamicModule, Module } from '@nestjs/common';
import { DAY_MS, HOUR_MS, type MissedTickPolicy, WorkingCalendar } from '@govcrawler/core';
import { type Logger } from '@govcrawler/platform';
import { AdaptiveTargets } from './adaptive-targets.js';
import { DispatchTicks } from './dispatch-ticks.js';
import { HealthController } from './health.controller.js';
import { ReconcileTargets } from './reconcile-targets.js';
import { ScheduleBook } from './schedule-book.js';
import { ScheduleLoop } from './schedule-loop.js';
import { type Clock, type RunRequests, type ScheduledTargets, SystemClock } from './scheduler-ports.js';
import { SchedulerStatus } from './scheduler-status.js';
import { SettleChecks } from './settle-checks.js';
import { type SourceSchedule } from './source-schedule.js';

/** What the process opens and hands in: the same module runs embedded and in the cluster. */
export interface SchedulerInfrastructure {
  /** `database.schedule` */
  targets: ScheduledTargets;
  /** `database.sourceSchedule`; without it targets that schedule themselves are only counted, not run. */
  sources?: SourceSchedule;
  /** Crawls that a host may get per hour from targets that schedule themselves; 0 sets no limit. */
  hostChecksPerHour?: number;
  /** For how many days the decision log is kept. */
  checkLogDays?: number;
  /** Working days; without one every week is like the other. */
  calendar?: WorkingCalendar;
  /** Over HTTP in the cluster; the gateway's own use case when both live in one process. */
  gateway: RunRequests;
  logger: Logger;
  reconcileSec: number;
  missedTicks: MissedTickPolicy;
  clock?: Clock;
}

/** A crawl every half minute keeps one lane busy, at the pace that government sites get. */
export const DEFAULT_HOST_CHECKS = 120;
export const DEFAULT_LOG_DAYS = 30;

/** The scheduler: rows in, run requests out. Any number of them may run side by side. */
@Module({})
export class SchedulerModule {
  static forRoot(infrastructure: SchedulerInfrastructure): DynamicModule {
    const { targets, sources, gateway, logger, reconcileSec, missedTicks } = infrastructure;
    const { clock = new SystemClock(), calendar = new WorkingCalendar() } = infrastructure;
    const status = new SchedulerStatus();
    const book = new ScheduleBook();
    const reconcile = new ReconcileTargets(targets, book, status, missedTicks, clock, logger);
    const dispatch = new DispatchTicks(targets, gateway, status, logger);
    const { hostChecksPerHour = DEFAULT_HOST_CHECKS, checkLogDays = DEFAULT_LOG_DAYS } = infrastructure;
    const budget = hostChecksPerHour > 0 ? { checks: hostChecksPerHour, windowMs: HOUR_MS } : null;
    const settle = sources ? new SettleChecks(sources, calendar, clock, logger) : null;
    const adaptive = sources && settle ? new AdaptiveTargets(sources, dispatch, settle, budget, clock, logger) : null;
    const oldest = () => new Date(clock.now().getTime() - checkLogDays * DAY_MS);
    const pruneLog = async () => (sources ? sources.pruneChecks(oldest()) : 0);
    const parts = { book, reconcile, dispatch, adaptive, pruneLog, status, clock, logger, reconcileSec };
    const loop = new ScheduleLoop(parts);
    return {
      module: SchedulerModule,
      controllers: [HealthController],
      providers: [
        { provide: SchedulerStatus, useValue: status },
        { provide: ScheduleLoop, useValue: loop },
      ],
      exports: [SchedulerStatus, ScheduleLoop],
    };
  }
}
