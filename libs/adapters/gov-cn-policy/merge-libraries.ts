import { type CrawlItem } from '@govcrawler/contracts';

/** One page of one library, newest first. */
export interface LibraryPage {
  items: CrawlItem[];
  /** Nothing follows in this library. */
  isLast: boolean;
}

/**
 * Makes one list in date order out of several that are read side by side. An item is handed out only when no library
 * can still bring a newer one; older ones wait for the next pages. Without this, an incremental crawl would stop at a
 * known paper of a quiet library while a busy one has more new ones on its next page.
 */
export class LibraryMerge {
  private waiting: CrawlItem[] = [];

  /** Takes the next page of every library and gives what is due, newest first. */
  add(pages: readonly LibraryPage[]): CrawlItem[] {
    this.waiting.push(...pages.flatMap(({ items }) => items));
    const open = pages.filter(({ isLast, items }) => !isLast && items.length > 0);
    const horizon = Math.max(-Infinity, ...open.map(({ items }) => Math.min(...items.map(moment))));
    return this.take((item) => moment(item) >= horizon);
  }

  /** Everything that still waits. */
  rest(): CrawlItem[] {
    return this.take(() => true);
  }

  private take(isDue: (item: CrawlItem) => boolean): CrawlItem[] {
    const due = this.waiting.filter(isDue);
    this.waiting = this.waiting.filter((item) => !isDue(item));
    return due.sort((a, b) => (moment(b) === moment(a) ? 0 : moment(b) - moment(a)));
  }
}

/** Items without a date cannot wait for their turn: they come first. */
function moment({ publishTime, publishDate }: CrawlItem): number {
  if (publishTime !== null) return publishTime.getTime();
  return publishDate === null ? Infinity : Date.parse(`${publishDate}T00:00:00+08:00`);
}
