import {
  chinaHour,
  DAY_MS,
  decideAfterFailure,
  decideByInterval,
  decideNextCheck,
  ENOUGH_PUBLICATIONS,
  heedTtl,
  HOUR_MS,
  keepManualRhythm,
  updateSourceStats,
  type CheckDecision,
  type WorkingCalendar,
} from '@govcrawler/core';
import { type CheckOutcomeWord } from '@govcrawler/contracts';
import { type Logger } from '@govcrawler/platform';
import { type Clock } from './scheduler-ports.js';
import { type EndedCheck, type SourceFacts, type SourceSchedule, type WatchedSource } from './source-schedule.js';

const BATCH = 100;
const REMEMBERED = 300;
/** Entries that the specified statistics look at. */
const RECENT = 30;
/** A list that shows days only puts every document at midnight; soon after, the moment of finding it says more. */
const FRESH_MS = 2 * DAY_MS;
/** Statistics that began so long after their target belong to one that ran by a cron before. */
const EXISTED_MS = DAY_MS;

/** Takes crawls of sources that ended, writes down what they found, and decides when to look next. */
export class SettleChecks {
  constructor(
    private readonly schedule: SourceSchedule,
    private readonly calendar: WorkingCalendar,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async run(watched: ReadonlyMap<string, WatchedSource>): Promise<number> {
    let settled = 0;
    for (;;) {
      const ended = await this.schedule.ended(BATCH);
      for (const check of ended) {
        if (await this.settle(check, watched.get(check.source.sourceId))) settled += 1;
      }
      if (ended.length < BATCH) return settled;
    }
  }

  private async settle({ source, job }: EndedCheck, watched: WatchedSource | undefined): Promise<boolean> {
    const now = this.clock.now();
    const facts = await this.schedule.factsOf(source.targetId, REMEMBERED);
    const error = job?.state === 'failed' ? (job.error ?? 'The crawl failed') : null;
    const itemsNew = job?.summary?.itemsNew ?? 0;
    const times = (facts?.publications ?? []).map(evidence).sort((a, b) => a - b);
    const entries = times.slice(-RECENT).map((publishedAt) => ({ publishedAt }));
    const outcome = { hasNew: itemsNew > 0, error };
    const { stats } = updateSourceStats(source, source, outcome, entries, now, 0.5);
    const decision =
      error === null ? this.afterSuccess(times, source, facts, watched, now) : afterError(stats.failCount, error, now);
    const nextDueAt = decision.at === null ? null : new Date(decision.at);
    const next = {
      ...source,
      ...stats,
      sourceType: watched?.kind ?? source.sourceType,
      nextDueAt,
      openJobId: null,
      dueReason: decision.reason,
      dueWhy: decision.why,
      dueExpected: decision.expected,
    };
    const line = {
      targetId: source.targetId,
      jobId: job ? source.openJobId : null,
      dueAt: job?.tick ?? null,
      settledAt: now,
      reason: source.dueReason ?? 'first_look',
      why: source.dueWhy,
      expected: source.dueExpected,
      outcome: outcomeOf(job, itemsNew),
      itemsNew,
      error,
      nextDueAt,
      nextReason: decision.reason,
      nextWhy: decision.why,
    };
    if (!(await this.schedule.settle(next, source.openJobId!, line))) return false;
    const told = { source: source.sourceId, outcome: line.outcome, itemsNew, next: nextDueAt, reason: decision.reason };
    if (decision.reason === 'stopped') this.logger.error({ ...told, error }, 'credential expired, source stopped');
    else this.logger.debug(told, 'source checked');
    return true;
  }

  private afterSuccess(
    times: number[],
    source: EndedCheck['source'],
    facts: SourceFacts | null,
    watched: WatchedSource | undefined,
    now: Date,
  ): CheckDecision {
    const decision = this.predict(times, source, now);
    const existed = facts !== null && source.createdAt.getTime() - facts.targetCreatedAt.getTime() > EXISTED_MS;
    if (existed && times.length < ENOUGH_PUBLICATIONS) {
      return keepManualRhythm(decision, watched?.manual?.next(now.getTime()) ?? null, times.length);
    }
    return heedTtl(decision, facts?.freshUntil?.getTime() ?? null, now.getTime());
  }

  private predict(times: number[], source: EndedCheck['source'], now: Date): CheckDecision {
    try {
      const watchedSince = Math.min(source.createdAt.getTime(), times[0] ?? now.getTime());
      const since = times.length < REMEMBERED ? watchedSince : times[0]!;
      return decideNextCheck({ times, since, now: now.getTime() }, this.calendar);
    } catch (error) {
      // A broken history must not take the source off the schedule.
      this.logger.error({ err: error, source: source.sourceId }, 'prediction failed, fixed interval instead');
      return decideByInterval(source.cadence, now.getTime());
    }
  }
}

function afterError(failCount: number, error: string, now: Date): CheckDecision {
  if (error.startsWith('http_gone')) {
    return { at: null, expected: 0, reason: 'gone', why: '服务器声明该地址已永久失效（410），已停用' };
  }
  return decideAfterFailure(failCount, error, null, now.getTime());
}

function outcomeOf(job: EndedCheck['job'], itemsNew: number): CheckOutcomeWord {
  if (job === null) return 'lost';
  if (job.state === 'failed' || job.state === 'cancelled') return job.state;
  if (itemsNew > 0) return 'found';
  return job.summary?.nothingNewReason === 'unchanged' ? 'unchanged' : 'nothing';
}

function evidence({ publishedAt, fetchedAt }: { publishedAt: Date | null; fetchedAt: Date }): number {
  const found = fetchedAt.getTime();
  if (publishedAt === null) return found;
  const published = publishedAt.getTime();
  const dayOnly = chinaHour(published) === 0 && found - published > HOUR_MS && found - published < FRESH_MS;
  return dayOnly ? found : Math.min(published, found);
}
