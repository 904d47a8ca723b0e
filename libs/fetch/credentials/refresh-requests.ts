import { type Redis } from 'ioredis';
import { type RefreshCause } from './credential.js';

/** A secret that somebody has to renew. */
export interface RefreshRequest {
  name: string;
  cause: RefreshCause;
}

/** The hook of the refresh job: whoever notices that a secret is due says so here. */
export abstract class RefreshRequests {
  abstract request(name: string, cause: RefreshCause): Promise<void>;
}

/** Hands requests to a function of this process. */
export class InProcessRefreshRequests extends RefreshRequests {
  constructor(private readonly refresh: (request: RefreshRequest) => void | Promise<void> = () => undefined) {
    super();
  }

  async request(name: string, cause: RefreshCause): Promise<void> {
    await this.refresh({ name, cause });
  }
}

/** A failing secret is noticed by every fetch that uses it; one request in this time is enough. */
const ONCE_IN_SEC = 60;
const KEPT_REQUESTS = 1000;

/** Requests of all replicas in one list in Redis, from which the refresh job takes them. */
export class RedisRefreshRequests extends RefreshRequests {
  constructor(
    private readonly redis: Redis,
    private readonly prefix = 'govcrawler',
  ) {
    super();
  }

  async request(name: string, cause: RefreshCause): Promise<void> {
    const key = `${this.prefix}:credential-refresh`;
    if ((await this.redis.set(`${key}:${name}`, cause, 'EX', ONCE_IN_SEC, 'NX')) === null) return;
    await this.redis
      .multi()
      .lpush(key, JSON.stringify({ name, cause }))
      .ltrim(key, 0, KEPT_REQUESTS - 1)
      .exec();
  }

  /** The oldest request; null when there is none. */
  async take(): Promise<RefreshRequest | null> {
    const text = await this.redis.rpop(`${this.prefix}:credential-refresh`);
    return text === null ? null : (JSON.parse(text) as RefreshRequest);
  }
}
