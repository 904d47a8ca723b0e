import { type CrawlPlan, type ParserOverride, type SiteFile } from '@govcrawler/contracts';
import { laneOf } from '@govcrawler/core';
import { type DataSource } from 'typeorm';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { targetCodeOf } from './sync-site-file.js';

/** What the database knows of one target; selectors are still to be resolved from `siteFile` and `parserOverride`. */
export interface StoredPlan {
  site: CrawlPlan['site'];
  target: CrawlPlan['target'];
  /** The lane: the host of the site's base_url. */
  hostKey: string;
  siteEnabled: boolean;
  targetEnabled: boolean;
  /** Null for targets that no file describes. */
  columnId: string | null;
  siteFile: SiteFile | null;
  yamlPath: string | null;
  parserOverride: ParserOverride | null;
  listingComplete: boolean;
  /** When its list was last read from the first page to the last. */
  lastWalkedAt: Date | null;
}

/** What the scheduler asks of an enabled target of an enabled site. */
export interface ScheduledTarget {
  id: number;
  code: string;
  siteCode: string;
  hostKey: string;
  /** Who reads it: a feed is a source of its own kind. */
  adapter: string;
  /** The crons that may apply, strongest first; null where nothing is said. */
  crons: { target: string | null; column: string | null; defaultColumn: string | null; site: string | null };
  lastCrawledAt: Date | null;
  lastArticleTime: Date | null;
}

/** The columns of sites that are crawled one by one. */
export class TargetRepository {
  constructor(private readonly dataSource: DataSource) {}

  async planFor(targetCode: string): Promise<StoredPlan | null> {
    const target = await this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .where('target.targetCode = :targetCode', { targetCode: asParameter(targetCode) })
      .getOne();
    if (!target) return null;
    const site = await this.dataSource
      .createQueryBuilder(SiteEntity, 'site')
      .where('site.id = :id', { id: target.siteId })
      .getOne();
    return site && storedPlan(site, target);
  }

  /** What people call these targets and their sites. */
  async namesOf(codes: readonly string[]): Promise<Map<string, { targetName: string; siteName: string }>> {
    if (codes.length === 0) return new Map();
    const rows = await this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .innerJoin(SiteEntity, 'site', 'site.id = target.siteId')
      .select('target.targetCode', 'code')
      .addSelect('target.targetName', 'targetName')
      .addSelect('site.siteName', 'siteName')
      .where('target.targetCode IN (:...codes)', { codes })
      .getRawMany<{ code: string; targetName: string; siteName: string }>();
    return new Map(rows.map(({ code, targetName, siteName }) => [code, { targetName, siteName }]));
  }

  async listEnabled(): Promise<ScheduledTarget[]> {
    const sites = await this.dataSource
      .createQueryBuilder(SiteEntity, 'site')
      .where('site.enabled = :enabled', { enabled: true })
      .getMany();
    const targets = await this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .where('target.enabled = :enabled', { enabled: true })
      .orderBy('target.targetCode')
      .getMany();
    const siteOf = new Map(sites.map((site) => [site.id, site]));
    return targets.flatMap((target) => {
      const site = siteOf.get(target.siteId);
      return site ? [scheduledTarget(site, target)] : [];
    });
  }
}

function storedPlan(site: SiteEntity, target: TargetEntity): StoredPlan {
  return {
    site: {
      id: site.id,
      code: site.siteCode,
      name: site.siteName,
      baseUrl: site.baseUrl,
      adapter: site.cmsAdapter,
      adapterParams: site.adapterParamsJson ?? {},
      fetchStrategy: site.defaultFetchStrategy === 'playwright' ? 'browser' : 'http',
      respectRobots: site.respectRobots,
      robotsOnError: site.robotsOnError,
    },
    target: {
      id: target.id,
      code: target.targetCode,
      name: target.targetName,
      entryUrl: target.entryUrl,
      channelName: target.channelName,
      channelPath: target.channelPath,
      contentCategory: target.contentCategory,
      contentSubcategory: target.contentSubcategory,
      deptId: target.deptId,
      intervalSec: target.intervalSec,
      intervalJitterSec: target.intervalJitterSec,
    },
    hostKey: laneOf(target.entryUrl, site.baseUrl),
    siteEnabled: site.enabled,
    targetEnabled: target.enabled,
    columnId: columnOf(site, target)?.column_id ?? null,
    siteFile: site.crawlPlanJson,
    yamlPath: site.yamlPath,
    parserOverride: target.parserOverrideJson,
    listingComplete: target.listingComplete,
    lastWalkedAt: target.lastWalkedAt,
  };
}

/** A target as the scheduler sees it, with the crons of all levels. */
export function scheduledTarget(site: SiteEntity, target: TargetEntity): ScheduledTarget {
  return {
    id: target.id,
    code: target.targetCode,
    siteCode: site.siteCode,
    hostKey: laneOf(target.entryUrl, site.baseUrl),
    adapter: site.cmsAdapter,
    crons: {
      target: target.scheduleCron,
      column: columnOf(site, target)?.schedule ?? null,
      defaultColumn: site.crawlPlanJson?.default_column?.schedule ?? null,
      site: site.scheduleCron,
    },
    lastCrawledAt: target.lastCrawledAt,
    lastArticleTime: target.lastArticleTime,
  };
}

/** What the site's file says about a target. */
export function columnOf(site: SiteEntity, target: TargetEntity) {
  return site.crawlPlanJson?.columns.find(
    ({ column_id }) => targetCodeOf(site.siteCode, column_id) === target.targetCode,
  );
}
