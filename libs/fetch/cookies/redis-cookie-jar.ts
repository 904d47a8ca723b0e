import { type Redis } from 'ioredis';
import { TransientError } from '@govcrawler/core';
import { COOKIE_TTL_SEC, CookieJarStore, type HostCookies } from './cookie-jar-store.js';

/** Cookie pool shared by all replicas: one key per host with a time to live. */
export class RedisCookieJar extends CookieJarStore {
  constructor(
    private readonly redis: Redis,
    private readonly prefix = 'govcrawler',
  ) {
    super();
  }

  async read(host: string): Promise<HostCookies | null> {
    const text = await this.redis.get(this.key(host)).catch(explain);
    return text === null ? null : (JSON.parse(text) as HostCookies);
  }

  async write(host: string, cookies: HostCookies, ttlSec = COOKIE_TTL_SEC): Promise<void> {
    const ttlMs = Math.max(1, Math.round(ttlSec * 1000));
    await this.redis.set(this.key(host), JSON.stringify(cookies), 'PX', ttlMs).catch(explain);
  }

  async invalidate(host: string): Promise<void> {
    await this.redis.del(this.key(host)).catch(explain);
  }

  private key(host: string): string {
    return `${this.prefix}:cookies:${host.toLowerCase()}`;
  }
}

function explain(error: unknown): never {
  throw new TransientError('the cookie pool in Redis does not answer', { cause: error });
}
