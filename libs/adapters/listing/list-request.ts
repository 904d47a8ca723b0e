import { type FetchFailure, type FetchFailureReason, type FetchRequest, type FetchResult } from '@govcrawler/contracts';
import { type AdapterContext } from '../site-adapter.js';

/** A request in the name of a target: its pace, its tier and its robots rule. */
export function requestFor(
  { plan, pace, signal }: AdapterContext,
  request: Pick<FetchRequest, 'url' | 'purpose' | 'method' | 'headers' | 'body'>,
): FetchRequest {
  const { site } = plan;
  return {
    ...request,
    pace,
    signal,
    // API answers are data: a browser would only wrap them into its own page.
    strategy: site.fetchStrategy === 'browser' && request.purpose === 'list' ? 'browser' : 'auto',
    ...(site.respectRobots ? { robots: { onError: site.robotsOnError } } : {}),
  };
}

/** A page that arrived and is not what was asked for, told as a failure of the request. */
export function asFailure(result: FetchResult, reason: FetchFailureReason, message: string): FetchFailure {
  const { url, finalUrl, strategy, startedAt, durationMs, attempts, status } = result;
  return {
    ok: false,
    url,
    finalUrl,
    strategy,
    startedAt,
    durationMs,
    attempts,
    status,
    reason,
    message,
    retryAfterSec: null,
  };
}
