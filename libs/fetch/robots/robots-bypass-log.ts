import { type FetchLogger } from '../fetch-logger.js';
import { type Clock } from '../politeness/clock.js';

const AGAIN_AFTER_MS = 24 * 3600_000;
const MAX_ORIGINS = 2000;

/** Leaves a trace of every site whose robots.txt we were told to ignore: one line a day, not one a page. */
export class RobotsBypassLog {
  private readonly notedAt = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly logger: FetchLogger,
  ) {}

  note(url: string): void {
    const { origin } = new URL(url);
    const now = this.clock.now();
    if ((this.notedAt.get(origin) ?? -Infinity) > now - AGAIN_AFTER_MS) return;
    if (this.notedAt.size >= MAX_ORIGINS) this.notedAt.delete(this.notedAt.keys().next().value ?? '');
    this.notedAt.delete(origin);
    this.notedAt.set(origin, now);
    this.logger.warn({ origin }, 'robots.txt is bypassed: the site is set to ignore it');
  }
}
