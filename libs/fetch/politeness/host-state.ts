import { type FetchFailureReason } from '@govcrawler/contracts';

/** When a host is left alone and for how long. */
export interface HealthRules {
  /** Consecutive network errors that start a cooldown. */
  networkFailures: number;
  cooldownMs: number;
  /** Consecutive failures of any kind that open the breaker. */
  breakerFailures: number;
  /** Doubles with every failed probe. */
  breakerOpenMs: number;
  breakerMaxOpenMs: number;
}

export const DEFAULT_HEALTH_RULES: HealthRules = {
  networkFailures: 3,
  cooldownMs: 5 * 60_000,
  breakerFailures: 5,
  breakerOpenMs: 5 * 60_000,
  breakerMaxOpenMs: 4 * 3600_000,
};

/** What one request asks of its host before it may leave. */
export interface TurnAsk {
  /** Distance to the start of the request before, jitter included. */
  gapMs: number;
  /** Requests in flight at the same time; null is unlimited. */
  concurrency: number | null;
  /** Token bucket; null is unlimited. */
  requestsPerSec: number | null;
  /** After this time a turn whose holder died is free again. */
  leaseMs: number;
}

export type CoolingCause = 'network' | 'breaker' | 'retry_after' | 'paused';

export type TurnAnswer =
  | { kind: 'go'; turn: string }
  /** Ask again after `ms`; `slot` may come free sooner than that. */
  | { kind: 'wait'; ms: number; why: 'interval' | 'rate' | 'slot' }
  | { kind: 'cooling'; cause: CoolingCause; ms: number };

/** What a request tells about its host's health. */
export type TurnOutcome =
  /** The host answered as a healthy host does (404 included). */
  | { kind: 'healthy' }
  /** Says nothing: redirect hop, escalation to come, aborted by us. */
  | { kind: 'undecided' }
  | { kind: 'network'; reason: FetchFailureReason }
  | { kind: 'failure'; reason: FetchFailureReason; retryAfterSec: number | null };

/** One look at a host: what state it is in and why. */
export interface HostView {
  host: string;
  state: 'ready' | 'cooling' | 'open' | 'half_open' | 'retry_after' | 'paused';
  /** When the state ends by itself; null for ready and half open. */
  until: Date | null;
  active: number;
  networkFailures: number;
  failures: number;
  /** How often in a row the breaker opened. */
  breakerOpens: number;
  lastReason: FetchFailureReason | null;
  lastStartAt: Date | null;
}

/** How long a waiter sleeps for a slot that another process may free. */
export const SLOT_POLL_MS = 200;

/** Politeness and health of all hosts, atomic per host: shared by replicas or private to the process. */
export abstract class HostStateStore {
  abstract begin(host: string, ask: TurnAsk): Promise<TurnAnswer>;
  /**
   * @param sinceArrivalMs how long ago the request reached the site. A busy process sends late; the next interval counts
   * from there, and where one request is in flight at a time the next one cannot begin before this is known.
   */
  abstract end(host: string, turn: string, outcome: TurnOutcome, sinceArrivalMs?: number): Promise<void>;
  abstract views(): Promise<HostView[]>;
  /** Forgets what is held against a host (an operator says: try again); a pause stays. */
  abstract reset(host: string): Promise<void>;
  /** Leaves a host alone because an operator says so, until then or, with null, no longer. */
  abstract pause(host: string, until: Date | null): Promise<void>;
}
