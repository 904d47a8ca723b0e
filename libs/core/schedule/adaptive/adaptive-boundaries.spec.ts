import { DAY_MS, HOUR_MS, MINUTE_MS } from '../china-time.js';
import { calculateBackoff } from './backoff.js';
import { classifyUpdateFrequency } from './cadence.js';
import { calculateNextCheckTime } from './next-check.js';
import { calculatePublishTimeStats } from './publish-hours.js';
import { newSourceStats, updateSourceStats } from './source-stats.js';

const START = Date.parse('2025-03-03T02:00:00Z');
const every = (hours: number, count = 4) =>
  Array.from({ length: count }, (_, n) => ({ publishedAt: new Date(START + n * hours * HOUR_MS) }));
const IDENTITY = { sourceId: 'feed-1', sourceType: 'rss' as const };
const now = new Date('2025-03-10T02:00:00Z');

describe('classes at their thresholds', () => {
  it.each([
    [5.999, 'realtime', 'P0'],
    [6, 'high', 'P1'],
    [17.999, 'high', 'P1'],
    [18, 'daily', 'P2'],
    [36, 'daily_fixed', 'P3'],
    [72, 'weekly', 'P4'],
    [167.999, 'weekly', 'P4'],
    [168, 'monthly', 'P5'],
    [719.999, 'monthly', 'P5'],
    [720, 'low', 'P6'],
  ])('one entry every %s hours is %s', (hours, frequencyType, cadence) => {
    expect(classifyUpdateFrequency(every(hours))).toEqual({ frequencyType, cadence });
    expect(classifyUpdateFrequency(every(hours, 3))).toEqual({ frequencyType, cadence });
  });

  it('says daily while there is nothing to learn from', () => {
    const standard = { frequencyType: 'daily', cadence: 'P2' };
    expect(classifyUpdateFrequency([])).toEqual(standard);
    expect(classifyUpdateFrequency(every(1, 2))).toEqual(standard);
    expect(classifyUpdateFrequency([...every(1, 2), { publishedAt: 'gestern' }, { publishedAt: null }])).toEqual(
      standard,
    );
  });

  it('passes over times that cannot be read, in any order', () => {
    const list = [...every(24), { publishedAt: new Date(Number.NaN) }, { publishedAt: undefined }].reverse();
    expect(classifyUpdateFrequency(list).frequencyType).toBe('daily');
  });

  it('takes a list published in one moment for a lively source', () => {
    expect(classifyUpdateFrequency(every(0, 5))).toEqual({ frequencyType: 'realtime', cadence: 'P0' });
  });
});

describe('publish hours', () => {
  const at = (...hours: number[]) =>
    hours.map((hour, day) => ({
      publishedAt: Date.parse('2025-03-03T00:00:00+08:00') + day * DAY_MS + hour * HOUR_MS,
    }));

  it('needs three entries', () => {
    expect(calculatePublishTimeStats(at(9, 9))).toBeNull();
  });

  it('keeps a minimal deviation for a source that is always on time', () => {
    expect(calculatePublishTimeStats(at(9, 9, 9))).toMatchObject({ avgHour: 9, stdHour: 1, circularStdHour: 1 });
  });

  it('reports the arithmetic mean across midnight but predicts by the circle', () => {
    const hours = calculatePublishTimeStats(at(23, 1, 23, 1));
    expect(hours).toMatchObject({ avgHour: 12, stdHour: 6 });
    expect(Math.min(hours!.circularHour, 24 - hours!.circularHour)).toBeCloseTo(0, 9);
    expect(hours!.circularStdHour).toBeLessThan(1.1);
  });
});

describe('next check', () => {
  const input = {
    now: Date.parse('2025-03-10T08:30:00+08:00'),
    cadence: 'P3' as const,
    frequencyType: 'daily_fixed' as const,
    publishHour: 9,
    stdHour: 1,
    lastArticleAt: null,
    random: 0.5,
  };

  it('comes just after the predicted hour of a regular source', () => {
    expect(calculateNextCheckTime(input)).toEqual({ at: Date.parse('2025-03-10T09:30:00+08:00'), reason: 'predicted' });
  });

  it('does not wait for an hour that has already brought its article', () => {
    const lastArticleAt = Date.parse('2025-03-10T08:20:00+08:00');
    expect(calculateNextCheckTime({ ...input, lastArticleAt }).reason).toBe('interval');
  });

  it('does not trust a wide spread or a lively source', () => {
    expect(calculateNextCheckTime({ ...input, stdHour: 5 }).reason).toBe('interval');
    expect(calculateNextCheckTime({ ...input, cadence: 'P0', frequencyType: 'realtime' }).reason).toBe('interval');
  });

  it('never waits longer than a day, also with the slowest cadence and the largest jitter', () => {
    const slow = { ...input, publishHour: null, cadence: 'P6' as const, frequencyType: 'low' as const, random: 0.999 };
    expect(calculateNextCheckTime(slow).at).toBe(input.now + DAY_MS);
  });
});

describe('back-off', () => {
  it('doubles from a quarter of an hour to a day and stays finite', () => {
    const waits = [1, 2, 3, 7, 8, 100, 1e9, Number.POSITIVE_INFINITY].map((n) => calculateBackoff(n, 'timeout').waitMs);
    expect(waits.map((wait) => wait / MINUTE_MS)).toEqual([15, 30, 60, 960, 1440, 1440, 1440, 1440]);
    expect(calculateBackoff(0, 'timeout').waitMs).toBe(15 * MINUTE_MS);
    expect(calculateBackoff(Number.NaN, 'timeout').waitMs).toBe(15 * MINUTE_MS);
  });

  it('believes the status more than the words', () => {
    expect(calculateBackoff(1, 'rate limit', 403).kind).toBe('forbidden');
    expect(calculateBackoff(1, 'Forbidden', 429).kind).toBe('rate_limited');
    expect(calculateBackoff(1, 'rate limit exceeded', 503).kind).toBe('rate_limited');
  });

  it('finds words only where they stand alone', () => {
    for (const message of [
      'generate',
      'operated',
      'accelerate',
      'order 84031',
      'doc-403-7',
      '/2024/403/x.html',
      'unexpired',
    ]) {
      expect([message, calculateBackoff(1, message).kind]).toEqual([message, 'other']);
    }
    expect(calculateBackoff(1, 'HTTP 429 Too Many Requests; 403').kind).toBe('rate_limited');
    expect(calculateBackoff(1, 'rate-limited').kind).toBe('rate_limited');
    expect(calculateBackoff(1, '令牌已过期').kind).toBe('credential');
  });
});

describe('updateSourceStats', () => {
  it('stops asking a source whose credential expired, and says so', () => {
    const update = updateSourceStats(IDENTITY, null, { hasNew: false, error: 'no access', status: 401 }, [], now, 0.5);
    expect(update).toMatchObject({ alert: 'credential_expired', reason: 'backoff:credential' });
    expect(update.stats).toMatchObject({ nextDueAt: null, backoffUntil: null, failCount: 1, lastError: 'no access' });
  });

  it('waits out a back-off before the next check', () => {
    const update = updateSourceStats(IDENTITY, null, { hasNew: false, error: 'HTTP 429' }, [], now, 0.5);
    expect(update.stats.nextDueAt).toEqual(new Date(now.getTime() + 6 * HOUR_MS));
    expect(update.stats.backoffUntil).toEqual(update.stats.nextDueAt);
  });

  it('starts anew from a row that makes no sense', () => {
    const broken = { ...newSourceStats('feed-1', 'rss', now), cadence: 'P9' as never, checkCount: 7 };
    expect(updateSourceStats(IDENTITY, broken, { hasNew: true, error: null }, [], now, 0).stats).toMatchObject({
      cadence: 'P2',
      checkCount: 1,
      hitCount: 1,
    });
    const impossible = { ...newSourceStats('feed-1', 'rss', now), checkCount: 3, hitCount: 9 };
    expect(updateSourceStats(IDENTITY, impossible, { hasNew: false, error: null }, [], now, 0).stats.checkCount).toBe(
      1,
    );
  });

  it('remembers the newest article, whatever order the entries have', () => {
    const { stats } = updateSourceStats(IDENTITY, null, { hasNew: true, error: null }, every(24).reverse(), now, 0);
    expect(stats.lastArticleAt).toEqual(every(24)[3]!.publishedAt);
    expect(stats).toMatchObject({ frequencyType: 'daily', stdPublishHour: 1 });
  });
});
