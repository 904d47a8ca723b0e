import { type FetchRequest } from '@govcrawler/contracts';
import { DEFAULT_LIMITS } from '../fetch-limits.js';

const isCount = (value: unknown, max: number) =>
  value === undefined || (typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= max);
const isText = (value: unknown) => value === undefined || typeof value === 'string';
const oneOf = (value: unknown, ...allowed: string[]) => value === undefined || allowed.includes(String(value));
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const HOUR_MS = 3600_000;
const GIGABYTE = 1024 ** 3;

/** What is wrong with a request that came over the network; empty when it can be carried out. */
export function requestProblems(request: unknown): string[] {
  if (!isRecord(request)) return ['the request must be an object'];
  const {
    url,
    purpose,
    method,
    headers,
    body,
    strategy,
    pace,
    timeoutMs,
    maxBytes,
    robots,
    robotsBypass,
    browser,
    credential,
    article,
  } = request;
  const rules: [boolean, string][] = [
    [typeof url === 'string' && url !== '' && url.length <= 8192, 'url: an address of at most 8192 characters'],
    [
      typeof purpose === 'string' && Object.hasOwn(DEFAULT_LIMITS, purpose),
      `purpose: one of ${Object.keys(DEFAULT_LIMITS).join(', ')}`,
    ],
    [oneOf(method, 'GET', 'POST'), 'method: GET or POST'],
    [oneOf(strategy, 'auto', 'http', 'browser', 'browserless'), 'strategy: auto, http, browser or browserless'],
    [
      headers === undefined || (isRecord(headers) && Object.entries(headers).every(isHeader)),
      'headers: names and values of HTTP',
    ],
    [isText(body), 'body: text'],
    [robotsBypass === undefined || typeof robotsBypass === 'boolean', 'robotsBypass: true or false'],
    [article === undefined || typeof article === 'boolean', 'article: true or false'],
    [isText(credential), 'credential: the name of one'],
    [
      pace === undefined ||
        (isRecord(pace) && isCount(pace['intervalSec'], 86_400) && isCount(pace['jitterSec'], 86_400)),
      'pace: seconds',
    ],
    [isCount(timeoutMs, HOUR_MS), 'timeoutMs: at most an hour'],
    [isCount(maxBytes, GIGABYTE), 'maxBytes: at most a gigabyte'],
    [
      robots === undefined || (isRecord(robots) && oneOf(robots['onError'], 'allow', 'deny')),
      'robots.onError: allow or deny',
    ],
    [browser === undefined || (isRecord(browser) && isCount(browser['scrolls'], 50)), 'browser.scrolls: at most 50'],
  ];
  return rules.filter(([holds]) => !holds).map(([, message]) => message);
}

function isHeader([name, value]: [string, unknown]): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** Known fields only, so that nothing else reaches the door. */
export function pickRequest(request: Record<string, unknown>): FetchRequest {
  const {
    url,
    purpose,
    method,
    headers,
    body,
    strategy,
    pace,
    timeoutMs,
    maxBytes,
    robots,
    robotsBypass,
    browser,
    credential,
    article,
  } = request as unknown as FetchRequest;
  const known = {
    url,
    purpose,
    method,
    headers,
    body,
    strategy,
    pace,
    timeoutMs,
    maxBytes,
    robots,
    robotsBypass,
    browser,
    credential,
    article,
  };
  return Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== undefined),
  ) as unknown as FetchRequest;
}
