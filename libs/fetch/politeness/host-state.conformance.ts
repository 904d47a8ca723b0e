import { type Clock } from './clock.js';
import { type HealthRules, type HostStateStore, type TurnAsk, type TurnOutcome } from './host-state.js';

const RULES: HealthRules = {
  networkFailures: 3,
  cooldownMs: 300_000,
  breakerFailures: 5,
  breakerOpenMs: 300_000,
  breakerMaxOpenMs: 900_000,
};
const FREE: TurnAsk = { gapMs: 0, concurrency: null, requestsPerSec: null, leaseMs: 30_000 };
const RESET: TurnOutcome = { kind: 'network', reason: 'network_reset' };
const BLOCKED: TurnOutcome = { kind: 'failure', reason: 'http_forbidden', retryAfterSec: null };
const HEALTHY: TurnOutcome = { kind: 'healthy' };

/** A clock that stands still until told otherwise. */
export class ManualClock implements Clock {
  time = Date.parse('2026-03-01T00:00:00Z');
  now = () => this.time;
  sleep = async (ms: number) => void (this.time += ms);
}

/** What every host state store must do, whatever it is built on. */
export function describeHostStateStore(
  name: string,
  open: (rules: HealthRules, clock: Clock) => Promise<{ store: HostStateStore; close(): Promise<void> }>,
): void {
  describe(`host state: ${name}`, () => {
    let clock: ManualClock;
    let store: HostStateStore;
    let close: () => Promise<void>;

    beforeEach(async () => {
      clock = new ManualClock();
      ({ store, close } = await open(RULES, clock));
    });
    afterEach(() => close());

    it('leaves a host alone while an operator says so, whatever else is forgotten', async () => {
      await store.pause('a.gov.cn', new Date(clock.time + 3_600_000));
      expect(await begin()).toEqual({ kind: 'cooling', cause: 'paused', ms: 3_600_000 });
      expect((await begin({}, 'b.gov.cn')).kind).toBe('go');
      await store.reset('a.gov.cn');
      expect((await store.views()).find(({ host }) => host === 'a.gov.cn')).toMatchObject({
        state: 'paused',
        until: new Date(clock.time + 3_600_000),
      });
      await store.pause('a.gov.cn', null);
      expect((await begin()).kind).toBe('go');
      await store.pause('a.gov.cn', new Date(clock.time + 1000));
      clock.time += 1001;
      expect((await begin()).kind).toBe('go');
    });

    const begin = (ask: Partial<TurnAsk> = {}, host = 'a.gov.cn') => store.begin(host, { ...FREE, ...ask });
    const go = async (ask: Partial<TurnAsk> = {}) => {
      const answer = await begin(ask);
      if (answer.kind !== 'go') throw new Error(`expected a turn, got ${JSON.stringify(answer)}`);
      return answer.turn;
    };
    const once = async (outcome: TurnOutcome) => store.end('a.gov.cn', await go(), outcome);
    const times = async (count: number, outcome: TurnOutcome) => {
      for (let done = 0; done < count; done += 1) await once(outcome);
    };

    it('keeps the asked distance between two starts, whatever the end of the first', async () => {
      await go({ gapMs: 5000 });
      clock.time += 2000;
      expect(await begin({ gapMs: 5000 })).toEqual({ kind: 'wait', ms: 3000, why: 'interval' });
      expect(await begin({ gapMs: 5000 }, 'b.gov.cn')).toMatchObject({ kind: 'go' });
      clock.time += 3000;
      expect(await begin({ gapMs: 5000 })).toMatchObject({ kind: 'go' });
    });

    it('counts the distance from the moment a request reached the site, when that is known', async () => {
      const turn = await go({ gapMs: 5000, concurrency: 1 });
      clock.time += 4000;
      await store.end('a.gov.cn', turn, HEALTHY, 1000);
      expect(await begin({ gapMs: 5000 })).toEqual({ kind: 'wait', ms: 4000, why: 'interval' });
      clock.time += 4000;
      await store.end('a.gov.cn', await go({ gapMs: 5000 }), HEALTHY, 60_000);
      expect(await begin({ gapMs: 5000 })).toEqual({ kind: 'wait', ms: 5000, why: 'interval' });
    });

    it('never makes a request without a pace wait', async () => {
      for (let turn = 0; turn < 20; turn += 1) expect(await begin()).toMatchObject({ kind: 'go' });
    });

    it('bounds what is in flight, and frees the slot of a holder that died', async () => {
      const first = await go({ concurrency: 2 });
      await go({ concurrency: 2 });
      expect(await begin({ concurrency: 2 })).toMatchObject({ kind: 'wait', why: 'slot' });
      await store.end('a.gov.cn', first, HEALTHY);
      await go({ concurrency: 2 });
      expect(await begin({ concurrency: 2 })).toMatchObject({ kind: 'wait', why: 'slot' });
      clock.time += 30_001;
      expect(await begin({ concurrency: 2 })).toMatchObject({ kind: 'go' });
    });

    it('spends tokens and refills them with time', async () => {
      await go({ requestsPerSec: 2 });
      await go({ requestsPerSec: 2 });
      expect(await begin({ requestsPerSec: 2 })).toEqual({ kind: 'wait', ms: 500, why: 'rate' });
      clock.time += 500;
      await go({ requestsPerSec: 2 });
      expect(await begin({ requestsPerSec: 2 })).toMatchObject({ kind: 'wait', why: 'rate' });
      clock.time += 60_000;
      await go({ requestsPerSec: 2 });
      await go({ requestsPerSec: 2 });
      expect(await begin({ requestsPerSec: 2 })).toMatchObject({ kind: 'wait', why: 'rate' });
    });

    it('rates under one per second allow one at a time', async () => {
      await go({ requestsPerSec: 0.5 });
      expect(await begin({ requestsPerSec: 0.5 })).toEqual({ kind: 'wait', ms: 2000, why: 'rate' });
    });

    it('cools a host for five minutes after three network errors in a row', async () => {
      await times(2, RESET);
      await once(HEALTHY);
      await times(2, RESET);
      expect(await begin()).toMatchObject({ kind: 'go' });
      await once(RESET);
      expect(await begin()).toEqual({ kind: 'cooling', cause: 'network', ms: 300_000 });
      clock.time += 299_999;
      expect(await begin()).toEqual({ kind: 'cooling', cause: 'network', ms: 1 });
      clock.time += 1;
      await once(RESET);
      expect(await begin()).toMatchObject({ kind: 'go' });
    });

    it('does not take an answer of the site for a network error', async () => {
      await times(2, RESET);
      await once(BLOCKED);
      await once(RESET);
      expect(await begin()).toMatchObject({ kind: 'go' });
    });

    it('opens the breaker after five failures and lets one probe through', async () => {
      await times(5, BLOCKED);
      expect(await begin()).toEqual({ kind: 'cooling', cause: 'breaker', ms: 300_000 });
      clock.time += 300_000;
      const probe = await go();
      expect(await begin()).toMatchObject({ kind: 'cooling', cause: 'breaker' });
      await store.end('a.gov.cn', probe, HEALTHY);
      await times(4, BLOCKED);
      expect(await begin()).toMatchObject({ kind: 'go' });
    });

    it('doubles the pause with every failed probe, up to the limit', async () => {
      await times(5, BLOCKED);
      for (const pause of [300_000, 600_000, 900_000, 900_000]) {
        expect(await begin()).toEqual({ kind: 'cooling', cause: 'breaker', ms: pause });
        clock.time += pause;
        await once(BLOCKED);
      }
    });

    it('gives the probe to another when its holder says nothing or dies', async () => {
      await times(5, BLOCKED);
      clock.time += 300_000;
      await once({ kind: 'undecided' });
      await go();
      clock.time += 30_000;
      expect(await begin()).toMatchObject({ kind: 'go' });
    });

    it('does not prolong an open breaker by requests that were under way', async () => {
      const late = await go();
      await times(5, BLOCKED);
      clock.time += 1000;
      await store.end('a.gov.cn', late, BLOCKED);
      expect(await begin()).toEqual({ kind: 'cooling', cause: 'breaker', ms: 299_000 });
    });

    it('keeps Retry-After as a clock of its own, the later one winning', async () => {
      const other = await go();
      await once({ kind: 'failure', reason: 'http_throttled', retryAfterSec: 60 });
      await store.end('a.gov.cn', other, { kind: 'failure', reason: 'http_throttled', retryAfterSec: 5 });
      expect(await begin()).toEqual({ kind: 'cooling', cause: 'retry_after', ms: 60_000 });
      clock.time += 60_000;
      expect(await begin()).toMatchObject({ kind: 'go' });
    });

    it('shows every host and why it is left alone', async () => {
      await times(3, RESET);
      await begin({}, 'b.gov.cn');
      const views = new Map((await store.views()).map((view) => [view.host, view]));
      expect(views.get('a.gov.cn')).toMatchObject({
        state: 'cooling',
        until: new Date(clock.time + 300_000),
        networkFailures: 3,
        failures: 3,
        active: 0,
        lastReason: 'network_reset',
      });
      expect(views.get('b.gov.cn')).toMatchObject({ state: 'ready', until: null, active: 1, lastReason: null });
      await store.reset('a.gov.cn');
      expect(await begin()).toMatchObject({ kind: 'go' });
    });
  });
}
