/** A worker that is told to go finishes its document, but not for longer than this: Kubernetes kills after 30 s. */
const FINISH_DOCUMENT_MS = 15_000;

/** The ways a running crawl ends before its time, as the two signals that the pipeline knows. */
export class CrawlStop {
  private readonly cancelled = new AbortController();
  private readonly outOfPatience = new AbortController();
  private patience: NodeJS.Timeout | undefined;

  /** `leaving` is aborted when the worker goes away, `lost` when the host is no longer ours. */
  constructor(
    private readonly leaving: AbortSignal,
    private readonly lost: AbortSignal,
    private readonly finishDocumentMs = FINISH_DOCUMENT_MS,
  ) {
    if (leaving.aborted) this.startPatience();
    else leaving.addEventListener('abort', this.startPatience, { once: true });
  }

  /** An operator does not want the crawl any more. */
  cancel(): void {
    this.cancelled.abort();
  }

  get isCancelled(): boolean {
    return this.cancelled.signal.aborted;
  }

  /** No further page and no further document. */
  get soft(): AbortSignal {
    return AbortSignal.any([this.leaving, this.hard]);
  }

  /** Not even what is under way. */
  get hard(): AbortSignal {
    return AbortSignal.any([this.lost, this.cancelled.signal, this.outOfPatience.signal]);
  }

  /** The crawl is over: nothing is waited for any more. */
  end(): void {
    clearTimeout(this.patience);
    this.leaving.removeEventListener('abort', this.startPatience);
  }

  private readonly startPatience = () => {
    this.patience = setTimeout(() => this.outOfPatience.abort(), this.finishDocumentMs);
  };
}
