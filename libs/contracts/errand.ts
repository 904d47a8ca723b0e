import { type SummariesOrder } from './briefing.js';
import { type CrawlJobState } from './crawl-job.js';
import { type DiscoveryOrder } from './discovery.js';
import { type ReparseOrder } from './reparse.js';

/**
 * Work for a worker that is no crawl of a target. The gateway writes the row and answers; a crawl worker does the
 * work, because only workers may reach out.
 */
export type ErrandKind =
  | 'article.fetch_fulltext'
  | 'site.discover'
  | 'page.inspect'
  | 'source.discover'
  | 'target.reparse'
  | 'briefing.run'
  | 'articles.summarize'
  | 'target.author';

export type ErrandState = CrawlJobState;

/** What each kind of errand is told. */
export interface ErrandPayloads {
  'article.fetch_fulltext': { articleId: number };
  'site.discover': DiscoveryOrder;
  'page.inspect': { url: string };
  'source.discover': { url: string };
  'target.reparse': ReparseOrder;
  'briefing.run': { briefingId: number };
  'articles.summarize': SummariesOrder;
  'target.author': { targetCode: string };
}
