import { DEFAULT_HOST_INTERVAL_SEC } from '@govcrawler/core';

/** How a domain may be asked when the request itself does not say. */
export interface DomainRule {
  /** Matches the name itself and everything under it; the longest match wins. */
  domain: string;
  /** Requests in flight at the same time; null is unlimited. */
  concurrency: number | null;
  requestsPerSec: number | null;
  intervalSec: number;
  /** One budget for the whole domain (a platform) instead of one per host (a class of sites). */
  shared: boolean;
}

export type HostLimits = Omit<DomainRule, 'domain' | 'shared'> & { stateKey: string };

export const DEFAULT_DOMAIN_RULES: readonly DomainRule[] = [
  { domain: 'gov.cn', concurrency: 1, requestsPerSec: null, intervalSec: DEFAULT_HOST_INTERVAL_SEC, shared: false },
  { domain: 'medium.com', concurrency: 2, requestsPerSec: 1, intervalSec: 0, shared: true },
  { domain: 'twitter.com', concurrency: 1, requestsPerSec: 0.5, intervalSec: 0, shared: true },
];
const EVERYONE_ELSE = { concurrency: 10, requestsPerSec: 10, intervalSec: 0 };

/** The per-domain limits in force; replaced as a whole when the configuration changes at run time. */
export class DomainPolicy {
  private rules = new Map<string, DomainRule>();

  constructor(rules: readonly DomainRule[] = DEFAULT_DOMAIN_RULES) {
    this.replace(rules);
  }

  replace(rules: readonly DomainRule[]): void {
    this.rules = new Map(rules.map((rule) => [rule.domain.toLowerCase().replace(/^\./, ''), rule]));
  }

  /** @param hostKey netloc as made by core `hostKey`. */
  limitsOf(hostKey: string): HostLimits {
    const labels = hostKey.replace(/:\d+$/, '').split('.');
    for (let start = 0; start < labels.length; start += 1) {
      const domain = labels.slice(start).join('.');
      const rule = this.rules.get(domain);
      if (!rule) continue;
      const { concurrency, requestsPerSec, intervalSec } = rule;
      return { concurrency, requestsPerSec, intervalSec, stateKey: rule.shared ? domain : hostKey };
    }
    return { ...EVERYONE_ELSE, stateKey: hostKey };
  }
}
