export { COOKIE_TTL_SEC, CookieJarStore, type HostCookies, InProcessCookieJar } from './cookies/cookie-jar-store.js';
export { RedisCookieJar } from './cookies/redis-cookie-jar.js';
export {
  Credential,
  type CredentialFields,
  type CredentialKind,
  CredentialStore,
  InProcessCredentials,
  type RefreshCause,
} from './credentials/credential.js';
export { CredentialRefreshJob } from './credentials/refresh-job.js';
export {
  InProcessRefreshRequests,
  RedisRefreshRequests,
  type RefreshOutcome,
  type RefreshRequest,
  RefreshRequests,
} from './credentials/refresh-requests.js';
export { SecretFileCredentials, type SecretView } from './credentials/secret-files.js';
export { isPublicAddress } from './egress/address-rules.js';
export { parseDemoHosts } from './egress/demo-hosts.js';
export { type EgressPolicy, type LoopbackTarget, type Resolver } from './egress/egress-policy.js';
export { DEFAULT_PUBLIC_SUFFIXES, isPublicPath } from './egress/public-path.js';
export { FetchDoor, type FetchDoorOptions, openFetchDoor } from './fetch-door.js';
export { DEFAULT_LIMITS, type PurposeLimits } from './fetch-limits.js';
export { type FetchLogger, silentLogger } from './fetch-logger.js';
export { type FetchedFile, OutboundFetcher, type RobotsQuestion } from './outbound-fetcher.js';
export { type Clock, systemClock } from './politeness/clock.js';
export { connectSharedState, type SharedState } from './politeness/connect-shared-state.js';
export { DEFAULT_DOMAIN_RULES, DomainPolicy, type DomainRule, type HostLimits } from './politeness/domain-policy.js';
export { domainRuleProblems, DomainRulesFeed } from './politeness/domain-rules-feed.js';
export { HostControl, type HostControlParts } from './politeness/host-control.js';
export {
  type CoolingCause,
  DEFAULT_HEALTH_RULES,
  type HealthRules,
  HostStateStore,
  type HostView,
  type TurnAnswer,
  type TurnAsk,
  type TurnOutcome,
} from './politeness/host-state.js';
export { InProcessHostState } from './politeness/in-process-host-state.js';
export { type KeptHostState, openKeptHostState } from './politeness/kept-host-state.js';
export { RedisHostState } from './politeness/redis-host-state.js';
export { connectFetchService, serveFetchDoor } from './remote/open-remote.js';
export { type FetchServer, type FetchServerOptions } from './remote/fetch-server.js';
export { pickRequest, requestProblems } from './remote/check-request.js';
export { carriesToken } from './remote/internal-token.js';
export { ROBOTS_AGENT, type RobotsDecision } from './robots/robots-cache.js';
export { RobotsRules, type RobotsVerdict } from './robots/robots-rules.js';
export { type FetchBackend, UnifiedFetcher } from './unified-fetcher.js';
export { type BrowserlessSettings, type BrowserSettings } from './browser/browser-tier.js';
export { type Challenge, type ChallengeFamily, detectChallenge } from './verdict/challenge.js';
export { WebhookPoster, type WebhookAnswer, type WebhookPosterOptions } from './webhook/webhook-poster.js';
