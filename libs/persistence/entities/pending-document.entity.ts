import { type CrawlItem } from '@govcrawler/contracts';
import { entityOf, nullable, withDefault, type EntityColumns } from '../schema/entity-columns.js';
import { TargetEntity } from './target.entity.js';

/** A document that a listing found and that is not stored yet; its row goes in the transaction that stores it. */
export class PendingDocumentEntity {
  id: number;
  targetId: number;
  urlHash: string;
  itemJson: CrawlItem;
  attempts: number;
  lastReason: string | null;
  /** Null: given up until a forced crawl. */
  nextTryAt: Date | null;
  createdAt: Date;
}

export const pendingDocumentEntity = (c: EntityColumns) =>
  entityOf(
    PendingDocumentEntity,
    'pending_document',
    {
      id: c.bigId(),
      targetId: c.int(),
      urlHash: c.text(),
      itemJson: c.json(),
      attempts: withDefault(c.int(), 0),
      lastReason: nullable(c.text()),
      nextTryAt: nullable(c.moment()),
      createdAt: c.insertTime(),
    },
    {
      uniques: { uq_pending_document_url: ['targetId', 'urlHash'] },
      indices: { ix_pending_document_due: ['targetId', 'nextTryAt'] },
      foreignKeys: [
        { name: 'fk_pending_document_target', column: 'targetId', references: TargetEntity, onDelete: 'CASCADE' },
      ],
    },
  );
