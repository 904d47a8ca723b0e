import { type CrawlPlan, parserOverrideSchema, type ResolvedColumn } from '@govcrawler/contracts';
import { resolveTargetColumn } from '@govcrawler/core';
import { type StoredPlan, type TargetRepository } from '@govcrawler/persistence';
import { CrawlPlans, type TargetPlan } from './crawl-ports.js';

/** Puts together what the database, the site's file and the operator's override say about one target. */
export class ResolveCrawlPlan extends CrawlPlans {
  constructor(private readonly targets: Pick<TargetRepository, 'planFor'>) {
    super();
  }

  async resolve(targetCode: string): Promise<TargetPlan | null> {
    const stored = await this.targets.planFor(targetCode);
    if (!stored) return null;
    const { site, target, hostKey, listingComplete, lastWalkedAt } = stored;
    const column = columnOf(stored, stored.parserOverride);
    return { plan: { site, target, column }, hostKey, listingComplete, lastWalkedAt };
  }

  /** The same target under another override. */
  async withOverride(targetCode: string, override: unknown): Promise<CrawlPlan | null> {
    const stored = await this.targets.planFor(targetCode);
    return stored && { site: stored.site, target: stored.target, column: columnOf(stored, override) };
  }
}

function columnOf(stored: StoredPlan, override: unknown): ResolvedColumn {
  return resolveTargetColumn(stored, override === null ? null : parserOverrideSchema.parse(override));
}
