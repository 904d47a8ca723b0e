import { type CrawlItem } from '@govcrawler/contracts';
import { type KnownDocument, type WholeListing } from './crawl-ports.js';

/** What one listing showed so far: it tells rows that come twice, and at its end what the list lacked. */
export class ListingRecord {
  private readonly rows: WholeListing['rows'] = [];
  private readonly seen = new Set<string>();
  private lastDate: string | null = null;

  /** Notes a row; false when the listing showed its document before. */
  add(item: CrawlItem, match: KnownDocument | null): boolean {
    const { urlHash, nativePostId } = item;
    this.rows.push({ urlHash, nativePostId });
    // A pinned row stands where it does whatever its age: it says nothing about how far back the list goes.
    if (!item.pinned) this.lastDate = item.publishDate ?? match?.publishDate ?? null;
    const keys = [urlHash, ...(nativePostId === null ? [] : [`native:${nativePostId}`])];
    const isFirstSight = !keys.some((key) => this.seen.has(key));
    for (const key of keys) this.seen.add(key);
    return isFirstSight;
  }

  /** Of a list that was read to its end. One whose last row has no date does not say how far back it goes. */
  whole(): WholeListing {
    return { end: 'whole', rows: this.rows, newerThan: this.lastDate };
  }
}
