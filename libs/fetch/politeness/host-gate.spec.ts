import { setImmediate as tick } from 'node:timers/promises';
import { HostGate } from './host-gate.js';
import { type TurnAsk } from './host-state.js';
import { ManualClock } from './host-state.conformance.js';
import { InProcessHostState } from './in-process-host-state.js';
import { systemClock } from './clock.js';

const ask = (over: Partial<TurnAsk> = {}): TurnAsk => ({
  gapMs: 0,
  concurrency: null,
  requestsPerSec: null,
  leaseMs: 10_000,
  ...over,
});

describe('HostGate', () => {
  it('lets callers through in the order they came, one interval apart', async () => {
    const clock = new ManualClock();
    const gate = new HostGate(new InProcessHostState(undefined, clock), clock, 0);
    const begin = clock.time;
    const starts: [number, number][] = [];
    await Promise.all(
      [0, 1, 2, 3].map(async (caller) => {
        const entry = await gate.enter('a', ask({ gapMs: 5000 }));
        starts.push([caller, clock.time - begin]);
        if (entry.kind === 'go') await entry.leave({ kind: 'healthy' });
      }),
    );
    expect(starts).toEqual([
      [0, 0],
      [1, 5000],
      [2, 10_000],
      [3, 15_000],
    ]);
  });

  it('wakes the next caller as soon as a slot is free', async () => {
    const gate = new HostGate(new InProcessHostState(), { ...systemClock, sleep: (_ms, signal) => aborted(signal) }, 0);
    const first = await gate.enter('a', ask({ concurrency: 1 }));
    const second = gate.enter('a', ask({ concurrency: 1 }));
    await tick();
    if (first.kind === 'go') await first.leave({ kind: 'healthy' });
    expect((await second).kind).toBe('go');
  });

  it('gives up at once when the caller aborts, and keeps the order of the others', async () => {
    const gate = new HostGate(new InProcessHostState(), { ...systemClock, sleep: (_ms, signal) => aborted(signal) }, 0);
    const holder = await gate.enter('a', ask({ concurrency: 1 }));
    const head = new AbortController();
    const middle = new AbortController();
    const waiting = gate.enter('a', ask({ concurrency: 1 }), head.signal);
    const behind = gate.enter('a', ask({ concurrency: 1 }), middle.signal);
    const last = gate.enter('a', ask({ concurrency: 1 }));
    await tick();
    middle.abort();
    expect((await behind).kind).toBe('aborted');
    head.abort();
    expect((await waiting).kind).toBe('aborted');
    if (holder.kind === 'go') await holder.leave({ kind: 'healthy' });
    expect((await last).kind).toBe('go');
  });

  it('lets a finished request go when its end cannot be written', async () => {
    const store = new InProcessHostState();
    store.end = async () => {
      throw new Error('the store is gone');
    };
    const entry = await new HostGate(store, systemClock, 0).enter('a', ask());
    expect(entry.kind).toBe('go');
    if (entry.kind === 'go') await expect(entry.leave({ kind: 'healthy' })).resolves.toBeUndefined();
  });

  it('sleeps through a short Retry-After and hands a long one back', async () => {
    const clock = new ManualClock();
    const gate = new HostGate(new InProcessHostState(undefined, clock), clock, 10_000);
    const throttle = async (retryAfterSec: number) => {
      const entry = await gate.enter('a', ask());
      if (entry.kind === 'go') await entry.leave({ kind: 'failure', reason: 'http_throttled', retryAfterSec });
    };
    await throttle(10);
    const before = clock.time;
    expect((await gate.enter('a', ask())).kind).toBe('go');
    expect(clock.time - before).toBe(10_000);
    await throttle(11);
    expect(await gate.enter('a', ask())).toEqual({ kind: 'cooling', cause: 'retry_after', ms: 11_000 });
  });
});

const aborted = (signal?: AbortSignal) =>
  new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
