import { type CronProblem } from '@govcrawler/core';
import { type RunAnswer } from './scheduler-ports.js';

/** What people and orchestrators can see of the scheduler. */
export class SchedulerStatus {
  targets = 0;
  /** Targets that schedule themselves. */
  adaptive = 0;
  /** Targets whose cron cannot be read: they do not run until somebody corrects it. */
  invalid: { targetCode: string; cron: string; problem: CronProblem }[] = [];
  reconciles = 0;
  reconcileFailures = 0;
  /** Looks at self-scheduling targets that failed; they then run once an hour. */
  sourceFailures = 0;
  lastReconcileAt: Date | null = null;
  lastDispatchAt: Date | null = null;
  /** Ticks by what became of them; `unreachable` ones were skipped, their targets run at their next tick. */
  readonly ticks: Record<RunAnswer | 'disabled', number> = {
    accepted: 0,
    known: 0,
    refused: 0,
    unreachable: 0,
    denied: 0,
    disabled: 0,
  };
}
