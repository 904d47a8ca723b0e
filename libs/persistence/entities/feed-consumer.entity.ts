import { type DeliveryFilter } from '@govcrawler/contracts';
import { entityOf, nullable, primary, withDefault, type EntityColumns } from '../schema/entity-columns.js';

/** Somebody who follows the change feed, by name, and how far they have confirmed it. */
export class FeedConsumerEntity {
  name: string;
  /** The last entry that the consumer has confirmed; it grows, except by an explicit reset. */
  cursorSeq: number;
  /** Grows with every reset: cursors given out before are void then. */
  epoch: number;
  filterJson: DeliveryFilter | null;
  createdBy: string;
  createdAt: Date;
  lastAckAt: Date | null;
  /** Where batches are pushed; null: the consumer comes and reads. */
  webhookUrl: string | null;
  /** Signs the batches; sealed by the gateway. */
  webhookSecret: string | null;
  webhookEnabled: boolean;
  /** Failures in a row. */
  webhookFailures: number;
  /** No try before this moment. */
  webhookNextAt: Date | null;
  webhookError: string | null;
}

export const feedConsumerEntity = (c: EntityColumns) =>
  entityOf(FeedConsumerEntity, 'feed_consumer', {
    name: primary(c.text()),
    cursorSeq: c.bigint(),
    epoch: withDefault(c.int(), 0),
    filterJson: nullable(c.json()),
    createdBy: c.text(),
    createdAt: c.insertTime(),
    lastAckAt: nullable(c.moment()),
    webhookUrl: nullable(c.text()),
    webhookSecret: nullable(c.text()),
    webhookEnabled: c.boolean(false),
    webhookFailures: withDefault(c.int(), 0),
    webhookNextAt: nullable(c.moment()),
    webhookError: nullable(c.text()),
  });
