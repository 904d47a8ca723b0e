import { type CrawlJobState, type CrawlProgress, type CrawlSummary, type CrawlTrigger } from '@govcrawler/contracts';
import { entityOf, nullable, withDefault, type EntityColumns } from '../schema/entity-columns.js';
import { TargetEntity } from './target.entity.js';

/** The truth about a crawl; queues only carry its id and may lose it. */
export class CrawlJobEntity {
  id: number;
  targetId: number;
  hostKey: string;
  triggerKind: CrawlTrigger;
  tick: Date | null;
  /** What makes the job unique for its target: the tick of a cron, a number of its own for a manual run. */
  tickKey: string;
  /** Walk the whole list, do not stop at known documents. */
  forceFull: boolean;
  maxItems: number | null;
  state: CrawlJobState;
  stopRequested: boolean;
  attempts: number;
  /** Attempts in a row that ended without a word and without having got anywhere. */
  crashes: number;
  /** The lease of the attempt that was counted last. */
  blamedToken: number | null;
  /** The last page of the list that an attempt which died had read. */
  farthestPage: number;
  workerId: string | null;
  /** The lease under which the current attempt writes. */
  leaseToken: number | null;
  progressJson: CrawlProgress | null;
  summaryJson: CrawlSummary | null;
  error: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  updatedAt: Date;
}

export const crawlJobEntity = (c: EntityColumns) =>
  entityOf(
    CrawlJobEntity,
    'crawl_job',
    {
      id: c.bigId(),
      targetId: c.int(),
      hostKey: c.text(),
      triggerKind: c.text(),
      tick: nullable(c.moment()),
      tickKey: c.text(),
      forceFull: c.boolean(false),
      maxItems: nullable(c.int()),
      state: withDefault(c.text(), 'queued'),
      stopRequested: c.boolean(false),
      attempts: withDefault(c.int(), 0),
      crashes: withDefault(c.int(), 0),
      blamedToken: nullable(c.bigint()),
      farthestPage: withDefault(c.int(), 0),
      workerId: nullable(c.text()),
      leaseToken: nullable(c.bigint()),
      progressJson: nullable(c.json()),
      summaryJson: nullable(c.json()),
      error: nullable(c.text()),
      createdAt: c.insertTime(),
      startedAt: nullable(c.moment()),
      finishedAt: nullable(c.moment()),
      updatedAt: c.insertTime(),
    },
    {
      uniques: { uq_crawl_job_tick: ['targetId', 'tickKey'] },
      indices: {
        ix_crawl_job_state: ['state', 'id'],
        ix_crawl_job_host: ['hostKey', 'state'],
        ix_crawl_job_updated: ['updatedAt', 'id'],
        ix_crawl_job_host_time: ['hostKey', 'createdAt'],
      },
      foreignKeys: [{ name: 'fk_crawl_job_target', column: 'targetId', references: TargetEntity, onDelete: 'CASCADE' }],
    },
  );
