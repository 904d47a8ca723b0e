import { type DynamicModule, Module } from '@nestjs/common';
import { type MissedTickPolicy, WorkingCalendar } from '@govcrawler/core';
import { type Logger } from '@govcrawler/platform';
import { type AdaptiveStats, AdaptiveTargets } from './adaptive-targets.js';
import { DispatchTicks } from './dispatch-ticks.js';
import { HealthController } from './health.controller.js';
import { ReconcileTargets } from './reconcile-targets.js';
import { ScheduleBook } from './schedule-book.js';
import { ScheduleLoop } from './schedule-loop.js';
import { type Clock, type RunRequests, type ScheduledTargets, SystemClock } from './scheduler-ports.js';
import { SchedulerStatus } from './scheduler-status.js';

/** What the process opens and hands in: the same module runs embedded and in the cluster. */
export interface SchedulerInfrastructure {
  /** `database.schedule` */
  targets: ScheduledTargets;
  /** `database.schedule` too; without it targets that schedule themselves are only counted, not run. */
  adaptiveStats?: AdaptiveStats;
  /** Working days; without one every week is like the other. */
  calendar?: WorkingCalendar;
  /** Over HTTP in the cluster; the gateway's own use case when both live in one process. */
  gateway: RunRequests;
  logger: Logger;
  reconcileSec: number;
  missedTicks: MissedTickPolicy;
  clock?: Clock;
}

/** The scheduler: rows in, run requests out. Any number of them may run side by side. */
@Module({})
export class SchedulerModule {
  static forRoot(infrastructure: SchedulerInfrastructure): DynamicModule {
    const { targets, adaptiveStats, gateway, logger, reconcileSec, missedTicks } = infrastructure;
    const { clock = new SystemClock(), calendar = new WorkingCalendar() } = infrastructure;
    const status = new SchedulerStatus();
    const book = new ScheduleBook();
    const reconcile = new ReconcileTargets(targets, book, status, missedTicks, clock, logger);
    const dispatch = new DispatchTicks(targets, gateway, status, logger);
    const adaptive = adaptiveStats ? new AdaptiveTargets(adaptiveStats, dispatch, calendar, clock, logger) : null;
    const loop = new ScheduleLoop({ book, reconcile, dispatch, adaptive, status, clock, logger, reconcileSec });
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
