import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type IndexStep } from '@govcrawler/persistence';
import { RepeatedWork } from '@govcrawler/platform';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';

/** Takes changes into the search index, a step at a time. */
export abstract class IndexSteps {
  abstract step(maxDocuments: number): Promise<IndexStep>;
}

const LOOK_EVERY_MS = 2_000;
const AGAIN_AFTER_FAILURE_MS = 30_000;
/**
 * A step of the embedded database holds its only session: short steps, with room between them for a crawl. Elsewhere
 * the larger the steps, the fewer times are the sets of common terms written anew.
 */
const PACE = { embedded: { documents: 40, pauseMs: 50 }, cluster: { documents: 2_000, pauseMs: 0 } };

/**
 * Keeps the search index up to date for as long as the gateway lives: it reads files, which the scheduler cannot, and
 * crawls need not wait for it. Of several replicas one makes each step; the others find it made.
 */
@Injectable()
export class KeepSearchIndex implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly indexing: RepeatedWork;

  constructor(
    private readonly index: IndexSteps,
    { mode, logger }: GatewayInfrastructure,
  ) {
    const { documents, pauseMs } = PACE[mode];
    this.indexing = new RepeatedWork({
      work: async (signal) => {
        const { more } = await this.index.step(documents);
        if (more && pauseMs > 0) await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
        return more ? documents : 0;
      },
      restMs: LOOK_EVERY_MS,
      restAfterErrorMs: AGAIN_AFTER_FAILURE_MS,
      onError: (error) => logger.warn({ err: error }, 'Search index is not up to date, tried again soon'),
    });
  }

  onApplicationBootstrap(): void {
    this.indexing.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.indexing.stop();
  }
}
