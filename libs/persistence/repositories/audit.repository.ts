import { type DataSource, type EntityManager } from 'typeorm';
import { insertRows } from '../connection/insert-rows.js';
import { AuditEntryEntity } from '../entities/audit-entry.entity.js';
import { asParameter } from '../sanitise/clean-text.js';

/** On whose behalf a change is made. */
export interface Actor {
  username: string;
  requestId: string | null;
}

export type AuditEntry = AuditEntryEntity;

/** One change as it is written down. */
export interface NewAuditEntry {
  actor: Actor;
  /** Subject and verb, e.g. site.update. */
  action: string;
  subjectKey: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

const MAX_PAGE = 200;

/** The audit log: entries are added and read, never changed. */
export class AuditRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** For changes that are no transaction of this library, such as a job that was accepted. */
  async append(entries: NewAuditEntry[]): Promise<void> {
    await appendAudit(this.dataSource.manager, entries);
  }

  /** Newest first. */
  async list(filter: {
    actor?: string;
    subjectKind?: string;
    subjectKey?: string;
    limit: number;
    offset: number;
  }): Promise<{ count: number; total: number; limit: number; offset: number; items: AuditEntry[] }> {
    const limit = Math.min(Math.max(1, Math.trunc(filter.limit)), MAX_PAGE);
    const offset = Math.max(0, Math.trunc(filter.offset));
    const query = this.dataSource.createQueryBuilder(AuditEntryEntity, 'entry');
    for (const field of ['actor', 'subjectKind', 'subjectKey'] as const) {
      const wanted = filter[field];
      if (wanted !== undefined) query.andWhere(`entry.${field} = :${field}`, { [field]: asParameter(wanted) });
    }
    const [items, total] = await query.orderBy('entry.id', 'DESC').limit(limit).offset(offset).getManyAndCount();
    return { count: items.length, total, limit, offset, items };
  }
}

/** Writes down changes inside their own transaction: a change without its entry, or the reverse, cannot be. */
export async function appendAudit(manager: EntityManager, entries: NewAuditEntry[]): Promise<void> {
  await insertRows(
    manager,
    AuditEntryEntity,
    entries.map(({ actor, action, subjectKey, before, after }) => ({
      actor: actor.username,
      action,
      subjectKind: action.split('.', 1)[0]!,
      subjectKey,
      beforeJson: before,
      afterJson: after,
      requestId: actor.requestId,
    })),
  );
}
