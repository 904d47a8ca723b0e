import { setTimeout as sleep } from 'node:timers/promises';
import { TransientError } from '@govcrawler/core';
import { type Database } from '@govcrawler/persistence';
import { HostLanes, type QueueBackend } from '@govcrawler/queue';
import { siteCode } from './origin.js';

const ANSWER_WITHIN_MS = 500;

/** Orders one crawl of every target, spread over the time of the faults, as the gateway does: row first, then queue. */
export class JobFeed {
  readonly jobIds = new Set<number>();
  private readonly lanes: HostLanes;
  private readonly orders: string[];

  constructor(
    private readonly database: Database,
    queue: QueueBackend,
    hosts: readonly string[],
    columnsPerHost: number,
  ) {
    this.lanes = new HostLanes(queue);
    this.orders = Array.from({ length: columnsPerHost }, (_, column) => column + 1).flatMap((column) =>
      hosts.map((host) => `${siteCode(host)}__c${column}`),
    );
  }

  async run(durationMs: number): Promise<void> {
    const startedAt = performance.now();
    const gapMs = durationMs / this.orders.length;
    for (const [index, targetCode] of this.orders.entries()) {
      const early = index * gapMs - (performance.now() - startedAt);
      if (early > 0) await sleep(early);
      await this.order(targetCode);
    }
  }

  async unfinished(): Promise<number> {
    const count = async (state: 'queued' | 'running') =>
      (await this.database.jobs.list({ state, limit: 1, offset: 0 })).total;
    return (await count('queued')) + (await count('running'));
  }

  /** How many jobs each worker runs, by its id; rejects when the database does not say so soon. */
  async runningByWorker(): Promise<Map<string, number>> {
    const asked = this.database.jobs.list({ state: 'running', limit: 200, offset: 0 });
    asked.catch(() => undefined);
    const page = await Promise.race([asked, sleep(ANSWER_WITHIN_MS)]);
    if (!page) throw new Error('The database does not answer');
    const running = new Map<string, number>();
    for (const { workerId } of page.items) running.set(workerId ?? '', (running.get(workerId ?? '') ?? 0) + 1);
    return running;
  }

  private async order(targetCode: string): Promise<void> {
    const plan = await this.database.targets.planFor(targetCode);
    if (!plan) throw new Error(`There is no target ${targetCode}`);
    const { hostKey } = plan;
    const row = {
      targetId: plan.target.id,
      hostKey,
      trigger: 'bulk' as const,
      tick: null,
      force: false,
      maxItems: null,
    };
    const { job } = await this.database.jobs.create(row);
    this.jobIds.add(job.id);
    try {
      await this.lanes.enqueue(hostKey, job.id);
    } catch (error) {
      // The row is the truth: the reconciler puts the job on its lane.
      if (!(error instanceof TransientError)) throw error;
    }
  }
}
