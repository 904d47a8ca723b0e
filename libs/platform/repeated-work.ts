import { setTimeout as sleep } from 'node:timers/promises';

export interface RepeatedWorkOptions {
  /** One round; the number of things it did. */
  work: (signal: AbortSignal) => Promise<number>;
  restMs: number;
  onError: (error: unknown) => void;
  /** An outage is met with patience; as long as any rest unless said. */
  restAfterErrorMs?: number;
  /** Begin with a rest. */
  restFirst?: boolean;
}

/** Does `work` again and again: at once while there was something to do, else after a rest. */
export class RepeatedWork {
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;

  constructor(private readonly options: RepeatedWorkOptions) {}

  start(): void {
    this.running ??= this.repeat();
  }

  /** Ends after the round that is under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async repeat(): Promise<void> {
    const { work, restMs, onError, restAfterErrorMs = restMs, restFirst = false } = this.options;
    const { signal } = this.stopping;
    let rest = restFirst ? restMs : 0;
    while (!signal.aborted) {
      if (rest > 0) await sleep(rest, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        rest = (await work(signal)) > 0 ? 0 : restMs;
      } catch (error) {
        onError(error);
        rest = restAfterErrorMs;
      }
    }
  }
}
