import { retryOfDocument } from './document-retry.js';

const now = new Date('2026-03-01T00:00:00Z');
const minutes = (time: Date | null) => (time === null ? null : (time.getTime() - now.getTime()) / 60_000);

describe('retryOfDocument', () => {
  it('doubles the wait from 15 minutes and gives up after five tries', () => {
    const waits = [1, 2, 3, 4, 5].map((attempts) => minutes(retryOfDocument('network_reset', attempts, now)));
    expect(waits).toEqual([15, 30, 60, 120, null]);
  });

  it.each(['http_not_found', 'http_gone', 'refused_address', 'refused_robots', 'limit_bytes'])(
    'does not try again by itself after %s',
    (reason) => expect(retryOfDocument(reason, 1, now)).toBeNull(),
  );

  it.each(['http_server_error', 'http_forbidden', 'cooling_host', 'ctct_challenge_unresolved', 'limit_headers'])(
    'tries again after %s',
    (reason) => expect(minutes(retryOfDocument(reason, 1, now))).toBe(15),
  );
});
