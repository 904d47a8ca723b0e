import { type FetchFailureReason, type FetchRequest } from '@govcrawler/contracts';
import { type Clock } from './clock.js';
import { type DomainPolicy } from './domain-policy.js';
import { HostGate } from './host-gate.js';
import { type CoolingCause, type HostStateStore, type TurnAsk, type TurnOutcome } from './host-state.js';

/** Room for clean-up after a request's own time limit, before its turn counts as abandoned. */
const LEASE_MARGIN_MS = 5_000;
/** A Retry-After up to this long is waited out inside the fetch. */
const RETRY_AFTER_PATIENCE_MS = 10_000;

const WHY: Record<CoolingCause, string> = {
  network: 'network errors',
  breaker: 'repeated failures',
  retry_after: 'Retry-After',
  paused: 'paused by an operator',
};

export type Admission =
  | { kind: 'go'; leave(outcome: TurnOutcome, sinceArrivalMs?: number): Promise<void> }
  | { kind: 'refused'; failure: { reason: FetchFailureReason; message: string; retryAfterSec: number | null } };

/** Turns a request's pace and its host's limits into one turn at the host. */
export class Turnstile {
  private readonly gate: HostGate;
  private readonly crawlDelays = new Map<string, number>();

  constructor(
    store: HostStateStore,
    clock: Clock,
    private readonly domains: DomainPolicy,
    private readonly random: () => number,
  ) {
    this.gate = new HostGate(store, clock, RETRY_AFTER_PATIENCE_MS);
  }

  /** Floor of the interval that a host's robots.txt asks for. */
  setCrawlDelay(host: string, seconds: number | null): void {
    if (seconds === null || seconds === 0) this.crawlDelays.delete(host);
    else this.crawlDelays.set(host, seconds);
  }

  async enter(host: string, request: Pick<FetchRequest, 'pace' | 'signal'>, timeLeftMs: number): Promise<Admission> {
    const limits = this.domains.limitsOf(host);
    const pace = request.pace ?? { intervalSec: limits.intervalSec, jitterSec: 0 };
    const intervalSec = Math.max(pace.intervalSec, this.crawlDelays.get(host) ?? 0);
    // An explicit pace of zero is a statement about this host: no waiting at all, not even for a slot.
    const unpaced = request.pace !== undefined && intervalSec === 0 && pace.jitterSec === 0;
    const ask: TurnAsk = {
      gapMs: Math.round((intervalSec + this.random() * pace.jitterSec) * 1000),
      concurrency: unpaced ? null : limits.concurrency,
      requestsPerSec: unpaced ? null : limits.requestsPerSec,
      leaseMs: Math.max(0, timeLeftMs) + LEASE_MARGIN_MS,
    };
    const entry = await this.gate.enter(limits.stateKey, ask, request.signal);
    if (entry.kind === 'go') return entry;
    if (entry.kind === 'aborted') {
      return { kind: 'refused', failure: { reason: 'aborted', message: 'aborted while waiting', retryAfterSec: null } };
    }
    const retryAfterSec = Math.ceil(entry.ms / 1000);
    const why = WHY[entry.cause];
    return {
      kind: 'refused',
      failure: {
        reason: entry.cause === 'breaker' ? 'cooling_breaker' : 'cooling_host',
        message: `${limits.stateKey} is left alone for ${retryAfterSec} s (${why})`,
        retryAfterSec,
      },
    };
  }
}
