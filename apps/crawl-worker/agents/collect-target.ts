import { type CrawlProgress, type CrawlSummary, type RunUsage } from '@govcrawler/contracts';

interface JobRow {
  id: number;
  state: string;
  progressJson: CrawlProgress | null;
  summaryJson: CrawlSummary | null;
  error: string | null;
}

/** The rows of crawls, as somebody sees them who wants one made. */
export interface CrawlDesk {
  planFor(code: string): Promise<{
    target: { id: number };
    hostKey: string;
    siteEnabled: boolean;
    targetEnabled: boolean;
  } | null>;
  create(job: {
    targetId: number;
    hostKey: string;
    trigger: 'manual';
    tick: null;
    key: string;
    force: boolean;
    maxItems: null;
  }): Promise<{ job: JobRow }>;
  find(id: number): Promise<JobRow | null>;
  requestStop(id: number): Promise<unknown>;
  enqueue(hostKey: string, jobId: number): Promise<void>;
}

export interface CrawlLook {
  isOver: boolean;
  documentsNew: number;
  usage: RunUsage | null;
  notes: readonly string[];
  error: string | null;
}

/** Has one target crawled as an ordinary job on its host's lane: politeness, lease and storage are those of every crawl. */
export class CollectTarget {
  constructor(private readonly desk: CrawlDesk) {}

  /** Null when there is nothing to crawl. The same key is the same crawl, also after an interruption. */
  async start(code: string, key: string) {
    const plan = await this.desk.planFor(code);
    if (!plan?.siteEnabled || !plan.targetEnabled) return null;
    const { hostKey, target } = plan;
    const order = { targetId: target.id, hostKey, trigger: 'manual' as const, tick: null, key };
    const { job } = await this.desk.create({ ...order, force: false, maxItems: null });
    if (job.state === 'queued') await this.desk.enqueue(hostKey, job.id);
    return { jobId: job.id, look: () => this.look(job.id), stop: () => this.desk.requestStop(job.id) };
  }

  private async look(id: number): Promise<CrawlLook> {
    const job = await this.desk.find(id);
    if (!job) return { isOver: true, documentsNew: 0, usage: null, notes: [], error: 'the crawl was removed' };
    const { state, progressJson, summaryJson, error } = job;
    return {
      isOver: state !== 'queued' && state !== 'running',
      documentsNew: summaryJson?.itemsNew ?? progressJson?.itemsNew ?? 0,
      usage: summaryJson?.modelUsage ?? progressJson?.agents?.usage ?? null,
      notes: summaryJson?.notes ?? [],
      error,
    };
  }
}
