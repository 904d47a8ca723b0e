import { createHash, randomUUID } from 'node:crypto';
import {
  type CrawlJobState,
  type CrawlProgress,
  type CrawlSummary,
  type CrawlTrigger,
  type RunUsage,
} from '@govcrawler/contracts';
import { LeaseLostError } from '@govcrawler/core';
import { type DataSource, type EntityManager, type SelectQueryBuilder } from 'typeorm';
import { type RowValues } from '../connection/insert-rows.js';
import { Statement } from '../connection/statement.js';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { CrawlJobEntity } from '../entities/crawl-job.entity.js';
import { HostLeaseEntity } from '../entities/host-lease.entity.js';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { storedCode } from '../sanitise/stored-code.js';
import { Dialect } from '../schema/dialect.js';
import { assertFence, type Fence } from './fence.js';

export type CrawlJob = CrawlJobEntity & {
  targetCode: string;
  targetName: string;
  siteCode: string;
  siteName: string;
};

export interface NewCrawlJob {
  targetId: number;
  hostKey: string;
  trigger: CrawlTrigger;
  /** The planned moment of a cron run; null gives the job an identity of its own. */
  tick: Date | null;
  /** The caller's own identity for a job without a tick: asked for again, it is the same job. */
  key?: string | null;
  force: boolean;
  maxItems: number | null;
}

export interface HostQueue {
  hostKey: string;
  queued: number;
  running: number;
  oldestQueuedAt: Date | null;
}

const MAX_CRASHES = 3;
const MAX_PAGE = 200;
// The lease of a running job is really its host's current one.
const HOLDS_HOST = `EXISTS (SELECT 1 FROM host_lease WHERE host_lease.host_key = crawl_job.host_key
  AND host_lease.token = :token AND host_lease.holder IS NOT NULL)`;

/** Durable job rows: what was asked for, who works on it, how it ended. */
export class CrawlJobRepository {
  private readonly dialect: Dialect;

  constructor(private readonly dataSource: DataSource) {
    this.dialect = Dialect.of(dataSource);
  }

  /** One job per target and tick, however many schedulers ask. */
  async create(job: NewCrawlJob): Promise<{ kind: 'created' | 'exists'; job: CrawlJob }> {
    const { manager } = this.dataSource;
    const tickKey = job.tick?.toISOString() ?? (job.key ? keyedTick(job.key) : randomUUID());
    const inserted = await insertIfAbsent(manager, CrawlJobEntity, {
      targetId: job.targetId,
      hostKey: job.hostKey,
      triggerKind: job.trigger,
      tick: job.tick,
      tickKey,
      forceFull: job.force,
      maxItems: job.maxItems,
    });
    const row = await manager
      .createQueryBuilder(CrawlJobEntity, 'job')
      .where('job.targetId = :targetId AND job.tickKey = :tickKey', { targetId: job.targetId, tickKey })
      .getOneOrFail();
    const [named] = await this.withNames(manager, [row]);
    return { kind: inserted ? 'created' : 'exists', job: named! };
  }

  async find(id: number): Promise<CrawlJob | null> {
    const row = await this.read(this.dataSource.manager, id);
    if (!row) return null;
    const [named] = await this.withNames(this.dataSource.manager, [row]);
    return named!;
  }

  /**
   * Starts an attempt under a lease of the job's host; null when there is nothing to do. A row that still says
   * "running" under an older lease is an attempt that died. Its own job is suspected only if the attempt got nowhere:
   * after three of those in a row the job is parked as failed.
   */
  claim(jobId: number, lease: Fence, workerId: string): Promise<(CrawlJob & { usageBefore: RunUsage | null }) | null> {
    return inTransaction(this.dataSource, async (manager) => {
      await assertFence(manager, lease);
      const job = await this.read(manager, jobId, true);
      if (job?.hostKey !== storedCode('crawl_job', 'host_key', lease.hostKey)) return null;
      const died = job.state === 'running' && job.leaseToken !== lease.token;
      if (job.state !== 'queued' && !died) return null;
      const blame: Partial<ReturnType<typeof blameFor>> = died ? blameFor(job) : {};
      const { crashes = job.crashes } = blame;
      if (died && (crashes >= MAX_CRASHES || job.stopRequested)) {
        await this.change(manager, jobId, { ...blame, ...this.endOf(job, crashes) });
        return null;
      }
      await this.change(manager, jobId, {
        ...blame,
        state: 'running',
        attempts: job.attempts + 1,
        progressJson: null,
        workerId,
        leaseToken: lease.token,
        startedAt: () => this.dialect.now,
        error: null,
      });
      const [claimed] = await this.withNames(manager, [(await this.read(manager, jobId))!]);
      // What agents of an attempt before this one spent, which the job has to answer for.
      return { ...claimed!, usageBefore: job.progressJson?.agents?.usage ?? null };
    });
  }

  /** Also the job's sign of life. */
  async saveProgress(jobId: number, token: number, progress: CrawlProgress): Promise<void> {
    await this.writeUnderLease(jobId, token, { progressJson: progress });
  }

  /** Ends an attempt. A job that was asked to stop ends as cancelled, whatever its work came to. */
  async finish(
    jobId: number,
    token: number,
    outcome: {
      state: Extract<CrawlJobState, 'done' | 'failed' | 'cancelled'>;
      summary: CrawlSummary | null;
      error: string | null;
    },
  ): Promise<void> {
    await this.writeUnderLease(jobId, token, {
      state: () => `CASE WHEN stop_requested THEN 'cancelled' ELSE '${outcome.state}' END`,
      summaryJson: outcome.summary,
      error: outcome.error,
      finishedAt: () => this.dialect.now,
      leaseToken: null,
    });
  }

  /**
   * Gives a job back unfinished: the next worker starts it again, and it does not count as a crash. The attempt's
   * lease may be over: as long as nobody else claimed the job, its row still carries that lease. If somebody did, and
   * took the silence of this attempt for a crash, the count is taken back.
   */
  requeue(jobId: number, token: number, hostKey?: string): Promise<void> {
    return inTransaction(this.dataSource, async (manager) => {
      const job = await this.read(manager, jobId, true);
      if (job?.state === 'running' && job.leaseToken === token) {
        await this.change(manager, jobId, {
          state: job.stopRequested ? 'cancelled' : 'queued',
          finishedAt: () => (job.stopRequested ? this.dialect.now : 'NULL'),
          workerId: null,
          leaseToken: null,
          ...(hostKey === undefined ? {} : { hostKey }),
        });
      } else if (job?.blamedToken === token && job.crashes > 0) {
        const isParked = job.state === 'failed' && job.crashes >= MAX_CRASHES;
        await this.change(manager, jobId, {
          crashes: job.crashes - 1,
          blamedToken: null,
          ...(isParked ? { state: 'queued', error: null, finishedAt: null } : {}),
        });
      }
    });
  }

  /** A waiting job is cancelled at once; a running one is told to stop. */
  async requestStop(jobId: number): Promise<'cancelled' | 'stopping' | 'finished' | 'unknown'> {
    return inTransaction(this.dataSource, async (manager) => {
      const job = await this.read(manager, jobId, true);
      if (!job) return 'unknown';
      if (job.state === 'queued') {
        await this.change(manager, jobId, {
          state: 'cancelled',
          stopRequested: true,
          finishedAt: () => this.dialect.now,
        });
        return 'cancelled';
      }
      if (job.state !== 'running') return 'finished';
      await this.change(manager, jobId, { stopRequested: true });
      return 'stopping';
    });
  }

  async stoppedAmong(jobIds: readonly number[]): Promise<number[]> {
    const statement = new Statement(this.dataSource);
    const isOneOf = statement.oneOf('id', jobIds);
    const rows = await statement.rows<{ id: number | string }>(
      `SELECT id FROM crawl_job WHERE ${isOneOf} AND NOT stop_requested`,
    );
    const wanted = new Set(rows.map(({ id }) => Number(id)));
    return jobIds.filter((id) => !wanted.has(id)); // a job that was deleted has nothing left to do
  }

  /** Jobs that must be in a queue: waiting ones, and running ones whose worker lost its lease. Oldest first. */
  async unfinished(): Promise<{ id: number; hostKey: string; state: CrawlJobState }[]> {
    const rows = await this.dataSource
      .createQueryBuilder(CrawlJobEntity, 'job')
      .leftJoin(HostLeaseEntity, 'lease', 'lease.hostKey = job.hostKey')
      .select(['job.id', 'job.hostKey', 'job.state'])
      .where("job.state = 'queued'")
      .orWhere(
        // On one line: TypeORM does not see a property that ends with its line.
        `(job.state = 'running' AND (lease.token IS NULL OR lease.token <> job.leaseToken OR ` +
          `lease.holder IS NULL OR lease.expiresAt <= ${this.dialect.now}))`,
      )
      .orderBy('job.id')
      .getMany();
    return rows.map(({ id, hostKey, state }) => ({ id, hostKey, state }));
  }

  /** Failed jobs that nothing was tried after, newest first. */
  async lastFailed(filter: { siteCode?: string; since?: Date; limit: number }): Promise<CrawlJob[]> {
    const query = this.dataSource
      .createQueryBuilder(CrawlJobEntity, 'job')
      .where("job.state = 'failed'")
      .andWhere((sub) => {
        const later = sub.subQuery().select('1').from(CrawlJobEntity, 'later');
        return `NOT EXISTS ${later.where('later.targetId = job.targetId AND later.id > job.id').getQuery()}`;
      });
    if (filter.siteCode !== undefined) {
      query
        .innerJoin(TargetEntity, 'target', 'target.id = job.targetId')
        .innerJoin(SiteEntity, 'site', 'site.id = target.siteId')
        .andWhere('site.siteCode = :siteCode', { siteCode: asParameter(filter.siteCode) });
    }
    if (filter.since !== undefined) query.andWhere('job.finishedAt >= :since', { since: filter.since });
    const rows = await query.orderBy('job.id', 'DESC').limit(filter.limit).getMany();
    return this.withNames(this.dataSource.manager, rows);
  }

  /** Forgets finished jobs beyond the newest `keepPerTarget` of each target, and says how many. */
  async prune(keepPerTarget: number): Promise<number> {
    const ranked = `SELECT id, ROW_NUMBER() OVER (PARTITION BY target_id ORDER BY id DESC) AS place FROM crawl_job
      WHERE state IN ('done', 'failed', 'cancelled')`;
    const result = await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(CrawlJobEntity)
      .where(`id IN (SELECT id FROM (${ranked}) ranked WHERE place > :keepPerTarget)`, { keepPerTarget })
      .execute();
    return result.affected ?? 0;
  }

  /** Newest first. */
  async list(filter: {
    state?: CrawlJobState;
    hostKey?: string;
    targetCode?: string;
    /** Part of the target's or site's code or name, or of the error. */
    text?: string;
    limit: number;
    offset: number;
  }): Promise<{ count: number; total: number; limit: number; offset: number; items: CrawlJob[] }> {
    const limit = Math.min(Math.max(1, Math.trunc(filter.limit)), MAX_PAGE);
    const offset = Math.max(0, Math.trunc(filter.offset));
    const query = this.dataSource.createQueryBuilder(CrawlJobEntity, 'job');
    if (filter.state !== undefined) query.andWhere('job.state = :state', { state: asParameter(filter.state) });
    if (filter.hostKey !== undefined) query.andWhere('job.hostKey = :host', { host: asParameter(filter.hostKey) });
    if (filter.targetCode !== undefined) {
      const target = query.subQuery().select('target.id').from(TargetEntity, 'target');
      target.where('target.targetCode = :targetCode');
      query.andWhere(`job.targetId = ${target.getQuery()}`, { targetCode: asParameter(filter.targetCode) });
    }
    if (filter.text !== undefined) this.matchText(query, filter.text);
    const [rows, total] = await query.orderBy('job.id', 'DESC').limit(limit).offset(offset).getManyAndCount();
    const items = await this.withNames(this.dataSource.manager, rows);
    return { count: items.length, total, limit, offset, items };
  }

  /** When a job last changed, by the database's clock; null when there are none. */
  async lastChange(): Promise<Date | null> {
    const job = await this.dataSource
      .createQueryBuilder(CrawlJobEntity, 'job')
      .select(['job.id', 'job.updatedAt'])
      .orderBy('job.updatedAt', 'DESC')
      .limit(1)
      .getOne();
    return job?.updatedAt ?? null;
  }

  /**
   * Jobs that changed after a place in the order of their changes. A change becomes visible a little after the moment
   * it carries, so whoever must not miss one looks back a few seconds.
   */
  async changedAfter(place: { at: Date; id: number }, limit: number): Promise<CrawlJob[]> {
    const rows = await this.dataSource
      .createQueryBuilder(CrawlJobEntity, 'job')
      .where('job.updatedAt > :at OR (job.updatedAt = :at AND job.id > :id)', place)
      .orderBy('job.updatedAt')
      .addOrderBy('job.id')
      .limit(limit)
      .getMany();
    return this.withNames(this.dataSource.manager, rows);
  }

  /** Hosts with work, the longest queue first. */
  async queueByHost(): Promise<HostQueue[]> {
    const rows = await this.dataSource
      .createQueryBuilder(CrawlJobEntity, 'job')
      .select('job.hostKey', 'hostKey')
      .addSelect("SUM(CASE WHEN job.state = 'queued' THEN 1 ELSE 0 END)", 'queued')
      .addSelect("SUM(CASE WHEN job.state = 'running' THEN 1 ELSE 0 END)", 'running')
      .addSelect("MIN(CASE WHEN job.state = 'queued' THEN job.createdAt END)", 'oldestQueuedAt')
      .where("job.state IN ('queued', 'running')")
      .groupBy('job.hostKey')
      .getRawMany<HostQueue>();
    return rows
      .map((row) => ({ ...row, queued: Number(row.queued), running: Number(row.running) }))
      .sort((a, b) => b.queued - a.queued || (a.hostKey < b.hostKey ? -1 : 1));
  }

  private matchText(query: SelectQueryBuilder<CrawlJobEntity>, text: string): void {
    const pattern = `%${asParameter(text).toLowerCase().replace(/[!%_]/g, '!$&')}%`;
    const like = (column: string) => `LOWER(${column}) LIKE :pattern ESCAPE '!'`;
    const columns = ['target.targetCode', 'target.targetName', 'site.siteCode', 'site.siteName'];
    const targets = query
      .subQuery()
      .select('target.id')
      .from(TargetEntity, 'target')
      .innerJoin(SiteEntity, 'site', 'site.id = target.siteId')
      .where(columns.map(like).join(' OR '));
    query.andWhere(`(${like('job.error')} OR job.targetId IN ${targets.getQuery()})`, { pattern });
  }

  private endOf(job: CrawlJobEntity, crashes: number): RowValues<CrawlJobEntity> {
    return {
      state: job.stopRequested ? 'cancelled' : 'failed',
      crashes,
      error: `The worker died ${crashes} times while running this job (last: ${job.workerId ?? 'unknown'})`,
      finishedAt: () => this.dialect.now,
      leaseToken: null,
    };
  }

  private async writeUnderLease(jobId: number, token: number, values: RowValues<CrawlJobEntity>): Promise<void> {
    const mine = `id = :jobId AND state = 'running' AND lease_token = :token AND ${HOLDS_HOST}`;
    const row = { ...values, updatedAt: () => this.dialect.now };
    const written = await updateRows(this.dataSource.manager, CrawlJobEntity, row, mine, { jobId, token });
    if (written === 0) throw new LeaseLostError(`Job ${jobId} no longer runs under lease ${token}`);
  }

  private async change(manager: EntityManager, jobId: number, values: RowValues<CrawlJobEntity>): Promise<void> {
    const row = { ...values, updatedAt: () => this.dialect.now };
    await updateRows(manager, CrawlJobEntity, row, 'id = :jobId', { jobId });
  }

  private read(manager: EntityManager, id: number, lock = false): Promise<CrawlJobEntity | null> {
    const query = manager.createQueryBuilder(CrawlJobEntity, 'job').where('job.id = :id', { id });
    if (lock) query.setLock('pessimistic_write');
    return query.getOne();
  }

  private async withNames(manager: EntityManager, jobs: CrawlJobEntity[]): Promise<CrawlJob[]> {
    if (jobs.length === 0) return [];
    const names = await manager
      .createQueryBuilder(TargetEntity, 'target')
      .innerJoin(SiteEntity, 'site', 'site.id = target.siteId')
      .select('target.id', 'id')
      .addSelect('target.targetCode', 'targetCode')
      .addSelect('target.targetName', 'targetName')
      .addSelect('site.siteCode', 'siteCode')
      .addSelect('site.siteName', 'siteName')
      .where('target.id IN (:...ids)', { ids: [...new Set(jobs.map(({ targetId }) => targetId))] })
      .getRawMany<{ id: number } & Pick<CrawlJob, 'targetCode' | 'targetName' | 'siteCode' | 'siteName'>>();
    const nameOf = new Map(names.map(({ id, ...name }) => [Number(id), name]));
    return jobs.map((job) => ({ ...job, ...nameOf.get(job.targetId)! }));
  }
}

/** What a dead attempt adds to its job: nothing, and a clean slate, if it settled a document or read on in the list. */
function blameFor(job: CrawlJobEntity): Pick<CrawlJobEntity, 'crashes' | 'blamedToken' | 'farthestPage'> {
  const { article = 0, page = 0 } = job.progressJson ?? {};
  const gotSomewhere = article > 0 || page > job.farthestPage;
  return {
    crashes: gotSomewhere ? 0 : job.crashes + 1,
    blamedToken: gotSomewhere ? null : job.leaseToken,
    farthestPage: Math.max(page, job.farthestPage),
  };
}

/** Never looks like a moment, nor like a number of its own. */
function keyedTick(key: string): string {
  return `key:${createHash('sha256').update(key).digest('hex').slice(0, 60)}`;
}
