import { DAY_MS } from './china-time.js';

/** How often and since when a source answered with the same permanent redirect. */
export interface SeenMove {
  movedTo: string;
  since: Date;
  count: number;
}

const MIN_LOOKS = 3;
const MIN_MS = DAY_MS;

/** The move after one more look; another address, or none, starts anew. */
export function noteMove(before: SeenMove | null, movedTo: string | null, now: Date): SeenMove | null {
  if (movedTo === null) return null;
  if (before?.movedTo !== movedTo) return { movedTo, since: now, count: 1 };
  return { ...before, count: before.count + 1 };
}

/** A redirect that held for a day and three looks is no accident of a maintenance night. */
export function hasMovedForGood({ since, count }: SeenMove, now: Date): boolean {
  return count >= MIN_LOOKS && now.getTime() - since.getTime() >= MIN_MS;
}
