import { adapterById, type AgentServices, type SiteAdapter } from '@govcrawler/adapters';
import {
  type CrawlItem,
  type CrawlProgress,
  type CrawlSummary,
  PageFetcher,
  type RunUsage,
} from '@govcrawler/contracts';
import {
  DEFAULT_REVISIT,
  endsIncrementalCrawl,
  isRevisitDue,
  isWorthRevisiting,
  type ListedRow,
  resolvePace,
  type RevisitPolicy,
} from '@govcrawler/core';
import { type AgentRuns } from './agents/agent-runs.js';
import { CrawlFetcher } from './crawl-fetcher.js';
import {
  type CompletedListing,
  type HostFence,
  KnownDocuments,
  Listings,
  PendingDocuments,
  type TargetPlan,
} from './crawl-ports.js';
import { CrawlTally } from './crawl-tally.js';
import { retryOfDocument } from './document-retry.js';
import { FollowSource } from './follow-source.js';
import { listLog } from './list-log.js';
import { ListingRecord } from './listing-record.js';
import { StoreDocument } from './store-document.js';

export interface CrawlCommand {
  target: TargetPlan;
  /** Walk the whole list and fetch known documents again, to find changed ones. */
  force: boolean;
  maxItems: number | null;
  /** A list that answers exactly as last time may be left unread; who asks in person gets a reading. */
  mayLeaveUnread: boolean;
  /** What agents of an attempt before this one used. */
  usageBefore?: RunUsage | null;
  fence: HostFence;
  /** Ends the crawl at the next page or document; what is under way is finished. */
  stop: AbortSignal;
  /** Ends also the fetch under way. */
  signal: AbortSignal;
  /** Throws when the host may be somebody else's by now. */
  assertHeld: () => void;
  onProgress: (progress: CrawlProgress) => Promise<void>;
}

export interface CrawlResult {
  summary: CrawlSummary;
  /** The list could not be read at all. */
  failure: string | null;
}

const CUT_OFF: CompletedListing = { end: 'cut_off' };

/** One crawl of one target: list, then store what is new. */
export class CrawlTarget {
  constructor(
    private readonly door: PageFetcher,
    private readonly known: KnownDocuments,
    private readonly pending: PendingDocuments,
    private readonly listings: Listings,
    private readonly storeDocument: StoreDocument,
    private readonly source: FollowSource,
    private readonly revisit: RevisitPolicy = DEFAULT_REVISIT,
    private readonly now: () => Date = () => new Date(),
    /** Null: no language model is configured. */
    private readonly agents: Pick<AgentRuns, 'start'> | null = null,
  ) {}

  async run(command: CrawlCommand): Promise<CrawlResult> {
    const started = performance.now();
    const { plan } = command.target;
    const adapter = adapterById(plan.site.adapter);
    const pace = resolvePace(plan.target, adapter.defaultIntervalSec);
    const fetcher = new CrawlFetcher(this.door, plan, pace, command.signal, command.assertHeld);
    const tally = new CrawlTally();
    const agents = adapter.needsModel ? this.openAgents(command, tally) : null;

    await this.list(command, adapter, fetcher, tally, agents?.services);
    await this.storePending(command, adapter, fetcher, tally);

    command.assertHeld();
    const { lastArticleTime } = tally;
    const log = listLog(plan, fetcher.headResult ?? fetcher.firstAnswer, tally.listFailure);
    await this.listings.crawled(plan.target.id, { at: this.now(), lastArticleTime, log }, command.fence);
    if (!command.stop.aborted) await command.onProgress(tally.finished());
    const summary = {
      ...tally.summary(Math.round(performance.now() - started), command.stop.aborted),
      ...agents?.spent(),
    };
    const failure = tally.unreachable;
    return { summary, failure: failure && `${failure.reason}: ${failure.message}` };
  }

  /** Reads the list page by page and puts every document that is not stored yet on the target's pending list. */
  private async list(
    command: CrawlCommand,
    adapter: SiteAdapter,
    fetcher: CrawlFetcher,
    tally: CrawlTally,
    agents?: AgentServices,
  ) {
    const { plan, listingComplete, lastWalkedAt } = command.target;
    const { fence } = command;
    const record = new ListingRecord();
    const revisits = !command.force && isRevisitDue(this.revisit, lastWalkedAt, this.now());
    const mayStopEarly = !command.force && !revisits && listingComplete && !adapter.readsSeveralLists;
    let wanted = command.maxItems ?? Infinity;
    let freshForSec: number | null = null;
    // Only what was read to its end may answer for the rows below.
    if (mayStopEarly && command.mayLeaveUnread) fetcher.knownHead = await this.source.knownHead(plan);

    // Order matters: while this mark stands, no later crawl trusts a known row as the end of its listing.
    await this.listings.started(plan.target.id, fence);
    const { pace, signal } = fetcher;
    const steps = adapter.list({ plan, fetcher, pace, now: this.now, signal, ...(agents ? { agents } : {}) });
    try {
      for (let next = await steps.next(); ; next = await steps.next()) {
        if (command.signal.aborted) return;
        command.assertHeld();
        if (next.done) {
          await this.endListing(command, next.value === 'whole' ? record.whole() : CUT_OFF, tally);
          return await this.source.read(plan, fetcher, freshForSec);
        }
        const step = next.value;
        if (step.kind === 'failed' && step.failure.reason === 'http_not_modified') {
          tally.listUnchanged();
          await this.endListing(command, { end: 'known_row' }, tally);
          return await this.source.unchanged(plan, fetcher);
        }
        if (step.kind === 'failed') {
          await this.source.failed(plan, fetcher);
          return tally.listFailed(step.failure);
        }
        freshForSec ??= step.freshForSec ?? null;

        const rows = await this.compareWithStored(command, step.items, record, revisits);
        const boundary = mayStopEarly ? rows.findIndex((_, index) => endsIncrementalCrawl(rows, index)) : -1;
        const reached = boundary === -1 ? rows : rows.slice(0, boundary);
        const fresh = reached.filter((row) => row.wanted).map((row) => row.item);
        const deleted = rows.filter((row) => row.deleted && !row.wanted).length;
        const known = rows.filter((row) => !row.wanted).length - deleted;
        tally.pageListed({ rows: step.items.length, known, deleted }, step.totalPages);
        await this.pending.add(plan.target.id, fresh.slice(0, wanted), fence);
        await command.onProgress(tally.progress());

        wanted -= fresh.length;
        if (wanted <= 0) return; // cut short on request: the rest of the list is still unread
        if (boundary !== -1) {
          await this.endListing(command, { end: 'known_row' }, tally);
          return await this.source.read(plan, fetcher, freshForSec);
        }
        if (command.stop.aborted) return;
      }
    } finally {
      await steps.return('partial');
    }
  }

  /** What an adapter with a language model gets, and what came of it; null where no model is configured. */
  private openAgents({ target, usageBefore = null, onProgress }: CrawlCommand, tally: CrawlTally) {
    if (!this.agents) return null;
    const calls = this.agents.start({ target: target.plan.target.code }, usageBefore);
    const notes: string[] = [];
    const services: AgentServices = {
      calls,
      onNote: (note) => void notes.push(note),
      // A row that cannot be written now is written with the next page; the crawl asserts its lease there.
      onProgress: ({ phase: _phase, ...agents }) => {
        tally.agents = agents;
        void onProgress(tally.progress()).catch(() => undefined);
      },
    };
    return { services, spent: () => ({ modelUsage: calls.ledger.usage, ...(notes.length > 0 ? { notes } : {}) }) };
  }

  private async endListing({ target, fence }: CrawlCommand, listing: CompletedListing, tally: CrawlTally) {
    tally.listingEnded(await this.listings.completed(target.plan.target.id, listing, this.now(), fence));
  }

  /** L1 by address and L2 by the CMS's id against the database, L3 against what this crawl already saw. */
  private async compareWithStored(command: CrawlCommand, items: CrawlItem[], record: ListingRecord, revisits: boolean) {
    const { plan } = command.target;
    const stored = await this.known.findKnown(plan.site.id, items);
    return items.map((item, index): ListedRow & { item: CrawlItem; wanted: boolean; deleted: boolean } => {
      const match = stored[index] ?? null;
      const isFirstSight = record.add(item, match);
      const storedDate = match?.publishDate ?? null;
      const dates = { listedDate: item.publishDate, storedDate };
      const isKnownHere = match?.matchedBy === 'url' && match.targetId === plan.target.id;
      // A document that another column brought is looked at again there, not by everyone who shows it.
      const isDeleted = match?.articleId === null;
      const isSeenAgain =
        (command.force && (match?.matchedBy === 'url' || isDeleted)) ||
        (revisits && isKnownHere && !isDeleted && isWorthRevisiting(this.revisit, dates, this.now()));
      return {
        item,
        wanted: isFirstSight && (match === null || match.absent || isSeenAgain),
        deleted: isDeleted,
        publishDate: item.publishDate,
        pinned: item.pinned,
        knownHere: isKnownHere,
        storedDate,
      };
    });
  }

  /** Fetches and stores what is pending: this listing's finds and what earlier crawls left behind. */
  private async storePending(command: CrawlCommand, adapter: SiteAdapter, fetcher: CrawlFetcher, tally: CrawlTally) {
    const { plan } = command.target;
    if (command.force) await this.pending.retryAll(plan.target.id, command.fence);
    const due = (await this.pending.due(plan.target.id, this.now())).slice(0, command.maxItems ?? undefined);
    tally.articlesAhead(due.length);
    for (const { item, attempts } of due) {
      if (command.stop.aborted) return;
      tally.articleStarted(item.title);
      const outcome = await this.storeDocument.run({ plan, adapter, fetcher, item, fence: command.fence });
      // A cancelled fetch says nothing about the document: it stays pending as it was.
      if (outcome.kind === 'failed' && command.signal.aborted) return;
      if (outcome.kind === 'failed') {
        const nextTryAt = retryOfDocument(outcome.reason, attempts + 1, this.now());
        const { reason } = outcome;
        await this.pending.reschedule(plan.target.id, item.urlHash, { reason, nextTryAt }, command.fence);
      }
      tally.articleEnded(outcome);
      await command.onProgress(tally.progress());
    }
  }
}
