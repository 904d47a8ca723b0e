/** How many requests a host gets; null is unlimited. */
export interface HostPolicyView {
  concurrency: number | null;
  requestsPerSec: number | null;
  /** Seconds between two requests where a target does not say otherwise. */
  intervalSec: number;
}

/** A limit that operators set for a domain and everything under it. */
export interface DomainRuleView extends HostPolicyView {
  domain: string;
  /** One budget for the whole domain instead of one per host. */
  shared: boolean;
}

export interface DomainRulesView {
  /** Set here; they stand before the built-in ones. */
  rules: DomainRuleView[];
  builtIn: DomainRuleView[];
  version: string;
}

/** One host: what waits for it, how it is doing and how it is asked. */
export interface HostRow {
  host: string;
  sites: string[];
  targets: number;
  queued: number;
  running: number;
  oldestQueuedAt: string | null;
  /** ready; cooling: network errors; open: the breaker; half_open: a probe decides; retry_after: it asked us to wait. */
  state: 'ready' | 'cooling' | 'open' | 'half_open' | 'retry_after' | 'paused';
  /** When that ends by itself. */
  until: string | null;
  active: number;
  networkFailures: number;
  failures: number;
  breakerOpens: number;
  lastReason: string | null;
  lastStartAt: string | null;
  policy: HostPolicyView;
  /** Names of the clearance cookies that are kept for it. */
  cookies: string[];
}
