import { type DataSource } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { ApiKeyEntity } from '../entities/api-key.entity.js';
import { appendAudit, type Actor } from './audit.repository.js';

export type ApiKey = ApiKeyEntity;
export type NewApiKey = Pick<ApiKey, 'name' | 'prefix' | 'keyHash' | 'scopesJson' | 'expiresAt'>;

/** Keys of programs. A key is never deleted: the audit log speaks of it. */
export class ApiKeyRepository {
  constructor(private readonly dataSource: DataSource) {}

  create(key: NewApiKey, actor: Actor): Promise<ApiKey> {
    return inTransaction(this.dataSource, async (manager) => {
      const inserted = await insertIfAbsent(manager, ApiKeyEntity, { ...key, createdBy: actor.username });
      if (!inserted) throw new Error('The same key was made twice, which cannot be');
      const { name, prefix, scopesJson: scopes, expiresAt } = key;
      const after = { name, prefix, scopes, expiresAt: expiresAt?.toISOString() ?? null };
      const entry = { actor, action: 'key.create', subjectKey: String(inserted.id), before: null, after };
      await appendAudit(manager, [entry]);
      return manager.findOneByOrFail(ApiKeyEntity, { id: inserted.id });
    });
  }

  /** Newest first, also those that no longer work. */
  list(): Promise<ApiKey[]> {
    return this.dataSource.createQueryBuilder(ApiKeyEntity, 'one').orderBy('one.id', 'DESC').getMany();
  }

  /** The key, as long as it works. */
  findValid(keyHash: string, now: Date): Promise<ApiKey | null> {
    return this.dataSource
      .createQueryBuilder(ApiKeyEntity, 'one')
      .where('one.keyHash = :keyHash AND one.revokedAt IS NULL', { keyHash })
      .andWhere('(one.expiresAt IS NULL OR one.expiresAt > :now)', { now })
      .getOne();
  }

  async recordUse(id: number, now: Date): Promise<void> {
    await updateRows(this.dataSource.manager, ApiKeyEntity, { lastUsedAt: now }, 'id = :id', { id });
  }

  /** Null when there is no such key; revoking twice changes nothing. */
  revoke(id: number, now: Date, actor: Actor): Promise<ApiKey | null> {
    return inTransaction(this.dataSource, async (manager) => {
      const where = 'id = :id AND revoked_at IS NULL';
      if ((await updateRows(manager, ApiKeyEntity, { revokedAt: now }, where, { id })) > 0) {
        const after = { revokedAt: now.toISOString() };
        await appendAudit(manager, [
          { actor, action: 'key.revoke', subjectKey: String(id), before: { revokedAt: null }, after },
        ]);
      }
      return manager.findOneBy(ApiKeyEntity, { id });
    });
  }
}
