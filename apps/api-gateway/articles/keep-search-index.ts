import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type IndexStep } from '@govcrawler/persistence';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';

/** Takes changes into the search index, a step at a time. */
export abstract class IndexSteps {
  abstract step(maxDocuments: number): Promise<IndexStep>;
}

const LOOK_EVERY_MS = 2_000;
const AGAIN_AFTER_FAILURE_MS = 30_000;
/** A step of the embedded database holds its only session: short steps, with room between them for a crawl. */
const PACE = { embedded: { documents: 40, pauseMs: 50 }, cluster: { documents: 500, pauseMs: 0 } };

/**
 * Keeps the search index up to date for as long as the gateway lives: it reads files, which the scheduler cannot, and
 * crawls need not wait for it. Of several replicas one makes each step; the others find it made.
 */
@Injectable()
export class KeepSearchIndex implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly index: IndexSteps,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.run();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { mode, logger } = this.infrastructure;
    const { documents, pauseMs } = PACE[mode];
    while (!this.stop.signal.aborted) {
      let wait = LOOK_EVERY_MS;
      try {
        if ((await this.index.step(documents)).more) wait = pauseMs;
      } catch (error) {
        logger.warn({ err: error }, 'Search index is not up to date, tried again soon');
        wait = AGAIN_AFTER_FAILURE_MS;
      }
      await sleep(wait, undefined, { signal: this.stop.signal, ref: false }).catch(() => undefined);
    }
  }
}
