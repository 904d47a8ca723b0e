import { type ManagedBy } from './admin-api.js';
import { type ErrandState } from './errand.js';

/*
 * What /admin/api/sources answers. A source is a crawl target that schedules itself, or a feed on a schedule of its
 * own. Times are ISO 8601 in UTC; sentences are Chinese.
 */

/** rss: a feed (RSS, Atom, RDF, JSON Feed); custom: anything that another adapter reads. */
export type SourceKind = 'rss' | 'custom';

/**
 * scheduled: it waits for its next check; checking: a crawl is under way; backoff: left alone after failures;
 * stopped: nobody asks until somebody renews its credential and resumes it; gone: the server said 410, it was
 * switched off; fixed: it runs by a cron; disabled: an operator or a file switched it (or its site) off.
 */
export const SOURCE_STATES = ['scheduled', 'checking', 'backoff', 'stopped', 'gone', 'fixed', 'disabled'] as const;
export type SourceState = (typeof SOURCE_STATES)[number];

export interface SourceView {
  code: string;
  name: string;
  kind: SourceKind;
  adapter: string;
  siteCode: string;
  siteName: string;
  host: string;
  url: string;
  category: string | null;
  subcategory: string | null;
  deptId: number | null;
  /** "adaptive", or the cron that holds. */
  schedule: string;
  enabled: boolean;
  managedBy: ManagedBy;
  /** To be sent back with an edit (If-Match or `version`). */
  version: string;
  state: SourceState;
  /** P0 (15 minutes) to P6 (a day); null while nothing is known. */
  cadence: string | null;
  frequencyType: string | null;
  checkCount: number;
  hitCount: number;
  /** From 0 to 1; null before the first check. */
  hitRate: number | null;
  lastCheckAt: string | null;
  lastArticleAt: string | null;
  nextCheckAt: string | null;
  /** A stable word, e.g. expected_publication. */
  nextReason: string | null;
  /** Why then, in a sentence. */
  nextWhy: string | null;
  failCount: number;
  backoffUntil: string | null;
  lastError: string | null;
  /** What its last answers were like; null before the first one. */
  feed: {
    etag: string | null;
    lastModified: string | null;
    /** When its list was last really read. */
    readAt: string | null;
    /** The publisher asks not to be asked before. */
    freshUntil: string | null;
    /** Checks in a row that found the very same answer. */
    unchangedCount: number;
    movedTo: string | null;
    movedSince: string | null;
    /** Answers 404 in a row. */
    missingCount: number;
    goneAt: string | null;
  } | null;
}

/** found: something new; nothing: all known; unchanged: the very same answer; lost: the job's row is gone. */
export type CheckOutcomeWord = 'found' | 'nothing' | 'unchanged' | 'failed' | 'cancelled' | 'lost';

/** One line of the decision log, newest first. */
export interface SourceCheckView {
  id: number;
  jobId: number | null;
  /** For when the check was planned. */
  dueAt: string | null;
  /** When its result was known. */
  settledAt: string;
  reason: string;
  why: string | null;
  /** Publications expected by then. */
  expected: number | null;
  outcome: CheckOutcomeWord;
  itemsNew: number;
  error: string | null;
  nextCheckAt: string | null;
  nextReason: string;
  nextWhy: string | null;
}

export interface SourceChecks {
  items: SourceCheckView[];
  /** To be sent as `before` for older ones; null at the end. */
  nextBefore: number | null;
}

/** How all self-scheduling sources fare. */
export interface SourceSummary {
  total: number;
  byState: Record<SourceState, number>;
  byCadence: Record<string, number>;
  checks: number;
  hits: number;
  /** From 0 to 1; null before the first check. */
  hitRate: number | null;
  /** Due and not looked at yet. */
  overdue: number;
}

/** Import answers for every feed of the file on its own. */
export interface OpmlImportResult {
  created: { code: string; name: string; url: string; category: string | null }[];
  /** Already there, or twice in the file. */
  duplicates: { url: string; name: string; code: string | null }[];
  refused: { url: string; name: string; message: string }[];
}

/** A feed that a page offers. */
export interface FeedCandidate {
  url: string;
  title: string | null;
  /** rss, atom, rdf or json. */
  format: string;
  /** Where it was found: the page itself is one, a link of its head, an anchor, or a usual address. */
  foundBy: 'page' | 'link' | 'anchor' | 'guess';
  entries: number;
  newestAt: string | null;
  /** The source that reads it already. */
  code: string | null;
}

/** A search for the feeds of a page; a worker does it, so it is asked after until it is done or failed. */
export interface FeedDiscoveryView {
  id: number;
  url: string;
  state: ErrandState;
  /** Why the page could not be read. */
  error: string | null;
  feeds: FeedCandidate[];
}
