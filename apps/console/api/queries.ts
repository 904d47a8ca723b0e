import { type DepartmentView, type SiteView } from '@govcrawler/contracts';
import { queryOptions } from '@tanstack/react-query';
import { getJson } from './api-client.js';

/* What several pages read: one copy in the cache for all of them. */

/** All sites with all their targets. */
export const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: ({ signal }) => getJson<SiteView[]>('/sites', {}, signal),
  staleTime: 30_000,
});

export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: ({ signal }) => getJson<DepartmentView[]>('/local-departments', {}, signal),
  staleTime: 60_000,
});
