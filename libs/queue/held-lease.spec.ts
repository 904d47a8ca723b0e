import { setTimeout as sleep } from 'node:timers/promises';
import { HeldLease } from './held-lease.js';
import { type HostLeases } from './host-leases.js';

/** A database with a script: what each renewal answers, in order; the last one repeats. */
function scripted(renewals: (() => Promise<boolean>)[]) {
  const calls = { renew: 0, release: 0 };
  const leases: HostLeases = {
    acquire: async () => ({ token: 5, expiresAt: new Date() }),
    renew: () => (renewals[Math.min(calls.renew++, renewals.length - 1)] as () => Promise<boolean>)(),
    release: async () => void (calls.release += 1),
  };
  return { leases, calls };
}
const hold = (leases: HostLeases, ttlMs: number, onError: (error: Error) => void = () => undefined) =>
  HeldLease.acquire({ leases, hostKey: 'www.gov.cn', holder: 'test', ttlMs, onError }) as Promise<HeldLease>;
const never = () => new Promise<boolean>(() => undefined);

describe('HeldLease', () => {
  it('is null while somebody else holds the host', async () => {
    const { leases } = scripted([never]);
    leases.acquire = async () => null;
    expect(await hold(leases, 100)).toBeNull();
  });

  it('stays held while renewals succeed, and is given back once', async () => {
    const { leases, calls } = scripted([async () => true]);
    const lease = await hold(leases, 600);
    await sleep(1_400);
    expect(lease.isHeld()).toBe(true);
    expect(calls.renew).toBeGreaterThanOrEqual(4);
    await lease.release();
    await lease.release();
    expect(calls.release).toBe(1);
    expect(lease.isHeld()).toBe(false);
    const renewals = calls.renew;
    await sleep(300);
    expect(calls.renew).toBe(renewals);
  });

  it('goes on after a renewal that failed and one that hangs', async () => {
    const errors: string[] = [];
    const failing = async () => {
      throw new Error('deadlock');
    };
    const { leases } = scripted([failing, never, async () => true]);
    const lease = await hold(leases, 1_000, (error) => errors.push(error.message));
    await sleep(1_300);
    expect(lease.isHeld()).toBe(true);
    expect(errors).toEqual(['deadlock']);
    await lease.release();
  });

  it.each([
    ['no renewal is answered', never],
    ['every renewal fails', () => Promise.reject(new Error('gone'))],
  ])('aborts before the end of the lease when %s', async (_why, renewal) => {
    const acquired = performance.now();
    const lease = await hold(scripted([renewal]).leases, 1_000);
    await new Promise((resolve) => lease.signal.addEventListener('abort', resolve));
    expect(performance.now() - acquired).toBeGreaterThanOrEqual(0.7 * 1_000);
    expect(performance.now() - acquired).toBeLessThan(1_000);
    expect((lease.signal.reason as Error).name).toBe('LeaseLostError');
  });

  it('aborts at once when the lease is somebody else’s', async () => {
    const lease = await hold(scripted([async () => false]).leases, 3_000);
    await new Promise((resolve) => lease.signal.addEventListener('abort', resolve));
    expect((lease.signal.reason as Error).message).toContain('taken by somebody else');
    expect(lease.isHeld()).toBe(false);
  });

  it('knows by the clock alone, before any timer runs, that it was asleep too long', async () => {
    const lease = await hold(scripted([async () => true]).leases, 200);
    const wakeUp = performance.now() + 250;
    while (performance.now() < wakeUp); // as after SIGSTOP: no timer had its turn
    expect(lease.isHeld()).toBe(false);
    expect(lease.signal.aborted).toBe(true);
  });

  it('counts its age from the moment the claim was sent, not answered', async () => {
    const { leases } = scripted([never]);
    leases.acquire = async () => {
      await sleep(200);
      return { token: 5, expiresAt: new Date() };
    };
    expect((await hold(leases, 200)).isHeld()).toBe(false);
  });
});
