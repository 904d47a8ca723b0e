import { Injectable } from '@nestjs/common';
import { type ErrandKind } from '@govcrawler/contracts';
import { type Errand, type NewErrand } from '@govcrawler/persistence';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';
import { JobLanes } from '../targets/run-target.js';

/** Where errands are written and looked up. */
export abstract class ErrandRows {
  abstract create<K extends ErrandKind>(
    order: NewErrand<K>,
  ): Promise<{ kind: 'created' | 'exists'; errand: Pick<Errand, 'id' | 'lane' | 'state'> }>;
  abstract find(kind: ErrandKind, id: number): Promise<Errand | null>;
  abstract recent(kind: ErrandKind, filter: { subject?: string; limit: number }): Promise<Omit<Errand, 'resultJson'>[]>;
  abstract requestStop(kind: ErrandKind, id: number): Promise<'cancelled' | 'stopping' | 'finished' | 'unknown'>;
}

/** The lanes of work that is no crawl. */
export abstract class ErrandLanes extends JobLanes {}

export interface StartedErrand {
  id: number;
  /** False: one like it was under way, and its number is given. */
  created: boolean;
}

/** Writes an errand's row, and only then tells the queue. */
@Injectable()
export class StartErrand {
  constructor(
    private readonly rows: ErrandRows,
    private readonly lanes: ErrandLanes,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  async start<K extends ErrandKind>(order: NewErrand<K>): Promise<StartedErrand> {
    const { kind, errand } = await this.rows.create(order);
    if (errand.state === 'queued') await this.enqueue(errand.lane, errand.id);
    return { id: errand.id, created: kind === 'created' };
  }

  /** The row is the truth and is committed: if the queue is away, the reconciler puts the errand on its lane later. */
  private async enqueue(lane: string, id: number): Promise<void> {
    try {
      await this.lanes.enqueue(lane, id);
    } catch (error) {
      this.infrastructure.logger.warn({ err: error, errandId: id, lane }, 'Errand accepted but not enqueued yet');
    }
  }
}
