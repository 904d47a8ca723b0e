import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { describeRefreshRequests } from './refresh-requests.conformance.js';
import { RedisRefreshRequests } from './refresh-requests.js';

describeRefreshRequests('in Redis', async () => {
  const redis = new Redis(process.env['TEST_REDIS_URL'] ?? '', { maxRetriesPerRequest: 1 });
  const prefix = `test-${randomUUID()}`;
  return {
    one: new RedisRefreshRequests(redis, prefix),
    other: new RedisRefreshRequests(redis, prefix),
    close: async () => {
      await redis.del(...(await redis.keys(`${prefix}:*`)), 'none');
      await redis.quit();
    },
  };
});
