import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type DomainRulesView, type DomainRuleView, type HostRow, type PageOf } from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { DEFAULT_DOMAIN_RULES, type HostView } from '@govcrawler/fetch';
import { AuditLog } from '../audit/audit-log.js';
import { type Actor } from '../auth/actor.decorator.js';
import { SharedSettings } from '../auth/shared-settings.js';
import { Clock, GatewayInfrastructure } from '../gateway-infrastructure.js';
import { ProblemException } from '../http/problem.js';
import { toIso } from '../http/wire-time.js';
import { ListJobs } from '../jobs/list-jobs.js';
import { settingsVersion } from '../settings/edit-system-settings.js';
import { StoredSites } from '../sites/list-sites.js';
import { HostControls } from './host-controls.js';
import { PausedHosts } from './paused-hosts.js';

const RULES = 'hosts.rules';

export interface HostFilter {
  q?: string;
  state?: HostRow['state'];
  limit: number;
  offset: number;
}

type KnownHost = { sites: Set<string>; targets: number };

/** Shows how every host is doing, and carries out what operators decide about it, in all replicas and over restarts. */
@Injectable()
export class ManageHosts implements OnApplicationBootstrap {
  constructor(
    private readonly control: HostControls,
    private readonly sites: StoredSites,
    private readonly jobs: ListJobs,
    private readonly settings: SharedSettings,
    private readonly paused: PausedHosts,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  /** What was decided before holds again: the store of host states may have been emptied meanwhile. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.control.applyRules(await this.storedRules());
      for (const [host, until] of await this.paused.all()) await this.control.pause(host, until);
    } catch (error) {
      this.infrastructure.logger.warn({ err: error }, 'Rules and pauses of hosts are not in force yet');
    }
  }

  /** Hosts that need a look first, then those with most to do. */
  async list({ q, state, limit, offset }: HostFilter): Promise<PageOf<HostRow>> {
    const rows = (await this.rows())
      .filter((row) => (state === undefined || row.state === state) && (q === undefined || row.host.includes(q)))
      .sort((a, b) => rank(a) - rank(b) || b.queued - a.queued || (a.host < b.host ? -1 : 1));
    const page = rows.slice(offset, offset + limit);
    const items = await Promise.all(page.map((row) => this.withCookies(row)));
    return { count: items.length, total: rows.length, limit, offset, items };
  }

  /** Null for a host that nothing here has to do with. */
  async read(host: string): Promise<HostRow | null> {
    const row = (await this.rows()).find((one) => one.host === host);
    return row ? this.withCookies(row) : null;
  }

  async rules(): Promise<DomainRulesView> {
    const rules = await this.storedRules();
    return { rules, builtIn: [...DEFAULT_DOMAIN_RULES], version: settingsVersion(rules) };
  }

  /**
   * Sets the limits of a domain, or with null gives them back to the built-in ones. `version`: the state of all rules
   * that the change is based on; null overwrites whatever is there.
   */
  async setRule(
    domain: string,
    rule: DomainRuleView | null,
    version: string | null,
    actor: Actor,
  ): Promise<DomainRulesView> {
    let before: DomainRuleView | null = null;
    let next: DomainRuleView[] = [];
    const changed = await this.settings.change<DomainRuleView[]>(RULES, (stored) => {
      const rules = stored ?? [];
      if (version !== null && version !== settingsVersion(sorted(rules))) return undefined;
      before = rules.find((one) => one.domain === domain) ?? null;
      next = sorted([...rules.filter((one) => one.domain !== domain), ...(rule ? [rule] : [])]);
      return next;
    });
    if (!changed) throw new ProblemException('version_conflict');
    await this.control.applyRules(next);
    const after = rule ? { ...rule } : null;
    const entry = {
      actor,
      action: 'host.policy',
      subjectKey: domain,
      before: before && { ...(before as DomainRuleView) },
      after,
    };
    await this.audit.append([entry]);
    return this.rules();
  }

  async pause(host: string, hours: number, actor: Actor): Promise<HostRow | null> {
    const until = new Date(this.clock.now().getTime() + hours * 3_600_000);
    await this.paused.set(host, until);
    await this.control.pause(host, until);
    await this.record('host.pause', host, actor, { until: until.toISOString() });
    return this.read(host);
  }

  async resume(host: string, actor: Actor): Promise<HostRow | null> {
    await this.paused.set(host, null);
    await this.control.pause(host, null);
    await this.record('host.resume', host, actor, null);
    return this.read(host);
  }

  /** Forgets cooldown, breaker and Retry-After. */
  async reset(host: string, actor: Actor): Promise<HostRow | null> {
    await this.control.reset(host);
    await this.record('host.reset', host, actor, null);
    return this.read(host);
  }

  async dropCookies(host: string, actor: Actor): Promise<HostRow | null> {
    const names = await this.control.cookieNames(host);
    await this.control.dropCookies(host);
    await this.record('host.drop_cookies', host, actor, { names });
    return this.read(host);
  }

  private async rows(): Promise<Omit<HostRow, 'cookies'>[]> {
    const [known, queues, views, paused] = await Promise.all([
      this.knownHosts(),
      this.jobs.queue(),
      this.control.views(),
      this.paused.all(),
    ]);
    const queueOf = new Map(queues.map((queue) => [queue.host, queue]));
    const viewOf = new Map(views.map((view) => [view.host, view]));
    const names = new Set([...known.keys(), ...queueOf.keys(), ...viewOf.keys(), ...paused.keys()]);
    return [...names].map((host) => {
      const { stateKey, ...policy } = this.control.limitsOf(host);
      const queue = queueOf.get(host);
      const pausedUntil = paused.get(host) ?? null;
      return {
        host,
        sites: [...(known.get(host)?.sites ?? [])].sort(),
        targets: known.get(host)?.targets ?? 0,
        queued: queue?.queued ?? 0,
        running: queue?.running ?? 0,
        oldestQueuedAt: queue?.oldestQueuedAt ?? null,
        ...healthOf(viewOf.get(host) ?? viewOf.get(stateKey)),
        ...(pausedUntil ? { state: 'paused' as const, until: toIso(pausedUntil) } : {}),
        policy,
      };
    });
  }

  private async withCookies(row: Omit<HostRow, 'cookies'>): Promise<HostRow> {
    return { ...row, cookies: await this.control.cookieNames(row.host) };
  }

  private async knownHosts(): Promise<Map<string, KnownHost>> {
    const hosts = new Map<string, KnownHost>();
    const add = (url: string, site: string, targets: number) => {
      if (!URL.canParse(url)) return;
      const host = hosts.get(hostKey(url)) ?? { sites: new Set<string>(), targets: 0 };
      host.sites.add(site);
      host.targets += targets;
      hosts.set(hostKey(url), host);
    };
    for (const site of await this.sites.listWithTargets()) {
      add(site.baseUrl, site.siteCode, 0);
      for (const target of site.targets) add(target.entryUrl, site.siteCode, 1);
    }
    return hosts;
  }

  private async storedRules(): Promise<DomainRuleView[]> {
    return sorted((await this.settings.get<DomainRuleView[]>(RULES)) ?? []);
  }

  private async record(
    action: string,
    host: string,
    actor: Actor,
    after: Record<string, unknown> | null,
  ): Promise<void> {
    await this.audit.append([{ actor, action, subjectKey: host, before: null, after }]);
  }
}

const UNMET: Omit<HostView, 'host'> = {
  state: 'ready',
  until: null,
  active: 0,
  networkFailures: 0,
  failures: 0,
  breakerOpens: 0,
  lastReason: null,
  lastStartAt: null,
};

function healthOf(view: HostView | undefined) {
  const { state, until, active, networkFailures, failures, breakerOpens, lastReason, lastStartAt } = view ?? UNMET;
  return {
    state,
    until: toIso(until),
    active,
    networkFailures,
    failures,
    breakerOpens,
    lastReason,
    lastStartAt: toIso(lastStartAt),
  };
}

function rank({ state }: Pick<HostRow, 'state'>): number {
  return state === 'ready' ? 1 : 0;
}

/** By name, each with its fields in one order: databases give JSON back in their own. */
function sorted(rules: readonly DomainRuleView[]): DomainRuleView[] {
  return rules
    .map(({ domain, concurrency, requestsPerSec, intervalSec, shared }) => {
      return { domain, concurrency, requestsPerSec, intervalSec, shared };
    })
    .sort((a, b) => (a.domain < b.domain ? -1 : 1));
}
