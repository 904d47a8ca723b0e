import { queryOptions } from '@tanstack/react-query';
import { read } from './admin-client.js';

/* What several pages read: one copy in the cache for all of them. */

/** All sites with all their targets. */
export const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: ({ signal }) => read('/admin/api/sites', { signal }),
  staleTime: 30_000,
});

export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: ({ signal }) => read('/admin/api/local-departments', { signal }),
  staleTime: 60_000,
});

/** Whether a language model is configured; that needs a restart. */
export const modelQuery = queryOptions({
  queryKey: ['model'],
  queryFn: ({ signal }) => read('/admin/api/model', { signal }),
  staleTime: 300_000,
});

/** What people change while the system runs. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => read('/api/settings', { signal }),
  staleTime: 60_000,
});
