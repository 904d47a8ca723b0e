/** Ends an exchange for one of two reasons, and remembers which. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly onCallerAbort = () => this.controller.abort('caller');

  /** The caller's signal may live as long as a whole crawl: it is listened to, never chained, so nothing piles up. */
  constructor(
    ms: number,
    private readonly caller?: AbortSignal,
  ) {
    this.timer = setTimeout(() => this.controller.abort('timeout'), Math.max(1, ms));
    if (caller?.aborted) this.onCallerAbort();
    else caller?.addEventListener('abort', this.onCallerAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Null while neither has happened. */
  get endedBy(): 'timeout' | 'caller' | null {
    return this.signal.aborted ? (this.signal.reason as 'timeout' | 'caller') : null;
  }

  clear(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.onCallerAbort);
  }
}
