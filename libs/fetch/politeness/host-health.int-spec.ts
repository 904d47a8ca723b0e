import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { type SimWeb, startSimWeb } from '@govcrawler/testing';
import { FetchDoor } from '../fetch-door.js';
import { type Clock, systemClock } from './clock.js';
import { DEFAULT_HEALTH_RULES, type HealthRules, type HostStateStore } from './host-state.js';
import { InProcessHostState } from './in-process-host-state.js';
import { RedisHostState } from './redis-host-state.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Real time with a shift: minutes pass at once, and everything in between is as it is. */
class ShiftedClock implements Clock {
  private shift = 0;
  now = () => Date.now() + this.shift;
  sleep = systemClock.sleep;
  pass(ms: number): void {
    this.shift += ms;
  }
}

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

  type MakeStore = (rules?: HealthRules, clock?: Clock) => HostStateStore;
  const stores: [string, MakeStore][] = [
    ['in process', (rules, clock) => new InProcessHostState(rules, clock)],
    ['in Redis', (rules, clock) => new RedisHostState(redis, rules, `${prefix}:${randomUUID()}`, clock)],
  ];

  describe.each(stores)('%s', (_name, makeStore) => {
    let doors: FetchDoor[];
    let clock: ShiftedClock;

    const openDoors = (hostState: HostStateStore) => {
      const egress = {
        allowedHosts: new Map(web.hosts.map((name) => [name, { address: '127.0.0.1', port: web.port }])),
        publicSuffixes: ['.test'],
        ports: [80],
      };
      doors = [0, 1].map(() => new FetchDoor({ egress, hostState, clock }));
    };
    const knock = (door: FetchDoor) =>
      door.fetch({ url: page, purpose: 'detail', pace: { intervalSec: 0, jitterSec: 0 } });

    /**
     * Both replicas knock again and again for so long; gives what the site's own log saw: the second of every arrival,
     * counted from now.
     */
    const arrivalsIn = async (ms: number, everyMs = SECOND) => {
      const began = clock.now();
      const seen: number[] = [];
      while (clock.now() < began + ms) {
        const before = web.log.of(host).length;
        const at = Math.round((clock.now() - began) / SECOND);
        await Promise.all(doors.map(knock));
        for (let more = web.log.of(host).length - before; more > 0; more -= 1) seen.push(at);
        clock.pass(everyMs);
      }
      return seen;
    };
    const oneByOne = async (times: number) => {
      for (let time = 0; time < times; time += 1) await knock(doors[time % 2] as FetchDoor);
    };

    beforeEach(() => {
      web.reset();
      clock = new ShiftedClock();
    });
    afterEach(() => Promise.all(doors.map((door) => door.close())));

    it('is left alone for five minutes after three network errors', async () => {
      openDoors(makeStore(DEFAULT_HEALTH_RULES, clock));
      web.setFault(host, { fault: { kind: 'reset' }, count: 3 });
      await oneByOne(3);
      expect(web.log.of(host)).toHaveLength(3);
      expect(await knock(doors[0] as FetchDoor)).toMatchObject({ reason: 'cooling_host', attempts: 0 });
      // The rounds themselves take some time too, so the fifth minute may end one knock early.
      const [first = 0, ...rest] = await arrivalsIn(5 * MINUTE + 3 * SECOND);
      expect([299, 300, 301]).toContain(first);
      expect(rest.length).toBeGreaterThan(2);
    });

    it('gets one probe when the breaker half opens, after 5, 10 and 20 minutes, then all again', async () => {
      openDoors(makeStore(DEFAULT_HEALTH_RULES, clock));
      web.setFault(host, { fault: { kind: 'server-error' }, count: 7 });
      await oneByOne(5);
      expect(await knock(doors[1] as FetchDoor)).toMatchObject({ reason: 'cooling_breaker', attempts: 0 });
      const [one = 0, two = 0, three = 0, ...rest] = await arrivalsIn(35 * MINUTE + 9 * SECOND, 3 * SECOND);
      // Both replicas knock at every moment, and one of them gets through.
      for (const [seconds, minutes] of [
        [one, 5],
        [two, 5 + 10],
        [three, 5 + 10 + 20],
      ] as const)
        expect([minutes, Math.abs(seconds - minutes * 60) <= 3]).toEqual([minutes, true]);
      expect(rest.length).toBeGreaterThan(2);
    });
  });

  it('counts real time', async () => {
    const rules = { ...DEFAULT_HEALTH_RULES, cooldownMs: 1500 };
    const hostState = new RedisHostState(redis, rules, `${prefix}:${randomUUID()}`);
    const allowedHosts = new Map([[host, { address: '127.0.0.1', port: web.port }]]);
    const door = new FetchDoor({ egress: { allowedHosts, publicSuffixes: ['.test'], ports: [80] }, hostState });
    web.reset();
    web.setFault(host, { fault: { kind: 'reset' }, count: 3 });
    const arrivals = () => web.log.of(host).map(({ startedAt }) => startedAt);
    try {
      while (arrivals().length < 4) {
        await door.fetch({ url: page, purpose: 'detail', pace: { intervalSec: 0, jitterSec: 0 } });
        await systemClock.sleep(20);
      }
      const [, , third = 0, fourth = 0] = arrivals();
      expect(fourth - third).toBeGreaterThan(1480);
    } finally {
      await door.close();
    }
  });
});
