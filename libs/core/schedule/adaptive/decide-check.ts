import { DAY_MS, HOUR_MS, MINUTE_MS } from '../china-time.js';
import { calculateBackoff, type FailureKind } from './backoff.js';
import { CADENCE_MS, type Cadence } from './cadence.js';
import { DEFAULT_CHECK_LIMITS, planChecks, type CheckLimits } from './plan-checks.js';
import { PublicationModel, type PublicationHistory } from './publication-model.js';
import { type WorkingCalendar } from './working-calendar.js';

/**
 * Why a source is looked at when it is. The first four come from what is known of it; then what its publisher asks
 * for, its old cron while it has no data, the plain interval when prediction is broken; then failures; then the ends:
 * `stopped` waits for a credential, `gone` for a person, `parked` for the target to be switched on again.
 */
export type CheckReason =
  | 'first_look'
  | 'expected_publication'
  | 'longest_wait'
  | 'no_history'
  | 'feed_ttl'
  | 'manual_rhythm'
  | 'fixed_interval'
  | 'host_budget'
  | 'resumed'
  | `backoff:${FailureKind}`
  | 'stopped'
  | 'gone'
  | 'parked';

/** One line of the decision log: when a source is looked at next, and why then. */
export interface CheckDecision {
  /** Null: not at all until somebody acts. */
  at: number | null;
  reason: CheckReason;
  /** Publications expected between now and then. */
  expected: number;
  /** For people, in Chinese. */
  why: string;
}

/** When to look at a source next, by its habits; the line for the decision log comes with it. */
export function decideNextCheck(
  history: PublicationHistory,
  calendar: WorkingCalendar,
  limits: CheckLimits = DEFAULT_CHECK_LIMITS,
): CheckDecision {
  const { now, times } = history;
  const model = new PublicationModel(history, calendar);
  const [first] = planChecks(model, now, limits);
  const at = Math.round(first?.at ?? now + limits.maxGapMs);
  const expected = first?.expected ?? 0;
  const wait = waitLabel(at - now);
  if (times.length === 0) {
    return { at, expected, reason: 'no_history', why: `尚无发布记录，${wait}后再查` };
  }
  if (at - now >= Math.min(limits.maxGapMs, DAY_MS)) {
    return { at, expected, reason: 'longest_wait', why: `近期预计没有新内容，最长间隔 ${wait}查一次` };
  }
  const rate = model.perDay.toFixed(model.perDay < 1 ? 2 : 1);
  const why = `按 ${times.length} 条发布记录（日均 ${rate} 条）预测，${wait}内约有 ${expected.toFixed(2)} 条新内容`;
  return { at, expected, reason: 'expected_publication', why };
}

/** The same after a failure: the source is left alone for a while, or until somebody renews its credential. */
export function decideAfterFailure(
  failCount: number,
  message: string,
  status: number | null,
  now: number,
): CheckDecision {
  const { kind, waitMs, stop } = calculateBackoff(failCount, message, status);
  if (stop) {
    return { at: null, expected: 0, reason: 'stopped', why: '凭据失效或已过期，已停止调度，请更新凭据后恢复' };
  }
  const why = `连续失败 ${failCount} 次（${FAILURE_WORDS[kind]}），${waitLabel(waitMs)}后再试`;
  return { at: now + waitMs, expected: 0, reason: `backoff:${kind}`, why };
}

const FAILURE_WORDS: Record<FailureKind, string> = {
  rate_limited: '访问过于频繁',
  credential: '凭据失效',
  forbidden: '禁止访问',
  other: '抓取失败',
};

/** Prediction cannot be had: the source is looked at by its cadence all the same. */
export function decideByInterval(cadence: Cadence, now: number): CheckDecision {
  const waitMs = CADENCE_MS[cadence];
  const why = `预测不可用，按固定间隔 ${waitLabel(waitMs)}检查`;
  return { at: now + waitMs, expected: 0, reason: 'fixed_interval', why };
}

/** A source that ran by a cron before keeps it until there is something to learn from. */
export function keepManualRhythm(decision: CheckDecision, next: number | null, known: number): CheckDecision {
  if (next === null) return decision;
  const why = `发布记录不足（${known} 条），暂按原有定时运行`;
  return { ...decision, at: next, reason: 'manual_rhythm', why };
}

/** Publications from which on a source is judged by its habits. */
export const ENOUGH_PUBLICATIONS = 3;
/** What a publisher asks for is heeded up to here: a feed with a TTL of a year is looked at daily all the same. */
const MAX_TTL_MS = DAY_MS;

/** The publisher's own wish is a floor: before it, a feed would only repeat itself. */
export function heedTtl(decision: CheckDecision, freshUntil: number | null, now: number): CheckDecision {
  if (decision.at === null || freshUntil === null) return decision;
  const floor = Math.min(freshUntil, now + MAX_TTL_MS);
  if (floor <= decision.at) return decision;
  return { ...decision, at: floor, reason: 'feed_ttl', why: `源声明 ${waitLabel(floor - now)}内不会更新（TTL）` };
}

export function waitLabel(ms: number): string {
  return ms < 2 * HOUR_MS ? `${Math.max(1, Math.round(ms / MINUTE_MS))} 分钟` : `${(ms / HOUR_MS).toFixed(1)} 小时`;
}
