import {
  chinaHour,
  DAY_MS,
  decideNextCheck,
  HOUR_MS,
  newSourceStats,
  updateSourceStats,
  type CheckDecision,
  type SourceStats,
  type WorkingCalendar,
} from '@govcrawler/core';
import { type Logger } from '@govcrawler/platform';
import { type DispatchTicks } from './dispatch-ticks.js';
import { type Clock } from './scheduler-ports.js';

/** What is remembered of targets that schedule themselves; the schedule repository is one. */
export abstract class AdaptiveStats {
  abstract startStats(stats: SourceStats): Promise<boolean>;
  abstract dueSources(now: Date, sourceType: 'target', limit: number): Promise<SourceStats[]>;
  /** False when another scheduler already wrote what came of this check. */
  abstract saveStats(stats: SourceStats, checkCount: number): Promise<boolean>;
  abstract forgetStats(sourceId: string): Promise<void>;
  abstract publicationFacts(
    targetId: number,
    limit: number,
  ): Promise<{
    publications: { publishedAt: Date | null; fetchedAt: Date }[];
    lastCrawl: { state: string; error: string | null; finishedAt: Date } | null;
  }>;
}

const PREFIX = 'target:';
const BATCH = 50;
const REMEMBERED = 300;
/** Entries that the specified statistics look at. */
const RECENT = 30;
/** A list that shows days only puts every document at midnight; soon after, the moment of finding it says more. */
const FRESH_MS = 2 * DAY_MS;

/**
 * Runs targets that schedule themselves. The next moment is kept in the database and is the tick of the run, so several
 * schedulers agree on it; whoever writes the following moment first decides it.
 */
export class AdaptiveTargets {
  private ids = new Map<string, number>();

  constructor(
    private readonly stats: AdaptiveStats,
    private readonly dispatch: DispatchTicks,
    private readonly calendar: WorkingCalendar,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** Called by every reconcile: new ones are due at once, existing statistics stay. */
  async watch(targets: readonly { code: string; id: number }[]): Promise<void> {
    const now = this.clock.now();
    for (const { code } of targets) {
      if (!this.ids.has(code)) await this.stats.startStats(newSourceStats(`${PREFIX}${code}`, 'target', now));
    }
    this.ids = new Map(targets.map(({ code, id }) => [code, id]));
  }

  /** Sends what is due and decides when to look again. */
  async look(): Promise<number> {
    const due = await this.stats.dueSources(this.clock.now(), 'target', BATCH);
    for (const row of due) await this.check(row);
    return due.length;
  }

  private async check(row: SourceStats): Promise<void> {
    const code = row.sourceId.slice(PREFIX.length);
    const id = this.ids.get(code);
    // Switched off, deleted, or back on a cron: it starts anew when it comes back.
    if (id === undefined) return this.stats.forgetStats(row.sourceId);
    const sent = await this.dispatch.run([{ code, tick: row.nextDueAt! }]);
    // Not asked: it stays due. Refused: the next reconcile takes it off the list.
    if (sent.accepted + sent.known === 0) return;
    const { next, decision } = await this.decide(row, id);
    if (!(await this.stats.saveStats(next, row.checkCount))) return;
    const { reason, why, expected } = decision;
    const found = next.hitCount > row.hitCount;
    this.logger.info(
      { target: code, tick: row.nextDueAt, next: next.nextDueAt, reason, why, expected, found },
      'adaptive check',
    );
  }

  /** What the check before found is known by now; this one only starts. */
  private async decide(row: SourceStats, targetId: number): Promise<{ next: SourceStats; decision: CheckDecision }> {
    const now = this.clock.now();
    const { publications, lastCrawl } = await this.stats.publicationFacts(targetId, REMEMBERED);
    const since = row.lastCheckAt;
    const hasNew = publications.some(({ fetchedAt }) => since === null || fetchedAt > since);
    const failed = lastCrawl?.state === 'failed' && (since === null || lastCrawl.finishedAt > since);
    const times = publications.map(evidence).sort((a, b) => a - b);
    const outcome = { hasNew, error: failed ? (lastCrawl.error ?? 'The crawl failed') : null };
    const entries = times.slice(-RECENT).map((publishedAt) => ({ publishedAt }));
    const identity = { sourceId: row.sourceId, sourceType: 'target' as const };
    const update = updateSourceStats(identity, row, outcome, entries, now, Math.random());
    if (failed) {
      const why = `The last crawl failed: ${outcome.error}`;
      const at = update.stats.nextDueAt?.getTime() ?? null;
      if (update.alert)
        this.logger.error({ target: row.sourceId, error: outcome.error }, 'credential expired, target stopped');
      return {
        next: update.stats,
        decision: { at, expected: 0, reason: update.reason as CheckDecision['reason'], why },
      };
    }
    const watched = Math.min(row.createdAt.getTime(), times[0] ?? now.getTime());
    const history = { times, since: times.length < REMEMBERED ? watched : times[0]!, now: now.getTime() };
    const decision = decideNextCheck(history, this.calendar);
    return { next: { ...update.stats, nextDueAt: new Date(decision.at!) }, decision };
  }
}

function evidence({ publishedAt, fetchedAt }: { publishedAt: Date | null; fetchedAt: Date }): number {
  const found = fetchedAt.getTime();
  if (publishedAt === null) return found;
  const published = publishedAt.getTime();
  const dayOnly = chinaHour(published) === 0 && found - published > HOUR_MS && found - published < FRESH_MS;
  return dayOnly ? found : Math.min(published, found);
}
