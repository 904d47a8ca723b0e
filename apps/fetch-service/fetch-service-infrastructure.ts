import { DomainPolicy, DomainRulesFeed, RefreshRequests, SecretFileCredentials } from '@govcrawler/fetch';
import { type Logger } from '@govcrawler/platform';
import { MeteredFetcher } from './observe/metered-fetcher.js';

/** What the endpoints work with; a class because it is the token that Nest injects by. */
export abstract class FetchServiceInfrastructure {
  abstract readonly door: MeteredFetcher;
  abstract readonly token: string;
  abstract readonly logger: Logger;
  abstract readonly domains: DomainPolicy;
  /** Null without Redis: rules then hold for this process only. */
  abstract readonly rulesFeed: DomainRulesFeed | null;
  /** Null when no folder of secrets is mounted. */
  abstract readonly secrets: SecretFileCredentials | null;
  abstract readonly refreshRequests: RefreshRequests;
  /** Set when the process was told to stop. */
  abstract readonly draining: boolean;
}
