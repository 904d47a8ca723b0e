import { type DataSource } from 'typeorm';
import { type RowValues } from '../connection/insert-rows.js';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { SourceStateEntity } from '../entities/source-state.entity.js';
import { TargetEntity } from '../entities/target.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { textLimit } from '../schema/text-limits.js';
import { appendAudit, type Actor } from './audit.repository.js';
import { now } from './site-edit.repository.js';

export type SourceState = Omit<SourceStateEntity, 'sourceId' | 'targetId' | 'updatedAt'>;

/** Names the source that a target is. */
export function sourceIdOf(targetCode: string): string {
  return `target:${targetCode}`;
}

/** What workers remember of the head of a list between two crawls, and what they do about its address. */
export class SourceStateRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(targetId: number): Promise<SourceState | null> {
    return this.dataSource
      .createQueryBuilder(SourceStateEntity, 'state')
      .where('state.targetId = :targetId', { targetId })
      .limit(1)
      .getOne();
  }

  /** Validators that do not fit are left out: a shortened one would be another one. */
  async save(target: { id: number; code: string }, values: Partial<SourceState>): Promise<void> {
    const { manager } = this.dataSource;
    const row: RowValues<SourceStateEntity> = { ...values, updatedAt: now(manager) };
    for (const [property, column] of [
      ['etag', 'etag'],
      ['lastModified', 'last_modified'],
      ['movedTo', 'moved_to'],
    ] as const) {
      const value = values[property];
      if (value && value.length > textLimit('source_state', column).limit) row[property] = null;
    }
    const identity = { sourceId: sourceIdOf(target.code), targetId: target.id };
    const inserted = await insertIfAbsent(manager, SourceStateEntity, { ...row, ...identity });
    if (inserted) return;
    const where = 'source_id = :sourceId';
    await updateRows(manager, SourceStateEntity, { ...row, targetId: target.id }, where, {
      sourceId: asParameter(identity.sourceId),
    });
  }

  /**
   * The target's address becomes the one that answers for it; false where a file says the address, or where an
   * operator was faster.
   */
  adoptAddress(target: { id: number; code: string }, from: string, to: string, actor: Actor): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const where = "id = :id AND managed_by = 'admin' AND entry_url = :from";
      const values = { entryUrl: to, updatedAt: now(manager) };
      const changed = await updateRows(manager, TargetEntity, values, where, { id: target.id, from });
      if (changed === 0) return false;
      await appendAudit(manager, [
        {
          actor,
          action: 'target.moved',
          subjectKey: target.code,
          before: { entryUrl: from },
          after: { entryUrl: to },
        },
      ]);
      return true;
    });
  }

  /** Switches off a target whose server said that it is gone; false when it was off already. */
  switchOff(target: { id: number; code: string }, at: Date, actor: Actor): Promise<boolean> {
    return inTransaction(this.dataSource, async (manager) => {
      const values = { enabled: false, disabledBy: 'gone' as const, updatedAt: now(manager) };
      const where = 'id = :id AND enabled = :enabled';
      const changed = await updateRows(manager, TargetEntity, values, where, { id: target.id, enabled: true });
      if (changed === 0) return false;
      await appendAudit(manager, [
        {
          actor,
          action: 'target.gone',
          subjectKey: target.code,
          before: { enabled: true },
          after: { enabled: false, goneAt: at.toISOString() },
        },
      ]);
      return true;
    });
  }
}
