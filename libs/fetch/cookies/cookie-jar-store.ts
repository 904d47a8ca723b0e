import { type Clock, systemClock } from '../politeness/clock.js';

/** Cookies of one host by name. */
export type HostCookies = Record<string, string>;

/** How long a clearance cookie is trusted. */
export const COOKIE_TTL_SEC = 24 * 3600;

/** Clearance cookies that the browser tier earned, kept per host (lower case, no port) for the plain tier. */
export abstract class CookieJarStore {
  /** Null when nothing valid is known. */
  abstract read(host: string): Promise<HostCookies | null>;
  abstract write(host: string, cookies: HostCookies, ttlSec?: number): Promise<void>;
  abstract invalidate(host: string): Promise<void>;
}

/** Cookie pool of one process. */
export class InProcessCookieJar extends CookieJarStore {
  private readonly jars = new Map<string, { cookies: HostCookies; expiresAt: number }>();

  constructor(private readonly clock: Clock = systemClock) {
    super();
  }

  async read(host: string): Promise<HostCookies | null> {
    const jar = this.jars.get(host);
    if (!jar) return null;
    if (jar.expiresAt > this.clock.now()) return { ...jar.cookies };
    this.jars.delete(host);
    return null;
  }

  async write(host: string, cookies: HostCookies, ttlSec = COOKIE_TTL_SEC): Promise<void> {
    this.jars.set(host, { cookies: { ...cookies }, expiresAt: this.clock.now() + ttlSec * 1000 });
  }

  async invalidate(host: string): Promise<void> {
    this.jars.delete(host);
  }
}
