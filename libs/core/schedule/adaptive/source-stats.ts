import { calculateBackoff, type FailureKind } from './backoff.js';
import {
  CADENCE_MS,
  classifyUpdateFrequency,
  DEFAULT_FREQUENCY,
  FREQUENCY_CADENCE,
  publicationTimes,
  type Cadence,
  type FrequencyType,
  type PublishedEntry,
} from './cadence.js';
import { calculateNextCheckTime, type NextCheckReason } from './next-check.js';
import { calculatePublishTimeStats } from './publish-hours.js';

/** rss: a feed; custom: a target that any other adapter reads. */
export type SourceType = 'rss' | 'custom';

/** What is known of one source; the row of table source_stats. "Not yet" is null. */
export interface SourceStats {
  sourceId: string;
  sourceType: SourceType;
  frequencyType: FrequencyType;
  cadence: Cadence;
  avgPublishHour: number | null;
  stdPublishHour: number | null;
  /** Null: not scheduled, because somebody must renew its credential first. */
  nextDueAt: Date | null;
  lastCheckAt: Date | null;
  lastArticleAt: Date | null;
  failCount: number;
  backoffUntil: Date | null;
  lastError: string | null;
  checkCount: number;
  hitCount: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What one look at a source came to. */
export interface CheckOutcome {
  hasNew: boolean;
  /** Null or blank: the look succeeded. */
  error: string | null;
  /** HTTP status of a failure, where there was one. */
  status?: number | null;
}

export interface StatsUpdate {
  stats: SourceStats;
  reanalysed: boolean;
  /** Why the next check is where it is. */
  reason: NextCheckReason | `backoff:${FailureKind}`;
  /** Somebody must act. */
  alert: 'credential_expired' | null;
}

/** The row of a source that was never looked at: due at once. */
export function newSourceStats(sourceId: string, sourceType: SourceType, now: Date): SourceStats {
  return {
    sourceId,
    sourceType,
    ...DEFAULT_FREQUENCY,
    avgPublishHour: null,
    stdPublishHour: null,
    nextDueAt: now,
    lastCheckAt: null,
    lastArticleAt: null,
    failCount: 0,
    backoffUntil: null,
    lastError: null,
    checkCount: 0,
    hitCount: 0,
    createdAt: now,
    updatedAt: now,
  };
}

/** Entries are analysed anew every tenth check, and at each of the first three that finds something. */
export function needsReanalysis(checkCount: number, hasNew: boolean): boolean {
  return checkCount % 10 === 0 || (hasNew && checkCount <= 3);
}

/** Share of checks that found something, from 0 to 1. */
export function hitRate({ checkCount, hitCount }: Pick<SourceStats, 'checkCount' | 'hitCount'>): number {
  return checkCount > 0 ? Math.min(1, Math.max(0, hitCount / checkCount)) : 0;
}

/**
 * The row after one look. `stored` is null at the first look and starts anew when it makes no sense; `entries` are
 * the latest thirty publications, newest first or not; `random` in [0, 1) spreads the next check.
 */
export function updateSourceStats(
  identity: { sourceId: string; sourceType: SourceType },
  stored: SourceStats | null,
  outcome: CheckOutcome,
  entries: readonly PublishedEntry[],
  now: Date,
  random: number,
  intervalScale = 1,
): StatsUpdate {
  const before = stored && isSound(stored) ? stored : newSourceStats(identity.sourceId, identity.sourceType, now);
  const error = outcome.error?.trim() || null;
  const hasNew = outcome.hasNew && error === null;
  const checkCount = before.checkCount + 1;
  const reanalysed = needsReanalysis(checkCount, hasNew);
  const times = publicationTimes(entries);
  const hours = calculatePublishTimeStats(entries);
  const learnt = reanalysed
    ? {
        ...classifyUpdateFrequency(entries),
        avgPublishHour: hours?.avgHour ?? null,
        stdPublishHour: hours?.stdHour ?? null,
      }
    : {};
  const stats: SourceStats = {
    ...before,
    ...learnt,
    lastCheckAt: now,
    lastArticleAt: latest(before.lastArticleAt, times.at(-1)),
    checkCount,
    hitCount: before.hitCount + (hasNew ? 1 : 0),
    updatedAt: now,
  };
  return error === null
    ? afterSuccess(stats, hours, reanalysed, now, random, intervalScale)
    : afterFailure(stats, error, outcome, reanalysed, now);
}

function afterSuccess(
  stats: SourceStats,
  hours: ReturnType<typeof calculatePublishTimeStats>,
  reanalysed: boolean,
  now: Date,
  random: number,
  intervalScale: number,
): StatsUpdate {
  const { at, reason } = calculateNextCheckTime({
    now: now.getTime(),
    cadence: stats.cadence,
    frequencyType: stats.frequencyType,
    // Stored is the arithmetic mean, as specified; predicted is by the circle, since 23:00 and 01:00 are not noon.
    publishHour: hours?.circularHour ?? stats.avgPublishHour,
    stdHour: hours?.circularStdHour ?? stats.stdPublishHour,
    lastArticleAt: stats.lastArticleAt?.getTime() ?? null,
    random,
    intervalScale,
  });
  const next = { ...stats, failCount: 0, backoffUntil: null, lastError: null, nextDueAt: new Date(at) };
  return { stats: next, reanalysed, reason, alert: null };
}

function afterFailure(
  stats: SourceStats,
  error: string,
  { status }: CheckOutcome,
  reanalysed: boolean,
  now: Date,
): StatsUpdate {
  const failCount = stats.failCount + 1;
  const { kind, waitMs, stop } = calculateBackoff(failCount, error, status ?? null);
  const until = new Date(now.getTime() + waitMs);
  return {
    stats: { ...stats, failCount, lastError: error, backoffUntil: stop ? null : until, nextDueAt: stop ? null : until },
    reanalysed,
    reason: `backoff:${kind}`,
    alert: stop ? 'credential_expired' : null,
  };
}

/** A row that another program or a crash left in an impossible state is not built upon. */
export function isSound(stats: SourceStats): boolean {
  const counts = [stats.failCount, stats.checkCount, stats.hitCount];
  return (
    Object.hasOwn(CADENCE_MS, stats.cadence) &&
    Object.hasOwn(FREQUENCY_CADENCE, stats.frequencyType) &&
    counts.every((count) => Number.isSafeInteger(count) && count >= 0) &&
    stats.hitCount <= stats.checkCount &&
    inRange(stats.avgPublishHour, 0, 24) &&
    inRange(stats.stdPublishHour, 0, 12)
  );
}

function inRange(value: number | null, min: number, max: number): boolean {
  return value === null || (value >= min && value <= max);
}

function latest(known: Date | null, seen: number | undefined): Date | null {
  if (seen === undefined) return known;
  return known !== null && known.getTime() >= seen ? known : new Date(seen);
}
