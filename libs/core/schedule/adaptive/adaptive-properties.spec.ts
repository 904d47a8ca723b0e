import fc from 'fast-check';
import { chinaHour, DAY_MS, HOUR_MS, MINUTE_MS } from '../china-time.js';
import { calculateBackoff } from './backoff.js';
import { CADENCE_MS, classifyUpdateFrequency, FREQUENCY_CADENCE, type Cadence, type FrequencyType } from './cadence.js';
import { calculateNextCheckTime } from './next-check.js';
import { calculatePublishTimeStats } from './publish-hours.js';
import { hitRate, needsReanalysis, newSourceStats, updateSourceStats, type SourceStats } from './source-stats.js';

const RUNS = { numRuns: 200 };
const CADENCES = Object.keys(CADENCE_MS) as Cadence[];
const TYPES = Object.keys(FREQUENCY_CADENCE) as FrequencyType[];
const IDENTITY = { sourceId: 'feed-1', sourceType: 'rss' as const };

const moment = fc.integer({ min: Date.parse('2015-01-01T00:00:00Z'), max: Date.parse('2035-01-01T00:00:00Z') });
const entry = fc.oneof(
  { weight: 12, arbitrary: moment.map((at) => ({ publishedAt: new Date(at) })) },
  { weight: 1, arbitrary: fc.constantFrom({ publishedAt: null }, { publishedAt: 'not a date' }, { publishedAt: '' }) },
);
const entries = fc.array(entry, { maxLength: 40 });
/** Lists whose average interval covers every class evenly. */
const rhythm = fc
  .tuple(fc.double({ min: Math.log(0.2), max: Math.log(2000), noNaN: true }), fc.integer({ min: 3, max: 30 }), moment)
  .chain(([logHours, count, end]) =>
    fc
      .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: count - 2, maxLength: count - 2 })
      .map((inner) => {
        const span = Math.exp(logHours) * HOUR_MS * (count - 1);
        return [0, 1, ...inner].map((share) => ({ publishedAt: new Date(end - share * span) }));
      }),
  );
const errorText = fc.constantFrom('', 'HTTP 429', 'token expired', '403 Forbidden', 'socket hang up', '操作过于频繁');
const outcome = fc.record({ hasNew: fc.boolean(), error: errorText });
const stored: fc.Arbitrary<SourceStats> = fc
  .record({
    cadence: fc.constantFrom(...CADENCES),
    frequencyType: fc.constantFrom(...TYPES),
    checkCount: fc.integer({ min: 0, max: 500 }),
    failCount: fc.integer({ min: 0, max: 50 }),
    avgPublishHour: fc.option(fc.double({ min: 0, max: 23.9, noNaN: true })),
    stdPublishHour: fc.option(fc.double({ min: 1, max: 6, noNaN: true })),
    hitShare: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ hitShare, ...row }) => ({
    ...newSourceStats(IDENTITY.sourceId, IDENTITY.sourceType, new Date('2025-01-01T00:00:00Z')),
    ...row,
    hitCount: Math.floor(hitShare * row.checkCount),
  }));
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const maybeStored = fc.option(stored);

describe('Feature: rss-smart-scheduler', () => {
  it('Feature: rss-smart-scheduler, Property 1: the class follows the average interval', () => {
    fc.assert(
      fc.property(rhythm, (list) => {
        const times = list.map(({ publishedAt }) => publishedAt.getTime()).sort((a, b) => a - b);
        const hours = (times.at(-1)! - times[0]!) / (times.length - 1) / HOUR_MS;
        const expected =
          hours < 6 || 24 / hours >= 5
            ? 'realtime'
            : hours < 18
              ? 'high'
              : hours < 36
                ? 'daily'
                : hours < 72
                  ? 'daily_fixed'
                  : hours < 168
                    ? 'weekly'
                    : hours < 720
                      ? 'monthly'
                      : 'low';
        expect(classifyUpdateFrequency(list)).toEqual({
          frequencyType: expected,
          cadence: {
            realtime: 'P0',
            high: 'P1',
            daily: 'P2',
            daily_fixed: 'P3',
            weekly: 'P4',
            monthly: 'P5',
            low: 'P6',
          }[expected],
        });
      }),
      { numRuns: 500 },
    );
  });

  it('Feature: rss-smart-scheduler, Property 2: mean hour is arithmetic, deviation within 1 and 6', () => {
    fc.assert(
      fc.property(fc.array(moment, { minLength: 3, maxLength: 40 }), (times) => {
        const hours = calculatePublishTimeStats(times.map((publishedAt) => ({ publishedAt })));
        const mean = times.map(chinaHour).reduce((sum, hour) => sum + hour, 0) / times.length;
        expect(hours?.avgHour).toBeCloseTo(mean, 9);
        expect(hours?.stdHour).toBeGreaterThanOrEqual(1);
        expect(hours?.stdHour).toBeLessThanOrEqual(6);
      }),
      RUNS,
    );
  });

  it('Feature: rss-smart-scheduler, Property 3: every check counts, only finds are hits', () => {
    fc.assert(
      fc.property(stored, outcome, entries, moment, random, (row, seen, list, now, share) => {
        const { stats } = updateSourceStats(IDENTITY, row, seen, list, new Date(now), share);
        expect(stats.checkCount).toBe(row.checkCount + 1);
        expect(stats.hitCount).toBe(row.hitCount + (seen.hasNew && seen.error === '' ? 1 : 0));
      }),
      RUNS,
    );
  });

  it('Feature: rss-smart-scheduler, Property 4: the hit rate is hits over checks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), random, (checkCount, share) => {
        const hitCount = Math.floor(checkCount * share);
        const rate = hitRate({ checkCount, hitCount });
        expect(rate).toBe(hitCount / checkCount);
        expect(rate >= 0 && rate <= 1).toBe(true);
      }),
      RUNS,
    );
    expect(hitRate({ checkCount: 0, hitCount: 0 })).toBe(0);
  });

  const nextCheckInput = fc.record({
    now: moment,
    cadence: fc.constantFrom(...CADENCES),
    frequencyType: fc.constantFrom(...TYPES),
    publishHour: fc.option(fc.double({ min: 0, max: 24, maxExcluded: true, noNaN: true })),
    stdHour: fc.option(fc.double({ min: 0.5, max: 6, noNaN: true })),
    lastArticleAt: fc.option(moment),
    random,
  });

  it('Feature: rss-smart-scheduler, Property 5: the next check is soon enough and in the future', () => {
    fc.assert(
      fc.property(nextCheckInput, (input) => {
        const { at } = calculateNextCheckTime(input);
        expect(at).toBeGreaterThan(input.now);
        expect(at).toBeLessThanOrEqual(input.now + DAY_MS);
        expect(at).toBeLessThanOrEqual(input.now + 2 * CADENCE_MS[input.cadence]);
      }),
      { numRuns: 1000 },
    );
  });

  it('Feature: rss-smart-scheduler, Property 6: jitter stays within 0.85 and 1.15 of the interval', () => {
    fc.assert(
      fc.property(nextCheckInput, (input) => {
        const { at, reason } = calculateNextCheckTime({ ...input, publishHour: null });
        expect(reason).toBe('interval');
        const base = CADENCE_MS[input.cadence];
        // Rounded to milliseconds; a day is the longest wait, so the slowest cadence cannot be late.
        expect(at - input.now).toBeGreaterThanOrEqual(0.85 * base - 1);
        expect(at - input.now).toBeLessThanOrEqual(Math.min(DAY_MS, 1.15 * base + 1));
      }),
      RUNS,
    );
  });

  it('Feature: rss-smart-scheduler, Property 7: back-off by the kind of failure', () => {
    const filler = fc.constantFrom('', 'error: ', 'fetch failed, ', '抓取失败：', 'GET /feed.xml -> ');
    const ending = fc.constantFrom('', ' (feed)', '!', '，请稍后', ' too many');
    const word = fc.constantFrom(
      ...(['429', 'rate', 'Rate', '频繁'] as const).map((text) => [text, 6 * HOUR_MS] as const),
      ...(['401', 'expired', 'EXPIRED', '过期'] as const).map((text) => [text, 0] as const),
      ...(['403', 'forbidden', 'Forbidden'] as const).map((text) => [text, 12 * HOUR_MS] as const),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), filler, word, ending, (count, before, [text, wait], after) => {
        expect(calculateBackoff(count, `${before}${text}${after}`).waitMs).toBe(wait);
      }),
      RUNS,
    );
    const harmless = fc.constantFrom('', 'generate failed', 'cannot operate', 'article-40312', 'id 14293', 'timeout');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), harmless, (count, message) => {
        const expected = Math.min(DAY_MS, 15 * MINUTE_MS * 2 ** (count - 1));
        expect(calculateBackoff(count, message)).toEqual({ kind: 'other', waitMs: expected, stop: false });
      }),
      RUNS,
    );
  });

  it('Feature: rss-smart-scheduler, Property 8: a success forgets failures', () => {
    fc.assert(
      fc.property(maybeStored, fc.boolean(), entries, moment, random, (row, hasNew, list, now, share) => {
        const { stats } = updateSourceStats(IDENTITY, row, { hasNew, error: '' }, list, new Date(now), share);
        expect(stats).toMatchObject({ failCount: 0, backoffUntil: null, lastError: null });
      }),
      RUNS,
    );
  });

  it('Feature: rss-smart-scheduler, Property 9: the cadence is always one of P0 to P6', () => {
    fc.assert(
      fc.property(maybeStored, outcome, entries, moment, random, (row, seen, list, now, share) => {
        expect(CADENCES).toContain(classifyUpdateFrequency(list).cadence);
        expect(CADENCES).toContain(updateSourceStats(IDENTITY, row, seen, list, new Date(now), share).stats.cadence);
      }),
      RUNS,
    );
  });

  it('Feature: rss-smart-scheduler, Property 10: entries are analysed again at the right checks', () => {
    fc.assert(
      fc.property(stored, fc.boolean(), rhythm, moment, random, (row, hasNew, list, now, share) => {
        const update = updateSourceStats(IDENTITY, row, { hasNew, error: '' }, list, new Date(now), share);
        const count = row.checkCount + 1;
        const expected = count % 10 === 0 || (hasNew && count <= 3);
        expect(needsReanalysis(count, hasNew)).toBe(expected);
        expect(update.reanalysed).toBe(expected);
        expect(update.stats.cadence).toBe(expected ? classifyUpdateFrequency(list).cadence : row.cadence);
      }),
      RUNS,
    );
  });

  it('Feature: rss-smart-scheduler, Property 11: the first update creates a whole row', () => {
    fc.assert(
      fc.property(outcome, entries, moment, random, (seen, list, now, share) => {
        const { stats } = updateSourceStats(IDENTITY, null, seen, list, new Date(now), share);
        expect(Object.keys(stats).sort()).toEqual(Object.keys(newSourceStats('x', 'rss', new Date(now))).sort());
        expect(Object.values(stats)).not.toContain(undefined);
        expect(stats).toMatchObject({ ...IDENTITY, checkCount: 1, createdAt: new Date(now) });
      }),
      RUNS,
    );
  });

  it('Feature: rss-smart-scheduler, Property 12: every update carries its time', () => {
    fc.assert(
      fc.property(maybeStored, outcome, entries, moment, random, (row, seen, list, now, share) => {
        const { stats } = updateSourceStats(IDENTITY, row, seen, list, new Date(now), share);
        expect(stats.updatedAt).toEqual(new Date(now));
        expect(stats.lastCheckAt).toEqual(new Date(now));
      }),
      RUNS,
    );
  });
});
