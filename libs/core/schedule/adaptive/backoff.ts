import { HOUR_MS, MINUTE_MS } from '../china-time.js';

export type FailureKind = 'rate_limited' | 'credential' | 'forbidden' | 'other';

export interface Backoff {
  kind: FailureKind;
  /** Milliseconds to leave the source alone. */
  waitMs: number;
  /** Waiting cannot help: somebody must renew the credential, until then the source is not asked. */
  stop: boolean;
}

const FIRST_WAIT_MS = 15 * MINUTE_MS;
const MAX_WAIT_MS = 24 * HOUR_MS;
const MAX_DOUBLINGS = 10; // 15 min x 2^10 is far beyond the maximum; keeps the power finite

const BY_STATUS: Record<number, FailureKind> = { 429: 'rate_limited', 401: 'credential', 403: 'forbidden' };

/** Latin words and numbers count only when they stand alone: "generate" is no rate, id-40312 no 403. */
const alone = (words: string) => `(?<![\\p{L}\\p{N}_/-])(?:${words})(?![\\p{L}\\p{N}])`;
const BY_WORDS: readonly (readonly [RegExp, FailureKind])[] = [
  [new RegExp(`${alone('429|rate')}|频繁`, 'iu'), 'rate_limited'],
  [new RegExp(`${alone('401|expired')}|过期`, 'iu'), 'credential'],
  [new RegExp(alone('403|forbidden'), 'iu'), 'forbidden'],
];

/** What went wrong: by the status of the answer first, then by the words of the message. */
export function failureKind(message: string, status: number | null = null): FailureKind {
  const byStatus = status === null ? undefined : BY_STATUS[status];
  return byStatus ?? BY_WORDS.find(([words]) => words.test(message))?.[1] ?? 'other';
}

/** How long to leave a source alone after its `failCount`-th failure in a row. */
export function calculateBackoff(failCount: number, message: string, status: number | null = null): Backoff {
  const kind = failureKind(message, status);
  switch (kind) {
    case 'rate_limited':
      return { kind, waitMs: 6 * HOUR_MS, stop: false };
    case 'credential':
      return { kind, waitMs: 0, stop: true };
    case 'forbidden':
      return { kind, waitMs: 12 * HOUR_MS, stop: false };
    case 'other': {
      const doublings = Math.min(MAX_DOUBLINGS, Math.max(0, Math.trunc(failCount) - 1 || 0));
      return { kind, waitMs: Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** doublings), stop: false };
    }
  }
}
