import { parserOverrideSchema, type ResolvedColumn } from '@govcrawler/contracts';
import { resolveColumn } from '@govcrawler/core';
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
    const { site, target, listingComplete, lastWalkedAt } = stored;
    return { plan: { site, target, column: columnOf(stored) }, listingComplete, lastWalkedAt };
  }
}

/** Targets that no file describes are read by the operator's override and the adapter's defaults alone. */
function columnOf({ siteFile, columnId, parserOverride, site }: StoredPlan): ResolvedColumn {
  const override = parserOverride === null ? null : parserOverrideSchema.parse(parserOverride);
  const source = siteFile ?? { site_id: site.code, columns: [], adapter_params: site.adapterParams };
  return resolveColumn(source, columnId ?? '', override);
}
