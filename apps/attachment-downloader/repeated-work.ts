import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Does `work` again and again: at once while there was something to do, else after a rest. A round that fails is
 * reported and followed by a rest, so that an outage is met with patience.
 */
export class RepeatedWork {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly work: (signal: AbortSignal) => Promise<number>,
    private readonly restMs: number,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.running = this.repeat();
  }

  /** Ends after the round that is under way. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async repeat(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const done = await this.work(signal).catch((error: unknown) => {
        this.onError(error);
        return 0;
      });
      if (done === 0) await sleep(this.restMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
