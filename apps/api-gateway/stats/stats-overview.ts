import { Injectable } from '@nestjs/common';
import { type ArticleStatus, type CrawlJobState, type SiteStats, type StatsOverview } from '@govcrawler/contracts';
import { Clock } from '../gateway-infrastructure.js';
import { beijingDay, beijingMidnight, toIso } from '../http/wire-time.js';

/** Sites as the overview counts them. */
export abstract class CountedSites {
  abstract listWithTargets(): Promise<
    { id: number; siteCode: string; siteName: string; enabled: boolean; targets: { enabled: boolean }[] }[]
  >;
}

/** Figures over everything stored. */
export abstract class StoredFigures {
  abstract articlesBySite(
    since: Date,
  ): Promise<{ siteId: number; articles: number; newSince: number; lastFetchedAt: Date }[]>;
  abstract articlesByStatus(): Promise<Partial<Record<ArticleStatus, number>>>;
  abstract jobsByState(): Promise<Partial<Record<CrawlJobState, number>>>;
  abstract attachments(): Promise<number>;
}

/** The dashboard's figures; "today" begins at midnight in Asia/Shanghai. */
@Injectable()
export class ReadStatsOverview {
  constructor(
    private readonly sites: CountedSites,
    private readonly figures: StoredFigures,
    private readonly clock: Clock,
  ) {}

  /** The lines of the overview by themselves. */
  async bySite(): Promise<SiteStats[]> {
    const [sites, contributions] = await Promise.all([
      this.sites.listWithTargets(),
      this.figures.articlesBySite(this.midnight()),
    ]);
    return siteStats(sites, contributions);
  }

  async read(): Promise<StatsOverview> {
    const midnight = this.midnight();
    const [sites, contributions, byStatus, jobs, attachments] = await Promise.all([
      this.sites.listWithTargets(),
      this.figures.articlesBySite(midnight),
      this.figures.articlesByStatus(),
      this.figures.jobsByState(),
      this.figures.attachments(),
    ]);
    const bySite = siteStats(sites, contributions);
    return {
      sites: sites.length,
      sitesEnabled: sites.filter(({ enabled }) => enabled).length,
      targets: sum(sites.map(({ targets }) => targets.length)),
      targetsEnabled: sum(
        sites.map((site) => (site.enabled ? site.targets.filter(({ enabled }) => enabled).length : 0)),
      ),
      articles: sum(bySite.map(({ articles }) => articles)),
      articlesByStatus: { ready: 0, failed: 0, raw: 0, ...byStatus },
      attachments,
      newToday: sum(bySite.map(({ newToday }) => newToday)),
      jobs: { queued: 0, running: 0, done: 0, failed: 0, cancelled: 0, ...jobs },
      bySite,
    };
  }

  private midnight(): Date {
    return beijingMidnight(beijingDay(this.clock.now()));
  }
}

type CountedSite = Awaited<ReturnType<CountedSites['listWithTargets']>>[number];
type Contribution = Awaited<ReturnType<StoredFigures['articlesBySite']>>[number];

/** Most articles first. */
function siteStats(sites: CountedSite[], contributions: Contribution[]): SiteStats[] {
  const contributionOf = new Map(contributions.map((row) => [row.siteId, row]));
  return sites
    .map((site): SiteStats => {
      const contribution = contributionOf.get(site.id);
      return {
        siteCode: site.siteCode,
        siteName: site.siteName,
        enabled: site.enabled,
        targets: site.targets.length,
        articles: contribution?.articles ?? 0,
        newToday: contribution?.newSince ?? 0,
        lastFetchedAt: toIso(contribution?.lastFetchedAt ?? null),
      };
    })
    .sort((a, b) => b.articles - a.articles || (a.siteCode < b.siteCode ? -1 : 1));
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
