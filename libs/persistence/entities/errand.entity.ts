import { type ErrandKind, type ErrandState } from '@govcrawler/contracts';
import { entityOf, nullable, withDefault, type EntityColumns } from '../schema/entity-columns.js';

/** The truth about a piece of work that is no crawl; queues only carry its id and may lose it. */
export class ErrandEntity {
  id: number;
  kind: ErrandKind;
  /** What it is about: an article, a page, a target. */
  subjectKey: string;
  /** Set while the errand is unfinished and no second one like it may begin. */
  activeKey: string | null;
  lane: string;
  /** The lease it runs under; for most kinds the lane's own. */
  leaseKey: string;
  payloadJson: Record<string, unknown>;
  state: ErrandState;
  stopRequested: boolean;
  attempts: number;
  /** Attempts that ended without a word. */
  crashes: number;
  workerId: string | null;
  leaseToken: number | null;
  progressJson: Record<string, unknown> | null;
  resultJson: Record<string, unknown> | null;
  error: string | null;
  createdBy: string;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  updatedAt: Date;
}

export const errandEntity = (c: EntityColumns) =>
  entityOf(
    ErrandEntity,
    'errand',
    {
      id: c.bigId(),
      kind: c.text(),
      subjectKey: c.text(),
      activeKey: nullable(c.text()),
      lane: c.text(),
      leaseKey: c.text(),
      payloadJson: c.json(),
      state: withDefault(c.text(), 'queued'),
      stopRequested: c.boolean(false),
      attempts: withDefault(c.int(), 0),
      crashes: withDefault(c.int(), 0),
      workerId: nullable(c.text()),
      leaseToken: nullable(c.bigint()),
      progressJson: nullable(c.json()),
      resultJson: nullable(c.json()),
      error: nullable(c.text()),
      createdBy: c.text(),
      createdAt: c.insertTime(),
      startedAt: nullable(c.moment()),
      finishedAt: nullable(c.moment()),
      updatedAt: c.insertTime(),
    },
    {
      uniques: { uq_errand_active: ['activeKey'] },
      indices: { ix_errand_state: ['state', 'id'], ix_errand_subject: ['kind', 'subjectKey', 'id'] },
    },
  );
