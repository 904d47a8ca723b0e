import {
  type BriefingSummary,
  type BriefingView,
  type JobView,
  type LiveEvents,
  type PageOf,
  type BriefingsPage,
} from '@govcrawler/contracts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** connecting: not yet; live: events arrive; lost: the connection broke and is being made again. */
export type LiveState = 'connecting' | 'live' | 'lost';

const AGAIN_MS = 3_000;

/**
 * Keeps what the pages show in step with the server. Lists of jobs are changed in place; everything else is read again
 * when it matters. A stream that breaks comes back by itself, and all pages are then read anew.
 */
export function useLiveEvents(): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    let source: EventSource | null = null;
    let timer: number | undefined;
    let lost = false;
    const open = (): void => {
      source = new EventSource('/admin/api/events');
      const on = <K extends keyof LiveEvents>(kind: K, take: (data: LiveEvents[K]) => void): void =>
        source?.addEventListener(kind, (event) =>
          take(JSON.parse((event as MessageEvent<string>).data) as LiveEvents[K]),
        );
      on('hello', ({ resumed }) => {
        setState('live');
        if (lost && !resumed) void client.invalidateQueries();
        lost = false;
      });
      on('reset', () => void client.invalidateQueries());
      on('job', (job) => takeJob(client, job));
      on('queue', ({ longest }) => client.setQueryData(['jobs', 'queue'], longest));
      on('alerts', (alerts) => client.setQueryData(['alert-count'], alerts));
      on('briefings', (briefings) => takeBriefings(client, briefings));
      on('bye', ({ reason }) => {
        if (reason === 'session_ended') void client.invalidateQueries({ queryKey: ['session'] });
      });
      source.onerror = () => {
        lost = true;
        setState('lost');
        // The browser tries again by itself unless it was refused: then the session may be over.
        if (source?.readyState !== EventSource.CLOSED) return;
        source.close();
        void client.invalidateQueries({ queryKey: ['session'] });
        timer = window.setTimeout(open, AGAIN_MS);
      };
    };
    open();
    return () => {
      window.clearTimeout(timer);
      source?.close();
    };
  }, [client]);
  return state;
}

/** Puts a job's new state wherever it is listed; a job that begins or ends changes more than its own line. */
export function takeJob(client: QueryClient, job: JobView): void {
  let moved = true;
  client.setQueriesData<PageOf<JobView>>({ queryKey: ['jobs'] }, (page) => {
    if (!page || !Array.isArray(page.items)) return page;
    const known = page.items.find(({ id }) => id === job.id);
    if (!known) return page;
    if (known.state === job.state) moved = false;
    return { ...page, items: page.items.map((one) => (one.id === job.id ? job : one)) };
  });
  if (!moved) return;
  void client.invalidateQueries({ queryKey: ['jobs'] });
  if (job.state === 'queued' || job.state === 'running') return;
  for (const key of ['stats', 'articles', 'sites', 'alerts']) void client.invalidateQueries({ queryKey: [key] });
}

/** Shows how far briefings are; one that began or ended is read anew. */
export function takeBriefings(client: QueryClient, briefings: BriefingSummary[]): void {
  const told = new Map(briefings.map((briefing) => [briefing.id, briefing]));
  client.setQueriesData<BriefingsPage>({ queryKey: ['briefings', 'list'] }, (page) => {
    return page && { ...page, items: page.items.map((one) => told.get(one.id) ?? one) };
  });
  const newest = client.getQueryData<BriefingsPage>(['briefings', 'list', '']);
  const isNew = newest !== undefined && briefings.some(({ id }) => id > (newest.items[0]?.id ?? 0));
  if (isNew) void client.invalidateQueries({ queryKey: ['briefings', 'list'] });
  for (const [id, briefing] of told) {
    const key = ['briefings', 'one', String(id)];
    const shown = client.getQueryData<BriefingView>(key);
    if (!shown) continue;
    if (shown.state === briefing.state) client.setQueryData(key, { ...shown, ...briefing });
    else void client.invalidateQueries({ queryKey: key });
  }
}
