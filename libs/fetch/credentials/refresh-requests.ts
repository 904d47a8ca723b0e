import { type Redis } from 'ioredis';
import { type RefreshCause } from './credential.js';

/** A secret that somebody has to renew. */
export interface RefreshRequest {
  name: string;
  cause: RefreshCause;
}

/** What became of a request; never a word of the secret. */
export interface RefreshOutcome extends RefreshRequest {
  /** `no_hook`: the secret's file names nobody who could renew it, or there is no such file. */
  outcome: 'renewed' | 'failed' | 'no_hook';
  message: string;
  at: Date;
  durationMs: number;
  /** Failures in a row; 0 after a success. */
  failures: number;
}

/** A failing secret is noticed by every fetch that uses it; one request in this time is enough. */
const ONCE_IN_MS = 60_000;
/** Doubles with every failure, up to the longest. */
const LONGEST_PAUSE_MS = 3600_000;
/** Longer than any hook may run: a request taken by a process that died is made again after this time. */
const TAKEN_MS = 5 * 60_000;
const KEPT_REQUESTS = 1000;

/** How long a secret is left alone after an attempt. */
export function pauseAfter({ failures }: Pick<RefreshOutcome, 'failures'>): number {
  return Math.min(ONCE_IN_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
}

/** Between those who notice that a secret is due and the job that renews it: each secret is renewed once at a time. */
export abstract class RefreshRequests {
  /** Does nothing while the secret is asked for already, being renewed, or left alone after an attempt. */
  abstract request(name: string, cause: RefreshCause): Promise<void>;
  /** The oldest request; null when there is none. Whoever takes it settles it. */
  abstract take(): Promise<RefreshRequest | null>;
  abstract settle(outcome: RefreshOutcome): Promise<void>;
  /** The last outcome of each secret. */
  abstract outcomes(): Promise<RefreshOutcome[]>;
}

/** Requests of one process. */
export class InProcessRefreshRequests extends RefreshRequests {
  private readonly waiting: RefreshRequest[] = [];
  private readonly quietUntil = new Map<string, number>();
  private readonly last = new Map<string, RefreshOutcome>();

  constructor(private readonly now: () => number = Date.now) {
    super();
  }

  async request(name: string, cause: RefreshCause): Promise<void> {
    if ((this.quietUntil.get(name) ?? 0) > this.now()) return;
    this.quietUntil.set(name, this.now() + TAKEN_MS);
    this.waiting.push({ name, cause });
  }

  async take(): Promise<RefreshRequest | null> {
    return this.waiting.shift() ?? null;
  }

  async settle(outcome: RefreshOutcome): Promise<void> {
    this.last.set(outcome.name, outcome);
    this.quietUntil.set(outcome.name, this.now() + pauseAfter(outcome));
  }

  async outcomes(): Promise<RefreshOutcome[]> {
    return [...this.last.values()];
  }
}

/** Requests of all replicas in one list in Redis; any replica's job takes them. */
export class RedisRefreshRequests extends RefreshRequests {
  constructor(
    private readonly redis: Redis,
    private readonly prefix = 'govcrawler',
  ) {
    super();
  }

  async request(name: string, cause: RefreshCause): Promise<void> {
    if ((await this.redis.set(this.quietKey(name), cause, 'PX', TAKEN_MS, 'NX')) === null) return;
    await this.redis
      .multi()
      .lpush(this.listKey, JSON.stringify({ name, cause }))
      .ltrim(this.listKey, 0, KEPT_REQUESTS - 1)
      .exec();
  }

  async take(): Promise<RefreshRequest | null> {
    const text = await this.redis.rpop(this.listKey);
    if (text === null) return null;
    const request = JSON.parse(text) as RefreshRequest;
    // It may have lain here for long: the time it is ours counts from now.
    await this.redis.set(this.quietKey(request.name), request.cause, 'PX', TAKEN_MS);
    return request;
  }

  async settle(outcome: RefreshOutcome): Promise<void> {
    await this.redis
      .multi()
      .hset(`${this.listKey}:outcomes`, outcome.name, JSON.stringify(outcome))
      .set(this.quietKey(outcome.name), outcome.outcome, 'PX', pauseAfter(outcome))
      .exec();
  }

  async outcomes(): Promise<RefreshOutcome[]> {
    const texts = await this.redis.hvals(`${this.listKey}:outcomes`);
    return texts.map((text) => {
      const outcome = JSON.parse(text) as RefreshOutcome;
      return { ...outcome, at: new Date(outcome.at) };
    });
  }

  private get listKey(): string {
    return `${this.prefix}:credential-refresh`;
  }

  private quietKey(name: string): string {
    return `${this.listKey}:quiet:${name}`;
  }
}
