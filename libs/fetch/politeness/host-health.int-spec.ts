import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type SimWeb, startSimWeb } from '@govcrawler/testing';
import { FetchDoor } from '../fetch-door.js';
import { type HealthRules, type HostStateStore } from './host-state.js';
import { InProcessHostState } from './in-process-host-state.js';
import { RedisHostState } from './redis-host-state.js';

/** The real rules a hundred times faster, so that the site's own log can be the judge. */
const RULES: HealthRules = {
  networkFailures: 3,
  cooldownMs: 3000,
  breakerFailures: 5,
  breakerOpenMs: 2000,
  breakerMaxOpenMs: 60_000,
};
/** How often callers knock: they come late by so much, and by what a busy machine adds. */
const KNOCK_MS = 50;
const LATE_MS = 900;

describe('cooldown and breaker as the site sees them', () => {
  const redis = new Redis(process.env['TEST_REDIS_URL'] ?? '', { maxRetriesPerRequest: 1 });
  const prefix = `test-${randomUUID()}`;
  let web: SimWeb;
  let page: string;
  let host: string;

  beforeAll(async () => {
    web = await startSimWeb({ documents: 60 });
    page = web.documents().find(({ kind, url }) => kind === 'text' && url.startsWith('http:'))?.url ?? '';
    host = new URL(page).hostname;
  });
  afterAll(async () => {
    await web.close();
    await redis.del(...(await redis.keys(`${prefix}:*`)), 'none');
    await redis.quit();
  });

  const stores: [string, () => HostStateStore][] = [
    ['in process', () => new InProcessHostState(RULES)],
    ['in Redis', () => new RedisHostState(redis, RULES, `${prefix}:${randomUUID()}`)],
  ];

  describe.each(stores)('%s', (_name, makeStore) => {
    let doors: FetchDoor[];

    /** Three callers at two replicas knock without pause, as impatient as callers can be. */
    const knockFor = async (ms: number) => {
      const endsAt = performance.now() + ms;
      const reasons = new Set<string>();
      const caller = async (door: FetchDoor) => {
        while (performance.now() < endsAt) {
          const result = await door.fetch({ url: page, purpose: 'detail', pace: { intervalSec: 0, jitterSec: 0 } });
          reasons.add(result.ok ? 'ok' : result.reason);
          await new Promise((resolve) => setTimeout(resolve, KNOCK_MS));
        }
      };
      await Promise.all([...doors, ...doors.slice(0, 1)].map(caller));
      return reasons;
    };
    const oneByOne = async (times: number) => {
      for (let time = 0; time < times; time += 1)
        await doors[time % 2]?.fetch({ url: page, purpose: 'detail', pace: { intervalSec: 0, jitterSec: 0 } });
    };
    const arrivals = () => web.log.of(host).map(({ startedAt }) => startedAt);
    const expectPause = (ms: number | undefined, expected: number) => {
      expect(ms).toBeGreaterThan(expected - 20);
      expect(ms).toBeLessThan(expected + LATE_MS);
    };

    beforeEach(() => {
      web.reset();
      const hostState = makeStore();
      const egress = {
        allowedHosts: new Map(web.hosts.map((name) => [name, { address: '127.0.0.1', port: web.port }])),
        publicSuffixes: ['.test'],
        ports: [80],
      };
      doors = [new FetchDoor({ egress, hostState }), new FetchDoor({ egress, hostState })];
    });
    afterEach(() => Promise.all(doors.map((door) => door.close())));

    it('is left alone after three network errors, for exactly the cooldown', async () => {
      web.setFault(host, { fault: { kind: 'reset' }, count: 3 });
      await oneByOne(3);
      const reasons = await knockFor(RULES.cooldownMs + 1000);
      const seen = arrivals();
      expect(seen.length).toBeGreaterThan(3);
      expectPause((seen[3] ?? 0) - (seen[2] ?? 0), RULES.cooldownMs);
      expect([...reasons].sort()).toEqual(['cooling_host', 'ok']);
    });

    it('gets one probe when the breaker half opens, twice the pause after each failed one, then all again', async () => {
      web.setFault(host, { fault: { kind: 'server-error' }, count: 7 });
      await oneByOne(5);
      await knockFor(2000 + 4000 + 8000 + 1500);
      const seen = arrivals();
      expectPause((seen[5] ?? 0) - (seen[4] ?? 0), 2000);
      expectPause((seen[6] ?? 0) - (seen[5] ?? 0), 4000);
      expectPause((seen[7] ?? 0) - (seen[6] ?? 0), 8000);
      expect(seen.length).toBeGreaterThan(10);
    });
  });
});
