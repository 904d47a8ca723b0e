import { Injectable } from '@nestjs/common';
import { type PageOf, type TargetView } from '@govcrawler/contracts';
import { ListSites } from '../sites/list-sites.js';

export interface TargetLookup {
  siteCode?: string;
  deptId?: number;
  /** Part of the code, the name or the site's name, in any case. */
  q?: string;
  limit: number;
  offset: number;
}

/** Finds targets by site, department and keyword. There are some thousands at most, all read at once. */
@Injectable()
export class LookupTargets {
  constructor(private readonly listSites: ListSites) {}

  async lookup({ siteCode, deptId, q, limit, offset }: TargetLookup): Promise<PageOf<TargetView>> {
    const wanted = q?.toLowerCase();
    const matches = (await this.listSites.list())
      .flatMap(({ targets }) => targets)
      .filter((target) => siteCode === undefined || target.siteCode === siteCode)
      .filter((target) => deptId === undefined || target.deptId === deptId)
      .filter(({ code, name, siteName }) => {
        return wanted === undefined || [code, name, siteName].some((text) => text.toLowerCase().includes(wanted));
      });
    const items = matches.slice(offset, offset + limit);
    return { count: items.length, total: matches.length, limit, offset, items };
  }
}
