import { entityOf, nullable, primary, withDefault, type EntityColumns } from '../schema/entity-columns.js';
import { TargetEntity } from './target.entity.js';

/** What the adaptive scheduler learned of one source. "Not yet" is null, not zero. */
export class SourceStatsEntity {
  sourceId: string;
  sourceType: string;
  frequencyType: string;
  cadence: string;
  avgPublishHour: number | null;
  stdPublishHour: number | null;
  nextDueAt: Date | null;
  lastCheckAt: Date | null;
  lastArticleAt: Date | null;
  failCount: number;
  backoffUntil: Date | null;
  lastError: string | null;
  checkCount: number;
  hitCount: number;
  /** The target that this source is. */
  targetId: number | null;
  /** The crawl that is under way, until what it found is written down. */
  openJobId: number | null;
  /** Why the next check is when it is: a word, a sentence, and how many publications are expected by then. */
  dueReason: string | null;
  dueWhy: string | null;
  dueExpected: number | null;
  createdAt: Date;
  updatedAt: Date;
}

export const sourceStatsEntity = (c: EntityColumns) =>
  entityOf(
    SourceStatsEntity,
    'source_stats',
    {
      sourceId: primary(c.text()),
      sourceType: withDefault(c.text(), 'rss'),
      frequencyType: withDefault(c.text(), 'daily'),
      cadence: withDefault(c.text(), 'P2'),
      avgPublishHour: nullable(c.double()),
      stdPublishHour: nullable(c.double()),
      nextDueAt: nullable(c.moment()),
      lastCheckAt: nullable(c.moment()),
      lastArticleAt: nullable(c.moment()),
      failCount: withDefault(c.int(), 0),
      backoffUntil: nullable(c.moment()),
      lastError: nullable(c.text()),
      checkCount: withDefault(c.int(), 0),
      hitCount: withDefault(c.int(), 0),
      targetId: nullable(c.int()),
      openJobId: nullable(c.bigint()),
      dueReason: nullable(c.text()),
      dueWhy: nullable(c.text()),
      dueExpected: nullable(c.double()),
      createdAt: c.insertTime(),
      updatedAt: c.insertTime(),
    },
    {
      indices: {
        ix_source_stats_due: ['nextDueAt'],
        ix_source_stats_cadence: ['cadence'],
        ix_source_stats_type: ['sourceType'],
        ix_source_stats_type_due: ['sourceType', 'nextDueAt'],
        ix_source_stats_open_job: ['openJobId'],
        ix_source_stats_target: ['targetId'],
      },
      foreignKeys: [
        { name: 'fk_source_stats_target', column: 'targetId', references: TargetEntity, onDelete: 'CASCADE' },
      ],
    },
  );
