/** One row of a list in the order of the page, with what the database knows of it. */
export interface ListedRow {
  /** Date shown in the list, YYYY-MM-DD. */
  publishDate: string | null;
  pinned: boolean;
  /** Already stored, and by this very target: a copy stored under another target never ends a crawl. */
  knownHere: boolean;
  /** Publication date of the stored copy. */
  storedDate: string | null;
}

/**
 * Does the row at `index` end an incremental crawl? A known row does only where the list is in date order at that
 * row. Rows that stand higher than their age allows say nothing about what follows: pinned rows (置顶), rows older
 * than a row after them (unmarked pinned blocks), and old documents listed again under a newer date.
 * A list without dates gives no order to trust: there a known row ends the crawl only when the row after it is
 * known as well, so that one re-listed document cannot hide the new ones below it.
 */
export function endsIncrementalCrawl(rows: readonly ListedRow[], index: number): boolean {
  const row = rows[index];
  if (!row?.knownHere || row.pinned) return false;
  const below = rows.slice(index + 1).filter((next) => !next.pinned);
  const { publishDate } = row;
  if (publishDate === null) return below[0]?.knownHere ?? false;
  if (row.storedDate !== null && publishDate > row.storedDate) return false;
  return below.every((next) => next.publishDate === null || next.publishDate <= publishDate);
}
