import { type CrawlPlan, type FetchFailure, type FetchResult } from '@govcrawler/contracts';
import { type ListLog } from './crawl-ports.js';
import { storedStrategy } from './store-document.js';

/**
 * One line for the whole list of a crawl: the failure that ended its reading, else how its head was answered. Null when
 * nothing was asked for, or when the crawl was broken off and not the site's answer.
 */
export function listLog(plan: CrawlPlan, head: FetchResult | null, failure: FetchFailure | null): ListLog | null {
  const answer = failure ?? head;
  if (answer === null || (!answer.ok && answer.reason === 'aborted')) return null;
  const isUnchanged = !answer.ok && answer.reason === 'http_not_modified';
  return {
    siteId: plan.site.id,
    targetId: plan.target.id,
    occurredAt: answer.startedAt,
    success: answer.ok || isUnchanged,
    httpStatus: answer.status,
    fetchStrategy: storedStrategy(answer.strategy),
    durationMs: answer.durationMs,
    errorMsg: answer.ok || isUnchanged ? null : `${answer.reason}: ${answer.message}`,
    url: answer.url,
  };
}
