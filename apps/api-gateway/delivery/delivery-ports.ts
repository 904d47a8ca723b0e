import { type Readable } from 'node:stream';
import { type DeliveryFilter, type DeliveryLag, type DeliveryStart } from '@govcrawler/contracts';
import {
  type AckResult,
  type ChangePage,
  type DocumentSearch,
  type FeedConsumer,
  type NewFeedConsumer,
  type StoredDocument,
  type StoredEvidence,
  type StoredFileText,
} from '@govcrawler/persistence';
import { type Actor } from '../auth/actor.decorator.js';

/** What happened to articles, in the order in which it became visible. */
export abstract class ChangeFeed {
  abstract head(): Promise<number>;
  abstract page(query: { after: number; limit: number; filter: DeliveryFilter }): Promise<ChangePage>;
}

/** Documents with all that is said about them. */
export abstract class DeliverableDocuments {
  abstract documents(ids: readonly number[], options?: { bodies?: boolean }): Promise<Map<number, StoredDocument>>;
  abstract list(search: DocumentSearch, options?: { bodies?: boolean }): Promise<StoredDocument[]>;
  abstract filesOf(articleIds: readonly number[]): Promise<Map<number, StoredFileText[]>>;
  abstract file(id: number): Promise<StoredFileText | null>;
  abstract newestChange(articleId: number): Promise<number>;
  abstract evidence(articleId: number): Promise<StoredEvidence | null>;
  abstract evidenceOf(
    scope: { siteCode?: string; from?: Date; to?: Date },
    afterId: number,
    limit: number,
  ): Promise<StoredEvidence[]>;
}

/** Who follows the feed. */
export abstract class FeedConsumers {
  abstract create(consumer: NewFeedConsumer, actor: Actor): Promise<FeedConsumer | null>;
  abstract find(name: string): Promise<FeedConsumer | null>;
  abstract list(): Promise<FeedConsumer[]>;
  abstract ack(name: string, cursor: { seq: number; epoch: number }): Promise<AckResult>;
  abstract reset(name: string, start: DeliveryStart, actor: Actor): Promise<FeedConsumer | null>;
  abstract remove(name: string, actor: Actor): Promise<boolean>;
  abstract lagOf(consumer: FeedConsumer, now: Date): Promise<DeliveryLag>;
}

/** Files of documents: pages, texts, attachments. */
export abstract class DocumentFiles {
  /** Null when there is no such file. */
  abstract read(path: string): Promise<Buffer | null>;
  abstract openStream(path: string): Promise<{ sizeBytes: number; stream: Readable } | null>;
}
