import { type SourceCheckView, type SourceState, type SourceView } from '@govcrawler/contracts';
import { hostKey, hitRate, scheduleOf } from '@govcrawler/core';
import { targetVersion, type SourceCheck, type StoredSource } from '@govcrawler/persistence';
import { toIso } from '../http/wire-time.js';

const FEED_ADAPTER = 'rss';
/** Reasons of sources that are not on the schedule of their own. */
const OFF_SCHEDULE = new Set(['parked', 'gone']);

/** A source as the console shows it. */
export function sourceView(stored: StoredSource, now: Date): SourceView {
  const { site, target, stats, state, scheduled } = stored;
  const isAdaptive = stats !== null && !OFF_SCHEDULE.has(stats.dueReason ?? '');
  return {
    code: target.targetCode,
    name: target.targetName,
    kind: site.cmsAdapter === FEED_ADAPTER ? 'rss' : 'custom',
    adapter: site.cmsAdapter,
    siteCode: site.siteCode,
    siteName: site.siteName,
    host: hostKey(site.baseUrl),
    url: target.entryUrl,
    category: target.contentCategory,
    subcategory: target.contentSubcategory,
    deptId: target.deptId,
    schedule: scheduleOf(scheduled).cron,
    enabled: target.enabled && site.enabled,
    managedBy: target.managedBy,
    version: targetVersion(target),
    state: stateOf(stored, now),
    cadence: stats?.cadence ?? null,
    frequencyType: stats?.frequencyType ?? null,
    checkCount: stats?.checkCount ?? 0,
    hitCount: stats?.hitCount ?? 0,
    hitRate: stats && stats.checkCount > 0 ? hitRate(stats) : null,
    lastCheckAt: toIso(stats?.lastCheckAt ?? null),
    lastArticleAt: toIso(stats?.lastArticleAt ?? null),
    nextCheckAt: isAdaptive && stats.openJobId === null ? toIso(stats.nextDueAt) : null,
    nextReason: isAdaptive ? stats.dueReason : null,
    nextWhy: isAdaptive ? stats.dueWhy : null,
    failCount: stats?.failCount ?? 0,
    backoffUntil: toIso(stats?.backoffUntil ?? null),
    lastError: stats?.lastError ?? null,
    feed: state && {
      etag: state.etag,
      lastModified: state.lastModified,
      readAt: toIso(state.readAt),
      freshUntil: toIso(state.freshUntil),
      unchangedCount: state.unchangedCount,
      movedTo: state.movedTo,
      movedSince: toIso(state.movedSince),
      missingCount: state.missingCount,
      goneAt: toIso(state.goneAt),
    },
  };
}

/** The same states as the search by state knows. */
function stateOf({ site, target, stats }: StoredSource, now: Date): SourceState {
  if (target.disabledBy === 'gone') return 'gone';
  if (!target.enabled || !site.enabled) return 'disabled';
  if (stats === null || OFF_SCHEDULE.has(stats.dueReason ?? '')) return 'fixed';
  if (stats.dueReason === 'stopped') return 'stopped';
  if (stats.openJobId !== null) return 'checking';
  return stats.backoffUntil !== null && stats.backoffUntil > now ? 'backoff' : 'scheduled';
}

export function checkView(check: SourceCheck): SourceCheckView {
  return {
    id: check.id,
    jobId: check.jobId,
    dueAt: toIso(check.dueAt),
    settledAt: toIso(check.settledAt),
    reason: check.reason,
    why: check.why,
    expected: check.expected,
    outcome: check.outcome as SourceCheckView['outcome'],
    itemsNew: check.itemsNew,
    error: check.error,
    nextCheckAt: toIso(check.nextDueAt),
    nextReason: check.nextReason,
    nextWhy: check.nextWhy,
  };
}
