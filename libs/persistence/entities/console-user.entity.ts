import { entityOf, nullable, type EntityColumns } from '../schema/entity-columns.js';

export class ConsoleUserEntity {
  id: number;
  username: string;
  passwordHash: string;
  role: string;
  createdAt: Date;
  /** Since when nobody may log in with it. */
  disabledAt: Date | null;
}

export const consoleUserEntity = (c: EntityColumns) =>
  entityOf(
    ConsoleUserEntity,
    'console_user',
    {
      id: c.id(),
      username: c.text(),
      passwordHash: c.text(),
      role: c.text(),
      createdAt: c.insertTime(),
      disabledAt: nullable(c.moment()),
    },
    { uniques: { uq_console_user_name: ['username'] } },
  );
