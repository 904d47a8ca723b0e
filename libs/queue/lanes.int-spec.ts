import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { openQueueBackend } from './index.js';
import { describeLanes } from './lanes.conformance.js';

const url = process.env['TEST_REDIS_URL'];
if (!url) throw new Error('TEST_REDIS_URL must point to a Redis for tests');
const prefix = `test-${randomUUID()}`;
let tests = 0;

afterAll(async () => {
  const redis = new Redis(url);
  const keys = await redis.keys(`${prefix}*`);
  for (let from = 0; from < keys.length; from += 1000) await redis.del(keys.slice(from, from + 1000));
  redis.disconnect();
});

describeLanes('Redis', () => openQueueBackend({ kind: 'redis', url, prefix: `${prefix}-${(tests += 1)}` }));
