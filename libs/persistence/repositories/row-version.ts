import { createHash } from 'node:crypto';

/** Names the state of some values: two people who edit the same row are told apart by it. */
export function versionOf(values: object): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);
}

/** Those keys of `next` that say something else than `current`. */
export function changedKeys<T extends object>(current: T, next: Partial<T>): (keyof T & string)[] {
  return (Object.keys(next) as (keyof T & string)[]).filter(
    (key) => next[key] !== undefined && canonical(next[key]) !== canonical(current[key]),
  );
}

/** The embedded database gives the keys of JSON values back in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
