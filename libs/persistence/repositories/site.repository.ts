import { type SiteFile } from '@govcrawler/contracts';
import { type DataSource } from 'typeorm';
import { SiteEntity } from '../entities/site.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { inTransaction } from '../connection/transaction.js';
import { asParameter } from '../sanitise/clean-text.js';
import { syncSiteFile, type SyncResult } from './sync-site-file.js';

export type SiteWithTargets = SiteEntity & { targets: TargetEntity[] };

/** Sites and the columns collected from them. */
export class SiteRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Makes the rows of a site and its targets say what its file says; see `syncSiteFile` for what it leaves alone. */
  syncFromFile(file: SiteFile, yamlPath: string): Promise<SyncResult> {
    return inTransaction(this.dataSource, (manager) => syncSiteFile(manager, file, yamlPath));
  }

  async listWithTargets(): Promise<SiteWithTargets[]> {
    const sites = await this.dataSource.createQueryBuilder(SiteEntity, 'site').orderBy('site.siteCode').getMany();
    const targets = await this.dataSource
      .createQueryBuilder(TargetEntity, 'target')
      .orderBy('target.targetCode')
      .getMany();
    const bySite = new Map<number, TargetEntity[]>();
    for (const target of targets) {
      const others = bySite.get(target.siteId);
      if (others) others.push(target);
      else bySite.set(target.siteId, [target]);
    }
    return sites.map((site) => ({ ...site, targets: bySite.get(site.id) ?? [] }));
  }

  findByCode(siteCode: string): Promise<SiteEntity | null> {
    return this.dataSource
      .createQueryBuilder(SiteEntity, 'site')
      .where('site.siteCode = :siteCode', { siteCode: asParameter(siteCode) })
      .getOne();
  }
}
