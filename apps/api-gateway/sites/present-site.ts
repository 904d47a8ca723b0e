import { type SiteView, type TargetView } from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { siteVersion, targetVersion, type Site, type Target } from '@govcrawler/persistence';
import { toIso } from '../http/wire-time.js';

/** Field by field: a column that is added to the table does not leave the house by itself. */
export function siteView(site: Site, targets: Target[]): SiteView {
  return {
    code: site.siteCode,
    name: site.siteName,
    baseUrl: site.baseUrl,
    host: hostKey(site.baseUrl),
    adapter: site.cmsAdapter,
    adapterParams: site.adapterParamsJson ?? {},
    fetchStrategy: site.defaultFetchStrategy,
    respectRobots: site.respectRobots,
    robotsOnError: site.robotsOnError,
    scheduleCron: site.scheduleCron,
    enabled: site.enabled,
    managedBy: site.managedBy,
    yamlPath: site.yamlPath,
    version: siteVersion(site),
    targets: targets.map((target) => targetView(site, target)),
  };
}

export function targetView(site: Pick<Site, 'siteCode' | 'siteName'>, target: Target): TargetView {
  return {
    code: target.targetCode,
    name: target.targetName,
    siteCode: site.siteCode,
    siteName: site.siteName,
    entryUrl: target.entryUrl,
    channelName: target.channelName,
    channelPath: target.channelPath,
    contentCategory: target.contentCategory,
    contentSubcategory: target.contentSubcategory,
    deptId: target.deptId,
    scheduleCron: target.scheduleCron,
    intervalSec: target.intervalSec,
    intervalJitterSec: target.intervalJitterSec,
    enabled: target.enabled,
    managedBy: target.managedBy,
    hasParserOverride: target.parserOverrideJson !== null,
    version: targetVersion(target),
    lastCrawledAt: toIso(target.lastCrawledAt),
    lastArticleTime: toIso(target.lastArticleTime),
  };
}
