import { Injectable } from '@nestjs/common';
import { type BulkCreateResult } from '@govcrawler/contracts';
import { type Actor } from '../auth/actor.decorator.js';
import { problemTitle, type ProblemCode } from '../http/problem.js';
import { ReadableSites } from '../sites/edit-sites.js';
import { EditTargets, type TargetEdit, type TargetOrder } from './edit-targets.js';

type Refusal = BulkCreateResult['refused'][number];

/** Makes many targets; a refused one does not stop the others. */
@Injectable()
export class BulkCreateTargets {
  constructor(
    private readonly editTargets: EditTargets,
    private readonly sites: ReadableSites,
  ) {}

  async create(orders: TargetOrder[], actor: Actor): Promise<BulkCreateResult> {
    const result: BulkCreateResult = { created: [], refused: [] };
    for (const order of orders) {
      const edit = await this.editTargets.create(order, actor);
      if (edit.kind === 'done') result.created.push(edit.target);
      else result.refused.push(refusal(order.targetCode, edit));
    }
    return result;
  }

  /**
   * Targets that are read by the template of their site's file. Columns that the file lists itself are made by the
   * file; they are refused as being there.
   */
  async createFromTemplate(
    siteCode: string,
    orders: Omit<TargetOrder, 'siteCode'>[],
    actor: Actor,
  ): Promise<{ kind: 'done'; result: BulkCreateResult } | { kind: 'site_not_found' | 'no_default_column' }> {
    const site = await this.sites.findByCode(siteCode);
    if (!site) return { kind: 'site_not_found' };
    if (!site.crawlPlanJson?.default_column) return { kind: 'no_default_column' };
    return {
      kind: 'done',
      result: await this.create(
        orders.map((order) => ({ ...order, siteCode })),
        actor,
      ),
    };
  }
}

function refusal(targetCode: string, edit: Exclude<TargetEdit, { kind: 'done' }>): Refusal {
  if (edit.kind === 'invalid') return { ...refused(targetCode, 'validation_failed'), errors: edit.problems };
  if (edit.kind === 'no_department') return refused(targetCode, 'department_not_found');
  if (edit.kind === 'site_not_found') return refused(targetCode, 'site_not_found');
  return refused(targetCode, 'already_exists');
}

function refused(targetCode: string, code: ProblemCode): Refusal {
  return { targetCode, code, title: problemTitle(code) };
}
