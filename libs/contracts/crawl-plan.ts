import { type ResolvedColumn } from './site-file.js';

/** Everything an adapter needs to know of one target, resolved once at the start of a crawl. */
export interface CrawlPlan {
  site: {
    id: number;
    code: string;
    name: string;
    baseUrl: string;
    adapter: string;
    adapterParams: Record<string, unknown>;
    fetchStrategy: 'http' | 'browser';
    respectRobots: boolean;
    robotsOnError: 'allow' | 'deny';
  };
  target: {
    id: number;
    code: string;
    name: string;
    entryUrl: string;
    channelName: string | null;
    channelPath: string | null;
    contentCategory: string | null;
    contentSubcategory: string | null;
    deptId: number | null;
    intervalSec: number | null;
    intervalJitterSec: number | null;
  };
  column: ResolvedColumn;
}
