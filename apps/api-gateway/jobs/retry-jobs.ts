import { Injectable } from '@nestjs/common';
import { type AcceptedJob, type BulkRunResult } from '@govcrawler/contracts';
import { RecordRuns } from '../audit/record-runs.js';
import { type Actor } from '../auth/actor.decorator.js';
import { problemTitle } from '../http/problem.js';
import { RunTarget, type RunRefusal } from '../targets/run-target.js';
import { type StoredJob } from './present-job.js';

/** Where failed jobs are found. */
export abstract class FailedJobs {
  abstract find(id: number): Promise<StoredJob | null>;
  /** Those that nothing was tried after. */
  abstract lastFailed(filter: { siteCode?: string; since?: Date; limit: number }): Promise<StoredJob[]>;
}

export type RetryResult =
  | { kind: 'accepted'; job: AcceptedJob }
  | { kind: 'refused'; code: RunRefusal }
  | { kind: 'unknown' }
  | { kind: 'not_failed' };

const MAX_AT_ONCE = 500;

/** Asks again for what failed or was cancelled. A job is retried once: asking twice gives the same new job. */
@Injectable()
export class RetryJobs {
  constructor(
    private readonly jobs: FailedJobs,
    private readonly runTarget: RunTarget,
    private readonly recordRuns: RecordRuns,
  ) {}

  async retry(id: number, actor: Actor): Promise<RetryResult> {
    const job = await this.jobs.find(id);
    if (!job) return { kind: 'unknown' };
    if (job.state !== 'failed' && job.state !== 'cancelled') return { kind: 'not_failed' };
    return this.runAgain(job, 'manual', actor);
  }

  /** All that failed and were not tried since. */
  async retryAll(filter: { siteCode?: string; since?: Date }, actor: Actor): Promise<BulkRunResult> {
    const result: BulkRunResult = { accepted: [], refused: [] };
    for (const job of await this.jobs.lastFailed({ ...filter, limit: MAX_AT_ONCE })) {
      const run = await this.runAgain(job, 'bulk', actor);
      if (run.kind === 'accepted') result.accepted.push(run.job);
      else result.refused.push({ targetCode: job.targetCode, code: run.code, title: problemTitle(run.code) });
    }
    return result;
  }

  private async runAgain(job: StoredJob, trigger: 'manual' | 'bulk', actor: Actor) {
    const { targetCode, forceFull: force, maxItems } = job;
    const run = await this.runTarget.run({
      targetCode,
      trigger,
      tick: null,
      key: `retry of ${job.id}`,
      force,
      maxItems,
    });
    if (run.kind === 'accepted') await this.recordRuns.record([run.job], { force, maxItems }, actor);
    return run;
  }
}
