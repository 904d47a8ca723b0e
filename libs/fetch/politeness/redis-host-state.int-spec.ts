import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { systemClock } from './clock.js';
import { HostGate } from './host-gate.js';
import { describeHostStateStore } from './host-state.conformance.js';
import { RedisHostState } from './redis-host-state.js';

const url = process.env['TEST_REDIS_URL'] ?? '';
const connect = () => new Redis(url, { maxRetriesPerRequest: 1 });
const cleanUp = async (redis: Redis, prefix: string) => {
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(...keys);
  await redis.quit();
};

describeHostStateStore('Redis', async (rules, clock) => {
  const redis = connect();
  const prefix = `test-${randomUUID()}`;
  return { store: new RedisHostState(redis, rules, prefix, clock), close: () => cleanUp(redis, prefix) };
});

describe('RedisHostState shared by replicas', () => {
  it('keeps one interval and one slot for a host, whoever asks', async () => {
    const prefix = `test-${randomUUID()}`;
    const replicas = [connect(), connect(), connect()];
    const gates = replicas.map((redis) => new HostGate(new RedisHostState(redis, undefined, prefix), systemClock, 0));
    const starts: number[] = [];
    let inside = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 30 }, async (_, caller) => {
        const gate = gates[caller % gates.length];
        const entry = await gate?.enter('a.gov.cn', { gapMs: 60, concurrency: 1, requestsPerSec: null, leaseMs: 5000 });
        if (entry?.kind !== 'go') throw new Error('no turn');
        starts.push(performance.now());
        most = Math.max(most, (inside += 1));
        await systemClock.sleep(5);
        inside -= 1;
        await entry.leave({ kind: 'healthy' });
      }),
    );
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
    // Starts are seen here after a network round trip, so the distance is exact only to a few milliseconds.
    expect(Math.min(...gaps)).toBeGreaterThan(45);
    expect(most).toBe(1);
    const [first] = replicas;
    if (first) await cleanUp(first, prefix);
    await Promise.all(replicas.slice(1).map((redis) => redis.quit()));
  });
});
