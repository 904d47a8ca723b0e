import { Injectable } from '@nestjs/common';
import { adapterById, adapterIds } from '@govcrawler/adapters';
import { type ParserOverride, type TargetParserView } from '@govcrawler/contracts';
import { parserVersion, type EditResult, type Site, type Target } from '@govcrawler/persistence';
import { type Actor } from '../auth/actor.decorator.js';
import { type FieldProblem } from '../http/zod-problems.js';
import { ReadableSites } from '../sites/edit-sites.js';
import { readParserOverride } from './check-parser.js';
import { EditableTargets, SitesOfTargets } from './edit-targets.js';

/** Where overrides are written. */
export abstract class ParserOverrides {
  abstract setParser(
    targetCode: string,
    version: string | null,
    parser: ParserOverride | null,
    actor: Actor,
  ): Promise<Exclude<EditResult<Target>, { kind: 'managed_by_file' }>>;
}

export type ParserEdit =
  | { kind: 'done'; parser: TargetParserView }
  | { kind: 'not_found' | 'stale' }
  | { kind: 'invalid'; problems: FieldProblem[] };

/** Shows and saves what an operator overrides for one target. */
@Injectable()
export class TargetParser {
  constructor(
    private readonly targets: EditableTargets,
    private readonly overrides: ParserOverrides,
    private readonly sites: ReadableSites,
    private readonly owners: SitesOfTargets,
  ) {}

  async read(code: string): Promise<TargetParserView | null> {
    const [target, site] = [await this.targets.find(code), await this.siteOf(code)];
    return target && site && parserView(site, target);
  }

  /** Null takes the override away. */
  async save(code: string, version: string | null, override: unknown, actor: Actor): Promise<ParserEdit> {
    const site = await this.siteOf(code);
    if (!site) return { kind: 'not_found' };
    const read = override === null ? null : readParserOverride(override, site);
    if (read && !read.ok) return { kind: 'invalid', problems: read.problems };
    const result = await this.overrides.setParser(code, version, read?.override ?? null, actor);
    return result.kind === 'done' ? { kind: 'done', parser: parserView(site, result.row) } : result;
  }

  /** What is wrong with an override, without saving it. */
  async check(code: string, override: unknown): Promise<ReturnType<typeof readParserOverride>> {
    const site = await this.siteOf(code);
    return readParserOverride(override, site ?? { cmsAdapter: '', adapterParamsJson: null });
  }

  private async siteOf(targetCode: string): Promise<Site | null> {
    const plan = await this.owners.planFor(targetCode);
    return plan && this.sites.findByCode(plan.site.code);
  }
}

function parserView(site: Site, target: Target): TargetParserView {
  const known = adapterIds.includes(site.cmsAdapter);
  return {
    targetCode: target.targetCode,
    adapter: site.cmsAdapter,
    override: target.parserOverrideJson,
    adapterDefaults: known ? adapterById(site.cmsAdapter).defaultSelectors : { list: null, detail: {} },
    version: parserVersion(target),
  };
}
