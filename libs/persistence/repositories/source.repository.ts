import { type SourceKind, type SourceState as SourceStateWord } from '@govcrawler/contracts';
import { type DataSource, type SelectQueryBuilder } from 'typeorm';
import { SiteEntity } from '../entities/site.entity.js';
import { SourceStateEntity } from '../entities/source-state.entity.js';
import { SourceStatsEntity } from '../entities/source-stats.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { containsPattern, Dialect } from '../schema/dialect.js';
import { type ScheduledSource } from './source-schedule.repository.js';
import { type SourceState } from './source-state.repository.js';
import { scheduledTarget, type ScheduledTarget } from './target.repository.js';

/** Everything that is known of one source. */
export interface StoredSource {
  site: SiteEntity;
  target: TargetEntity;
  /** As the scheduler sees it. */
  scheduled: ScheduledTarget;
  stats: ScheduledSource | null;
  state: SourceState | null;
}

export interface SourceSearch {
  q?: string;
  kind?: SourceKind;
  state?: SourceStateWord;
  now: Date;
  limit: number;
  offset: number;
}

const FEED_ADAPTER = 'rss';
/** Feeds, and whatever schedules itself. */
const IS_SOURCE = `(site.cms_adapter = '${FEED_ADAPTER}' OR (stats.source_id IS NOT NULL AND (stats.due_reason IS NULL OR stats.due_reason <> 'parked')))`;
const IS_ON = 'target.enabled = TRUE AND site.enabled = TRUE';
/** Each source is in exactly one of these. */
const IN_STATE: Record<SourceStateWord, string> = {
  gone: "target.disabled_by = 'gone'",
  disabled: `NOT (${IS_ON}) AND (target.disabled_by IS NULL OR target.disabled_by <> 'gone')`,
  fixed: `${IS_ON} AND (stats.source_id IS NULL OR stats.due_reason IN ('parked', 'gone'))`,
  stopped: `${IS_ON} AND stats.due_reason = 'stopped'`,
  checking: `${IS_ON} AND stats.open_job_id IS NOT NULL`,
  backoff: `${IS_ON} AND stats.open_job_id IS NULL AND stats.backoff_until > :now AND (stats.due_reason IS NULL OR stats.due_reason <> 'stopped')`,
  scheduled: `${IS_ON} AND stats.source_id IS NOT NULL AND stats.open_job_id IS NULL AND (stats.backoff_until IS NULL OR stats.backoff_until <= :now) AND (stats.due_reason IS NULL OR stats.due_reason NOT IN ('stopped', 'parked', 'gone'))`,
};

/** Sources as people look at them. */
export class SourceRepository {
  private readonly dialect: Dialect;

  constructor(private readonly dataSource: DataSource) {
    this.dialect = Dialect.of(dataSource);
  }

  async list(search: SourceSearch): Promise<{ total: number; items: StoredSource[] }> {
    const query = this.sources().where(IS_SOURCE).setParameter('now', search.now);
    if (search.kind) query.andWhere(`site.cms_adapter ${search.kind === 'rss' ? '=' : '<>'} '${FEED_ADAPTER}'`);
    if (search.state) query.andWhere(IN_STATE[search.state]);
    if (search.q) {
      const fields = ['target.target_name', 'target.target_code', 'target.entry_url', 'site.site_name'];
      query.andWhere(`(${fields.map((field) => this.dialect.contains(field, 'q')).join(' OR ')})`, {
        q: containsPattern(asParameter(search.q)),
      });
    }
    const total = await query.getCount();
    const targets = await query.orderBy('target.targetCode').limit(search.limit).offset(search.offset).getMany();
    return { total, items: await this.complete(targets) };
  }

  async find(targetCode: string): Promise<StoredSource | null> {
    const target = await this.sources()
      .where('target.targetCode = :targetCode', { targetCode: asParameter(targetCode) })
      .getOne();
    return target ? ((await this.complete([target]))[0] ?? null) : null;
  }

  /** How many sources there are in each state. */
  async countByState(now: Date): Promise<Record<SourceStateWord, number>> {
    const words = Object.keys(IN_STATE) as SourceStateWord[];
    const counts: [SourceStateWord, number][] = [];
    for (const word of words) {
      const query = this.sources().where(IS_SOURCE).andWhere(IN_STATE[word]).setParameter('now', now);
      counts.push([word, await query.getCount()]);
    }
    return Object.fromEntries(counts) as Record<SourceStateWord, number>;
  }

  async figures(
    now: Date,
  ): Promise<{ byCadence: Record<string, number>; checks: number; hits: number; overdue: number }> {
    const rows = await this.dataSource
      .createQueryBuilder(SourceStatsEntity, 'stats')
      .select('stats.cadence', 'cadence')
      .addSelect('COUNT(*)', 'sources')
      .addSelect('SUM(stats.check_count)', 'checks')
      .addSelect('SUM(stats.hit_count)', 'hits')
      .groupBy('stats.cadence')
      .getRawMany<{ cadence: string; sources: string; checks: string; hits: string }>();
    const overdue = await this.dataSource
      .createQueryBuilder(SourceStatsEntity, 'stats')
      .where('stats.nextDueAt <= :now AND stats.openJobId IS NULL', { now })
      .getCount();
    const sum = (values: string[]) => values.reduce((total, value) => total + Number(value), 0);
    return {
      byCadence: Object.fromEntries(rows.map(({ cadence, sources }) => [cadence, Number(sources)])),
      checks: sum(rows.map(({ checks }) => checks)),
      hits: sum(rows.map(({ hits }) => hits)),
      overdue,
    };
  }

  /** All feeds with their addresses and categories, for export and to find those that are there already. */
  async feeds(): Promise<{ code: string; name: string; url: string; category: string | null; siteUrl: string }[]> {
    return this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .innerJoin(SiteEntity, 'site', 'site.id = target.siteId')
      .select('target.targetCode', 'code')
      .addSelect('target.targetName', 'name')
      .addSelect('target.entryUrl', 'url')
      .addSelect('target.contentCategory', 'category')
      .addSelect('site.baseUrl', 'siteUrl')
      .where(`site.cms_adapter = '${FEED_ADAPTER}'`)
      .orderBy('target.targetCode')
      .getRawMany();
  }

  /** Sources that need a person: stopped, gone, or moved while a file still names the old address. */
  async troubled(limit: number): Promise<(StoredSource & { trouble: 'stopped' | 'gone' | 'moved' })[]> {
    const targets = await this.sources()
      .where(`(${IN_STATE.gone}) OR (${IN_STATE.stopped})`)
      .orWhere(`${IS_ON} AND state.moved_count >= 3 AND target.managed_by = 'yaml'`)
      .orderBy('target.targetCode')
      .limit(limit)
      .getMany();
    return (await this.complete(targets)).map((source) => {
      const { target, stats } = source;
      const trouble = target.disabledBy === 'gone' ? 'gone' : stats?.dueReason === 'stopped' ? 'stopped' : 'moved';
      return { ...source, trouble };
    });
  }

  private sources(): SelectQueryBuilder<TargetEntity> {
    return this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .innerJoin(SiteEntity, 'site', 'site.id = target.siteId')
      .leftJoin(SourceStatsEntity, 'stats', 'stats.targetId = target.id')
      .leftJoin(SourceStateEntity, 'state', 'state.targetId = target.id');
  }

  private async complete(targets: TargetEntity[]): Promise<StoredSource[]> {
    if (targets.length === 0) return [];
    const ids = targets.map(({ id }) => id);
    const [sites, stats, states] = [
      await this.dataSource
        .createQueryBuilder(SiteEntity, 'site')
        .where('site.id IN (:...ids)', { ids: [...new Set(targets.map(({ siteId }) => siteId))] })
        .getMany(),
      await this.dataSource
        .createQueryBuilder(SourceStatsEntity, 'stats')
        .where('stats.targetId IN (:...ids)', { ids })
        .getMany(),
      await this.dataSource
        .createQueryBuilder(SourceStateEntity, 'state')
        .where('state.targetId IN (:...ids)', { ids })
        .getMany(),
    ];
    const siteOf = new Map(sites.map((site) => [site.id, site]));
    const statsOf = new Map(stats.map((row) => [row.targetId, row as ScheduledSource]));
    const stateOf = new Map(states.map((row) => [row.targetId, row]));
    return targets.flatMap((target) => {
      const site = siteOf.get(target.siteId);
      if (!site) return [];
      const [own, state] = [statsOf.get(target.id) ?? null, stateOf.get(target.id) ?? null];
      return [{ site, target, scheduled: scheduledTarget(site, target), stats: own, state }];
    });
  }
}
