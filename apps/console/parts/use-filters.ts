import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** The filters of a page live in its address: they survive reloads and can be handed to a colleague. */
export function useFilters<K extends string>(names: readonly K[]) {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(
    () => Object.fromEntries(names.map((name) => [name, search.get(name) ?? ''])) as Record<K, string>,
    [names, search],
  );

  /** Any change of a filter but the page itself goes back to the first page. */
  const change = useCallback(
    (changes: Partial<Record<K, string | number | null | undefined>>): void => {
      setSearch((previous) => {
        const next = new URLSearchParams(previous);
        if (!('page' in changes)) next.delete('page');
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === undefined || value === '') next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      });
    },
    [setSearch],
  );

  return { filters, change };
}
