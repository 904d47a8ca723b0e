import { type DataSource, type EntityManager } from 'typeorm';
import { insertRows } from '../connection/insert-rows.js';
import { inTransaction, updateRows } from '../connection/transaction.js';
import { ArticleEntity } from '../entities/article.entity.js';
import { CrawlLogEntity } from '../entities/crawl-log.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { appendChanges, siteCodesOf } from './change.repository.js';
import { type NewCrawlLog } from './crawl-log.repository.js';
import { assertFence, type Fence } from './fence.js';
import { storedNativePostId } from './store-article.js';

/** Everything that a target's list showed, read without a gap from its first page to its last. */
export interface WholeListing {
  end: 'whole';
  rows: { urlHash: string; nativePostId: string | null }[];
  /** Date of the last row, YYYY-MM-DD: what is not newer may merely have left the end of the list. */
  newerThan: string | null;
}

/** How a listing ended that did not fail: only a whole one says something about the documents that it lacked. */
export type CompletedListing = { end: 'known_row' } | { end: 'cut_off' } | WholeListing;

/** What a whole listing said about the documents that it lacked. */
export interface Absences {
  /** Marked as withdrawn now. */
  withdrawn: number;
  /** More is missing than a site takes back: the list is rather read wrongly, so nothing was counted. */
  doubted: boolean;
}

/** One listing without a document may be the site's mistake of the moment. */
const LISTINGS_TO_WITHDRAW = 2;
/** Missing documents beyond both of these make a listing doubtful. */
const PLAUSIBLE_MISSING = 5;
const PLAUSIBLE_SHARE = 0.5;

/** How far the lists of targets were read, and which of their documents are no longer on them. */
export class ListingRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** From here until `completed`, no crawl of the target trusts a known row as the end of its list. */
  started(targetId: number, fence: Fence | null): Promise<void> {
    return this.fenced(fence, async (manager) => {
      await updateRows(manager, TargetEntity, { listingComplete: false }, 'id = :targetId', { targetId });
    });
  }

  /**
   * The listing came to its end. Documents that two whole listings in a row lacked are withdrawn, with their change
   * entries.
   */
  completed(targetId: number, listing: CompletedListing, at: Date, fence: Fence | null): Promise<Absences> {
    return this.fenced(fence, async (manager) => {
      const values = { listingComplete: true, ...(listing.end === 'known_row' ? {} : { lastWalkedAt: at }) };
      await updateRows(manager, TargetEntity, values, 'id = :targetId', { targetId });
      return listing.end === 'whole' ? countAbsences(manager, targetId, listing, at) : { withdrawn: 0, doubted: false };
    });
  }

  /**
   * The crawl is over; `log` is its line about the list. `lastArticleTime` only ever moves forward: a back-crawl does not
   * make a target look old.
   */
  crawled(
    targetId: number,
    { at, lastArticleTime, log }: { at: Date; lastArticleTime: Date | null; log: NewCrawlLog | null },
    fence: Fence | null,
  ): Promise<void> {
    return this.fenced(fence, async (manager) => {
      if (log) await insertRows(manager, CrawlLogEntity, [log]);
      await updateRows(manager, TargetEntity, { lastCrawledAt: at }, 'id = :targetId', { targetId });
      if (lastArticleTime === null) return;
      const older = 'id = :targetId AND (last_article_time IS NULL OR last_article_time < :lastArticleTime)';
      await updateRows(manager, TargetEntity, { lastArticleTime }, older, { targetId, lastArticleTime });
    });
  }

  private fenced<T>(fence: Fence | null, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, async (manager) => {
      if (fence) await assertFence(manager, fence);
      return work(manager);
    });
  }
}

const LISTABLE = [
  'id',
  'siteId',
  'deptId',
  'contentCategory',
  'urlHash',
  'nativePostId',
  'revision',
  'missedListings',
  'withdrawnAt',
] as const;

type Listable = Pick<ArticleEntity, (typeof LISTABLE)[number]>;

async function countAbsences(
  manager: EntityManager,
  targetId: number,
  { rows, newerThan }: WholeListing,
  at: Date,
): Promise<Absences> {
  const urls = new Set(rows.map(({ urlHash }) => urlHash));
  const natives = new Set(rows.map(({ nativePostId }) => storedNativePostId(nativePostId)));
  natives.delete(null);
  const isListed = ({ urlHash, nativePostId }: Listable) => urls.has(urlHash) || natives.has(nativePostId);

  const stored = await articlesOf(manager, targetId, newerThan);
  const seenAgain = stored.filter((article) => isListed(article) && article.missedListings > 0);
  await setMissed(manager, seenAgain, () => '0');

  const missing = stored.filter((article) => !isListed(article) && article.withdrawnAt === null);
  if (missing.length > Math.max(PLAUSIBLE_MISSING, stored.length * PLAUSIBLE_SHARE)) {
    return { withdrawn: 0, doubted: true };
  }
  await setMissed(manager, missing, () => 'missed_listings + 1');
  const gone = missing.filter(({ missedListings }) => missedListings + 1 >= LISTINGS_TO_WITHDRAW);
  if (gone.length > 0) {
    const ids = gone.map(({ id }) => id);
    await updateRows(
      manager,
      ArticleEntity,
      { withdrawnAt: at, exportedToRagAt: null, updatedAt: at },
      'id IN (:...ids)',
      { ids },
    );
  }
  await announceWithdrawn(manager, gone);
  return { withdrawn: gone.length, doubted: false };
}

/** Must come last: from the first entry to the commit, every other writer waits. */
async function announceWithdrawn(manager: EntityManager, gone: Listable[]): Promise<void> {
  const siteCodes = await siteCodesOf(manager, gone);
  await appendChanges(
    manager,
    gone.map(({ id, siteId, revision, deptId, contentCategory }) => ({
      articleId: id,
      kind: 'WITHDRAWN',
      revision,
      siteCode: siteCodes.get(siteId) ?? null,
      deptId,
      contentCategory,
    })),
  );
}

/** Documents of the target that the list must show if the site still publishes them. */
async function articlesOf(manager: EntityManager, targetId: number, newerThan: string | null): Promise<Listable[]> {
  if (newerThan === null) return [];
  return manager
    .createQueryBuilder(ArticleEntity, 'article')
    .select(LISTABLE.map((column) => `article.${column}`))
    .where('article.targetId = :targetId AND article.publishDate > :newerThan', { targetId, newerThan })
    .orderBy('article.id')
    .getMany();
}

async function setMissed(manager: EntityManager, articles: Listable[], missedListings: () => string): Promise<void> {
  if (articles.length === 0) return;
  const ids = articles.map(({ id }) => id);
  await updateRows(manager, ArticleEntity, { missedListings }, 'id IN (:...ids)', { ids });
}
