import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { RedisCookieJar } from './redis-cookie-jar.js';

describe('RedisCookieJar', () => {
  const redis = new Redis(process.env['TEST_REDIS_URL'] ?? '', { maxRetriesPerRequest: 1 });
  const prefix = `test-${randomUUID()}`;
  const jar = new RedisCookieJar(redis, prefix);

  afterAll(async () => {
    await redis.del(...(await redis.keys(`${prefix}:*`)), 'none');
    await redis.quit();
  });

  it('keeps cookies of a host for a day and forgets them on demand', async () => {
    expect(await jar.read('www.a.gov.cn')).toBeNull();
    await jar.write('WWW.a.gov.cn', { id: '1', clearance: 'x;y' });
    expect(await jar.read('www.a.gov.cn')).toEqual({ id: '1', clearance: 'x;y' });
    expect(await redis.ttl(`${prefix}:cookies:www.a.gov.cn`)).toBeGreaterThan(86_390);
    await jar.invalidate('www.a.gov.cn');
    expect(await jar.read('www.a.gov.cn')).toBeNull();
  });

  it('lets a short-lived cookie run out', async () => {
    await jar.write('www.b.gov.cn', { id: '1' }, 0.02);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await jar.read('www.b.gov.cn')).toBeNull();
  });
});
