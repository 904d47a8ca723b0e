import { Injectable } from '@nestjs/common';
import { type SiteView } from '@govcrawler/contracts';
import { type SiteWithTargets } from '@govcrawler/persistence';
import { siteView } from './present-site.js';

/** Where sites are kept. */
export abstract class StoredSites {
  abstract listWithTargets(): Promise<SiteWithTargets[]>;
}

/** All sites, each with its targets. */
@Injectable()
export class ListSites {
  constructor(private readonly sites: StoredSites) {}

  async list(): Promise<SiteView[]> {
    const sites = await this.sites.listWithTargets();
    return sites.map(({ targets, ...site }) => siteView(site, targets));
  }

  /** Null when there is no such site. */
  async read(code: string): Promise<SiteView | null> {
    return (await this.list()).find((site) => site.code === code) ?? null;
  }
}
