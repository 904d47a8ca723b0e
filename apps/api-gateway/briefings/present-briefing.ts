import { Injectable } from '@nestjs/common';
import { type BriefingProgress, type BriefingSummary, type BriefingView } from '@govcrawler/contracts';
import { type Briefing } from '@govcrawler/persistence';
import { ErrandRows } from '../errands/start-errand.js';
import { toIso } from '../http/wire-time.js';
import { BriefingRows } from './briefing-ports.js';

/** Briefings as they travel. While one is written, its errand says how far it is. */
@Injectable()
export class PresentBriefing {
  constructor(
    private readonly rows: BriefingRows,
    private readonly errands: ErrandRows,
  ) {}

  async summary(briefing: Briefing): Promise<BriefingSummary> {
    const errand =
      briefing.state === 'open' && briefing.errandId !== null
        ? await this.errands.find('briefing.run', briefing.errandId)
        : null;
    const progress = briefing.progressJson ?? (errand?.progressJson as unknown as BriefingProgress | null) ?? null;
    // An errand that ended without a word to its briefing was parked or cancelled before it began.
    const open = errand === null ? 'failed' : errand.state === 'done' ? 'running' : errand.state;
    const { id, orderJson, itemCount, rankedBy, createdBy, deliverTo, deliveryState } = briefing;
    return {
      id,
      order: orderJson,
      state: briefing.state === 'open' ? open : briefing.state,
      progress,
      itemCount,
      rankedBy,
      error: briefing.error ?? errand?.error ?? null,
      delivery:
        deliverTo === null || deliveryState === null
          ? null
          : {
              consumer: deliverTo,
              state: deliveryState,
              attempts: briefing.deliveryAttempts,
              error: briefing.deliveryError,
              sentAt: toIso(briefing.deliveredAt),
            },
      createdBy,
      createdAt: toIso(briefing.createdAt),
      finishedAt: toIso(briefing.finishedAt ?? errand?.finishedAt ?? null),
    };
  }

  async view(briefing: Briefing): Promise<BriefingView> {
    const items = briefing.itemsJson?.items ?? [];
    const stored = await this.rows.stillStored(items.flatMap(({ articleId }) => articleId ?? []));
    return {
      ...(await this.summary(briefing)),
      items: items.map((item) => ({
        ...item,
        articleId: item.articleId !== null && stored.has(item.articleId) ? item.articleId : null,
      })),
    };
  }
}
