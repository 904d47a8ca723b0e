import { type CrawlJobState, type CrawlSummary } from '@govcrawler/contracts';
import { type CheckReason, type SourceStats } from '@govcrawler/core';
import { type DataSource, type SelectQueryBuilder } from 'typeorm';
import { deleteInChunks } from '../connection/delete-in-chunks.js';
import { isDuplicateKey } from '../connection/database-errors.js';
import { insertRows } from '../connection/insert-rows.js';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { CrawlJobEntity } from '../entities/crawl-job.entity.js';
import { SourceCheckEntity } from '../entities/source-check.entity.js';
import { SourceStateEntity } from '../entities/source-state.entity.js';
import { SourceStatsEntity } from '../entities/source-stats.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';

/** A source with what is known of its next check. */
export interface ScheduledSource extends SourceStats {
  targetId: number;
  /** The crawl that is under way. */
  openJobId: number | null;
  dueReason: string | null;
  dueWhy: string | null;
  dueExpected: number | null;
}

/** A source whose crawl ended; `job` is null when its row is gone. */
export interface EndedCheck {
  source: ScheduledSource;
  job: {
    state: CrawlJobState;
    error: string | null;
    summary: CrawlSummary | null;
    tick: Date | null;
    finishedAt: Date | null;
  } | null;
}

/** What a decision about a source is based on. */
export interface SourceFacts {
  /** Newest first. */
  publications: { publishedAt: Date | null; fetchedAt: Date }[];
  freshUntil: Date | null;
  targetCreatedAt: Date;
}

export type SourceCheck = SourceCheckEntity;
export type NewSourceCheck = Omit<SourceCheckEntity, 'id'>;

/** Reasons of sources that wait for their target to be switched on again. */
const PARKED: readonly CheckReason[] = ['parked', 'gone'];
const CHUNK = 500;

/** What schedulers remember of sources that schedule themselves; any number of them may write. */
export class SourceScheduleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Makes sure that each source is watched: what is there stays, what was parked is due again at the given moment. */
  async watch(sources: readonly ScheduledSource[]): Promise<void> {
    for (let start = 0; start < sources.length; start += CHUNK) {
      const chunk = sources.slice(start, start + CHUNK);
      const ids = chunk.map(({ sourceId }) => asParameter(sourceId));
      const known = await this.dataSource
        .createQueryBuilder(SourceStatsEntity, 'stats')
        .select(['stats.sourceId', 'stats.dueReason'])
        .where('stats.sourceId IN (:...ids)', { ids })
        .getMany();
      const reasonOf = new Map(known.map(({ sourceId, dueReason }) => [sourceId, dueReason]));
      await this.insert(chunk.filter(({ sourceId }) => !reasonOf.has(sourceId)));
      const parked = (reason: string | null | undefined) => (PARKED as readonly unknown[]).includes(reason);
      for (const { sourceId, targetId, nextDueAt } of chunk.filter((source) => parked(reasonOf.get(source.sourceId)))) {
        const values = { targetId, nextDueAt, dueReason: 'resumed', dueWhy: null, failCount: 0, backoffUntil: null };
        const where = 'source_id = :sourceId AND due_reason IN (:...parked)';
        await updateRows(this.dataSource.manager, SourceStatsEntity, values, where, { sourceId, parked: PARKED });
      }
    }
  }

  private async insert(sources: ScheduledSource[]): Promise<void> {
    if (sources.length === 0) return;
    const { manager } = this.dataSource;
    try {
      await insertRows(manager, SourceStatsEntity, sources);
    } catch (error) {
      // Another scheduler started at the same moment.
      if (!isDuplicateKey(error)) throw error;
      for (const source of sources) await insertIfAbsent(manager, SourceStatsEntity, source);
    }
  }

  async find(sourceId: string): Promise<ScheduledSource | null> {
    const row = await this.stats()
      .where('stats.sourceId = :id', { id: asParameter(sourceId) })
      .getOne();
    return row as ScheduledSource | null;
  }

  /** Sources whose time has come, longest overdue first. */
  async due(now: Date, limit: number): Promise<ScheduledSource[]> {
    const rows = this.stats().where('stats.nextDueAt <= :now', { now }).orderBy('stats.nextDueAt').limit(limit);
    return (await rows.getMany()) as ScheduledSource[];
  }

  /** Notes the crawl that was started for a due source; false when another scheduler did that already. */
  async opened(sourceId: string, dueAt: Date, jobId: number, lookAgainAt: Date): Promise<boolean> {
    return this.move(sourceId, dueAt, { openJobId: jobId, nextDueAt: lookAgainAt });
  }

  /** Puts a due source off, or (null) off the schedule; false when another scheduler was faster. */
  async postpone(sourceId: string, dueAt: Date, until: Date | null, reason: CheckReason, why: string | null) {
    return this.move(sourceId, dueAt, { nextDueAt: until, dueReason: reason, dueWhy: why });
  }

  /** The crawl of a due source still runs: it is looked at again later, and its reason stays. */
  async stillOpen(sourceId: string, dueAt: Date, lookAgainAt: Date): Promise<boolean> {
    return this.move(sourceId, dueAt, { nextDueAt: lookAgainAt });
  }

  private async move(sourceId: string, dueAt: Date, values: Partial<SourceStatsEntity>): Promise<boolean> {
    const where = 'source_id = :sourceId AND next_due_at = :dueAt';
    const parameters = { sourceId: asParameter(sourceId), dueAt };
    return (await updateRows(this.dataSource.manager, SourceStatsEntity, values, where, parameters)) > 0;
  }

  /** Sources whose crawl is over and whose outcome nobody wrote down yet. */
  async ended(limit: number): Promise<EndedCheck[]> {
    const { entities, raw } = await this.stats()
      .leftJoin(CrawlJobEntity, 'job', 'job.id = stats.openJobId')
      .addSelect('job.id', 'job_id')
      .where('stats.openJobId IS NOT NULL AND (job.id IS NULL OR job.finishedAt IS NOT NULL)')
      .orderBy('stats.openJobId')
      .limit(limit)
      .getRawAndEntities<{ job_id: number | string | null }>();
    const ids = raw.flatMap(({ job_id }) => (job_id === null ? [] : [Number(job_id)]));
    const jobs = ids.length === 0 ? [] : await this.jobs(ids);
    const jobOf = new Map(jobs.map((job) => [job.id, job]));
    return entities.map((row) => {
      const job = jobOf.get(row.openJobId!);
      const source = row as ScheduledSource;
      if (!job) return { source, job: null };
      const { state, error, summaryJson: summary, tick, finishedAt } = job;
      return { source, job: { state, error, summary, tick, finishedAt } };
    });
  }

  private jobs(ids: number[]): Promise<CrawlJobEntity[]> {
    return this.dataSource.createQueryBuilder(CrawlJobEntity, 'job').where('job.id IN (:...ids)', { ids }).getMany();
  }

  /** Writes what a check came to and its line of the log; false when another scheduler did so. */
  settle(next: ScheduledSource, openJobId: number, check: NewSourceCheck): Promise<boolean> {
    const { sourceId, createdAt: _createdAt, ...values } = next;
    return inTransaction(this.dataSource, async (manager) => {
      const where = 'source_id = :sourceId AND open_job_id = :openJobId';
      const parameters = { sourceId: asParameter(sourceId), openJobId };
      const mine = await updateRows(manager, SourceStatsEntity, { ...values, openJobId: null }, where, parameters);
      if (mine > 0) await insertRows(manager, SourceCheckEntity, [check]);
      return mine > 0;
    });
  }

  /** Sources that wait for a person, with the end of their latest crawl. */
  async stopped(): Promise<{ source: ScheduledSource; lastSuccessAt: Date | null }[]> {
    const rows = (await this.stats()
      .where('stats.nextDueAt IS NULL AND stats.dueReason = :stopped', { stopped: 'stopped' })
      .limit(1000)
      .getMany()) as ScheduledSource[];
    return Promise.all(
      rows.map(async (source) => {
        const job = await this.dataSource
          .createQueryBuilder(CrawlJobEntity, 'job')
          .select(['job.id', 'job.finishedAt'])
          .where("job.targetId = :targetId AND job.state = 'done'", { targetId: source.targetId })
          .orderBy('job.id', 'DESC')
          .limit(1)
          .getOne();
        return { source, lastSuccessAt: job?.finishedAt ?? null };
      }),
    );
  }

  /** A person says that the trouble is over: the source is due at once. */
  async resume(sourceId: string, now: Date): Promise<boolean> {
    const values = {
      nextDueAt: now,
      failCount: 0,
      backoffUntil: null,
      lastError: null,
      dueReason: 'resumed',
      dueWhy: null,
      updatedAt: now,
    };
    const parameters = { sourceId: asParameter(sourceId) };
    const where = 'source_id = :sourceId';
    return (await updateRows(this.dataSource.manager, SourceStatsEntity, values, where, parameters)) > 0;
  }

  async factsOf(targetId: number, limit: number): Promise<SourceFacts | null> {
    const target = await this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .select(['target.id', 'target.createdAt'])
      .where('target.id = :targetId', { targetId })
      .getOne();
    if (!target) return null;
    const articles = await this.dataSource
      .createQueryBuilder(ArticleEntity, 'article')
      .select(['article.id', 'article.publishTime', 'article.fetchedAt'])
      .where('article.targetId = :targetId', { targetId })
      .orderBy('article.fetchedAt', 'DESC')
      .limit(limit)
      .getMany();
    const state = await this.dataSource
      .createQueryBuilder(SourceStateEntity, 'state')
      .select(['state.sourceId', 'state.freshUntil'])
      .where('state.targetId = :targetId', { targetId })
      .limit(1)
      .getOne();
    return {
      publications: articles.map(({ publishTime, fetchedAt }) => ({ publishedAt: publishTime, fetchedAt })),
      freshUntil: state?.freshUntil ?? null,
      targetCreatedAt: target.createdAt,
    };
  }

  /** When crawls of each host were asked for since a moment, whoever asked. */
  async crawlsByHost(hosts: readonly string[], since: Date): Promise<Map<string, Date[]>> {
    const byHost = new Map<string, Date[]>(hosts.map((host) => [host, []]));
    if (hosts.length === 0) return byHost;
    const rows = await this.dataSource
      .createQueryBuilder(CrawlJobEntity, 'job')
      .select(['job.id', 'job.hostKey', 'job.createdAt'])
      .where('job.hostKey IN (:...hosts) AND job.createdAt > :since', { hosts: hosts.map(asParameter), since })
      .getMany();
    for (const { hostKey, createdAt } of rows) byHost.get(hostKey)?.push(createdAt);
    return byHost;
  }

  /** Newest first; `before` is the id of the oldest line that is known already. */
  checksOf(targetId: number, limit: number, before: number | null): Promise<SourceCheck[]> {
    const query = this.dataSource
      .createQueryBuilder(SourceCheckEntity, 'entry')
      .where('entry.targetId = :targetId', { targetId });
    if (before !== null) query.andWhere('entry.id < :before', { before });
    return query.orderBy('entry.id', 'DESC').limit(limit).getMany();
  }

  /** Takes old lines off the log, some thousand at a time so that nobody waits for it; returns how many. */
  pruneChecks(before: Date): Promise<number> {
    return deleteInChunks(this.dataSource, SourceCheckEntity, 'entry.settledAt < :before', { before });
  }

  private stats(): SelectQueryBuilder<SourceStatsEntity> {
    return this.dataSource.createQueryBuilder(SourceStatsEntity, 'stats');
  }
}
