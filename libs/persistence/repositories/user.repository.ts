import { type DataSource } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { ConsoleUserEntity } from '../entities/console-user.entity.js';
import { asParameter } from '../sanitise/clean-text.js';
import { storedCode } from '../sanitise/stored-code.js';

export type ConsoleUser = ConsoleUserEntity;

/** People who may log in to the console. */
export class UserRepository {
  constructor(private readonly dataSource: DataSource) {}

  findByName(username: string): Promise<ConsoleUser | null> {
    return this.dataSource
      .createQueryBuilder(ConsoleUserEntity, 'person')
      .where('person.username = :username', { username: asParameter(username) })
      .getOne();
  }

  async upsert(user: Pick<ConsoleUser, 'username' | 'passwordHash' | 'role'>): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      if (await insertIfAbsent(manager, ConsoleUserEntity, user)) return;
      const { username: given, ...values } = user;
      const username = storedCode('console_user', 'username', given);
      await updateRows(manager, ConsoleUserEntity, values, 'username = :username', { username });
    });
  }
}
