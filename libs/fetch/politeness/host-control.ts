import { type CookieJarStore } from '../cookies/cookie-jar-store.js';
import { DEFAULT_DOMAIN_RULES, type DomainPolicy, type DomainRule, type HostLimits } from './domain-policy.js';
import { type DomainRulesFeed } from './domain-rules-feed.js';
import { type HostStateStore, type HostView } from './host-state.js';

export interface HostControlParts {
  hostState: HostStateStore;
  cookies: CookieJarStore;
  domains: DomainPolicy;
  /** Null where this process is the only one. */
  rulesFeed: DomainRulesFeed | null;
}

/** What operators see of hosts and decide about them while the system runs, in every replica. */
export class HostControl {
  constructor(private readonly parts: HostControlParts) {}

  views(): Promise<HostView[]> {
    return this.parts.hostState.views();
  }

  limitsOf(host: string): HostLimits {
    return this.parts.domains.limitsOf(host);
  }

  /** Puts rules in force beside the built-in ones; those of the same domain stand before them. */
  async applyRules(rules: readonly DomainRule[]): Promise<void> {
    // At once here; the feed tells the others, and this process again.
    this.parts.domains.replace([...DEFAULT_DOMAIN_RULES, ...rules]);
    await this.parts.rulesFeed?.publish(rules);
  }

  reset(host: string): Promise<void> {
    return this.parts.hostState.reset(this.limitsOf(host).stateKey);
  }

  pause(host: string, until: Date | null): Promise<void> {
    return this.parts.hostState.pause(this.limitsOf(host).stateKey, until);
  }

  /** Names only: the values are as good as passwords. */
  async cookieNames(host: string): Promise<string[]> {
    return Object.keys((await this.parts.cookies.read(bare(host))) ?? {}).sort();
  }

  dropCookies(host: string): Promise<void> {
    return this.parts.cookies.invalidate(bare(host));
  }
}

/** Cookies belong to a name, whatever its port. */
function bare(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}
