import { Injectable } from '@nestjs/common';
import { type BulkRunResult } from '@govcrawler/contracts';
import { problemTitle } from '../http/problem.js';
import { RunTarget } from './run-target.js';

/** Accepts a crawl for each of many targets; a refused one does not stop the others. */
@Injectable()
export class BulkRunTargets {
  constructor(private readonly runTarget: RunTarget) {}

  async run(order: {
    targetCodes: string[];
    force: boolean;
    maxItems: number | null;
    key?: string | null;
  }): Promise<BulkRunResult> {
    const result: BulkRunResult = { accepted: [], refused: [] };
    // One after the other: the order of the list is the order in which a host will be crawled.
    for (const targetCode of new Set(order.targetCodes)) {
      const run = await this.runTarget.run({ ...order, targetCode, trigger: 'bulk', tick: null });
      if (run.kind === 'accepted') result.accepted.push(run.job);
      else result.refused.push({ targetCode, code: run.code, title: problemTitle(run.code) });
    }
    return result;
  }
}
