import { type ErrandKind, type ErrandPayloads, type ErrandState } from '@govcrawler/contracts';
import { errandLane, LeaseLostError } from '@govcrawler/core';
import { type DataSource, type EntityManager } from 'typeorm';
import { type RowValues } from '../connection/insert-rows.js';
import { inTransaction, insertIfAbsent, RepeatTransaction, updateRows } from '../connection/transaction.js';
import { ErrandEntity } from '../entities/errand.entity.js';
import { HostLeaseEntity } from '../entities/host-lease.entity.js';
import { storedCode } from '../sanitise/stored-code.js';
import { Dialect } from '../schema/dialect.js';
import { assertFence, type Fence } from './fence.js';

export type Errand = ErrandEntity;

export interface NewErrand<K extends ErrandKind = ErrandKind> {
  kind: K;
  /** What it is about. */
  subject: string;
  /** The host it visits or the target it works on. */
  place: string;
  payload: ErrandPayloads[K];
  createdBy: string;
  /** While one like it is unfinished, no second one is made. */
  single: boolean;
}

const MAX_CRASHES = 3;
const HOLDS_LEASE = `EXISTS (SELECT 1 FROM host_lease WHERE host_lease.host_key = errand.lease_key
  AND host_lease.token = :token AND host_lease.holder IS NOT NULL)`;
const STOPPED_OR = (state: ErrandState) => `CASE WHEN stop_requested THEN 'cancelled' ELSE '${state}' END`;

/** Durable rows of work that is no crawl: what was asked for, who works on it, what came of it. */
export class ErrandRepository {
  private readonly dialect: Dialect;

  constructor(private readonly dataSource: DataSource) {
    this.dialect = Dialect.of(dataSource);
  }

  /** A new errand, or the unfinished one like it where only one may be. */
  create<K extends ErrandKind>(order: NewErrand<K>): Promise<{ kind: 'created' | 'exists'; errand: Errand }> {
    const activeKey = order.single ? `${order.kind} ${order.subject}` : null;
    return inTransaction(this.dataSource, async (manager) => {
      const inserted = await insertIfAbsent(manager, ErrandEntity, {
        kind: order.kind,
        subjectKey: order.subject,
        activeKey,
        ...errandLane(order.kind, order.place),
        payloadJson: order.payload as unknown as Record<string, unknown>,
        createdBy: order.createdBy,
      });
      if (inserted) return { kind: 'created', errand: (await this.read(manager, inserted.id))! };
      const active = await manager
        .createQueryBuilder(ErrandEntity, 'errand')
        .where('errand.activeKey = :key', { key: storedCode('errand', 'active_key', activeKey!) })
        .getOne();
      if (!active) throw new RepeatTransaction(`The errand in the way of ${activeKey} ended meanwhile`);
      return { kind: 'exists', errand: active };
    });
  }

  /** Null also for an errand of another kind. */
  async find(kind: ErrandKind, id: number): Promise<Errand | null> {
    const errand = await this.read(this.dataSource.manager, id);
    return errand?.kind === kind ? errand : null;
  }

  /** The newest of a kind, of one subject or of all, without their results. */
  recent(kind: ErrandKind, filter: { subject?: string; limit: number }): Promise<Omit<Errand, 'resultJson'>[]> {
    const columns = this.dataSource
      .getMetadata(ErrandEntity)
      .columns.filter(({ propertyName }) => propertyName !== 'resultJson')
      .map(({ propertyName }) => `errand.${propertyName}`);
    const query = this.dataSource
      .createQueryBuilder(ErrandEntity, 'errand')
      .select(columns)
      .where('errand.kind = :kind', { kind });
    if (filter.subject !== undefined) {
      query.andWhere('errand.subjectKey = :subject', { subject: storedCode('errand', 'subject_key', filter.subject) });
    }
    return query.orderBy('errand.id', 'DESC').limit(filter.limit).getMany();
  }

  /**
   * Starts an attempt under the errand's lease; null when there is nothing to do. A row that still says "running"
   * under an older lease is an attempt that died: after three of those the errand is parked as failed.
   */
  claim(id: number, lease: Fence, workerId: string): Promise<Errand | null> {
    return inTransaction(this.dataSource, async (manager) => {
      await assertFence(manager, lease);
      const errand = await this.read(manager, id, true);
      if (errand?.leaseKey !== storedCode('errand', 'lease_key', lease.hostKey)) return null;
      const died = errand.state === 'running' && errand.leaseToken !== lease.token;
      if (errand.state !== 'queued' && !died) return null;
      const crashes = errand.crashes + (died ? 1 : 0);
      if (died && (crashes >= MAX_CRASHES || errand.stopRequested)) {
        const error = errand.stopRequested ? null : `Parked: its worker died ${crashes} times`;
        const state = errand.stopRequested ? 'cancelled' : 'failed';
        await this.change(manager, id, { ...this.ended(), state, crashes, error });
        return null;
      }
      await this.change(manager, id, {
        state: 'running',
        attempts: errand.attempts + 1,
        crashes,
        workerId,
        leaseToken: lease.token,
        startedAt: () => this.dialect.now,
        error: null,
      });
      return this.read(manager, id);
    });
  }

  async saveProgress(id: number, token: number, progress: object): Promise<void> {
    await this.writeUnderLease(id, token, { progressJson: progress as Record<string, unknown> });
  }

  /** Ends an attempt. An errand that was asked to stop ends as cancelled, and keeps what it found so far. */
  async finish(
    id: number,
    token: number,
    outcome: {
      state: Extract<ErrandState, 'done' | 'failed' | 'cancelled'>;
      result: object | null;
      error: string | null;
    },
  ): Promise<void> {
    await this.writeUnderLease(id, token, {
      ...this.ended(),
      state: () => STOPPED_OR(outcome.state),
      resultJson: outcome.result as Record<string, unknown> | null,
      error: outcome.error,
    });
  }

  /** Gives an errand back unfinished (shutdown): the next worker starts it again, and it does not count as a crash. */
  async requeue(id: number, token: number): Promise<void> {
    await this.writeUnderLease(id, token, {
      state: () => STOPPED_OR('queued'),
      finishedAt: () => `CASE WHEN stop_requested THEN ${this.dialect.now} ELSE NULL END`,
      activeKey: () => 'CASE WHEN stop_requested THEN NULL ELSE active_key END',
      workerId: null,
      leaseToken: null,
    });
  }

  /** A waiting errand is cancelled at once; a running one is told to stop. */
  requestStop(kind: ErrandKind, id: number): Promise<'cancelled' | 'stopping' | 'finished' | 'unknown'> {
    return inTransaction(this.dataSource, async (manager) => {
      const errand = await this.read(manager, id, true);
      if (errand?.kind !== kind) return 'unknown';
      if (errand.state === 'queued') {
        await this.change(manager, id, { ...this.ended(), state: 'cancelled', stopRequested: true });
        return 'cancelled';
      }
      if (errand.state !== 'running') return 'finished';
      await this.change(manager, id, { stopRequested: true });
      return 'stopping';
    });
  }

  async isStopRequested(id: number): Promise<boolean> {
    const errand = await this.dataSource
      .createQueryBuilder(ErrandEntity, 'errand')
      .select(['errand.id', 'errand.stopRequested'])
      .where('errand.id = :id', { id })
      .getOne();
    return errand?.stopRequested ?? true;
  }

  /** Errands that must be in a queue: waiting ones, and running ones whose worker lost its lease. Oldest first. */
  async unfinished(): Promise<{ id: number; lane: string }[]> {
    const rows = await this.dataSource
      .createQueryBuilder(ErrandEntity, 'errand')
      .leftJoin(HostLeaseEntity, 'lease', 'lease.hostKey = errand.leaseKey')
      .select(['errand.id', 'errand.lane'])
      .where("errand.state = 'queued'")
      .orWhere(
        `(errand.state = 'running' AND (lease.token IS NULL OR lease.token <> errand.leaseToken OR ` +
          `lease.holder IS NULL OR lease.expiresAt <= ${this.dialect.now}))`,
      )
      .orderBy('errand.id')
      .getMany();
    return rows.map(({ id, lane }) => ({ id, lane }));
  }

  /** Forgets what ended so long ago, and says how many that were. */
  async prune(olderThanMs: number): Promise<number> {
    const result = await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(ErrandEntity)
      .where(`finished_at < ${this.dialect.nowPlus(-olderThanMs)}`)
      .execute();
    return result.affected ?? 0;
  }

  private ended(): RowValues<ErrandEntity> {
    return { activeKey: null, leaseToken: null, finishedAt: () => this.dialect.now };
  }

  private async writeUnderLease(id: number, token: number, values: RowValues<ErrandEntity>): Promise<void> {
    const written = await updateRows(
      this.dataSource.manager,
      ErrandEntity,
      { ...values, updatedAt: () => this.dialect.now },
      `id = :id AND state = 'running' AND lease_token = :token AND ${HOLDS_LEASE}`,
      { id, token },
    );
    if (written === 0) throw new LeaseLostError(`Errand ${id} is no longer held by lease ${token}`);
  }

  private async change(manager: EntityManager, id: number, values: RowValues<ErrandEntity>): Promise<void> {
    const all = { ...values, updatedAt: () => this.dialect.now };
    await updateRows(manager, ErrandEntity, all, 'id = :id', { id });
  }

  private read(manager: EntityManager, id: number, lock = false): Promise<ErrandEntity | null> {
    const query = manager.createQueryBuilder(ErrandEntity, 'errand').where('errand.id = :id', { id });
    return (lock ? query.setLock('pessimistic_write') : query).getOne();
  }
}
