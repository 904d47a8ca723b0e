import { type FetchFailureReason, type FetchRequest } from '@govcrawler/contracts';
import { type TurnOutcome } from '../politeness/host-state.js';

/** Answers that a real browser may turn into the page: the site does not like the plain client. */
const BROWSER_MAY_HELP: ReadonlySet<FetchFailureReason> = new Set<FetchFailureReason>([
  'http_forbidden',
  'http_throttled',
  'http_server_error',
  'body_too_short',
  'ctct_challenge_unresolved',
  'blocked_challenge',
  'blocked_soft',
]);

/**
 * Whether a failed plain request goes on to the browser. Network errors never do (a browser hammers harder), and
 * neither does a site that said when to come back.
 */
export function mayEscalate(
  request: Pick<FetchRequest, 'strategy' | 'method' | 'purpose'>,
  failure: { reason: FetchFailureReason; retryAfterSec: number | null },
): boolean {
  return (
    (request.strategy ?? 'auto') === 'auto' &&
    (request.method ?? 'GET') === 'GET' &&
    request.purpose !== 'robots' &&
    failure.retryAfterSec === null &&
    BROWSER_MAY_HELP.has(failure.reason)
  );
}

/** Failures that say the host is ill or does not want us. */
const HOST_FAILURES: ReadonlySet<FetchFailureReason> = new Set<FetchFailureReason>([
  'http_forbidden',
  'http_throttled',
  'http_server_error',
  'ctct_challenge_unresolved',
  'blocked_challenge',
  'blocked_soft',
]);
/** Answers that a healthy host gives too. */
const HEALTHY_ANSWERS: ReadonlySet<FetchFailureReason> = new Set<FetchFailureReason>([
  'http_not_modified',
  'http_not_found',
  'http_gone',
  'http_other',
  'body_too_short',
]);

/** What a failed request says about its host: missing pages and our own limits are no illness of the host. */
export function healthOutcome(reason: FetchFailureReason, retryAfterSec: number | null): TurnOutcome {
  if (reason.startsWith('network_')) return { kind: 'network', reason };
  if (HOST_FAILURES.has(reason)) return { kind: 'failure', reason, retryAfterSec };
  return HEALTHY_ANSWERS.has(reason) ? { kind: 'healthy' } : { kind: 'undecided' };
}
