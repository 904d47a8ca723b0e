import { Injectable } from '@nestjs/common';
import { type JobView } from '@govcrawler/contracts';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';
import { JobLanes } from '../targets/run-target.js';
import { jobView, type StoredJob } from './present-job.js';

/** Where a job is told to stop. */
export abstract class StoppableJobs {
  abstract requestStop(jobId: number): Promise<'cancelled' | 'stopping' | 'finished' | 'unknown'>;
  abstract find(id: number): Promise<StoredJob | null>;
}

export type CancelResult = { kind: 'stopped'; job: JobView } | { kind: 'finished' } | { kind: 'unknown' };

/** Cancels a waiting job at once; a running one stops at its next article and keeps what it stored. */
@Injectable()
export class CancelJob {
  constructor(
    private readonly jobs: StoppableJobs,
    private readonly lanes: JobLanes,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  async cancel(id: number): Promise<CancelResult> {
    const outcome = await this.jobs.requestStop(id);
    if (outcome === 'unknown' || outcome === 'finished') return { kind: outcome };
    const job = await this.jobs.find(id);
    if (!job) return { kind: 'unknown' };
    if (outcome === 'cancelled') await this.takeOffLane(job);
    return { kind: 'stopped', job: jobView(job) };
  }

  /** Only tidiness: a worker that meets the id of a cancelled job does nothing. */
  private async takeOffLane({ id, hostKey }: StoredJob): Promise<void> {
    try {
      await this.lanes.remove(hostKey, id);
    } catch (error) {
      this.infrastructure.logger.warn({ err: error, jobId: id, host: hostKey }, 'Cancelled job stays on its lane');
    }
  }
}
