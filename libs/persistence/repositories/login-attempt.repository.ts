import { createHash } from 'node:crypto';
import { type DataSource } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { LoginAttemptEntity } from '../entities/login-attempt.entity.js';

/** Counts attempts to log in, for all replicas together. Who tried is kept as a hash: people type passwords there. */
export class LoginAttemptRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Counts one more attempt; null when it may be made, or else the moment from which one may. */
  admit(subject: string, { max, windowMs, now }: { max: number; windowMs: number; now: Date }): Promise<Date | null> {
    const subjectHash = hashOf(subject);
    const resetsAt = new Date(now.getTime() + windowMs);
    return inTransaction(this.dataSource, async (manager) => {
      if (await insertIfAbsent(manager, LoginAttemptEntity, { subjectHash, attempts: 1, resetsAt })) {
        const stale = manager.createQueryBuilder().delete().from(LoginAttemptEntity);
        await stale.where('resets_at <= :now', { now }).execute();
        return null;
      }
      const row = await manager
        .createQueryBuilder(LoginAttemptEntity, 'attempt')
        .where('attempt.subjectHash = :subjectHash', { subjectHash })
        .setLock('pessimistic_write')
        .getOne();
      if (!row) return null; // forgiven this very moment
      const over = row.resetsAt <= now;
      if (!over && row.attempts >= max) return row.resetsAt;
      const next = over ? { attempts: 1, resetsAt } : { attempts: row.attempts + 1 };
      await updateRows(manager, LoginAttemptEntity, next, 'id = :id', { id: row.id });
      return null;
    });
  }

  async forgive(subject: string): Promise<void> {
    await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(LoginAttemptEntity)
      .where('subject_hash = :subjectHash', { subjectHash: hashOf(subject) })
      .execute();
  }
}

function hashOf(subject: string): string {
  return createHash('sha256').update(subject).digest('hex');
}
