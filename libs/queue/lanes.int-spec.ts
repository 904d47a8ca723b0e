import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { openQueueBackend } from './index.js';
import { describeLanes } from './lanes.conformance.js';

const url = process.env['TEST_REDIS_URL'];
if (!url) throw new Error('TEST_REDIS_URL must point to a Redis for tests');

describeLanes('Redis', async () => {
  const prefix = `test-${randomUUID()}`;
  const backend = await openQueueBackend({ kind: 'redis', url, prefix });
  return {
    backend,
    close: async () => {
      await backend.close();
      const redis = new Redis(url);
      const keys = await redis.keys(`${prefix}:*`);
      if (keys.length > 0) await redis.del(keys);
      redis.disconnect();
    },
  };
});
