import {
  type DetailSelectors,
  type ListSelectors,
  type Pagination,
  type ResolvedColumn,
  type SiteFile,
} from '@govcrawler/contracts';
import { ConfigError, resolveColumn } from '@govcrawler/core';
import { checkSelectors } from '@govcrawler/parser';
import { adapterById, adapterIds } from './adapter-registry.js';
import { paramProblems } from './listing/adapter-params.js';
import { isObject } from './listing/read-json.js';

/** A mistake in a site file and the path of the key that holds it. */
export interface SiteProblem {
  path: (string | number)[];
  message: string;
}

interface SelectorBlock {
  list_selector?: ListSelectors | undefined;
  detail?: DetailSelectors | undefined;
}

/** Checks what the schema of site files cannot: the adapter, every selector, and the parameters of every column. */
export function checkSite(site: SiteFile): SiteProblem[] {
  const selectors = [
    ...selectorProblems(['default_column'], site.default_column ?? {}),
    ...site.columns.flatMap((column, index) => selectorProblems(['columns', index], column)),
  ];
  if (!adapterIds.includes(site.adapter)) {
    return [{ path: ['adapter'], message: `"${site.adapter}" is none of ${adapterIds.join(', ')}` }, ...selectors];
  }
  return [...selectors, ...siteParamProblems(site)];
}

function selectorProblems(path: (string | number)[], block: SelectorBlock): SiteProblem[] {
  return (['list_selector', 'detail'] as const).flatMap((part) =>
    checkSelectors(block[part] ?? {}).map(({ key, message, position }) => ({
      path: [...path, part, key],
      message: `${message} (character ${position + 1})`,
    })),
  );
}

/** A mistake in adapter_params shows in every column, but is one mistake. */
function siteParamProblems(site: SiteFile): SiteProblem[] {
  const { paramsSchema } = adapterById(site.adapter);
  const found = new Map<string, SiteProblem>();
  const add = (problem: SiteProblem) => found.set(`${problem.path.join('.')}:${problem.message}`, problem);
  const columns = site.columns.length > 0 ? site.columns : [null];
  columns.forEach((column, index) => {
    const resolved = resolvable(site, column?.column_id ?? '');
    if (resolved === null) return;
    const parsed = paramsSchema.safeParse(resolved.params);
    if (parsed.success) {
      const place = column?.pagination ? ['columns', index] : ['default_column'];
      pageLimitProblems(resolved.pagination, parsed.data, place).forEach(add);
      return;
    }
    for (const { path, message } of paramProblems(parsed.error)) {
      const own = path.length > 0 && column?.params !== undefined && String(path[0]) in column.params;
      const place = own ? ['columns', index, 'params', ...path] : ['adapter_params', ...path];
      add({ path: place, message });
    }
  });
  return [...found.values()];
}

/** A dangling alias is reported by the loader of site files. */
function resolvable(site: SiteFile, columnId: string): ResolvedColumn | null {
  try {
    return resolveColumn(site, columnId, null);
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
}

function pageLimitProblems(pagination: Pagination, params: unknown, place: (string | number)[]): SiteProblem[] {
  const limit = isObject(params) ? params.hard_max_pages : undefined;
  if (pagination.type === 'none' || typeof limit !== 'number' || pagination.max_pages <= limit) return [];
  const message = `${pagination.max_pages} is over hard_max_pages (${limit})`;
  return [{ path: [...place, 'pagination', 'max_pages'], message }];
}
