import { DAY_MS, startOfChinaDay, chinaDay } from '../china-time.js';

/** Publication times of each source in milliseconds, oldest first. */
export type Traces = ReadonlyMap<string, readonly number[]>;

/** Decides for one source when to look next; it learns only what its own checks found. */
export interface Watcher {
  /** `found` are publications since the check before. The answer must lie after `now`. */
  nextCheck(now: number, found: readonly number[]): number;
}

export interface Policy {
  name: string;
  watch(source: string, span: ReplaySpan): Watcher;
}

export interface ReplaySpan {
  start: number;
  end: number;
}

export interface PolicyResult {
  policy: string;
  checks: number;
  medianDelaySec: number;
  p95DelaySec: number;
  hitRate: number;
}

/** From the morning of the first publication to a day after the last one; every source is watched all the time. */
export function replaySpan(traces: Traces): ReplaySpan {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const times of traces.values()) {
    first = Math.min(first, times[0] ?? first);
    last = Math.max(last, times.at(-1) ?? last);
  }
  return { start: startOfChinaDay(chinaDay(first)), end: last + DAY_MS };
}

/** Lets a policy watch the sources and measures how late it sees each document. Checks after the span are not counted. */
export function replay(traces: Traces, policy: Policy, span: ReplaySpan = replaySpan(traces)): PolicyResult {
  const delays: number[] = [];
  let [checks, hits] = [0, 0];
  for (const [source, times] of traces) {
    const watcher = policy.watch(source, span);
    let seen = 0;
    for (let now = span.start; now <= span.end || seen < times.length;) {
      const firstNew = seen;
      while (seen < times.length && times[seen]! <= now) {
        delays.push(now - times[seen]!);
        seen += 1;
      }
      if (now <= span.end) {
        checks += 1;
        if (seen > firstNew) hits += 1;
      }
      const next = watcher.nextCheck(now, times.slice(firstNew, seen));
      if (!(next > now)) throw new RangeError(`Policy ${policy.name} does not go forward for ${source}`);
      now = next;
    }
  }
  delays.sort((a, b) => a - b);
  return {
    policy: policy.name,
    checks,
    medianDelaySec: quantile(delays, 0.5) / 1000,
    p95DelaySec: quantile(delays, 0.95) / 1000,
    hitRate: checks > 0 ? hits / checks : 0,
  };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
