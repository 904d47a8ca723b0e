import { laneOf } from '@govcrawler/core';
import { type DataSource } from 'typeorm';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { targetCodeOf } from './sync-site-file.js';
import { type ScheduledTarget } from './target.repository.js';

const PAGE = 10_000;

/** What schedulers read and remember; lean, because they look at every target every few minutes. */
export class ScheduleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The same as the target repository's answer, from as few columns as that takes: there may be 100,000 targets. */
  async listEnabled(): Promise<ScheduledTarget[]> {
    const sites = await this.dataSource
      .createQueryBuilder(SiteEntity, 'site')
      .select([
        'site.id',
        'site.siteCode',
        'site.baseUrl',
        'site.cmsAdapter',
        'site.scheduleCron',
        'site.crawlPlanJson',
      ])
      .where('site.enabled = :enabled', { enabled: true })
      .getMany();
    const plans = new Map(sites.map((site) => [site.id, new SitePlan(site)]));
    const listed: ScheduledTarget[] = [];
    for (let rows = await this.enabledAfter(''); rows.length > 0; rows = await this.enabledAfter(rows.at(-1)!.code)) {
      for (const row of rows) {
        const plan = plans.get(Number(row.siteId));
        if (plan) listed.push(plan.schedule(row));
      }
      if (rows.length < PAGE) break;
    }
    return listed;
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

/** What a site's file says about the schedules of its columns, read once for all of them. */
class SitePlan {
  private readonly columns: Map<string, string | null>;
  /** Lanes by the beginning of addresses: parsing a hundred thousand of them would take longer than reading them. */
  private readonly lanes = new Map<string, string>();

  constructor(private readonly site: SiteEntity) {
    const columns = site.crawlPlanJson?.columns ?? [];
    this.columns = new Map(
      columns.map(({ column_id, schedule }) => [targetCodeOf(site.siteCode, column_id), schedule ?? null]),
    );
  }

  schedule({ id, code, entryUrl, cron, lastCrawledAt, lastArticleTime }: TargetRow): ScheduledTarget {
    return {
      id: Number(id),
      code,
      siteCode: this.site.siteCode,
      hostKey: this.laneOf(entryUrl),
      adapter: this.site.cmsAdapter,
      crons: {
        target: cron,
        column: this.columns.get(code) ?? null,
        defaultColumn: this.site.crawlPlanJson?.default_column?.schedule ?? null,
        site: this.site.scheduleCron,
      },
      lastCrawledAt,
      lastArticleTime,
    };
  }

  private laneOf(entryUrl: string): string {
    const origin = /^https?:\/\/[^/?#\\]+/i.exec(entryUrl)?.[0] ?? entryUrl;
    const known = this.lanes.get(origin);
    if (known !== undefined) return known;
    const lane = laneOf(origin, this.site.baseUrl);
    this.lanes.set(origin, lane);
    return lane;
  }
}
