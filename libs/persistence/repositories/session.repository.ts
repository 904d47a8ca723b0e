import { type DataSource } from 'typeorm';
import { insertRows } from '../connection/insert-rows.js';
import { updateRows } from '../connection/transaction.js';
import { ConsoleSessionEntity } from '../entities/console-session.entity.js';
import { ConsoleUserEntity } from '../entities/console-user.entity.js';
import { asParameter } from '../sanitise/clean-text.js';

export type ConsoleSession = ConsoleSessionEntity;

/** Who is logged in, the same for all replicas. */
export class SessionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Also forgets sessions that are over: logging in is rare enough to pay for it. */
  async open(session: Omit<ConsoleSession, 'id' | 'createdAt' | 'seenAt'>, now: Date): Promise<void> {
    const { manager } = this.dataSource;
    await insertRows(manager, ConsoleSessionEntity, [{ ...session, seenAt: now }]);
    await manager
      .createQueryBuilder()
      .delete()
      .from(ConsoleSessionEntity)
      .where('expires_at <= :now', { now })
      .execute();
  }

  /** The session and its account, unless it is over or the account is closed. */
  async find(tokenHash: string, now: Date): Promise<{ session: ConsoleSession; user: ConsoleUserEntity } | null> {
    const session = await this.dataSource
      .createQueryBuilder(ConsoleSessionEntity, 'session')
      .where('session.tokenHash = :tokenHash AND session.expiresAt > :now', { tokenHash, now })
      .getOne();
    if (!session) return null;
    const user = await this.dataSource
      .createQueryBuilder(ConsoleUserEntity, 'person')
      .where('person.username = :username AND person.disabledAt IS NULL', { username: session.username })
      .getOne();
    return user && { session, user };
  }

  async extend(id: number, seenAt: Date, expiresAt: Date): Promise<void> {
    await updateRows(this.dataSource.manager, ConsoleSessionEntity, { seenAt, expiresAt }, 'id = :id', { id });
  }

  async listOf(username: string, now: Date): Promise<ConsoleSession[]> {
    return this.dataSource
      .createQueryBuilder(ConsoleSessionEntity, 'session')
      .where('session.username = :username AND session.expiresAt > :now', { username: asParameter(username), now })
      .orderBy('session.id', 'DESC')
      .getMany();
  }

  async close(tokenHash: string): Promise<void> {
    await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(ConsoleSessionEntity)
      .where('token_hash = :tokenHash', { tokenHash })
      .execute();
  }

  /** One session of an account by its number; false when there is none. */
  async closeOf(username: string, id: number): Promise<boolean> {
    const { affected } = await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(ConsoleSessionEntity)
      .where('username = :username AND id = :id', { username: asParameter(username), id })
      .execute();
    return (affected ?? 0) > 0;
  }
}
