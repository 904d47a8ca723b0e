import { type BriefingOrder } from '@govcrawler/contracts';
import { type Briefing } from '@govcrawler/persistence';

/** Where briefings are written down and looked up. */
export abstract class BriefingRows {
  abstract create(order: BriefingOrder, createdBy: string): Promise<number>;
  abstract writtenBy(id: number, errandId: number): Promise<void>;
  abstract find(id: number): Promise<Briefing | null>;
  abstract list(page: { before: number | null; limit: number; done?: boolean }): Promise<Briefing[]>;
  abstract stillStored(articleIds: readonly number[]): Promise<Set<number>>;
  abstract deliver(id: number, consumer: string): Promise<boolean>;
}

/** What became of sending them. */
export abstract class BriefingDeliveries {
  abstract dueDeliveries(limit: number): Promise<Briefing[]>;
  abstract delivered(id: number): Promise<void>;
  abstract deliveryFailed(id: number, error: string, retryInMs: number | null): Promise<void>;
}

export abstract class BriefedTargets {
  abstract planFor(targetCode: string): Promise<{ target: { code: string } } | null>;
}
