import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Redis } from 'ioredis';
import { FetchDoor } from '../fetch-door.js';
import { RedisHostState } from './redis-host-state.js';

/** The full run has 10,000 fetches (tools/stress/fetch.mjs). */
const FETCHES = Number(process.env['STRESS_FETCHES'] ?? 200);
const HOSTS = Array.from({ length: 20 }, (_, index) => `h${index}.gov.cn`);
const INTERVAL_MS = 300;
/** Clocks here count in whole milliseconds. */
const NOISE_MS = 3;

/** The judge has an event loop of its own, so that it sees when requests arrive and not when we have time to look. */
const ORIGIN = `
const { parentPort } = require('node:worker_threads');
const arrivals = new Map(), inside = new Map();
let overlaps = 0;
const server = require('node:http').createServer((request, response) => {
  const { host } = request.headers;
  arrivals.set(host, [...(arrivals.get(host) ?? []), performance.now()]);
  const now = (inside.get(host) ?? 0) + 1;
  inside.set(host, now);
  if (now > 1) overlaps += 1;
  setTimeout(() => { inside.set(host, inside.get(host) - 1); response.end('{}'); }, 5);
}).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
parentPort.on('message', () => parentPort.postMessage({ arrivals: [...arrivals.values()], overlaps }));
`;

describe('two replicas on one Redis', () => {
  it(`never break a host's interval in ${FETCHES} fetches of 20 hosts`, async () => {
    const origin = new Worker(ORIGIN, { eval: true });
    const [port] = (await once(origin, 'message')) as [number];
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
      origin.postMessage('report');
      const [{ arrivals, overlaps }] = (await once(origin, 'message')) as [{ arrivals: number[][]; overlaps: number }];
      const gaps = arrivals.flatMap((times) => times.slice(1).map((time, index) => time - (times[index] ?? 0)));
      process.stderr.write(
        `two replicas: ${FETCHES} fetches of ${HOSTS.length} hosts, shortest interval ${Math.min(...gaps).toFixed(1)} ms ` +
          `(at least ${INTERVAL_MS}), overlaps ${overlaps}\n`,
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
      await origin.terminate();
    }
  }, 300_000);
});
