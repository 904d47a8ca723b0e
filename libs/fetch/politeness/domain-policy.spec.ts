import { DEFAULT_DOMAIN_RULES, DomainPolicy } from './domain-policy.js';

describe('DomainPolicy', () => {
  const policy = new DomainPolicy();

  it('gives government hosts one request at a time and an interval, each host its own', () => {
    expect(policy.limitsOf('www.gd.gov.cn')).toEqual({
      concurrency: 1,
      requestsPerSec: null,
      intervalSec: 5,
      stateKey: 'www.gd.gov.cn',
    });
  });

  it('gives platforms one budget for all their hosts', () => {
    expect(policy.limitsOf('a.medium.com:8443')).toMatchObject({
      concurrency: 2,
      requestsPerSec: 1,
      stateKey: 'medium.com',
    });
    expect(policy.limitsOf('twitter.com')).toMatchObject({ concurrency: 1, requestsPerSec: 0.5 });
    expect(policy.limitsOf('notmedium.com')).toMatchObject({
      concurrency: 10,
      requestsPerSec: 10,
      stateKey: 'notmedium.com',
    });
  });

  it('follows the longest match and a change at run time', () => {
    const changed = new DomainPolicy();
    changed.replace([
      ...DEFAULT_DOMAIN_RULES,
      { domain: 'gd.gov.cn', concurrency: 1, requestsPerSec: null, intervalSec: 60, shared: false },
    ]);
    expect(changed.limitsOf('www.gd.gov.cn').intervalSec).toBe(60);
    expect(changed.limitsOf('www.gov.cn').intervalSec).toBe(5);
  });
});
