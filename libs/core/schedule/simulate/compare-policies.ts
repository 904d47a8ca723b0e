import { type WorkingCalendar } from '../adaptive/working-calendar.js';
import { asSpecified, byPrediction, fixedCron, fixedInterval } from './policies.js';
import { replay, replaySpan, type Policy, type PolicyResult, type ReplaySpan, type Traces } from './replay.js';

const ROUNDS = 9;
/** So many checks more than wanted are near enough: the other policy has them for nothing. */
const NEAR_ENOUGH = 1.005;
const MAX_STRETCH = 256;

/**
 * Measures all policies on the same traces: each as it is, and the others also with (at least) as many checks as ours,
 * so that delays compare at equal cost.
 */
export function comparePolicies(traces: Traces, calendar: WorkingCalendar): { policies: PolicyResult[] } {
  const span = replaySpan(traces);
  const ours = replay(traces, byPrediction(calendar), span);
  const perSource = Math.ceil(ours.checks / Math.max(1, traces.size));
  return {
    policies: [
      ours,
      replay(traces, fixedCron(), span),
      replay(traces, asSpecified(), span),
      replay(traces, fixedInterval('fixed_cron@equal_checks', perSource), span),
      atLeast(ours.checks, (scale) => asSpecified('s2@equal_checks', scale), traces, span),
    ],
  };
}

/** The largest stretch of intervals that still spends the given number of checks. */
function atLeast(checks: number, policy: (scale: number) => Policy, traces: Traces, span: ReplaySpan): PolicyResult {
  const tryScale = (scale: number) => replay(traces, policy(scale), span);
  let [dense, sparse] = [1, 1];
  let result = tryScale(dense);
  // Halving from the specified pace keeps clear of paces that would ask a thousand times as often.
  for (; result.checks < checks; result = tryScale(dense)) [dense, sparse] = [dense / 2, dense];
  while (sparse < MAX_STRETCH && sparse <= dense) {
    const tried = tryScale(sparse * 2);
    sparse *= 2;
    if (tried.checks >= checks) [dense, result] = [sparse, tried];
  }
  for (let round = 0; round < ROUNDS && result.checks > NEAR_ENOUGH * checks; round += 1) {
    // Twice the distance is about half the checks; where that leaves the known bounds, their middle.
    const aimed = dense * (result.checks / checks);
    const scale = round % 2 === 0 && aimed < sparse ? aimed : Math.sqrt(dense * sparse);
    const tried = tryScale(scale);
    if (tried.checks >= checks) [dense, result] = [scale, tried];
    else sparse = scale;
  }
  return result;
}
