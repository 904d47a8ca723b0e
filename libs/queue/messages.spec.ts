import { laneJobId, laneName } from './lane.js';
import { parseBellMessage, parseCrawlJobMessage } from './messages.js';

describe('queue messages', () => {
  it('accepts a job of version 1 and drops what does not belong to it', () => {
    expect(parseCrawlJobMessage({ schemaVersion: 1, jobId: 7, extra: true })).toEqual({ schemaVersion: 1, jobId: 7 });
  });

  it.each([
    undefined,
    null,
    'job',
    {},
    { schemaVersion: 2, jobId: 7 },
    { schemaVersion: 1, jobId: '7' },
    { schemaVersion: 1, jobId: 0 },
    { schemaVersion: 1, jobId: 1.5 },
  ])('refuses %j as a job', (data) => {
    expect(() => parseCrawlJobMessage(data)).toThrow('Not a crawl job message of version 1');
  });

  it.each([undefined, {}, { schemaVersion: 1, hostKey: '' }, { schemaVersion: 2, hostKey: 'a' }])(
    'refuses %j as a bell',
    (data) => {
      expect(() => parseBellMessage(data)).toThrow('Not a bell message of version 1');
    },
  );
});

describe('names that BullMQ accepts', () => {
  it.each(['www.gd.gov.cn', 'www.gd.gov.cn:8080', '[2001:db8::1]:443', 'a_b.gov.cn'])('for %s', (hostKey) => {
    expect(laneName(hostKey)).toMatch(/^lane-[^:]+$/);
    expect(decodeURIComponent(laneName(hostKey).slice('lane-'.length))).toBe(hostKey);
  });

  it('keeps different hosts apart and makes no id of digits only', () => {
    expect(laneName('a.cn:80')).not.toBe(laneName('a.cn_80'));
    expect(laneJobId(12)).toBe('job-12');
  });
});
