import { laneOf } from '@govcrawler/core';
import { type DataSource } from 'typeorm';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { Dialect } from '../schema/dialect.js';
import { asParameter } from '../sanitise/clean-text.js';
import { targetCodeOf } from './sync-site-file.js';
import { type ScheduledTarget } from './target.repository.js';

/** Rows and site plans that are in memory at a time. */
const PAGE = 5_000;
const PLANS = 20;

/** What schedulers read and remember; lean, because they look at every target every few minutes. */
export class ScheduleRepository {
  /** What site files say about schedules: read anew only where a plan changed. */
  private plans = new Map<number, PlanSchedules>();

  constructor(private readonly dataSource: DataSource) {}

  /** The same as the target repository's answer. */
  async listEnabled(): Promise<ScheduledTarget[]> {
    const listed: ScheduledTarget[] = [];
    for await (const page of this.enabledPages()) listed.push(...page);
    return listed;
  }

  /** The same by pages, from as few columns as that takes: there may be 100,000 targets. */
  async *enabledPages(): AsyncGenerator<ScheduledTarget[]> {
    const sites = new Map((await this.enabledSites()).map((site) => [site.id, site]));
    for (let rows = await this.enabledAfter(''); rows.length > 0; rows = await this.enabledAfter(rows.at(-1)!.code)) {
      yield rows.flatMap((row) => {
        const site = sites.get(Number(row.siteId));
        return site ? [scheduledTarget(site, this.plans.get(site.id)!, row)] : [];
      });
      if (rows.length < PAGE) return;
    }
  }

  private async enabledSites(): Promise<ScheduledSite[]> {
    const sites = await this.dataSource
      .createQueryBuilder(SiteEntity, 'site')
      .select('site.id', 'id')
      .addSelect('site.siteCode', 'siteCode')
      .addSelect('site.baseUrl', 'baseUrl')
      .addSelect('site.cmsAdapter', 'adapter')
      .addSelect('site.scheduleCron', 'cron')
      .addSelect(Dialect.of(this.dataSource).digest('site.crawl_plan_json'), 'planDigest')
      .where('site.enabled = :enabled', { enabled: true })
      .getRawMany<SiteRow>();
    const listed = sites.map((site) => ({ ...site, id: Number(site.id), lanes: new Map<string, string>() }));
    await this.readPlans(listed);
    return listed;
  }

  private async readPlans(sites: readonly ScheduledSite[]): Promise<void> {
    const kept = new Map<number, PlanSchedules>();
    const changed = sites.filter(({ id, planDigest }) => {
      const plan = this.plans.get(id);
      if (plan?.digest !== planDigest) return true;
      kept.set(id, plan);
      return false;
    });
    for (let start = 0; start < changed.length; start += PLANS) {
      const chunk = changed.slice(start, start + PLANS);
      const rows = await this.dataSource
        .createQueryBuilder(SiteEntity, 'site')
        .select(['site.id', 'site.crawlPlanJson'])
        .where('site.id IN (:...ids)', { ids: chunk.map(({ id }) => id) })
        .getMany();
      const planOf = new Map(rows.map(({ id, crawlPlanJson }) => [id, crawlPlanJson]));
      for (const site of chunk) kept.set(site.id, planSchedules(site, planOf.get(site.id) ?? null));
    }
    this.plans = kept;
  }

  /** One page at a time keeps the driver's own copies small. */
  private enabledAfter(targetCode: string): Promise<TargetRow[]> {
    return this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .select('target.id', 'id')
      .addSelect('target.siteId', 'siteId')
      .addSelect('target.targetCode', 'code')
      .addSelect('target.entryUrl', 'entryUrl')
      .addSelect('target.scheduleCron', 'cron')
      .addSelect('target.lastCrawledAt', 'lastCrawledAt')
      .addSelect('target.lastArticleTime', 'lastArticleTime')
      .where('target.enabled = :enabled AND target.targetCode > :targetCode', { enabled: true, targetCode })
      .orderBy('target.targetCode')
      .limit(PAGE)
      .getRawMany<TargetRow>();
  }

  /** Whether a target may run right now. */
  async planFor(targetCode: string): Promise<{ siteEnabled: boolean; targetEnabled: boolean } | null> {
    const row = await this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .innerJoin(SiteEntity, 'site', 'site.id = target.siteId')
      .select('target.enabled', 'targetEnabled')
      .addSelect('site.enabled', 'siteEnabled')
      .where('target.targetCode = :targetCode', { targetCode: asParameter(targetCode) })
      .getRawOne<{ siteEnabled: boolean | number; targetEnabled: boolean | number }>();
    return row ? { siteEnabled: Boolean(row.siteEnabled), targetEnabled: Boolean(row.targetEnabled) } : null;
  }
}

interface TargetRow {
  id: number;
  siteId: number;
  code: string;
  entryUrl: string;
  cron: string | null;
  lastCrawledAt: Date | null;
  lastArticleTime: Date | null;
}

interface SiteRow {
  id: number | string;
  siteCode: string;
  baseUrl: string;
  adapter: string;
  cron: string | null;
  planDigest: string | null;
}

interface ScheduledSite extends SiteRow {
  id: number;
  /** By the beginning of addresses: parsing a hundred thousand of them would take longer than reading them. */
  lanes: Map<string, string>;
}

/** What a site's file says about the schedules of its columns; most say nothing. */
interface PlanSchedules {
  digest: string | null;
  /** By target code. */
  columns: ReadonlyMap<string, string>;
  defaultColumn: string | null;
}

function planSchedules({ siteCode, planDigest }: ScheduledSite, plan: SiteEntity['crawlPlanJson']): PlanSchedules {
  const columns = new Map<string, string>();
  for (const { column_id, schedule } of plan?.columns ?? []) {
    if (schedule) columns.set(targetCodeOf(siteCode, column_id), schedule);
  }
  return { digest: planDigest, columns, defaultColumn: plan?.default_column?.schedule ?? null };
}

function scheduledTarget(site: ScheduledSite, plan: PlanSchedules, row: TargetRow): ScheduledTarget {
  return {
    id: Number(row.id),
    code: row.code,
    siteCode: site.siteCode,
    hostKey: laneIn(site, row.entryUrl),
    adapter: site.adapter,
    crons: {
      target: row.cron,
      column: plan.columns.get(row.code) ?? null,
      defaultColumn: plan.defaultColumn,
      site: site.cron,
    },
    lastCrawledAt: row.lastCrawledAt,
    lastArticleTime: row.lastArticleTime,
  };
}

function laneIn({ lanes, baseUrl }: ScheduledSite, entryUrl: string): string {
  const origin = /^https?:\/\/[^/?#\\]+/i.exec(entryUrl)?.[0] ?? entryUrl;
  const known = lanes.get(origin);
  if (known !== undefined) return known;
  const lane = laneOf(origin, baseUrl);
  lanes.set(origin, lane);
  return lane;
}
