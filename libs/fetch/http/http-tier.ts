import { type FetchFailureReason, type FetchRequest, type FetchTier } from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { type CookieJarStore } from '../cookies/cookie-jar-store.js';
import { SessionCookies } from '../cookies/session-cookies.js';
import { type Credential } from '../credentials/credential.js';
import { bareHostname, type EgressPolicy, refuseUrl } from '../egress/egress-policy.js';
import { MAX_REDIRECTS } from '../fetch-limits.js';
import { type Clock } from '../politeness/clock.js';
import { Deadline } from '../politeness/deadline.js';
import { type TurnOutcome } from '../politeness/host-state.js';
import { type Turnstile } from '../politeness/turnstile.js';
import { healthOutcome, mayEscalate } from '../verdict/escalation.js';
import { judgeAnswer } from '../verdict/page-verdict.js';
import { browserHeaders } from './browser-headers.js';
import { type FileSink } from './file-sink.js';
import { type ExchangeResult, type HttpClient } from './http-client.js';

/** What a tier brings back, before it is dressed as a FetchResult. */
export type TierResult = { finalUrl: string; attempts: number; strategy: FetchTier; movedTo?: string } & (
  | { ok: true; status: number; headers: Record<string, string>; body: Buffer; bytes: number }
  | {
      ok: false;
      reason: FetchFailureReason;
      message: string;
      status: number | null;
      retryAfterSec: number | null;
      /** The next tier may try; the host's health is not decided yet. */
      escalate: boolean;
    }
);

export interface TierRequest extends FetchRequest {
  timeoutMs: number;
  /** A browser needs time for what plain HTTP does not do: start, scripts, challenge, settle. */
  browserTimeoutMs: number;
  maxBytes: number;
  sink?: FileSink;
  /** The secret that the request names, already looked up. */
  secret?: Credential;
  /** There is a browser behind this tier. */
  canEscalate: boolean;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const PERMANENT = new Set([301, 308]);
/** Whether all redirects on the way were permanent ones. */
type Moved = 'no' | 'for_good' | 'for_now';

/** Plain HTTP with redirects: every hop is checked, waits for its host's turn and is reported to its host's state. */
export class HttpTier {
  constructor(
    private readonly client: HttpClient,
    private readonly policy: EgressPolicy,
    private readonly turnstile: Turnstile,
    private readonly pool: CookieJarStore,
    private readonly clock: Clock,
  ) {}

  async fetch(request: TierRequest): Promise<TierResult> {
    const cookies = new SessionCookies(this.pool);
    let url = new URL(request.url);
    let method = request.method ?? 'GET';
    let ownHeaders = request.headers ?? {};
    let body = request.body;
    let timeLeft = request.timeoutMs;
    let attempts = 0;
    let moved = 'no' as Moved;
    const facts = () => ({
      finalUrl: url.href,
      attempts,
      strategy: 'http' as const,
      ...(moved === 'for_good' ? { movedTo: url.href } : {}),
    });
    const failed = (reason: FetchFailureReason, message: string, status: number | null = null): TierResult => ({
      ok: false,
      reason,
      message,
      status,
      retryAfterSec: null,
      escalate: false,
      ...facts(),
    });

    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const refusal = refuseUrl(url, this.policy);
      if (refusal) return failed(refusal.reason, refusal.message);
      const entry = await this.turnstile.enter(hostKey(url.href), request, timeLeft);
      if (entry.kind === 'refused') return { ...entry.failure, ...facts(), ok: false, status: null, escalate: false };
      attempts += 1;

      const host = bareHostname(url.hostname);
      const started = performance.now();
      const deadline = new Deadline(timeLeft, request.signal);
      let outcome: TurnOutcome = { kind: 'undecided' };
      let arrivedAt: number | undefined;
      try {
        const secret = keepsSecrets(url, request.url) ? (request.secret?.headersFor(host) ?? {}) : {};
        const cookie = [await cookies.headerFor(host), secret['cookie']].filter(Boolean).join('; ');
        const answer = await this.client.exchange({
          url,
          method,
          headers: { ...browserHeaders(request.purpose, ownHeaders), ...secret, ...(cookie ? { cookie } : {}) },
          secret: Object.keys(secret).length > 0,
          body,
          maxBytes: request.maxBytes,
          signal: deadline.signal,
          sinkFor: request.sink?.open,
        });
        arrivedAt = answer.arrivedAt;
        if (answer.kind === 'failed') {
          const failure = nameEnd(answer, deadline, request.timeoutMs);
          outcome = healthOutcome(failure.reason, null);
          return failed(failure.reason, failure.message, answer.status);
        }
        cookies.take(host, answer.setCookies);
        const location = REDIRECTS.has(answer.status) ? answer.headers['location'] : undefined;
        if (location !== undefined) {
          if (!URL.canParse(location, url.href))
            return failed('http_other', `unreadable redirect target ${location}`, answer.status);
          const next = new URL(location, url);
          moved = PERMANENT.has(answer.status) && moved !== 'for_now' ? 'for_good' : 'for_now';
          if (next.origin !== url.origin) ownHeaders = withoutSecrets(ownHeaders);
          if (answer.status === 303 || (method === 'POST' && answer.status < 307)) {
            method = 'GET';
            body = undefined;
          }
          url = next;
          continue;
        }
        const judged = request.sink ? { ...answer, body: request.sink.heldBody } : answer;
        const verdict = judgeAnswer(request.purpose, judged, this.clock.now());
        if (verdict.ok) {
          outcome = { kind: 'healthy' };
          const { status, headers, body: page, bytes } = answer;
          return { ok: true, status, headers, body: page, bytes, ...facts() };
        }
        const escalate = request.canEscalate && mayEscalate(request, verdict);
        if (!escalate) outcome = healthOutcome(verdict.reason, verdict.retryAfterSec);
        if (mayEscalate(request, verdict)) await cookies.dropPooled(host);
        const { reason, message, retryAfterSec } = verdict;
        return { ok: false, reason, message, status: answer.status, retryAfterSec, escalate, ...facts() };
      } finally {
        deadline.clear();
        timeLeft -= performance.now() - started;
        await entry.leave(outcome, arrivedAt === undefined ? undefined : performance.now() - arrivedAt);
      }
    }
    return failed('limit_redirects', `more than ${MAX_REDIRECTS} redirects`);
  }
}

/** A redirect from https to http would show a secret to everybody on the way. */
export function keepsSecrets(hop: URL, asked: string): boolean {
  return hop.protocol === 'https:' || new URL(asked).protocol === 'http:';
}

/** An exchange cut off by the caller or by its time budget failed for that reason, whatever the socket said. */
function nameEnd(
  answer: Extract<ExchangeResult, { kind: 'failed' }>,
  deadline: Deadline,
  timeoutMs: number,
): { reason: FetchFailureReason; message: string } {
  if (deadline.endedBy === 'caller') return { reason: 'aborted', message: 'aborted by the caller' };
  if (deadline.endedBy === 'timeout')
    return { reason: 'network_timeout', message: `not complete after ${timeoutMs} ms` };
  return answer;
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(authorization|cookie|.*token.*|.*key.*)$/i.test(name)),
  );
}
