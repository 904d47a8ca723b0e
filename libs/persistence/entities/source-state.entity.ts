import { entityOf, nullable, primary, withDefault, type EntityColumns } from '../schema/entity-columns.js';
import { TargetEntity } from './target.entity.js';

/** What the head of a target's list was when it was last read to the end, and what became of its address. */
export class SourceStateEntity {
  sourceId: string;
  targetId: number;
  /** Of everything that decides how the list is read: another way of reading must see the page again. */
  planHash: string | null;
  etag: string | null;
  lastModified: string | null;
  bodySha256: string | null;
  /** When the list was last really read. */
  readAt: Date | null;
  /** The publisher asks not to be asked before. */
  freshUntil: Date | null;
  unchangedAt: Date | null;
  /** Looks in a row that found the very same answer. */
  unchangedCount: number;
  movedTo: string | null;
  movedSince: Date | null;
  movedCount: number;
  /** Answers 404 in a row. */
  missingCount: number;
  /** The server says that there will never be anything again. */
  goneAt: Date | null;
  updatedAt: Date;
}

export const sourceStateEntity = (c: EntityColumns) =>
  entityOf(
    SourceStateEntity,
    'source_state',
    {
      sourceId: primary(c.text()),
      targetId: c.int(),
      planHash: nullable(c.text()),
      etag: nullable(c.text()),
      lastModified: nullable(c.text()),
      bodySha256: nullable(c.text()),
      readAt: nullable(c.moment()),
      freshUntil: nullable(c.moment()),
      unchangedAt: nullable(c.moment()),
      unchangedCount: withDefault(c.int(), 0),
      movedTo: nullable(c.text()),
      movedSince: nullable(c.moment()),
      movedCount: withDefault(c.int(), 0),
      missingCount: withDefault(c.int(), 0),
      goneAt: nullable(c.moment()),
      updatedAt: c.insertTime(),
    },
    {
      indices: { ix_source_state_target: ['targetId'] },
      foreignKeys: [
        { name: 'fk_source_state_target', column: 'targetId', references: TargetEntity, onDelete: 'CASCADE' },
      ],
    },
  );
