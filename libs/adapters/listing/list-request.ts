import {
  type CrawlPlan,
  type FetchFailure,
  type FetchFailureReason,
  type FetchRequest,
  type FetchedPage,
  type FetchResult,
} from '@govcrawler/contracts';
import { ownCredential } from '@govcrawler/core';
import { type AdapterContext } from '../site-adapter.js';

/** What an adapter decides about a request; the rest follows from the target. */
export type ListRequest = Pick<FetchRequest, 'url' | 'purpose' | 'method' | 'headers' | 'body' | 'listHead'>;

/** Asks in the name of a target: with its pace, its tier and its robots rule. */
export function fetchFor({ plan, pace, signal, fetcher }: AdapterContext, request: ListRequest): Promise<FetchResult> {
  const { column, site, target } = plan;
  // Only pages are worth a browser of their own; data gets one when plain HTTP meets a challenge.
  const isPage = request.purpose === 'list' || request.purpose === 'detail';
  return fetcher.fetch({
    ...request,
    pace,
    signal,
    strategy: isPage && site.fetchStrategy === 'browser' ? 'browser' : 'auto',
    ...(site.respectRobots ? { robots: { onError: site.robotsOnError } } : {}),
    ...ownCredential(request.url, column.credential, [site.baseUrl, target.entryUrl]),
  });
}

/** The header that a browser on the column's page would send: without fragment, in ASCII. */
export function refererOf({ target }: CrawlPlan): { referer: string } {
  const url = new URL(target.entryUrl);
  url.hash = '';
  return { referer: url.href };
}

/** A page that arrived and is not what was asked for, told as a failure of its request. */
export function asFailure(page: FetchedPage, reason: FetchFailureReason, message: string): FetchFailure {
  const { url, finalUrl, strategy, startedAt, durationMs, attempts, status } = page;
  const facts = { url, finalUrl, strategy, startedAt, durationMs, attempts, status };
  return { ...facts, ok: false, reason, message, retryAfterSec: null };
}
