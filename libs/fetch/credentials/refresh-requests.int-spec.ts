import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { RedisRefreshRequests } from './refresh-requests.js';

describe('RedisRefreshRequests', () => {
  const redis = new Redis(process.env['TEST_REDIS_URL'] ?? '', { maxRetriesPerRequest: 1 });
  const prefix = `test-${randomUUID()}`;

  afterAll(async () => {
    await redis.del(...(await redis.keys(`${prefix}:*`)), 'none');
    await redis.quit();
  });

  it('collects the requests of all replicas, each secret once, the oldest first', async () => {
    const [one, other] = [new RedisRefreshRequests(redis, prefix), new RedisRefreshRequests(redis, prefix)];
    await one.request('portal', 'expired');
    await other.request('portal', 'rejected');
    await other.request('feed', 'unknown');
    expect([await one.take(), await one.take(), await one.take()]).toEqual([
      { name: 'portal', cause: 'expired' },
      { name: 'feed', cause: 'unknown' },
      null,
    ]);
  });
});
