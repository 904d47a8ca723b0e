import { type MissedTickPolicy, type SchedulableTarget } from '@govcrawler/core';
import { createLogger } from '@govcrawler/platform';
import { DispatchTicks } from './dispatch-ticks.js';
import { ReconcileTargets } from './reconcile-targets.js';
import { ScheduleBook } from './schedule-book.js';
import { Clock, RunRequests, ScheduledTargets, type RunAnswer, type RunReply } from './scheduler-ports.js';
import { SchedulerStatus } from './scheduler-status.js';

export const SILENT = createLogger('test', 'silent');

export class FakeClock extends Clock {
  constructor(
    public at: number,
    private readonly aheadMs = 0,
  ) {
    super();
  }

  override now(): Date {
    return new Date(this.at + this.aheadMs);
  }
}

export interface FakeTarget extends SchedulableTarget {
  id: number;
  hostKey: string;
  adapter: string;
  enabled: boolean;
  lastCrawledAt: Date | null;
}

export function fakeTarget(code: string, cron: string | null, lastCrawledAt: Date | null = null): FakeTarget {
  const crons = { target: cron, column: null, defaultColumn: null, site: null };
  return {
    id: 1,
    code,
    siteCode: 'site',
    hostKey: 'www.example.gov.cn',
    adapter: 'yaml',
    crons,
    enabled: true,
    lastCrawledAt,
  };
}

/** Rows that tests edit like an operator does. */
export class FakeTargets extends ScheduledTargets {
  constructor(readonly rows: FakeTarget[]) {
    super();
  }

  override async *enabledPages() {
    yield this.rows.filter(({ enabled }) => enabled);
  }

  override async planFor(code: string) {
    const row = this.rows.find((target) => target.code === code);
    return row ? { siteEnabled: true, targetEnabled: row.enabled } : null;
  }
}

/** Remembers what was asked for. */
export class RecordingGateway extends RunRequests {
  readonly runs: string[] = [];
  answer: RunAnswer = 'accepted';
  private readonly jobs: string[] = [];

  /** The same tick has the same job. */
  private jobId(run: string): number {
    if (!this.jobs.includes(run)) this.jobs.push(run);
    return this.jobs.indexOf(run) + 1;
  }

  override async run(targetCode: string, tick: Date): Promise<RunReply> {
    this.runs.push(`${targetCode} ${tick.toISOString()}`);
    const made = this.answer === 'accepted' || this.answer === 'known';
    return { answer: this.answer, jobId: made ? this.jobId(`${targetCode} ${tick.toISOString()}`) : null };
  }
}

/** One scheduler without timers: the test says when it looks. */
export class SchedulerStand {
  readonly status = new SchedulerStatus();
  readonly book = new ScheduleBook();
  private readonly reconcileTargets: ReconcileTargets;
  private readonly dispatch: DispatchTicks;

  constructor(
    targets: ScheduledTargets,
    gateway: RunRequests,
    private readonly clock: Clock,
    missedTicks: MissedTickPolicy = 'skip',
  ) {
    this.reconcileTargets = new ReconcileTargets(targets, this.book, this.status, missedTicks, clock, SILENT);
    this.dispatch = new DispatchTicks(targets, gateway, this.status, SILENT);
  }

  async reconcile() {
    const result = await this.reconcileTargets.run();
    await this.dispatch.run(result.missed);
    return result;
  }

  look() {
    return this.dispatch.run(this.book.takeDue(this.clock.now().getTime()));
  }
}
