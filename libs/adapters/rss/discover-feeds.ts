import { type FeedCandidate, type FetchedPage, type FetchFailure, type PageFetcher } from '@govcrawler/contracts';
import { decodePage, pageLinks } from '@govcrawler/parser';
import { feedDate } from './feed-date.js';
import { readFeed, type Feed } from './read-feed.js';
import { feedText } from './rss.adapter.js';

/** What a page offers; the failure when the page itself could not be had. */
export type FeedDiscovery = { ok: true; feeds: Omit<FeedCandidate, 'code'>[] } | { ok: false; failure: FetchFailure };

interface Lead {
  url: string;
  title: string | null;
  foundBy: 'link' | 'anchor' | 'guess';
}

/** Requests beside the page's own: a page full of links must not become a crawl. */
const MAX_LOOKS = 12;
const FEED_TYPE = /^application\/(?:rss|atom|rdf|feed)\+(?:xml|json)$|^(?:text|application)\/xml$/i;
const FEED_WORD = /\brss\b|\batom\b|\bfeeds?\b|订阅|信息聚合/i;
const FEED_PATH = /\/(?:rss|feed|atom)s?(?:[/._-]|$)|[/._-](?:rss|atom|feed)\.(?:xml|aspx?|php|jsp|json)|\.rss$/i;
/** Longer link texts are titles of documents about feeds. */
const MAX_LABEL = 40;
const USUAL = ['/rss.xml', '/feed', '/atom.xml', '/rss', '/feed.xml', '/index.xml'];

/**
 * Looks for the feeds of a page: the page may be one, name them in its head, link to them, or keep them at a usual
 * address. Every candidate is fetched and read; what is no feed is not shown.
 */
export async function discoverFeeds(pageUrl: string, fetcher: PageFetcher, now: Date): Promise<FeedDiscovery> {
  const answer = await fetcher.fetch({ url: pageUrl, purpose: 'feed' });
  if (!answer.ok) return { ok: false, failure: answer };
  const own = readFeed(feedText(answer));
  if (own) return { ok: true, feeds: [candidate(answer, own, null, 'page', now)] };
  const named = leadsOf(answer);
  const feeds = await look(named, fetcher, now, MAX_LOOKS);
  // Guessing costs requests that mostly fail: only where the page says nothing.
  if (feeds.length === 0)
    feeds.push(...(await look(usualAddresses(answer.finalUrl, named), fetcher, now, USUAL.length)));
  return { ok: true, feeds };
}

async function look(leads: Lead[], fetcher: PageFetcher, now: Date, limit: number) {
  const feeds: Omit<FeedCandidate, 'code'>[] = [];
  for (const lead of leads.slice(0, limit)) {
    const answer = await fetcher.fetch({ url: lead.url, purpose: 'feed' });
    const feed = answer.ok ? readFeed(feedText(answer)) : null;
    if (answer.ok && feed) feeds.push(candidate(answer, feed, lead.title, lead.foundBy, now));
  }
  return uniqueBy(feeds, ({ url }) => url);
}

/** Links of the head first: they are meant for machines. */
function leadsOf(page: FetchedPage): Lead[] {
  const found = pageLinks(decodePage(page.body, page.charsetHint).text, page.finalUrl);
  const leads = found.flatMap(({ element, url, rel, type, title, text }): Lead[] => {
    const label = title || text || null;
    if (element === 'link') {
      return /\balternate\b/i.test(rel) && FEED_TYPE.test(type) ? [{ url, title: label, foundBy: 'link' }] : [];
    }
    const says = label !== null && label.length <= MAX_LABEL && FEED_WORD.test(label);
    return says || FEED_PATH.test(new URL(url).pathname) ? [{ url, title: label, foundBy: 'anchor' }] : [];
  });
  const ranked = [...leads.filter(({ foundBy }) => foundBy === 'link'), ...leads];
  return uniqueBy(ranked, ({ url }) => url);
}

function usualAddresses(pageUrl: string, tried: Lead[]): Lead[] {
  const known = new Set(tried.map(({ url }) => url));
  return USUAL.map((path) => new URL(path, pageUrl).href)
    .filter((url) => !known.has(url))
    .map((url) => ({ url, title: null, foundBy: 'guess' }));
}

function candidate(
  page: FetchedPage,
  feed: Feed,
  title: string | null,
  foundBy: FeedCandidate['foundBy'],
  now: Date,
): Omit<FeedCandidate, 'code'> {
  const times = feed.entries.flatMap(({ date }) => feedDate(date, now).publishTime ?? []);
  const newest = times.reduce<Date | null>((latest, time) => (latest && latest >= time ? latest : time), null);
  return {
    url: page.movedTo ?? page.url,
    title: feed.title ?? title,
    format: feed.format,
    foundBy,
    entries: feed.entries.length,
    newestAt: newest?.toISOString() ?? null,
  };
}

function uniqueBy<T>(values: readonly T[], key: (value: T) => string): T[] {
  return [...new Map([...values].reverse().map((value) => [key(value), value])).values()].reverse();
}
