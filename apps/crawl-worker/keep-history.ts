import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { readSystemSettings, SYSTEM_SETTINGS_KEY } from '@govcrawler/contracts';
import { type Logger } from '@govcrawler/platform';

/** What grows with every crawl, and the settings that say how long it is kept. */
export interface GrowingHistory {
  settings: { get(key: string): Promise<unknown> };
  jobs: { prune(keepPerTarget: number): Promise<number> };
  logs: { prune(olderThanMs: number): Promise<number> };
  alerts: { prune(olderThanMs: number): Promise<number> };
}

const EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** Keeps history from growing for ever, by settings that are read each time. Several workers may do it at once. */
export class KeepHistory implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly history: GrowingHistory,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.prune(), EVERY_MS);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  async prune(): Promise<void> {
    const { settings, jobs, logs, alerts } = this.history;
    try {
      const { retention } = readSystemSettings(await settings.get(SYSTEM_SETTINGS_KEY));
      const removed = { jobs: await jobs.prune(retention.jobsPerTarget), logs: 0, alerts: 0 };
      // 0 is for ever.
      if (retention.crawlLogDays > 0) removed.logs = await logs.prune(retention.crawlLogDays * DAY_MS);
      if (retention.alertDays > 0) removed.alerts = await alerts.prune(retention.alertDays * DAY_MS);
      if (removed.jobs + removed.logs + removed.alerts > 0) this.logger.info({ removed }, 'old history removed');
    } catch (error) {
      this.logger.warn({ err: error }, 'old history could not be removed');
    }
  }
}
