import { type CrawlProgress, type CrawlSummary, type FetchFailure, type NothingNewReason } from '@govcrawler/contracts';

/** How one document ended. */
export type DocumentOutcome =
  | { kind: 'created' | 'updated'; attachments: number; publishTime: Date | null; emptyReason: string | null }
  | { kind: 'restored' | 'unchanged' | 'duplicate' }
  | { kind: 'failed'; reason: string };

/** Counts what one crawl saw and did, as live progress and as the final summary. */
export class CrawlTally {
  lastArticleTime: Date | null = null;
  /** What ended the reading of the list before its time. */
  listFailure: FetchFailure | null = null;
  /** How far agents are, where they collect; it stays with what is told afterwards. */
  agents: CrawlProgress['agents'];
  private readonly failures: Record<string, number> = {};
  private itemsSeen = 0;
  private itemsKnown = 0;
  private itemsNew = 0;
  private itemsUpdated = 0;
  private itemsFailed = 0;
  private itemsWithdrawn = 0;
  private itemsDeleted = 0;
  private attachments = 0;
  private pages = 0;
  private pageCount: number | null = null;
  private articles = 0;
  private articlesDone = 0;
  private currentTitle: string | null = null;
  private phase: CrawlProgress['phase'] = 'listing';
  private isUnchanged = false;
  private articlesEnded = 0;
  private articlesSince = 0;

  constructor(private readonly clock: () => number = () => performance.now()) {}

  pageListed(
    { rows, known, deleted }: { rows: number; known: number; deleted: number },
    totalPages: number | null,
  ): void {
    this.pages += 1;
    this.pageCount = totalPages ?? this.pageCount; // some lists tell it on their first page only
    this.itemsSeen += rows;
    this.itemsKnown += known;
    this.itemsDeleted += deleted;
  }

  listUnchanged(): void {
    this.isUnchanged = true;
  }

  listFailed(failure: FetchFailure): void {
    this.listFailure = failure;
    this.count(failure.reason);
  }

  listingEnded({ withdrawn, doubted }: { withdrawn: number; doubted: boolean }): void {
    this.itemsWithdrawn += withdrawn;
    if (doubted) this.count('list_shrunk');
  }

  articlesAhead(total: number): void {
    this.phase = 'articles';
    this.articles = total;
    this.articlesSince = this.clock();
  }

  articleStarted(title: string): void {
    this.articlesDone += 1;
    this.currentTitle = title;
  }

  articleEnded(outcome: DocumentOutcome): void {
    this.articlesEnded += 1;
    switch (outcome.kind) {
      case 'created':
      case 'updated':
        if (outcome.kind === 'created') this.itemsNew += 1;
        else this.itemsUpdated += 1;
        this.attachments += outcome.attachments;
        if (outcome.emptyReason) this.count(outcome.emptyReason);
        this.noteTime(outcome.publishTime);
        break;
      case 'restored':
        this.itemsUpdated += 1;
        break;
      case 'unchanged':
      case 'duplicate':
        this.itemsKnown += 1;
        break;
      case 'failed':
        this.itemsFailed += 1;
        this.count(outcome.reason);
        break;
    }
  }

  progress(): CrawlProgress {
    return {
      phase: this.phase,
      page: this.pages,
      pages: this.pageCount,
      article: this.articlesDone,
      articles: this.articles,
      itemsNew: this.itemsNew,
      itemsFailed: this.itemsFailed,
      currentTitle: this.currentTitle,
      remainingSec: this.remainingSec(),
      ...(this.agents ? { agents: this.agents } : {}),
    };
  }

  private remainingSec(): number | null {
    if (this.articlesEnded === 0) return null;
    const perArticle = (this.clock() - this.articlesSince) / this.articlesEnded;
    return Math.round(((this.articles - this.articlesEnded) * perArticle) / 1000);
  }

  finished(): CrawlProgress {
    this.phase = 'finished';
    this.currentTitle = null;
    return { ...this.progress(), remainingSec: 0 };
  }

  summary(durationMs: number, cancelled: boolean): CrawlSummary {
    return {
      itemsSeen: this.itemsSeen,
      itemsNew: this.itemsNew,
      itemsUpdated: this.itemsUpdated,
      itemsKnown: this.itemsKnown,
      itemsFailed: this.itemsFailed,
      itemsWithdrawn: this.itemsWithdrawn,
      itemsDeleted: this.itemsDeleted,
      attachments: this.attachments,
      attachmentsFailed: 0,
      pages: this.pages,
      durationMs,
      failures: this.failures,
      nothingNewReason: this.nothingNewReason(cancelled),
    };
  }

  /** The failure that kept the list from being read at all, if any. */
  get unreachable(): FetchFailure | null {
    return this.pages === 0 ? this.listFailure : null;
  }

  private nothingNewReason(cancelled: boolean): NothingNewReason | null {
    if (this.itemsNew > 0) return null;
    if (cancelled) return 'cancelled';
    if (this.unreachable) return 'list_unreachable';
    if (this.itemsFailed > 0) return 'all_failed';
    if (this.isUnchanged) return 'unchanged';
    return this.itemsSeen === 0 ? 'list_empty' : 'all_known';
  }

  private count(reason: string): void {
    this.failures[reason] = (this.failures[reason] ?? 0) + 1;
  }

  private noteTime(time: Date | null): void {
    if (time && (!this.lastArticleTime || time > this.lastArticleTime)) this.lastArticleTime = time;
  }
}
