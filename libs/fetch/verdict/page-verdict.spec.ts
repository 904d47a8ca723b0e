import { judgeAnswer, retryAfterSec } from './page-verdict.js';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const judge = (
  purpose: 'detail' | 'list' | 'api',
  status: number,
  body: string,
  headers: Record<string, string> = {},
) => {
  const verdict = judgeAnswer(
    purpose,
    { status, headers: { 'content-type': 'text/html', ...headers }, body: Buffer.from(body) },
    NOW,
  );
  return verdict.ok ? 'ok' : verdict.reason;
};

describe('judgeAnswer', () => {
  it('asks 500 characters of an HTML detail, and of nothing else', () => {
    expect(judge('detail', 200, '字'.repeat(499))).toBe('body_too_short');
    expect(judge('detail', 200, '字'.repeat(500))).toBe('ok');
    expect(judge('list', 200, '<ul></ul>')).toBe('ok');
    expect(judge('api', 200, '{}')).toBe('ok');
    expect(judge('detail', 200, '{}', { 'content-type': 'application/json' })).toBe('ok');
  });

  it.each([
    [404, {}, 'http_not_found'],
    [410, {}, 'http_gone'],
    [401, {}, 'http_forbidden'],
    [403, {}, 'http_forbidden'],
    [429, {}, 'http_throttled'],
    [503, { 'retry-after': '5' }, 'http_throttled'],
    [503, {}, 'http_server_error'],
    [500, {}, 'http_server_error'],
    [304, {}, 'http_not_modified'],
    [204, {}, 'http_other'],
    [412, {}, 'blocked_challenge'],
  ])('%d %p -> %s', (status, headers, reason) => expect(judge('list', status, 'x', headers)).toBe(reason));
});

describe('retryAfterSec', () => {
  it.each([
    ['120', 120],
    ['Sun, 01 Mar 2026 00:01:00 GMT', 60],
    ['Sat, 28 Feb 2026 00:00:00 GMT', 0],
    ['99999999', 86400],
    ['soon', null],
    [undefined, null],
  ])('%s -> %s', (header, seconds) => expect(retryAfterSec(header, NOW)).toBe(seconds));
});
