import { Injectable } from '@nestjs/common';
import { type RegistryColumn } from '@govcrawler/contracts';
import { targetCodeOf, type SiteWithTargets } from '@govcrawler/persistence';
import { StoredSites } from '../sites/list-sites.js';

/** Main columns: those that are not aliases of another, each with its aliases. */
@Injectable()
export class ListRegistry {
  constructor(private readonly sites: StoredSites) {}

  async list(siteCode?: string): Promise<RegistryColumn[]> {
    const sites = await this.sites.listWithTargets();
    return sites.filter((site) => siteCode === undefined || site.siteCode === siteCode).flatMap(mainColumns);
  }
}

function mainColumns(site: SiteWithTargets): RegistryColumn[] {
  const columns = site.crawlPlanJson?.columns ?? [];
  const columnOf = new Map(columns.map((column) => [targetCodeOf(site.siteCode, column.column_id), column]));
  const exists = new Set(site.targets.map(({ targetCode }) => targetCode));
  const isAlias = (code: string) => columnOf.get(code)?.alias_of !== undefined;
  return site.targets
    .filter(({ targetCode }) => !isAlias(targetCode))
    .map((target) => {
      const columnId = columnOf.get(target.targetCode)?.column_id ?? null;
      const aliases = columns
        .filter(({ alias_of }) => columnId !== null && alias_of === columnId)
        .map(({ column_id }) => targetCodeOf(site.siteCode, column_id))
        .filter((code) => exists.has(code));
      return {
        targetCode: target.targetCode,
        columnId,
        name: target.targetName,
        siteCode: site.siteCode,
        siteName: site.siteName,
        entryUrl: target.entryUrl,
        channelPath: target.channelPath,
        contentCategory: target.contentCategory,
        contentSubcategory: target.contentSubcategory,
        deptId: target.deptId,
        adapter: site.cmsAdapter,
        enabled: site.enabled && target.enabled,
        managedBy: target.managedBy,
        aliases,
      };
    });
}
