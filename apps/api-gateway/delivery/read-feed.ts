import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type DeliveredChange, type DeliveryFilter } from '@govcrawler/contracts';
import { decodeFeedCursor, encodeFeedCursor, type FeedCursor } from '@govcrawler/core';
import { passesFilter, type ArticleChange, type FeedConsumer } from '@govcrawler/persistence';
import { toIso } from '../http/wire-time.js';
import { DeliverDocuments, type PartSet } from './deliver-documents.js';
import { ChangeFeed, FeedConsumers } from './delivery-ports.js';

/** What a reader asks for: by the name of a consumer, or on its own account with a filter. */
export interface FeedQuestion {
  consumer?: string;
  /** Where to go on; absent: where the consumer has confirmed to, or the beginning. */
  cursor?: string;
  filter?: DeliveryFilter;
}

export type FeedRefusal =
  'consumer_not_found' | 'cursor_invalid' | 'cursor_ahead' | 'cursor_superseded' | 'filter_not_allowed';

/** A reader's place in the feed. */
export interface FeedPlace extends FeedCursor {
  filter: DeliveryFilter;
}

export interface DeliveredPage {
  items: DeliveredChange[];
  place: FeedPlace;
  caughtUp: boolean;
}

const POLL_MS = 500;

/** Reads the change feed page by page, each entry with its document as it is now. */
@Injectable()
export class ReadFeed {
  constructor(
    private readonly feed: ChangeFeed,
    private readonly consumers: FeedConsumers,
    private readonly documents: DeliverDocuments,
  ) {}

  /** Where a reader stands, or why it may not stand there. */
  async place({ consumer: name, cursor, filter }: FeedQuestion): Promise<FeedPlace | FeedRefusal> {
    const consumer = name === undefined ? null : await this.consumers.find(name);
    if (name !== undefined && !consumer) return 'consumer_not_found';
    // Its cursor would confirm what another filter never showed.
    if (consumer && filter !== undefined) return 'filter_not_allowed';
    const start = consumer ? placeOf(consumer) : { seq: 0, epoch: 0, filter: filter ?? {} };
    if (cursor === undefined) return start;
    const decoded = decodeFeedCursor(cursor);
    if (!decoded) return 'cursor_invalid';
    if (decoded.epoch !== start.epoch) return 'cursor_superseded';
    if (decoded.seq > (await this.feed.head())) return 'cursor_ahead';
    return { ...decoded, filter: start.filter };
  }

  async page(place: FeedPlace, limit: number, parts: PartSet): Promise<DeliveredPage> {
    const { entries, next, head } = await this.feed.page({ after: place.seq, limit, filter: place.filter });
    const newest = new Map(entries.map((entry) => [entry.articleId, entry]));
    // An entry that a later one of the same page overtakes says nothing that the later one does not.
    const told = entries.filter((entry) => newest.get(entry.articleId) === entry);
    const articles = await this.documents.byId(
      told.filter(({ kind }) => kind !== 'DELETE').map(({ articleId }) => articleId),
      parts,
    );
    const items = told.map((entry): DeliveredChange => {
      const article = articles.get(entry.articleId) ?? null;
      const left = article !== null && !passesFilter(place.filter, { ...article, contentCategory: article.category });
      const kind = article === null || left ? 'DELETE' : article.withdrawnAt === null ? 'UPSERT' : 'WITHDRAWN';
      return { ...factsOf(entry), kind, leftFilter: left, article: kind === 'DELETE' ? null : article };
    });
    return { items, place: { ...place, seq: next }, caughtUp: next >= head };
  }

  /** True once there is something after the place; false when the time is up or the reader has gone. */
  async waitForMore(place: FeedPlace, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    const until = performance.now() + timeoutMs;
    while (!signal.aborted) {
      if ((await this.feed.head()) > place.seq) return true;
      if (performance.now() >= until) return false;
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }
}

export function cursorOf({ seq, epoch }: FeedCursor): string {
  return encodeFeedCursor({ seq, epoch });
}

export function placeOf({ cursorSeq, epoch, filter }: FeedConsumer): FeedPlace {
  return { seq: cursorSeq, epoch, filter };
}

function factsOf({ articleId, revision, createdAt }: ArticleChange) {
  return { articleId, revision, changedAt: toIso(createdAt) };
}
