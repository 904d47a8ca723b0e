import { LeaseLostError } from '@govcrawler/core';
import { type HostLeases } from './host-leases.js';
import { within } from './within.js';

/** A holder stops at this share of the lease without a renewal, well before somebody else can get the host. */
const SAFE_SHARE = 0.7;
const RENEW_SHARE = 1 / 3;
/** After a renewal that failed, and when one has not been answered. */
const RETRY_SHARE = 1 / 15;
const UNANSWERED_SHARE = 1 / 6;
const RELEASE_TIMEOUT_MS = 5_000;

/** Which lease, of which host, under whose name. */
export interface LeaseRequest {
  leases: HostLeases;
  hostKey: string;
  holder: string;
  ttlMs: number;
  onError: (error: Error) => void;
}

/**
 * A host lease that keeps itself alive and knows when it can no longer be trusted. Its age counts from the moment a
 * renewal was SENT: the database's own clock started later, so this side always stops first.
 */
export class HeldLease {
  private readonly lost = new AbortController();
  private renewTimer: NodeJS.Timeout | undefined;
  private watchdog: NodeJS.Timeout | undefined;
  private ended = false;
  private released = false;

  private constructor(
    private readonly request: LeaseRequest,
    readonly token: number,
    private renewedAt: Moment,
  ) {
    this.scheduleRenewal(request.ttlMs * RENEW_SHARE);
    this.scheduleWatchdog();
  }

  /** Claims the host; null while somebody else holds it. */
  static async acquire(request: LeaseRequest): Promise<HeldLease | null> {
    const sentAt = now();
    const lease = await request.leases.acquire(request.hostKey, request.holder, request.ttlMs);
    return lease && new HeldLease(request, lease.token, sentAt);
  }

  /** Aborted, with a LeaseLostError, as soon as the host may pass to somebody else. */
  get signal(): AbortSignal {
    return this.lost.signal;
  }

  /**
   * Looks at the clock and not at timers: a process that was stopped may run other callbacks before its timers, so
   * whoever is about to do something that needs the host asks here first.
   */
  isHeld(): boolean {
    if (this.age() > this.request.ttlMs * SAFE_SHARE) this.lose('was not renewed in time');
    return !this.released && !this.lost.signal.aborted;
  }

  /** Stops renewing and gives the host back. For when nothing runs on it any more, also after it was lost. */
  async release(): Promise<void> {
    if (this.released) return;
    this.released = true;
    this.stopTimers();
    const { leases, hostKey, onError } = this.request;
    try {
      await within(RELEASE_TIMEOUT_MS, `Releasing ${hostKey}`, leases.release(hostKey, this.token));
    } catch (error) {
      onError(error as Error); // it ends by itself after its ttl
    }
  }

  private async renew(): Promise<void> {
    const { leases, hostKey, ttlMs, onError } = this.request;
    const sentAt = now();
    // The next attempt does not wait for this one: it may hang on a dead connection.
    this.scheduleRenewal(ttlMs * UNANSWERED_SHARE);
    try {
      const renewed = await leases.renew(hostKey, this.token, ttlMs);
      if (this.ended) return;
      if (!renewed) return this.lose('was taken by somebody else');
      if (sentAt.monotonic > this.renewedAt.monotonic) this.renewedAt = sentAt;
      this.scheduleRenewal(ttlMs * RENEW_SHARE - this.age());
      this.scheduleWatchdog();
    } catch (error) {
      onError(error as Error);
      if (!this.ended) this.scheduleRenewal(ttlMs * RETRY_SHARE);
    }
  }

  private lose(why: string): void {
    if (this.ended) return;
    this.stopTimers();
    this.lost.abort(new LeaseLostError(`The lease of ${this.request.hostKey} (token ${this.token}) ${why}`));
  }

  private scheduleRenewal(ms: number): void {
    clearTimeout(this.renewTimer);
    this.renewTimer = setTimeout(() => void this.renew(), ms);
  }

  private scheduleWatchdog(): void {
    clearTimeout(this.watchdog);
    const remaining = this.request.ttlMs * SAFE_SHARE - this.age();
    this.watchdog = setTimeout(
      () => {
        if (this.isHeld()) this.scheduleWatchdog();
      },
      Math.max(remaining, 0) + 1,
    );
  }

  private stopTimers(): void {
    this.ended = true;
    clearTimeout(this.renewTimer);
    clearTimeout(this.watchdog);
  }

  private age(): number {
    const { monotonic, wall } = now();
    // The monotonic clock stands still while a machine is suspended, the wall clock may be set back: trust the worse.
    return Math.max(monotonic - this.renewedAt.monotonic, wall - this.renewedAt.wall);
  }
}

interface Moment {
  monotonic: number;
  wall: number;
}

function now(): Moment {
  return { monotonic: performance.now(), wall: Date.now() };
}
