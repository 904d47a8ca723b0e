import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from '@govcrawler/platform';

export interface NewArticles {
  unsummarised(sinceMs: number, againAfterMs: number, limit: number): Promise<number[]>;
}

/** Where errands are put on their way. */
export interface ErrandDesk {
  create(order: {
    kind: 'articles.summarize';
    subject: string;
    place: string;
    payload: { articleIds: number[] };
    createdBy: string;
    single: boolean;
  }): Promise<{ kind: 'created' | 'exists'; errand: { id: number; lane: string } }>;
}

const EVERY_MS = 60_000;
const BATCH = 50;
/** Older documents are summarised when somebody asks. */
const SINCE_MS = 7 * 86_400_000;
/** What failed, because the endpoint was away or said nothing of use, is tried again. */
const AGAIN_AFTER_MS = 3_600_000;

/** By setting, every new document gets a summary: batch after batch, one at a time for all workers. */
export class SummariseNewArticles implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly articles: NewArticles,
    private readonly errands: ErrandDesk,
    private readonly enqueue: (lane: string, id: number) => Promise<void>,
    private readonly logger: Logger,
    private readonly everyMs = EVERY_MS,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.look().catch((error: unknown) => this.logger.warn({ err: error }, 'looking for new documents failed'));
    }, this.everyMs);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** The number of documents that were put on their way. */
  async look(): Promise<number> {
    const articleIds = await this.articles.unsummarised(SINCE_MS, AGAIN_AFTER_MS, BATCH);
    if (articleIds.length === 0) return 0;
    const { kind, errand } = await this.errands.create({
      kind: 'articles.summarize',
      subject: 'new',
      place: 'model',
      payload: { articleIds },
      createdBy: 'settings',
      single: true,
    });
    if (kind === 'exists') return 0;
    await this.enqueue(errand.lane, errand.id);
    return articleIds.length;
  }
}
