import { Injectable } from '@nestjs/common';
import { type AcceptedJob, type CrawlJobState, type CrawlTrigger } from '@govcrawler/contracts';
import { PausedHosts } from '../hosts/paused-hosts.js';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';

/** Where the use case finds what a target code stands for. */
export abstract class RunnableTargets {
  abstract planFor(targetCode: string): Promise<{
    target: { id: number; code: string };
    hostKey: string;
    siteEnabled: boolean;
    targetEnabled: boolean;
  } | null>;
}

/** Where job rows are written: one per target and tick. */
export abstract class JobRows {
  abstract create(job: {
    targetId: number;
    hostKey: string;
    trigger: CrawlTrigger;
    tick: Date | null;
    key?: string | null;
    force: boolean;
    maxItems: number | null;
  }): Promise<{
    kind: 'created' | 'exists';
    job: { id: number; hostKey: string; state: CrawlJobState; forceFull: boolean; maxItems: number | null };
  }>;
}

/** The queue, one lane per host; it only carries ids. */
export abstract class JobLanes {
  abstract enqueue(hostKey: string, jobId: number): Promise<void>;
  abstract remove(hostKey: string, jobId: number): Promise<unknown>;
}

export interface RunOrder {
  targetCode: string;
  trigger: CrawlTrigger;
  /** The planned moment of a cron run: the same tick never makes two jobs. */
  tick: Date | null;
  /** The caller's own identity for this run: asked for again, it is the same job. */
  key?: string | null;
  force: boolean;
  maxItems: number | null;
}

export type RunRefusal = 'target_not_found' | 'site_disabled' | 'target_disabled' | 'host_paused' | 'key_reused';
export type RunResult = { kind: 'accepted'; job: AcceptedJob } | { kind: 'refused'; code: RunRefusal };

/** Accepts a crawl: checks that it is wanted, writes its row, and only then tells the queue. */
@Injectable()
export class RunTarget {
  constructor(
    private readonly targets: RunnableTargets,
    private readonly jobs: JobRows,
    private readonly lanes: JobLanes,
    private readonly paused: PausedHosts,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  async run(order: RunOrder): Promise<RunResult> {
    const plan = await this.targets.planFor(order.targetCode);
    if (!plan) return { kind: 'refused', code: 'target_not_found' };
    if (!plan.siteEnabled) return { kind: 'refused', code: 'site_disabled' };
    if (!plan.targetEnabled) return { kind: 'refused', code: 'target_disabled' };
    if (await this.paused.until(plan.hostKey)) return { kind: 'refused', code: 'host_paused' };
    const { kind, job } = await this.jobs.create({
      targetId: plan.target.id,
      hostKey: plan.hostKey,
      trigger: order.trigger,
      tick: order.tick,
      key: order.key ?? null,
      force: order.force,
      maxItems: order.maxItems,
    });
    if (kind === 'exists' && order.key && !isSameOrder(job, order)) return { kind: 'refused', code: 'key_reused' };
    if (job.state === 'queued') await this.enqueue(job.hostKey, job.id);
    const created = kind === 'created';
    return {
      kind: 'accepted',
      job: { jobId: job.id, targetCode: plan.target.code, host: job.hostKey, state: job.state, created },
    };
  }

  /** The row is the truth and is committed: if the queue is away, the reconciler puts the job on its lane later. */
  private async enqueue(hostKey: string, jobId: number): Promise<void> {
    try {
      await this.lanes.enqueue(hostKey, jobId);
    } catch (error) {
      this.infrastructure.logger.warn({ err: error, jobId, host: hostKey }, 'Job accepted but not enqueued yet');
    }
  }
}

function isSameOrder(job: { forceFull: boolean; maxItems: number | null }, order: RunOrder): boolean {
  return job.forceFull === order.force && job.maxItems === order.maxItems;
}
