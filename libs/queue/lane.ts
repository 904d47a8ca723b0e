import { ErrorCode, Job, Queue, type IQueueBackend } from 'bullmq';
import { LeaseLostError } from '@govcrawler/core';
import { parseCrawlJobMessage } from './messages.js';
import { QUEUES } from './queue-options.js';

/** How full a lane is. */
export interface LaneDepth {
  waiting: number;
  running: number;
  /** Waiting for a later moment that their handler asked for. */
  delayed: number;
  failed: number;
}

/** What a pull brought. */
export type Pulled = { kind: 'job'; job: Job } | { kind: 'later'; dueAt: number } | { kind: 'empty' };

/** BullMQ's way to pass over the lock check. Only for who knows that the job's worker is gone. */
export const ANY_TOKEN = '0';

/** The queue name of a host: `:` is not allowed in it (host:port), so it is escaped, readable and reversible. */
export function laneName(hostKey: string): string {
  return QUEUES.lane.name + encodeURIComponent(hostKey);
}

/** The queue id of a crawl job: digits only would be misread by BullMQ. */
export function laneJobId(jobId: number): string {
  return `job-${jobId}`;
}

/**
 * One host's queue. It owns no connection: all lanes speak through the one of their backend, so a lane costs a few
 * objects while it is used and nothing after.
 */
export class Lane {
  private readonly queue: Queue;
  private readonly backend: IQueueBackend;

  constructor(
    readonly hostKey: string,
    shared: IQueueBackend,
  ) {
    const name = laneName(hostKey);
    this.backend = shared.forQueue(name);
    this.queue = new Queue(
      name,
      {
        connection: {},
        defaultJobOptions: QUEUES.lane.jobs,
        streams: { events: { maxLen: QUEUES.lane.maxEvents } },
      },
      // The queue's types know the Redis backend only; what is used of it is the interface of both.
      (() => this.backend) as never,
    );
    // Errors of the shared connection are reported once, by its owner.
    this.queue.on('error', () => undefined);
  }

  /** Adds the job, or wakes it if it lies here finished: BullMQ ignores an add under the id of a finished job. */
  async add(jobId: number): Promise<void> {
    const id = laneJobId(jobId);
    await this.queue.add('crawl', parseCrawlJobMessage({ schemaVersion: 1, jobId }), { jobId: id });
    await this.revive(id);
  }

  /** Adds those that are not here and wakes those that lie here finished; says how many of each. */
  async restore(jobIds: number[]): Promise<{ added: number; revived: number; hasWork: boolean }> {
    const held = new Set(await this.queue.getRanges(['waiting', 'active', 'delayed'], 0, -1));
    const finished = new Set(await this.queue.getRanges(['failed', 'completed'], 0, -1));
    const toRevive = jobIds.map(laneJobId).filter((id) => finished.has(id));
    for (const id of toRevive) await this.revive(id);
    const toAdd = jobIds
      .filter((jobId) => !held.has(laneJobId(jobId)) && !finished.has(laneJobId(jobId)))
      .map((jobId) => ({
        name: 'crawl',
        data: parseCrawlJobMessage({ schemaVersion: 1, jobId }),
        opts: { jobId: laneJobId(jobId) },
      }));
    if (toAdd.length > 0) await this.queue.addBulk(toAdd);
    const hasWork = toAdd.length + toRevive.length + held.size > 0;
    return { added: toAdd.length, revived: toRevive.length, hasWork };
  }

  /** Takes the next job under `token`, which is also written on it as the one who has it. */
  async pull(token: string): Promise<Pulled> {
    const [json, id, , dueAt] = await this.backend.moveToActive(token, token);
    if (json) return { kind: 'job', job: Job.fromJSON(this.queue, json, id) };
    return dueAt > 0 ? { kind: 'later', dueAt } : { kind: 'empty' };
  }

  /** Puts a job that was pulled under `token` back to the head of the lane. */
  async putBack(id: string, token: string): Promise<void> {
    await this.backend.retryJob(id, true, token);
  }

  /**
   * Puts back what a dead or cut-off worker left running, and says how many. Only for the holder of the host's lease:
   * to it, everything that still looks running here is abandoned. `isHolder` is asked before each, because a command
   * that waited for a lost server comes through long after the host passed on.
   */
  async putBackAbandoned(isHolder: () => boolean): Promise<number> {
    const abandoned = await this.queue.getActive();
    for (const job of abandoned) {
      if (!isHolder()) throw new LeaseLostError(`The lease of ${this.hostKey} ended before its lane was looked after`);
      await this.takeFromDead(job);
    }
    return abandoned.length;
  }

  async extendLock(id: string, token: string): Promise<void> {
    await this.backend.extendLock(id, token, QUEUES.lane.worker.lockDuration);
  }

  /** Whether a bell must ring for this lane: something waits, now or later, or was left behind. */
  async hasWork(): Promise<boolean> {
    const { waiting, delayed, running } = await this.depth();
    return waiting + delayed + running > 0;
  }

  async depth(): Promise<LaneDepth> {
    const counts = await this.queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    return {
      waiting: counts['waiting'] ?? 0,
      running: counts['active'] ?? 0,
      delayed: counts['delayed'] ?? 0,
      failed: counts['failed'] ?? 0,
    };
  }

  async remove(jobId: number): Promise<'removed' | 'running' | 'absent'> {
    const id = laneJobId(jobId);
    const state = await this.backend.getState(id);
    if (state === 'unknown') return 'absent';
    if (state === 'active') return 'running';
    return (await this.queue.remove(id)) === 1 ? 'removed' : 'running';
  }

  private async takeFromDead(job: Job): Promise<void> {
    const id = job.id as string;
    try {
      await this.putBack(id, job.processedBy ?? ANY_TOKEN);
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (code === ErrorCode.JobLockNotExist || code === ErrorCode.JobLockMismatch) await this.putBack(id, ANY_TOKEN);
      else if (code !== ErrorCode.JobNotExist && code !== ErrorCode.JobNotInState) throw error;
    }
  }

  /** Makes a finished job wait again; leaves any other as it is. */
  private async revive(id: string): Promise<void> {
    const state = await this.backend.getState(id);
    if (state !== 'failed' && state !== 'completed') return;
    const job = await this.queue.getJob(id);
    await job?.retry(state);
  }
}
