import {
  PageFetcher,
  type CrawlPlan,
  type FetchFailureReason,
  type FetchRequest,
  type FetchResult,
  type SiteFile,
} from '@govcrawler/contracts';
import { resolveColumn } from '@govcrawler/core';
import { type AdapterContext } from '../site-adapter.js';

/** An answer as a server gives it. */
export interface RawAnswer {
  status: number;
  headers?: Record<string, string | string[] | undefined>;
  body: Uint8Array | string;
}

/** Fetches by a function, without politeness, cookies or escalation: tests see exactly what an adapter asks for. */
export class DirectFetcher extends PageFetcher {
  readonly requests: FetchRequest[] = [];

  constructor(private readonly answer: (request: FetchRequest) => RawAnswer | Promise<RawAnswer>) {
    super();
  }

  async fetch(request: FetchRequest): Promise<FetchResult> {
    this.requests.push(request);
    const { status, headers = {}, body } = await this.answer(request);
    const facts = {
      url: request.url,
      finalUrl: request.url,
      strategy: 'http' as const,
      startedAt: new Date(0),
      durationMs: 1,
      attempts: 1,
      status,
    };
    if (status !== 200) {
      return { ...facts, ok: false, reason: reasonOf(status), message: `HTTP ${status}`, retryAfterSec: null };
    }
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    return {
      ...facts,
      ok: true,
      headers: flat,
      body: typeof body === 'string' ? Buffer.from(body) : body,
      charsetHint: /charset=([^\s;]+)/i.exec(flat['content-type'] ?? '')?.[1] ?? null,
    };
  }
}

function reasonOf(status: number): FetchFailureReason {
  if (status === 404) return 'http_not_found';
  if (status === 410) return 'http_gone';
  if (status === 403) return 'http_forbidden';
  if (status === 429) return 'http_throttled';
  return status >= 500 ? 'http_server_error' : 'http_other';
}

/** The plan of one column as the pipeline would resolve it from the database. */
export function planFor(site: SiteFile, columnId: string): CrawlPlan {
  const column = site.columns.find(({ column_id }) => column_id === columnId);
  return {
    site: {
      id: 1,
      code: site.site_id,
      name: site.site_name,
      baseUrl: site.base_url,
      adapter: site.adapter,
      adapterParams: site.adapter_params,
      fetchStrategy: 'http',
      respectRobots: site.respect_robots,
      robotsOnError: site.robots_on_error,
    },
    target: {
      id: 1,
      code: `${site.site_id}__${columnId}`,
      name: column?.name ?? columnId,
      entryUrl: column?.list_url ?? site.base_url,
      channelName: column?.name ?? null,
      channelPath: column?.channel_path ?? null,
      contentCategory: column?.category ?? null,
      contentSubcategory: column?.subcategory ?? null,
      deptId: null,
      intervalSec: 0,
      intervalJitterSec: null,
    },
    column: resolveColumn(site, columnId, null),
  };
}

export const TEST_NOW = new Date('2026-11-16T12:00:00+08:00');

/** A context with a clock that stands still. */
export function contextFor(plan: CrawlPlan, fetcher: PageFetcher): AdapterContext {
  return {
    plan,
    fetcher,
    pace: { intervalSec: 0, jitterSec: 0 },
    now: () => TEST_NOW,
    signal: new AbortController().signal,
  };
}
