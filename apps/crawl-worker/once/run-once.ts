import { setTimeout as sleep } from 'node:timers/promises';
import { type CrawlJobState, type CrawlSummary, type CrawlTrigger } from '@govcrawler/contracts';
import { LeaseLostError, TransientError } from '@govcrawler/core';
import { type OnceCommand } from './once-command.js';

/** The job as its row tells it. */
export interface OnceJob {
  id: number;
  hostKey: string;
  state: CrawlJobState;
  error: string | null;
  summaryJson: CrawlSummary | null;
}

export interface OncePorts {
  targets: {
    planFor(
      code: string,
    ): Promise<{ target: { id: number }; hostKey: string; siteEnabled: boolean; targetEnabled: boolean } | null>;
  };
  jobs: {
    create(job: {
      targetId: number;
      hostKey: string;
      trigger: CrawlTrigger;
      tick: null;
      force: boolean;
      maxItems: number | null;
    }): Promise<{ job: OnceJob }>;
    find(id: number): Promise<OnceJob | null>;
  };
  lanes: { enqueue(hostKey: string, jobId: number): Promise<void> };
  /** Runs the next job of the host's lane under its lease. */
  dispatcher: { serveOnce(hostKey: string): Promise<'busy' | 'idle' | 'ran'> };
  onTrouble: (error: Error) => void;
}

export type OnceResult =
  | { kind: 'unknown_target' }
  | { kind: 'disabled'; what: 'site' | 'target' }
  /** The row is final, whoever ran the job. */
  | { kind: 'ended'; job: OnceJob }
  /** This process had to go before: the job waits on its lane for another worker. */
  | { kind: 'left_in_queue'; job: OnceJob };

const TURN_MS = 500;

/**
 * One crawl for whoever started this process. It queues on the host's lane like every other job and helps to serve
 * that lane, also what stands before it, until its own job is over; a worker of the cluster may be faster.
 */
export class RunOnce {
  constructor(private readonly ports: OncePorts) {}

  async run(command: OnceCommand, leaving: AbortSignal): Promise<OnceResult> {
    const { targets, jobs } = this.ports;
    const plan = await targets.planFor(command.target);
    if (!plan) return { kind: 'unknown_target' };
    if (!plan.siteEnabled) return { kind: 'disabled', what: 'site' };
    if (!plan.targetEnabled) return { kind: 'disabled', what: 'target' };
    const { hostKey } = plan;
    let { job } = await jobs.create({
      targetId: plan.target.id,
      hostKey,
      trigger: 'cli',
      tick: null,
      force: command.force,
      maxItems: command.maxItems,
    });
    await this.tolerating(() => this.ports.lanes.enqueue(hostKey, job.id));
    for (;;) {
      if (!leaving.aborted) await this.tolerating(() => this.serve(job));
      const seen = await this.tolerating(() => jobs.find(job.id));
      if (seen === null) return { kind: 'ended', job: { ...job, state: 'cancelled', error: 'The job was deleted' } };
      job = seen ?? job;
      if (job.state !== 'queued' && job.state !== 'running') return { kind: 'ended', job };
      if (leaving.aborted) return { kind: 'left_in_queue', job };
      await sleep(TURN_MS, undefined, { signal: leaving }).catch(() => undefined);
    }
  }

  private async serve(job: OnceJob): Promise<void> {
    const { lanes, dispatcher } = this.ports;
    const turn = await dispatcher.serveOnce(job.hostKey);
    // The queue may have lost the job; when it is there, this changes nothing.
    if (turn === 'idle' && job.state === 'queued') await lanes.enqueue(job.hostKey, job.id);
  }

  /** Database and queue may be away for a while: the job's row is written, so waiting is all there is to do. */
  private async tolerating<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransientError) && !(error instanceof LeaseLostError)) throw error;
      this.ports.onTrouble(error);
      return undefined;
    }
  }
}
