import { Injectable } from '@nestjs/common';
import { type SiteView } from '@govcrawler/contracts';
import { type EditResult, type Site, type SiteSettings } from '@govcrawler/persistence';
import { type Actor } from '../auth/actor.decorator.js';
import { type FieldProblem } from '../http/zod-problems.js';
import { adapterProblems } from './check-adapter.js';
import { siteView } from './present-site.js';

export type NewSite = Omit<SiteSettings, 'managedBy'> & { siteCode: string; enabled: boolean };

/** Where people's changes to sites are written, each with its audit entry. */
export abstract class EditableSites {
  abstract create(site: NewSite, actor: Actor): Promise<Site | null>;
  abstract update(
    siteCode: string,
    version: string | null,
    wanted: Partial<SiteSettings>,
    actor: Actor,
  ): Promise<EditResult<Site>>;
  abstract setEnabled(siteCode: string, wish: boolean | null, actor: Actor): Promise<Site | null>;
}

/** Where one site is read. */
export abstract class ReadableSites {
  abstract findByCode(siteCode: string): Promise<Site | null>;
}

export type SiteEdit =
  | { kind: 'done'; site: SiteView }
  | { kind: 'not_found' }
  | { kind: 'stale' }
  | { kind: 'exists' }
  | { kind: 'no_file' }
  | { kind: 'managed_by_file'; fields: string[]; yamlPath: string | null }
  | { kind: 'invalid'; problems: FieldProblem[] };

/** Makes, changes and switches sites. */
@Injectable()
export class EditSites {
  constructor(
    private readonly edits: EditableSites,
    private readonly sites: ReadableSites,
  ) {}

  async create(site: NewSite, actor: Actor): Promise<SiteEdit> {
    const problems = adapterProblems(site.cmsAdapter, site.adapterParamsJson ?? {});
    if (problems.length > 0) return { kind: 'invalid', problems };
    const made = await this.edits.create(site, actor);
    return made ? { kind: 'done', site: siteView(made, []) } : { kind: 'exists' };
  }

  async update(code: string, version: string | null, wanted: Partial<SiteSettings>, actor: Actor): Promise<SiteEdit> {
    const known = await this.sites.findByCode(code);
    if (!known) return { kind: 'not_found' };
    if (wanted.managedBy === 'yaml' && known.yamlPath === null) return { kind: 'no_file' };
    if (wanted.cmsAdapter !== undefined || wanted.adapterParamsJson !== undefined) {
      const params = wanted.adapterParamsJson ?? known.adapterParamsJson ?? {};
      const problems = adapterProblems(wanted.cmsAdapter ?? known.cmsAdapter, params);
      if (problems.length > 0) return { kind: 'invalid', problems };
    }
    const result = await this.edits.update(code, version, wanted, actor);
    return result.kind === 'done' ? { kind: 'done', site: siteView(result.row, []) } : result;
  }

  /** Without a wish, the other state. */
  async toggle(code: string, wish: boolean | null, actor: Actor): Promise<SiteEdit> {
    const site = await this.edits.setEnabled(code, wish, actor);
    return site ? { kind: 'done', site: siteView(site, []) } : { kind: 'not_found' };
  }
}
