import { type CookieJarStore } from '../cookies/cookie-jar-store.js';
import { RedisCookieJar } from '../cookies/redis-cookie-jar.js';
import { RedisRefreshRequests } from '../credentials/refresh-requests.js';
import { type FetchLogger } from '../fetch-logger.js';
import { type DomainPolicy } from './domain-policy.js';
import { DomainRulesFeed } from './domain-rules-feed.js';
import { type HostStateStore } from './host-state.js';
import { RedisHostState } from './redis-host-state.js';

/** A server that took a command and went silent must not hold fetches for ever. */
const PATIENCE_MS = 5000;

export interface SharedState {
  hostState: HostStateStore;
  cookies: CookieJarStore;
  rulesFeed: DomainRulesFeed;
  refreshRequests: RedisRefreshRequests;
  close(): Promise<void>;
}

/** What replicas of the fetch service share through Redis: host state, cookies and domain rules. */
export async function connectSharedState(
  url: string,
  domains: DomainPolicy,
  logger: FetchLogger,
  prefix = 'govcrawler',
): Promise<SharedState> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    maxRetriesPerRequest: 3,
    commandTimeout: PATIENCE_MS,
    // A connection that answers nothing is given up: later answers on it could not be told apart.
    socketTimeout: PATIENCE_MS,
  });
  redis.on('error', (error) => logger.error({ err: error }, 'Redis trouble'));
  const rulesFeed = new DomainRulesFeed(redis, domains, logger, prefix);
  await rulesFeed.start();
  return {
    hostState: new RedisHostState(redis, undefined, prefix),
    cookies: new RedisCookieJar(redis, prefix),
    rulesFeed,
    refreshRequests: new RedisRefreshRequests(redis, prefix),
    close: async () => {
      await rulesFeed.stop();
      await redis.quit().catch(() => redis.disconnect());
    },
  };
}
