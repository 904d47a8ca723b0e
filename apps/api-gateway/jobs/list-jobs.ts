import { Injectable } from '@nestjs/common';
import { type CrawlJobState, type HostQueueView, type JobView, type PageOf } from '@govcrawler/contracts';
import { toIso } from '../http/wire-time.js';
import { jobView, type StoredJob } from './present-job.js';

export interface JobFilter {
  state?: CrawlJobState;
  hostKey?: string;
  targetCode?: string;
  /** Part of the target's or site's code or name, or of the error. */
  text?: string;
  limit: number;
  offset: number;
}

/** Where job rows are read. */
export abstract class JobHistory {
  abstract list(filter: JobFilter): Promise<PageOf<StoredJob>>;
  abstract find(id: number): Promise<StoredJob | null>;
  abstract queueByHost(): Promise<{ hostKey: string; queued: number; running: number; oldestQueuedAt: Date | null }[]>;
}

/** Jobs as people look at them: the history, one job, and what waits on each host. */
@Injectable()
export class ListJobs {
  constructor(private readonly jobs: JobHistory) {}

  async list(filter: JobFilter): Promise<PageOf<JobView>> {
    const page = await this.jobs.list(filter);
    return { ...page, items: page.items.map(jobView) };
  }

  async read(id: number): Promise<JobView | null> {
    const job = await this.jobs.find(id);
    return job && jobView(job);
  }

  async queue(): Promise<HostQueueView[]> {
    const hosts = await this.jobs.queueByHost();
    return hosts.map(({ hostKey, queued, running, oldestQueuedAt }) => ({
      host: hostKey,
      queued,
      running,
      oldestQueuedAt: toIso(oldestQueuedAt),
    }));
  }
}
