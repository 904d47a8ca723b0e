import { hostWaitMs, retryOfAttachment } from './attachment-retry.js';

const now = new Date('2026-11-18T08:00:00Z');
const waitMinutes = (reason: string, attempts: number) => {
  const next = retryOfAttachment(reason, attempts, now);
  return next === null ? null : (next.getTime() - now.getTime()) / 60_000;
};

describe('retryOfAttachment', () => {
  it('waits longer each time and gives up after the sixth try', () => {
    expect([1, 2, 3, 4, 5, 6].map((attempts) => waitMinutes('network_reset', attempts))).toEqual([
      1,
      10,
      60,
      360,
      1440,
      null,
    ]);
  });

  it('gives a missing file three tries', () => {
    expect([1, 2, 3].map((attempts) => waitMinutes('http_not_found', attempts))).toEqual([1, 10, null]);
  });

  it.each(['refused_address', 'refused_robots', 'http_gone', 'limit_bytes', 'limit_ratio'])(
    'never repeats %s',
    (reason) => {
      expect(waitMinutes(reason, 1)).toBeNull();
    },
  );
});

describe('hostWaitMs', () => {
  it('leaves a cooling or throttling host alone for as long as it says', () => {
    expect(hostWaitMs('cooling_host', 30)).toBe(30_000);
    expect(hostWaitMs('http_throttled', null)).toBe(60_000);
    expect(hostWaitMs('http_server_error', 30)).toBeNull();
  });
});
