const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MS = 15 * 60_000;

/** Asking again cannot change these. */
const PERMANENT = /^(refused_|http_not_found$|http_gone$|limit_bytes$|limit_ratio$)/;

/**
 * When a document that could not be stored is tried again: the next crawl after 15 minutes, doubling; null when a
 * further try makes no sense by itself, or after five.
 */
export function retryOfDocument(reason: string, attempts: number, now: Date): Date | null {
  if (PERMANENT.test(reason) || attempts >= MAX_ATTEMPTS) return null;
  return new Date(now.getTime() + FIRST_WAIT_MS * 2 ** (attempts - 1));
}
