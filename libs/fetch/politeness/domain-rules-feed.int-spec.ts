import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { silentLogger } from '../fetch-logger.js';
import { DomainPolicy } from './domain-policy.js';
import { DomainRulesFeed } from './domain-rules-feed.js';

describe('DomainRulesFeed', () => {
  it('puts changed rules in force in every replica, and in one that starts later', async () => {
    const redis = new Redis(process.env['TEST_REDIS_URL'] ?? '', { maxRetriesPerRequest: 1 });
    const prefix = `test-${randomUUID()}`;
    const policies = [new DomainPolicy(), new DomainPolicy(), new DomainPolicy()];
    const feeds = policies.map((policy) => new DomainRulesFeed(redis, policy, silentLogger, prefix));
    const [first, second, late] = feeds;
    await Promise.all([first?.start(), second?.start()]);
    await first?.publish([
      { domain: 'gd.gov.cn', concurrency: 1, requestsPerSec: null, intervalSec: 60, shared: false },
    ]);
    await late?.start();
    const deadline = Date.now() + 3000;
    const intervals = () => policies.map((policy) => policy.limitsOf('www.gd.gov.cn').intervalSec);
    while (intervals().some((seconds) => seconds !== 60) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(intervals()).toEqual([60, 60, 60]);
    expect(policies[0]?.limitsOf('www.gov.cn').intervalSec).toBe(5);
    await redis.set(`${prefix}:domain-rules`, '[{"domain":1}]');
    await redis.publish(`${prefix}:config-reload`, 'domain-rules');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(intervals()).toEqual([60, 60, 60]);
    await Promise.all(feeds.map((feed) => feed.stop()));
    await redis.del(`${prefix}:domain-rules`);
    await redis.quit();
  });
});
