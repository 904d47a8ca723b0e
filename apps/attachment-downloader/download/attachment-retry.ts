const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WAITS_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS, 24 * HOUR_MS];
/** Documents are often published some minutes before their files. */
const MISSING_TRIES = 3;
const UNKNOWN_WAIT_MS = MINUTE_MS;

/** Asking again cannot change these. */
const PERMANENT = /^(refused_|http_gone$|limit_)/;
/** The host is to be left alone for a while; that is no fault of the file. */
const HOST_WAITS: ReadonlySet<string> = new Set(['cooling_host', 'cooling_breaker', 'http_throttled']);

/** How long the host wants to be left alone; null when the failure is the file's own. */
export function hostWaitMs(reason: string, retryAfterSec: number | null): number | null {
  if (!HOST_WAITS.has(reason)) return null;
  return retryAfterSec === null ? UNKNOWN_WAIT_MS : Math.max(1, retryAfterSec) * 1000;
}

/** When a failed download is tried again after `attempts` tries; null: not by itself. */
export function retryOfAttachment(reason: string, attempts: number, now: Date): Date | null {
  const tries = reason === 'http_not_found' ? MISSING_TRIES : WAITS_MS.length + 1;
  const wait = WAITS_MS[attempts - 1];
  if (PERMANENT.test(reason) || attempts >= tries || wait === undefined) return null;
  return new Date(now.getTime() + wait);
}
