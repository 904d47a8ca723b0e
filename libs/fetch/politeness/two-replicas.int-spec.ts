import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { FetchDoor } from '../fetch-door.js';
import { RedisHostState } from './redis-host-state.js';

/** The full run has 10,000 fetches. */
const FETCHES = Number(process.env['STRESS_FETCHES'] ?? 200);
const HOSTS = Array.from({ length: 20 }, (_, index) => `h${index}.gov.cn`);
const INTERVAL_MS = 300;
/** Between the grant and the arrival lie two event loops and a socket. */
const NOISE_MS = 90;

describe('two replicas on one Redis', () => {
  it(`never break a host's interval in ${FETCHES} fetches of 20 hosts`, async () => {
    const arrivals = new Map<string, number[]>(HOSTS.map((host) => [host, []]));
    const inside = new Map<string, number>();
    let overlaps = 0;
    const origin: Server = createServer((request, response) => {
      const host = request.headers.host ?? '';
      arrivals.get(host)?.push(performance.now());
      const now = (inside.get(host) ?? 0) + 1;
      inside.set(host, now);
      if (now > 1) overlaps += 1;
      setTimeout(() => {
        inside.set(host, (inside.get(host) ?? 1) - 1);
        response.end('{}');
      }, 5);
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    const { port } = origin.address() as AddressInfo;
    const prefix = `test-${randomUUID()}`;
    const replicas = [0, 1].map(() => {
      const redis = new Redis(process.env['TEST_REDIS_URL'] ?? '', { maxRetriesPerRequest: 1 });
      const allowedHosts = new Map(HOSTS.map((host) => [host, { address: '127.0.0.1', port }]));
      const door = new FetchDoor({
        egress: { allowedHosts, publicSuffixes: null, ports: [80] },
        hostState: new RedisHostState(redis, undefined, prefix),
      });
      return { redis, door };
    });
    const pace = { intervalSec: INTERVAL_MS / 1000, jitterSec: 0 };
    try {
      const results = await Promise.all(
        Array.from({ length: FETCHES }, (_, index) => {
          const host = HOSTS[index % HOSTS.length];
          const door = replicas[Math.floor(index / HOSTS.length) % replicas.length]?.door;
          return door?.fetch({ url: `http://${host}/${index}`, purpose: 'api', pace });
        }),
      );
      expect(results.filter((result) => !result?.ok)).toEqual([]);
      const gaps = [...arrivals.values()].flatMap((times) =>
        times.slice(1).map((time, index) => time - (times[index] ?? 0)),
      );
      expect(gaps).toHaveLength(FETCHES - HOSTS.length);
      expect(Math.min(...gaps)).toBeGreaterThan(INTERVAL_MS - NOISE_MS);
      expect(overlaps).toBe(0);
    } finally {
      for (const { redis, door } of replicas) {
        await door.close();
        const keys = await redis.keys(`${prefix}:*`);
        if (keys.length > 0) await redis.del(...keys);
        await redis.quit();
      }
      origin.closeAllConnections();
      origin.close();
    }
  }, 300_000);
});
