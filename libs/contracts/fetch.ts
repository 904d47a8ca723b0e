/**
 * How a page may be fetched. `auto` starts with plain HTTP and escalates where the chain allows it; `browser` is our own
 * Chromium, `browserless` one elsewhere; `local` is `auto` in this process, without the fetch service.
 */
export type FetchStrategy = 'auto' | 'http' | 'browser' | 'browserless' | 'local';

/** Who brought an answer. */
export type FetchTier = 'http' | 'browser' | 'browserless';

/** What the caller is after; success rules and limits follow from it. */
export type FetchPurpose = 'list' | 'detail' | 'api' | 'feed' | 'robots' | 'attachment';

/** Minimum distance between two requests to one host. */
export interface Pace {
  intervalSec: number;
  jitterSec: number;
}

export interface FetchRequest {
  url: string;
  purpose: FetchPurpose;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  strategy?: FetchStrategy;
  /** Overrides the host's default pace (crawl_target.interval_sec). */
  pace?: Pace;
  /** Total time for the whole exchange, all redirects included. */
  timeoutMs?: number;
  /** Limit on decoded bytes. */
  maxBytes?: number;
  signal?: AbortSignal;
  /** Ask robots.txt first; absent means it is not asked (the site's rules were checked already, or switched off). */
  robots?: { onError: 'allow' | 'deny' };
  /** The site is set to be crawled whatever its robots.txt says: it is not asked, and the door logs that. */
  robotsBypass?: boolean;
  /** Wishes for the browser tier: images and fonts are blocked and nothing is scrolled unless asked. */
  browser?: { images?: boolean; scrolls?: number };
  /** Name of a secret that the door adds for the hosts it belongs to; the value never travels with the request. */
  credential?: string;
  /**
   * This answer begins a list: when it is the very answer of last time, a crawl may leave the rest out. The door
   * itself does not look at this; the crawl's own fetcher does.
   */
  listHead?: boolean;
  /** Also read the page: the fetch service adds the article to its result. */
  article?: boolean;
}

/**
 * Why a fetch gave no page. The group before the underscore tells the caller what to do:
 * `refused_*` never works, `network_*` and `limit_*` may work later, `cooling_*` asks to wait,
 * `http_*` and `blocked_*` come from the site.
 */
export type FetchFailureReason =
  | 'refused_address'
  | 'refused_scheme'
  | 'refused_port'
  | 'refused_path'
  | 'refused_robots'
  | 'network_dns'
  | 'network_connect'
  | 'network_reset'
  | 'network_tls'
  | 'network_timeout'
  | 'network_protocol'
  | 'limit_bytes'
  | 'limit_headers'
  | 'limit_redirects'
  | 'limit_ratio'
  | 'http_not_modified'
  | 'http_not_found'
  | 'http_gone'
  | 'http_forbidden'
  | 'http_throttled'
  | 'http_server_error'
  | 'http_other'
  | 'body_too_short'
  | 'ctct_challenge_unresolved'
  | 'blocked_challenge'
  | 'blocked_soft'
  | 'cooling_host'
  | 'cooling_breaker'
  | 'aborted';

interface FetchFacts {
  url: string;
  finalUrl: string;
  /** Tier that produced the answer; null when no request left. */
  strategy: FetchTier | null;
  startedAt: Date;
  durationMs: number;
  attempts: number;
  /** The address that answers for good: present when every redirect on the way was a permanent one. */
  movedTo?: string;
}

/** A page as readers want it, for callers that have no parser of their own. */
export interface FetchedArticle {
  title: string | null;
  /** Safe HTML of the body. */
  content: string;
  textContent: string;
  imageUrl: string | null;
  author: string | null;
  publishedAt: Date | null;
  /** Milliseconds. */
  fetchDuration: number;
}

export interface FetchedPage extends FetchFacts {
  ok: true;
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  body: Uint8Array;
  /** `charset` of the content-type header, if any. */
  charsetHint: string | null;
  /** Where the request asked for it and the page is one that can be read. */
  article?: FetchedArticle;
}

export interface FetchFailure extends FetchFacts {
  ok: false;
  reason: FetchFailureReason;
  /** For people: what happened, with the address and limit concerned. */
  message: string;
  status: number | null;
  /** When the site or our own politeness allows the next try. */
  retryAfterSec: number | null;
}

export type FetchResult = FetchedPage | FetchFailure;

/** The only way to the outside that adapters and pipeline know. Resolves for every expected failure; never rejects for one. */
export abstract class PageFetcher {
  abstract fetch(request: FetchRequest): Promise<FetchResult>;
}
