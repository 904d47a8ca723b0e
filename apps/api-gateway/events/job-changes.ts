import { type JobView } from '@govcrawler/contracts';
import { jobView, type StoredJob } from '../jobs/present-job.js';

/** Jobs in the order of their changes, on the database's clock. */
export abstract class ChangedJobs {
  abstract lastChange(): Promise<Date | null>;
  abstract changedAfter(
    place: { at: Date; id: number },
    limit: number,
  ): Promise<(StoredJob & { id: number; updatedAt: Date })[]>;
}

export interface JobChange {
  /** Milliseconds of the change: what a client names to go on from there. */
  at: number;
  job: JobView;
}

/** A change is visible only once its transaction is: so each look begins this much before the last one. */
const OVERLAP_MS = 5_000;
const PAGE = 500;
const MAX_PAGES = 4;

/** Which jobs have changed since the last look; each state of a job is told once. */
export class JobChanges {
  private readonly told = new Map<number, number>();

  private constructor(
    private readonly jobs: ChangedJobs,
    private newest: number,
  ) {}

  /** From now on. */
  static async fromNow(jobs: ChangedJobs): Promise<JobChanges> {
    const last = (await jobs.lastChange())?.getTime() ?? 0;
    const changes = new JobChanges(jobs, last);
    await changes.next(); // what is told already
    return changes;
  }

  /** What changed since `at`, also what only then became visible; null when that is more than anybody should read. */
  static async since(jobs: ChangedJobs, at: number): Promise<JobChange[] | null> {
    return new JobChanges(jobs, at).next();
  }

  /** Null when there is more than a few pages of it; what was not told is then not told at all. */
  async next(): Promise<JobChange[] | null> {
    const changes: JobChange[] = [];
    let place = { at: new Date(Math.max(0, this.newest - OVERLAP_MS)), id: 0 };
    for (let page = 0; ; page += 1) {
      const rows = await this.jobs.changedAfter(place, PAGE);
      for (const row of rows) {
        const at = row.updatedAt.getTime();
        this.newest = Math.max(this.newest, at);
        if (this.told.get(row.id) === at) continue;
        this.told.set(row.id, at);
        changes.push({ at, job: jobView(row) });
      }
      if (rows.length < PAGE) break;
      if (page === MAX_PAGES) return this.skip();
      const last = rows.at(-1)!;
      place = { at: last.updatedAt, id: last.id };
    }
    for (const [id, at] of this.told) if (at < this.newest - 2 * OVERLAP_MS) this.told.delete(id);
    return changes;
  }

  private async skip(): Promise<null> {
    this.newest = (await this.jobs.lastChange())?.getTime() ?? this.newest;
    return null;
  }
}
