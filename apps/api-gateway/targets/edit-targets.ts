import { Injectable } from '@nestjs/common';
import { type TargetView } from '@govcrawler/contracts';
import {
  type EditResult,
  type NewTarget,
  type Site,
  type Target,
  type TargetCreation,
  type TargetRemoval,
  type TargetSettings,
} from '@govcrawler/persistence';
import { type Actor } from '../auth/actor.decorator.js';
import { type FieldProblem } from '../http/zod-problems.js';
import { ReadableSites } from '../sites/edit-sites.js';
import { targetView } from '../sites/present-site.js';
import { readParserOverride } from './check-parser.js';

/** Where people's changes to targets are written, each with its audit entry. */
export abstract class EditableTargets {
  abstract find(targetCode: string): Promise<Target | null>;
  abstract create(target: NewTarget, actor: Actor): Promise<TargetCreation>;
  abstract update(
    targetCode: string,
    version: string | null,
    wanted: Partial<TargetSettings>,
    actor: Actor,
  ): Promise<EditResult<Target> | { kind: 'no_department' }>;
  abstract setEnabled(targetCode: string, wish: boolean | null, actor: Actor): Promise<Target | null>;
  abstract remove(targetCode: string, options: { evenOfFile: boolean }, actor: Actor): Promise<TargetRemoval>;
}

/** The site that a target belongs to. */
export abstract class SitesOfTargets {
  abstract planFor(targetCode: string): Promise<{ site: { code: string } } | null>;
}

export type TargetEdit =
  | { kind: 'done'; target: TargetView }
  | { kind: 'not_found' | 'site_not_found' | 'stale' | 'exists' | 'no_department' | 'no_file' }
  | { kind: 'managed_by_file'; fields: string[]; yamlPath: string | null }
  | { kind: 'invalid'; problems: FieldProblem[] };

/** A target as it is asked for; its override is not checked yet. */
export type TargetOrder = Omit<NewTarget, 'parserOverrideJson'> & { parser?: unknown };

/** Reads, makes, changes, switches and deletes targets. */
@Injectable()
export class EditTargets {
  constructor(
    private readonly targets: EditableTargets,
    private readonly sites: ReadableSites,
    private readonly owners: SitesOfTargets,
  ) {}

  async read(code: string): Promise<TargetView | null> {
    const [site, target] = [await this.siteOf(code), await this.targets.find(code)];
    return site && target && targetView(site, target);
  }

  async create({ parser, ...order }: TargetOrder, actor: Actor): Promise<TargetEdit> {
    const site = await this.sites.findByCode(order.siteCode);
    if (!site) return { kind: 'site_not_found' };
    // The prefix keeps codes of one site out of the way of another site's file.
    if (!order.targetCode.startsWith(`${site.siteCode}__`)) {
      const message = `必须以 ${site.siteCode}__ 开头`;
      return { kind: 'invalid', problems: [{ field: 'code', message }] };
    }
    const read = parser === undefined || parser === null ? null : readParserOverride(parser, site, 'parser');
    if (read && !read.ok) return { kind: 'invalid', problems: read.problems };
    const made = await this.targets.create({ ...order, parserOverrideJson: read?.override ?? null }, actor);
    return made.kind === 'created' ? { kind: 'done', target: targetView(site, made.row) } : { kind: made.kind };
  }

  async update(
    code: string,
    version: string | null,
    wanted: Partial<TargetSettings>,
    actor: Actor,
  ): Promise<TargetEdit> {
    const site = await this.siteOf(code);
    if (!site) return { kind: 'not_found' };
    if (wanted.managedBy === 'yaml' && !describes(site, code)) return { kind: 'no_file' };
    const result = await this.targets.update(code, version, wanted, actor);
    return result.kind === 'done' ? { kind: 'done', target: targetView(site, result.row) } : result;
  }

  /** Without a wish, the other state. */
  async toggle(code: string, wish: boolean | null, actor: Actor): Promise<TargetEdit> {
    const site = await this.siteOf(code);
    const target = site && (await this.targets.setEnabled(code, wish, actor));
    return target ? { kind: 'done', target: targetView(site, target) } : { kind: 'not_found' };
  }

  /** Articles stay. The target of a file would come back, so that deletion waits for a confirmation. */
  delete(code: string, confirmed: boolean, actor: Actor): Promise<TargetRemoval> {
    return this.targets.remove(code, { evenOfFile: confirmed }, actor);
  }

  private async siteOf(targetCode: string): Promise<Site | null> {
    const plan = await this.owners.planFor(targetCode);
    return plan && this.sites.findByCode(plan.site.code);
  }
}

function describes(site: Site, targetCode: string): boolean {
  return site.crawlPlanJson?.columns.some(({ column_id }) => `${site.siteCode}__${column_id}` === targetCode) ?? false;
}
