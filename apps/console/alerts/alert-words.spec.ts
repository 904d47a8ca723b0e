import { type AlertView } from '@govcrawler/contracts';
import { alertKey, alertPlace } from './alert-words.js';

const DISK: AlertView = {
  kind: 'disk_low',
  severity: 'critical',
  siteCode: '',
  siteName: '',
  targetCode: null,
  targetName: null,
  host: '',
  attempts: 3,
  failures: 3,
  message: '磁盘空间不足',
  jobId: null,
  lastAt: null,
};

describe('where a trouble is', () => {
  it.each([
    [{}, ''],
    [{ siteName: '云澜市', targetName: '公告', targetCode: 'a__b', host: 'a.test' }, '云澜市 · 公告'],
    [{ targetCode: 'a__b' }, 'a__b'],
    [{ host: 'a.test' }, 'a.test'],
  ])('of %p is %p', (known, place) => {
    expect(alertPlace({ ...DISK, ...known })).toBe(place);
  });

  it('tells two troubles of one kind apart', () => {
    const hosts = ['a.test', 'b.test'].map((host) => alertKey({ ...DISK, kind: 'host_blocked', host }));
    expect(new Set(hosts).size).toBe(2);
  });
});
