import { entityOf, nullable, withDefault, type EntityColumns } from '../schema/entity-columns.js';
import { TargetEntity } from './target.entity.js';

/** One line of the decision log: why a source was looked at then, what that found, and when the next look is. */
export class SourceCheckEntity {
  id: number;
  targetId: number;
  /** Null once the job's row is gone. */
  jobId: number | null;
  /** The moment for which the look was planned. */
  dueAt: Date | null;
  settledAt: Date;
  reason: string;
  why: string | null;
  /** Publications expected by then. */
  expected: number | null;
  outcome: string;
  itemsNew: number;
  error: string | null;
  nextDueAt: Date | null;
  nextReason: string;
  nextWhy: string | null;
}

export const sourceCheckEntity = (c: EntityColumns) =>
  entityOf(
    SourceCheckEntity,
    'source_check',
    {
      id: c.bigId(),
      targetId: c.int(),
      jobId: nullable(c.bigint()),
      dueAt: nullable(c.moment()),
      settledAt: c.moment(),
      reason: c.text(),
      why: nullable(c.text()),
      expected: nullable(c.double()),
      outcome: c.text(),
      itemsNew: withDefault(c.int(), 0),
      error: nullable(c.text()),
      nextDueAt: nullable(c.moment()),
      nextReason: c.text(),
      nextWhy: nullable(c.text()),
    },
    {
      indices: { ix_source_check_target: ['targetId', 'id'], ix_source_check_time: ['settledAt'] },
      foreignKeys: [
        { name: 'fk_source_check_target', column: 'targetId', references: TargetEntity, onDelete: 'CASCADE' },
      ],
    },
  );
