import { Injectable } from '@nestjs/common';
import { type AcceptedErrand } from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { StartErrand } from '../errands/start-errand.js';
import { TriedTargets } from './try-parser.js';

/** Has selectors proposed for a target; nothing of it is changed by that. */
@Injectable()
export class ProposeSelectors {
  constructor(
    private readonly targets: TriedTargets,
    private readonly startErrand: StartErrand,
  ) {}

  async knows(targetCode: string): Promise<boolean> {
    return (await this.targets.planFor(targetCode)) !== null;
  }

  /** Null when there is no such target. While one is under way, it is that one. */
  async start(targetCode: string, createdBy: string): Promise<AcceptedErrand | null> {
    const stored = await this.targets.planFor(targetCode);
    if (!stored) return null;
    return this.startErrand.start({
      kind: 'target.author',
      subject: targetCode,
      place: hostKey(stored.target.entryUrl),
      payload: { targetCode },
      createdBy,
      single: true,
    });
  }
}
