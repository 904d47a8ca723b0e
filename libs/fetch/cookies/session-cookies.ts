import { type CookieJarStore, type HostCookies } from './cookie-jar-store.js';

/**
 * Cookies during one fetch: the pool's, plus what redirects set on the way (many sites set a cookie and send the
 * visitor back to the same address). Host-only on purpose: a cookie never travels to another host.
 */
export class SessionCookies {
  private readonly byHost = new Map<string, HostCookies>();
  private readonly fromPool = new Set<string>();

  constructor(private readonly pool: CookieJarStore) {}

  /** The Cookie header for this host; undefined when there is nothing to send. */
  async headerFor(host: string): Promise<string | undefined> {
    let cookies = this.byHost.get(host);
    if (!cookies) {
      const pooled = await this.pool.read(host);
      if (pooled) this.fromPool.add(host);
      this.byHost.set(host, (cookies = pooled ?? {}));
    }
    const pairs = Object.entries(cookies);
    return pairs.length > 0 ? pairs.map(([name, value]) => `${name}=${value}`).join('; ') : undefined;
  }

  take(host: string, setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const pair = /^\s*([^=;\s]+)=([^;]*)/.exec(line);
      if (!pair?.[1] || pair[2] === undefined) continue;
      const cookies = this.byHost.get(host) ?? {};
      if (/;\s*max-age=(?:0|-\d+)\b/i.test(line)) delete cookies[pair[1]];
      else cookies[pair[1]] = pair[2].trim();
      this.byHost.set(host, cookies);
    }
  }

  /** The pool's cookies were sent and did not help: they must not be tried again. */
  async dropPooled(host: string): Promise<boolean> {
    if (!this.fromPool.delete(host)) return false;
    await this.pool.invalidate(host);
    return true;
  }
}
