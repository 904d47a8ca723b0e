const DAY_MS = 86_400_000;

/** When stored documents are looked at again without being asked for. */
export interface RevisitPolicy {
  /** A crawl walks the whole list when the last walk is this many days ago; 0: never by itself. */
  everyDays: number;
  /** Such a walk also fetches documents again that were published within this many days: later they hardly change. */
  recentDays: number;
}

export const DEFAULT_REVISIT: RevisitPolicy = { everyDays: 7, recentDays: 30 };

/** Is it time to walk the whole list of a target again? */
export function isRevisitDue({ everyDays }: RevisitPolicy, lastWalkedAt: Date | null, now: Date): boolean {
  if (everyDays === 0) return false;
  return lastWalkedAt === null || now.getTime() - lastWalkedAt.getTime() >= everyDays * DAY_MS;
}

/** Is a known document worth a request on such a walk? Re-dated rows are: sites date a document anew when they edit it. */
export function isWorthRevisiting(
  { recentDays }: RevisitPolicy,
  { listedDate, storedDate }: { listedDate: string | null; storedDate: string | null },
  now: Date,
): boolean {
  if (listedDate !== null && storedDate !== null && listedDate > storedDate) return true;
  const date = listedDate ?? storedDate;
  return date !== null && now.getTime() - Date.parse(`${date}T00:00:00+08:00`) <= recentDays * DAY_MS;
}
