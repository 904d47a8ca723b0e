import { Injectable } from '@nestjs/common';
import { type FeedCandidate, type FeedDiscoveryView } from '@govcrawler/contracts';
import { hostKey, urlHash } from '@govcrawler/core';
import { ErrandRows, StartErrand } from '../errands/start-errand.js';
import { StoredSources } from './list-sources.js';

const KIND = 'source.discover';

/** Has a worker look for the feeds of a page; the gateway itself never reaches out. */
@Injectable()
export class DiscoverSources {
  constructor(
    private readonly startErrand: StartErrand,
    private readonly errands: ErrandRows,
    private readonly sources: StoredSources,
  ) {}

  async start(url: string, username: string): Promise<FeedDiscoveryView> {
    const place = hostKey(url);
    const order = { kind: KIND, subject: url, place, payload: { url }, createdBy: username, single: true } as const;
    const { id } = await this.startErrand.start(order);
    return (await this.read(id))!;
  }

  /** Null when there is no such search, or it was long ago. */
  async read(id: number): Promise<FeedDiscoveryView | null> {
    const errand = await this.errands.find(KIND, id);
    if (!errand) return null;
    const { feeds = [] } = (errand.resultJson ?? {}) as { feeds?: Omit<FeedCandidate, 'code'>[] };
    const known = new Map((await this.sources.feeds()).map((feed) => [urlHash(feed.url), feed.code]));
    return {
      id,
      url: String(errand.payloadJson['url']),
      state: errand.state,
      error: errand.error,
      feeds: feeds.map((feed) => ({ ...feed, code: known.get(urlHash(feed.url)) ?? null })),
    };
  }
}
