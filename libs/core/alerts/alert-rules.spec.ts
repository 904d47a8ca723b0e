import { readSystemSettings } from '@govcrawler/contracts';
import { findTroubles, thresholdsOf, type AlertFigures } from './alert-rules.js';

const limits = thresholdsOf(readSystemSettings(null).alerts);
const now = new Date('2026-03-10T00:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const calm: AlertFigures = { failures: [], targets: [], samples: [], oldestQueuedAt: null, disk: null };
const rules = (figures: Partial<AlertFigures>) =>
  findTroubles({ ...calm, ...figures }, now, limits).map(({ rule, subject, severity }) => [rule, subject, severity]);
const site = (siteCode: string, attempts: number, failures: number, blocked = 0) => ({
  siteCode,
  siteName: siteCode,
  attempts,
  failures,
  blocked,
  host: `${siteCode}.gov.cn`,
});

describe('rules of alerts', () => {
  it('say nothing when nothing is wrong', () => {
    expect(
      rules({ failures: [site('a', 100, 20)], disk: { freeBytes: 50e9, totalBytes: 100e9 }, oldestQueuedAt: ago(1) }),
    ).toEqual([]);
  });

  it('know a failing site from one that was hardly asked', () => {
    expect(rules({ failures: [site('a', 12, 6), site('b', 5, 5), site('c', 500, 0)] })).toEqual([
      ['site_failing', 'a', 'warning'],
    ]);
    expect(rules({ failures: [site('a', 12, 12), site('c', 500, 0)] })).toEqual([['site_failing', 'a', 'critical']]);
  });

  it('know when everything fails', () => {
    expect(rules({ failures: [site('a', 40, 14), site('b', 40, 12)] })).toEqual([['all_failing', '', 'warning']]);
  });

  it('know a host that turns us away', () => {
    expect(rules({ failures: [site('a', 9, 3, 3)] })).toEqual([['host_blocked', 'a.gov.cn', 'critical']]);
  });

  it('know a silence by what is usual', () => {
    const target = (code: string, articles: number, first: number, last: number) => ({
      code,
      name: code,
      articles,
      firstAt: ago(first),
      lastAt: ago(last),
    });
    const targets = [
      target('daily', 31, 24 * 36, 24 * 6), // one a day, six days ago
      target('weekly', 11, 24 * 76, 24 * 6), // one a week, six days ago
      target('hourly', 100, 120, 21), // one an hour, less than two days ago
      target('new', 3, 24 * 40, 24 * 30), // too few to know
    ];
    expect(rules({ targets })).toEqual([['target_silent', 'daily', 'warning']]);
  });

  it('know selectors that went wrong', () => {
    const sample = (code: string, articles: number, shortBodies: number, untitled: number, fallbacks: number) => ({
      code,
      name: code,
      articles,
      shortBodies,
      untitled,
      fallbacks,
    });
    expect(
      rules({
        samples: [
          sample('fine', 10, 4, 0, 4),
          sample('short', 10, 5, 0, 0),
          sample('gone', 6, 0, 6, 1),
          sample('few', 4, 4, 4, 4),
        ],
      }),
    ).toEqual([
      ['selector_drift', 'short', 'warning'],
      ['selector_drift', 'gone', 'critical'],
    ]);
  });

  it('know an old queue and a full disk', () => {
    expect(rules({ oldestQueuedAt: ago(3) })).toEqual([['queue_old', '', 'warning']]);
    expect(rules({ disk: { freeBytes: 1e9, totalBytes: 100e9 } })).toEqual([['disk_low', '', 'warning']]);
    expect(rules({ disk: { freeBytes: 1e8, totalBytes: 100e9 } })).toEqual([['disk_low', '', 'critical']]);
  });
});
