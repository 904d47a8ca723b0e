import { Injectable } from '@nestjs/common';
import { type SiteView, type TargetView } from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { toIso } from '../http/wire-time.js';

/** A site as stored, with its targets. */
export interface StoredSite {
  siteCode: string;
  siteName: string;
  baseUrl: string;
  cmsAdapter: string;
  scheduleCron: string | null;
  enabled: boolean;
  targets: StoredTarget[];
}

export interface StoredTarget {
  targetCode: string;
  targetName: string;
  entryUrl: string;
  channelName: string | null;
  contentCategory: string | null;
  contentSubcategory: string | null;
  deptId: number | null;
  scheduleCron: string | null;
  intervalSec: number | null;
  enabled: boolean;
  lastCrawledAt: Date | null;
  lastArticleTime: Date | null;
}

/** Where sites are kept. */
export abstract class StoredSites {
  abstract listWithTargets(): Promise<StoredSite[]>;
}

/** All sites, each with its targets. */
@Injectable()
export class ListSites {
  constructor(private readonly sites: StoredSites) {}

  async list(): Promise<SiteView[]> {
    const sites = await this.sites.listWithTargets();
    return sites.map((site) => ({
      code: site.siteCode,
      name: site.siteName,
      baseUrl: site.baseUrl,
      host: hostKey(site.baseUrl),
      adapter: site.cmsAdapter,
      scheduleCron: site.scheduleCron,
      enabled: site.enabled,
      targets: site.targets.map((target) => targetView(site, target)),
    }));
  }
}

function targetView(site: StoredSite, target: StoredTarget): TargetView {
  return {
    code: target.targetCode,
    name: target.targetName,
    siteCode: site.siteCode,
    siteName: site.siteName,
    entryUrl: target.entryUrl,
    channelName: target.channelName,
    contentCategory: target.contentCategory,
    contentSubcategory: target.contentSubcategory,
    deptId: target.deptId,
    scheduleCron: target.scheduleCron,
    intervalSec: target.intervalSec,
    enabled: target.enabled,
    lastCrawledAt: toIso(target.lastCrawledAt),
    lastArticleTime: toIso(target.lastArticleTime),
  };
}
