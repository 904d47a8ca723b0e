import { createHash } from 'node:crypto';
import { type CrawlPlan } from '@govcrawler/contracts';
import { hasMovedForGood, HOUR_MS, noteMove } from '@govcrawler/core';
import { type CrawlFetcher, type ListHead } from './crawl-fetcher.js';

/** What was remembered of a list. */
export interface RememberedList {
  planHash: string | null;
  etag: string | null;
  lastModified: string | null;
  bodySha256: string | null;
  readAt: Date | null;
  freshUntil: Date | null;
  unchangedAt: Date | null;
  unchangedCount: number;
  movedTo: string | null;
  movedSince: Date | null;
  movedCount: number;
  missingCount: number;
  goneAt: Date | null;
}

interface TargetName {
  id: number;
  code: string;
}

/** The memory of lists between crawls; the source state repository is one. */
export abstract class SourceMemory {
  abstract find(targetId: number): Promise<RememberedList | null>;
  abstract save(target: TargetName, values: Partial<RememberedList>): Promise<void>;
  /** False where a file says the address. */
  abstract adoptAddress(target: TargetName, from: string, to: string, actor: typeof ACTOR): Promise<boolean>;
  abstract switchOff(target: TargetName, at: Date, actor: typeof ACTOR): Promise<boolean>;
}

export interface SourceLog {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
}

const ACTOR = { username: 'crawl-worker', requestId: null };
/** However often a list answers "the same": once in so many hours it is read all the same, whatever went wrong since. */
const READ_ANYWAY_MS = 20 * HOUR_MS;
/** Header values that would not be one header. */
const UNSAFE = /[^\t\x20-\x7e]/;

/** Knows the head of a target's list from crawl to crawl: whether it changed, moved or is gone. */
export class FollowSource {
  constructor(
    private readonly memory: SourceMemory,
    private readonly log: SourceLog,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** The answer that would say "nothing new"; null when this crawl must read whatever comes. */
  async knownHead(plan: CrawlPlan): Promise<ListHead | null> {
    const known = await this.memory.find(plan.target.id);
    if (!known?.readAt || known.planHash !== planHash(plan)) return null;
    if (this.now().getTime() - known.readAt.getTime() >= READ_ANYWAY_MS) return null;
    return { etag: known.etag, lastModified: known.lastModified, sha256: known.bodySha256 };
  }

  /** The list was read to its end: the next answer is compared with this one. */
  async read(plan: CrawlPlan, fetcher: CrawlFetcher, freshForSec: number | null): Promise<void> {
    const { newHead } = fetcher;
    if (!newHead) return;
    const now = this.now();
    const safe = (value: string | null) => (value === null || UNSAFE.test(value) ? null : value);
    await this.memory.save(plan.target, {
      planHash: planHash(plan),
      etag: safe(newHead.etag),
      lastModified: safe(newHead.lastModified),
      bodySha256: newHead.sha256,
      readAt: now,
      freshUntil: freshForSec === null ? null : new Date(now.getTime() + freshForSec * 1000),
      unchangedCount: 0,
      missingCount: 0,
      goneAt: null,
    });
    await this.noteAddress(plan, fetcher);
  }

  /** The list answered what is known. */
  async unchanged(plan: CrawlPlan, fetcher: CrawlFetcher): Promise<void> {
    const known = await this.memory.find(plan.target.id);
    await this.memory.save(plan.target, {
      unchangedAt: this.now(),
      unchangedCount: (known?.unchangedCount ?? 0) + 1,
      missingCount: 0,
    });
    await this.noteAddress(plan, fetcher);
  }

  /** The head of the list could not be had: a missing one is counted, one that is gone for ever is switched off. */
  async failed(plan: CrawlPlan, fetcher: CrawlFetcher): Promise<void> {
    const { headResult } = fetcher;
    if (!headResult || headResult.ok) return;
    const { id, code } = plan.target;
    if (headResult.reason === 'http_not_found') {
      const known = await this.memory.find(id);
      await this.memory.save(plan.target, { missingCount: (known?.missingCount ?? 0) + 1 });
    }
    if (headResult.reason !== 'http_gone') return;
    const goneAt = this.now();
    await this.memory.save(plan.target, { goneAt });
    if (await this.memory.switchOff({ id, code }, goneAt, ACTOR)) {
      this.log.warn({ target: code, url: plan.target.entryUrl }, 'list is gone (410), target switched off');
    }
  }

  /** A permanent redirect that proved to hold becomes the target's address. */
  private async noteAddress(plan: CrawlPlan, { headResult }: CrawlFetcher): Promise<void> {
    const { id, code, entryUrl } = plan.target;
    // The redirect of another address than the target's own says nothing about the target's.
    const movedTo = headResult?.url === entryUrl ? (headResult.movedTo ?? null) : null;
    const known = await this.memory.find(id);
    const seen =
      known?.movedTo && known.movedSince
        ? { movedTo: known.movedTo, since: known.movedSince, count: known.movedCount }
        : null;
    const now = this.now();
    const move = noteMove(seen, movedTo, now);
    if (!move) {
      if (seen) await this.memory.save(plan.target, { movedTo: null, movedSince: null, movedCount: 0 });
      return;
    }
    if (hasMovedForGood(move, now) && (await this.memory.adoptAddress({ id, code }, entryUrl, move.movedTo, ACTOR))) {
      this.log.info({ target: code, from: entryUrl, to: move.movedTo }, 'list moved for good, its address follows');
      await this.memory.save(plan.target, { movedTo: null, movedSince: null, movedCount: 0 });
      return;
    }
    await this.memory.save(plan.target, { movedTo: move.movedTo, movedSince: move.since, movedCount: move.count });
  }
}

/** Changes with everything that decides what is read from a list. */
function planHash({ site, target, column }: CrawlPlan): string {
  const read = [site.adapter, site.adapterParams, site.fetchStrategy, target.entryUrl, column];
  return createHash('sha256').update(JSON.stringify(read)).digest('hex');
}
