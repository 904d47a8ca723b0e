import { Injectable } from '@nestjs/common';
import { type DeletedArticles, type Site, type SiteLoss, type SiteRemoval } from '@govcrawler/persistence';
import { RemoveFiles } from '../articles/remove-files.js';
import { type Actor } from '../auth/actor.decorator.js';
import { EditableSites, ReadableSites } from './edit-sites.js';

/** Where a site is counted and taken away. */
export abstract class RemovableSites {
  abstract lossOf(siteId: number): Promise<SiteLoss>;
  abstract isBusy(siteId: number): Promise<boolean>;
  abstract remove(siteCode: string, loss: SiteLoss, actor: Actor): Promise<SiteRemoval>;
}

/** Where the articles of a site are taken away step by step. */
export abstract class SiteArticlesRemoval {
  abstract removeSomeOfSite(siteId: number, limit: number): Promise<DeletedArticles>;
}

export type DeleteSiteResult =
  | { kind: 'deleted'; loss: SiteLoss; filesRemoved: number }
  | { kind: 'unconfirmed'; loss: SiteLoss; site: Pick<Site, 'managedBy' | 'yamlPath'> }
  | { kind: 'not_found' }
  | { kind: 'busy' };

/** Short transactions: the change log's counter is locked while one runs, and crawls wait for it. */
const ARTICLES_PER_STEP = 100;

/** Deletes a site with its targets, jobs, articles and files. What has articles or a file waits for a confirmation. */
@Injectable()
export class DeleteSite {
  constructor(
    private readonly sites: ReadableSites,
    private readonly edits: EditableSites,
    private readonly removal: RemovableSites,
    private readonly articles: SiteArticlesRemoval,
    private readonly files: RemoveFiles,
  ) {}

  async delete(code: string, confirmed: boolean, actor: Actor): Promise<DeleteSiteResult> {
    const site = await this.sites.findByCode(code);
    if (!site) return { kind: 'not_found' };
    const loss = await this.removal.lossOf(site.id);
    if (!confirmed && (loss.articles > 0 || site.managedBy === 'yaml')) return { kind: 'unconfirmed', loss, site };
    if (await this.removal.isBusy(site.id)) return { kind: 'busy' };
    // Nothing new begins from here on; a request that is cut short leaves a site that is off and can be deleted again.
    await this.edits.setEnabled(code, false, actor);
    let filesRemoved = 0;
    for (;;) {
      const step = await this.articles.removeSomeOfSite(site.id, ARTICLES_PER_STEP);
      filesRemoved += await this.files.remove(step.files);
      if (step.articleIds.length > 0) continue;
      const { kind } = await this.removal.remove(code, loss, actor);
      if (kind === 'removed') return { kind: 'deleted', loss, filesRemoved };
      if (kind !== 'has_articles') return { kind };
    }
  }
}
