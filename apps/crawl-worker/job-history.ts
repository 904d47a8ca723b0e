import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { type Logger } from '@govcrawler/platform';

/** What people are shown of one target's past. */
export const DEFAULT_HISTORY_PER_TARGET = 200;
const EVERY_MS = 3_600_000;

/** Keeps the history of jobs from growing for ever. Several workers may do it at the same time. */
export class JobHistory implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly jobs: { prune(keepPerTarget: number): Promise<number> },
    private readonly keepPerTarget: number,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.prune(), EVERY_MS);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async prune(): Promise<void> {
    try {
      const removed = await this.jobs.prune(this.keepPerTarget);
      if (removed > 0) this.logger.info({ removed, keepPerTarget: this.keepPerTarget }, 'old jobs removed');
    } catch (error) {
      this.logger.warn({ err: error }, 'old jobs could not be removed');
    }
  }
}
