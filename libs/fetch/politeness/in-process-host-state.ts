import { type FetchFailureReason } from '@govcrawler/contracts';
import { type Clock, systemClock } from './clock.js';
import {
  DEFAULT_HEALTH_RULES,
  type HealthRules,
  HostStateStore,
  type HostView,
  SLOT_POLL_MS,
  type TurnAnswer,
  type TurnAsk,
  type TurnOutcome,
} from './host-state.js';

interface HostRecord {
  lastStartAt: number;
  tokens: number;
  tokensAt: number;
  /** Turn to end of its lease; null while nothing is in flight, to keep idle hosts small. */
  active: Map<string, number> | null;
  networkFailures: number;
  coolUntil: number;
  failures: number;
  opens: number;
  openUntil: number;
  probe: string | null;
  probeUntil: number;
  retryAfterUntil: number;
  pausedUntil: number;
  lastReason: FetchFailureReason | null;
}

const blank = (): HostRecord => ({
  lastStartAt: 0,
  tokens: 0,
  tokensAt: 0,
  active: null,
  networkFailures: 0,
  coolUntil: 0,
  failures: 0,
  opens: 0,
  openUntil: 0,
  probe: null,
  probeUntil: 0,
  retryAfterUntil: 0,
  pausedUntil: 0,
  lastReason: null,
});

/** What is worth knowing of a host after a restart; times are epoch milliseconds. */
export type HostMemory = Pick<
  HostRecord,
  | 'lastStartAt'
  | 'networkFailures'
  | 'coolUntil'
  | 'failures'
  | 'opens'
  | 'openUntil'
  | 'retryAfterUntil'
  | 'pausedUntil'
  | 'lastReason'
>;
const REMEMBERED = [
  'lastStartAt',
  'networkFailures',
  'coolUntil',
  'failures',
  'opens',
  'openUntil',
  'retryAfterUntil',
  'pausedUntil',
  'lastReason',
] as const satisfies readonly (keyof HostMemory)[];

const IDLE_FORGET_MS = 3600_000;
const SWEEP_EVERY = 4096;

/** Host state of one process: the embedded default, and the reference the Redis scripts are held to. */
export class InProcessHostState extends HostStateStore {
  private readonly hosts = new Map<string, HostRecord>();
  private turns = 0;

  constructor(
    private readonly rules: HealthRules = DEFAULT_HEALTH_RULES,
    private readonly clock: Clock = systemClock,
  ) {
    super();
  }

  async begin(host: string, ask: TurnAsk): Promise<TurnAnswer> {
    const now = this.clock.now();
    const record = this.record(host);
    if (record.pausedUntil > now) return { kind: 'cooling', cause: 'paused', ms: record.pausedUntil - now };
    if (record.retryAfterUntil > now)
      return { kind: 'cooling', cause: 'retry_after', ms: record.retryAfterUntil - now };
    if (record.coolUntil > now) return { kind: 'cooling', cause: 'network', ms: record.coolUntil - now };
    if (record.coolUntil > 0) {
      record.coolUntil = 0;
      record.networkFailures = 0;
    }
    const closedUntil = Math.max(record.openUntil, record.probeUntil);
    if (closedUntil > now) return { kind: 'cooling', cause: 'breaker', ms: closedUntil - now };

    const wait = this.waitOf(record, ask, now);
    if (wait) return wait;

    const turn = `${(this.turns += 1)}`;
    record.lastStartAt = now;
    if (ask.requestsPerSec !== null) record.tokens -= 1;
    (record.active ??= new Map()).set(turn, now + ask.leaseMs);
    if (record.opens > 0) {
      record.probe = turn;
      record.probeUntil = now + ask.leaseMs;
    }
    if (this.turns % SWEEP_EVERY === 0) this.forgetIdle(now);
    return { kind: 'go', turn };
  }

  async end(host: string, turn: string, outcome: TurnOutcome, sinceArrivalMs?: number): Promise<void> {
    const now = this.clock.now();
    const record = this.record(host);
    if (sinceArrivalMs !== undefined)
      record.lastStartAt = Math.max(record.lastStartAt, Math.ceil(now - sinceArrivalMs));
    record.active?.delete(turn);
    if (record.active?.size === 0) record.active = null;
    if (record.probe === turn) {
      record.probe = null;
      record.probeUntil = 0;
    }
    switch (outcome.kind) {
      case 'undecided':
        return;
      case 'healthy':
        Object.assign(record, {
          networkFailures: 0,
          coolUntil: 0,
          failures: 0,
          opens: 0,
          openUntil: 0,
          lastReason: null,
        });
        return;
      case 'network':
        record.networkFailures += 1;
        if (record.networkFailures >= this.rules.networkFailures) record.coolUntil = now + this.rules.cooldownMs;
        this.countFailure(record, outcome.reason, now);
        return;
      case 'failure':
        record.networkFailures = 0;
        if (outcome.retryAfterSec !== null) {
          record.retryAfterUntil = Math.max(record.retryAfterUntil, now + outcome.retryAfterSec * 1000);
        }
        this.countFailure(record, outcome.reason, now);
    }
  }

  async views(): Promise<HostView[]> {
    const now = this.clock.now();
    return [...this.hosts].map(([host, record]) => {
      const until = Math.max(record.pausedUntil, record.retryAfterUntil, record.coolUntil, record.openUntil);
      return {
        host,
        state: stateOf(record, now),
        until: until > now ? new Date(until) : null,
        active: record.active?.size ?? 0,
        networkFailures: record.networkFailures,
        failures: record.failures,
        breakerOpens: record.opens,
        lastReason: record.lastReason,
        lastStartAt: record.lastStartAt > 0 ? new Date(record.lastStartAt) : null,
      };
    });
  }

  async reset(host: string): Promise<void> {
    const { pausedUntil } = this.record(host);
    this.hosts.delete(host);
    if (pausedUntil > this.clock.now()) this.record(host).pausedUntil = pausedUntil;
  }

  async pause(host: string, until: Date | null): Promise<void> {
    this.record(host).pausedUntil = until?.getTime() ?? 0;
  }

  /** Hosts met by this process, or recalled. */
  memories(): Record<string, HostMemory> {
    const entries = [...this.hosts].map(
      ([host, record]) => [host, Object.fromEntries(REMEMBERED.map((field) => [field, record[field]]))] as const,
    );
    return Object.fromEntries(entries) as Record<string, HostMemory>;
  }

  /** Takes over what another process knew; fields of the wrong kind are left out. */
  recall(memories: Record<string, Partial<HostMemory>>): void {
    for (const [host, memory] of Object.entries(memories)) {
      const fresh = blank();
      const fields = REMEMBERED.filter(
        (field) => Number.isFinite(memory?.[field]) || (field === 'lastReason' && typeof memory?.[field] === 'string'),
      );
      this.hosts.set(host, Object.assign(fresh, Object.fromEntries(fields.map((field) => [field, memory[field]]))));
    }
  }

  private record(host: string): HostRecord {
    let record = this.hosts.get(host);
    if (!record) this.hosts.set(host, (record = blank()));
    return record;
  }

  private waitOf(record: HostRecord, ask: TurnAsk, now: number): TurnAnswer | null {
    for (const [turn, leaseEnd] of record.active ?? []) if (leaseEnd <= now) record.active?.delete(turn);
    if (ask.concurrency !== null && (record.active?.size ?? 0) >= ask.concurrency) {
      return { kind: 'wait', ms: SLOT_POLL_MS, why: 'slot' };
    }
    const gap = record.lastStartAt + ask.gapMs - now;
    if (record.lastStartAt > 0 && gap > 0) return { kind: 'wait', ms: gap, why: 'interval' };
    if (ask.requestsPerSec !== null) {
      const rate = ask.requestsPerSec / 1000;
      const burst = Math.max(1, ask.requestsPerSec);
      const grown = record.tokensAt === 0 ? burst : record.tokens + (now - record.tokensAt) * rate;
      record.tokens = Math.min(burst, grown);
      record.tokensAt = now;
      if (record.tokens < 1) return { kind: 'wait', ms: Math.ceil((1 - record.tokens) / rate), why: 'rate' };
    }
    return null;
  }

  /** Failures of requests that were already under way when the breaker opened do not prolong it. */
  private countFailure(record: HostRecord, reason: FetchFailureReason, now: number): void {
    record.failures += 1;
    record.lastReason = reason;
    if (record.openUntil > now) return;
    if (record.opens === 0 && record.failures < this.rules.breakerFailures) return;
    record.openUntil = now + Math.min(this.rules.breakerOpenMs * 2 ** record.opens, this.rules.breakerMaxOpenMs);
    record.opens += 1;
  }

  private forgetIdle(now: number): void {
    for (const [host, record] of this.hosts) {
      const until = Math.max(record.openUntil, record.coolUntil, record.retryAfterUntil, record.pausedUntil);
      const last = Math.max(record.lastStartAt, until);
      if (!record.active && record.opens === 0 && now - last > IDLE_FORGET_MS) this.hosts.delete(host);
    }
  }
}

function stateOf(record: HostRecord, now: number): HostView['state'] {
  if (record.pausedUntil > now) return 'paused';
  if (record.retryAfterUntil > now) return 'retry_after';
  if (record.coolUntil > now) return 'cooling';
  if (record.openUntil > now) return 'open';
  return record.opens > 0 ? 'half_open' : 'ready';
}
