import { type DataSource, type EntityManager } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { ConsoleSessionEntity } from '../entities/console-session.entity.js';
import { ConsoleUserEntity } from '../entities/console-user.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { storedCode } from '../sanitise/stored-code.js';
import { appendAudit, type Actor } from './audit.repository.js';
import { versionOf } from './row-version.js';

export type ConsoleUser = ConsoleUserEntity;

export interface UserChange {
  role?: string;
  passwordHash?: string;
  disabled?: boolean;
  /** The one session that a new password leaves open: that of whoever set it. */
  keepSession?: string;
}

export type UserEdit =
  { kind: 'done'; user: ConsoleUser } | { kind: 'not_found' } | { kind: 'stale' } | { kind: 'last_admin' };

/** Names the state of an account that an edit was based on. */
export function userVersion({ role, passwordHash, disabledAt }: ConsoleUser): string {
  return versionOf({ role, passwordHash, disabled: disabledAt !== null });
}

/** People who may log in to the console. */
export class UserRepository {
  constructor(private readonly dataSource: DataSource) {}

  findByName(username: string): Promise<ConsoleUser | null> {
    return findUser(this.dataSource.manager, username);
  }

  list(): Promise<ConsoleUser[]> {
    return this.dataSource.createQueryBuilder(ConsoleUserEntity, 'person').orderBy('person.id').getMany();
  }

  async upsert(user: Pick<ConsoleUser, 'username' | 'passwordHash' | 'role'>): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      if (await insertIfAbsent(manager, ConsoleUserEntity, user)) return;
      const { username: given, ...values } = user;
      const username = storedCode('console_user', 'username', given);
      await updateRows(manager, ConsoleUserEntity, values, 'username = :username', { username });
    });
  }

  /** Null when the name is taken. */
  create(user: Pick<ConsoleUser, 'username' | 'passwordHash' | 'role'>, actor: Actor): Promise<ConsoleUser | null> {
    return inTransaction(this.dataSource, async (manager) => {
      if (!(await insertIfAbsent(manager, ConsoleUserEntity, user))) return null;
      const { username, role } = user;
      await appendAudit(manager, [
        { actor, action: 'user.create', subjectKey: username, before: null, after: { username, role } },
      ]);
      return findUser(manager, username);
    });
  }

  /**
   * Somebody must always be able to let others in: the last admin who may log in stays one. A new password and a
   * closed account end sessions.
   */
  update(username: string, version: string | null, wanted: UserChange, actor: Actor): Promise<UserEdit> {
    return inTransaction(this.dataSource, async (manager) => {
      const admins = await manager
        .createQueryBuilder(ConsoleUserEntity, 'person')
        .where(`person.role = 'admin' AND person.disabledAt IS NULL`)
        .orderBy('person.id')
        .setLock('pessimistic_write')
        .getMany();
      const user = await findUser(manager, username, true);
      if (!user) return { kind: 'not_found' };
      if (version !== null && version !== userVersion(user)) return { kind: 'stale' };
      const before = facts(user);
      const after = {
        role: wanted.role ?? before.role,
        disabled: wanted.disabled ?? before.disabled,
        ...(wanted.passwordHash === undefined ? {} : { passwordChanged: true }),
      };
      const remains = after.role === 'admin' && !after.disabled;
      if (!remains && admins.length === 1 && admins[0]!.id === user.id) return { kind: 'last_admin' };
      if (JSON.stringify(before) === JSON.stringify(after)) return { kind: 'done', user };
      const values = {
        role: after.role,
        disabledAt: after.disabled ? (user.disabledAt ?? new Date()) : null,
        ...(wanted.passwordHash === undefined ? {} : { passwordHash: wanted.passwordHash }),
      };
      await updateRows(manager, ConsoleUserEntity, values, 'id = :id', { id: user.id });
      if (after.disabled || wanted.passwordHash !== undefined) {
        await endSessions(manager, user.username, after.disabled ? '' : (wanted.keepSession ?? ''));
      }
      await appendAudit(manager, [{ actor, action: 'user.update', subjectKey: user.username, before, after }]);
      return { kind: 'done', user: (await findUser(manager, username))! };
    });
  }
}

/** What may be written down about an account; never its password, not even as a hash. */
function facts({ role, disabledAt }: ConsoleUser): { role: string; disabled: boolean } {
  return { role, disabled: disabledAt !== null };
}

async function endSessions(manager: EntityManager, username: string, keep: string): Promise<void> {
  await manager
    .createQueryBuilder()
    .delete()
    .from(ConsoleSessionEntity)
    .where('username = :username AND token_hash <> :keep', { username, keep })
    .execute();
}

function findUser(manager: EntityManager, username: string, lock = false): Promise<ConsoleUser | null> {
  const query = manager
    .createQueryBuilder(ConsoleUserEntity, 'person')
    .where('person.username = :username', { username: asParameter(username) });
  if (lock) query.setLock('pessimistic_write');
  return query.getOne();
}
