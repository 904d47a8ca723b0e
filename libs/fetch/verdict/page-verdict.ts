import { type FetchFailureReason, type FetchPurpose } from '@govcrawler/contracts';
import { type ChallengeFamily, detectChallenge } from './challenge.js';

/** A detail page with less cannot be one (only HTML; short JSON and XML lists are normal). */
const MIN_DETAIL_CHARS = 500;
const MAX_RETRY_AFTER_SEC = 24 * 3600;

export type PageVerdict =
  | { ok: true }
  | {
      ok: false;
      reason: FetchFailureReason;
      message: string;
      family: ChallengeFamily | null;
      retryAfterSec: number | null;
    };

export interface JudgedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** Decides whether an answer is the page that was asked for. */
export function judgeAnswer(purpose: FetchPurpose, answer: JudgedAnswer, now: number): PageVerdict {
  const { status, headers, body } = answer;
  const failed = (reason: FetchFailureReason, message: string, family: ChallengeFamily | null = null): PageVerdict => ({
    ok: false,
    reason,
    message,
    family,
    retryAfterSec: status === 429 || status === 503 ? retryAfterSec(headers['retry-after'], now) : null,
  });
  const challenge = detectChallenge(status, headers, body);
  if (challenge) {
    return failed(
      challenge.reason,
      `status ${status}, page of a protection product (${challenge.family})`,
      challenge.family,
    );
  }
  const isPart = status === 206 && purpose === 'attachment';
  if (status !== 200 && status !== 203 && !isPart) return failed(reasonOfStatus(status, headers), `status ${status}`);
  if (purpose === 'detail' && isHtml(answer) && charCount(body) < MIN_DETAIL_CHARS) {
    return failed('body_too_short', `detail page of ${body.length} bytes, under ${MIN_DETAIL_CHARS} characters`);
  }
  return { ok: true };
}

function reasonOfStatus(status: number, headers: Record<string, string>): FetchFailureReason {
  if (status === 304) return 'http_not_modified';
  if (status === 404) return 'http_not_found';
  if (status === 410) return 'http_gone';
  if (status === 401 || status === 403) return 'http_forbidden';
  if (status === 429 || (status === 503 && 'retry-after' in headers)) return 'http_throttled';
  return status >= 500 ? 'http_server_error' : 'http_other';
}

function isHtml({ headers, body }: JudgedAnswer): boolean {
  const type = headers['content-type'];
  if (type) return /html/i.test(type);
  return Buffer.from(body.subarray(0, 64)).toString('latin1').trimStart().startsWith('<');
}

function charCount(body: Uint8Array): number {
  // Four bytes is the longest character in UTF-8 and GB18030: big pages need no decoding to be counted.
  if (body.length >= MIN_DETAIL_CHARS * 4) return MIN_DETAIL_CHARS;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body).length;
  } catch {
    return new TextDecoder('gb18030').decode(body).length;
  }
}

/** Seconds or an HTTP date; null when absent or unreadable. */
export function retryAfterSec(header: string | undefined, now: number): number | null {
  if (!header) return null;
  const value = header.trim();
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SEC) : null;
}
