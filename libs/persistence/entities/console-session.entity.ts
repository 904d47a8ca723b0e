import { entityOf, type EntityColumns } from '../schema/entity-columns.js';

/** A person who is logged in. The token itself is nowhere but in the browser. */
export class ConsoleSessionEntity {
  id: number;
  tokenHash: string;
  username: string;
  address: string;
  agent: string;
  createdAt: Date;
  seenAt: Date;
  expiresAt: Date;
}

export const consoleSessionEntity = (c: EntityColumns) =>
  entityOf(
    ConsoleSessionEntity,
    'console_session',
    {
      id: c.bigId(),
      tokenHash: c.text(),
      username: c.text(),
      address: c.text(),
      agent: c.text(),
      createdAt: c.insertTime(),
      seenAt: c.moment(),
      expiresAt: c.moment(),
    },
    {
      uniques: { uq_console_session_token: ['tokenHash'] },
      indices: { ix_console_session_user: ['username', 'id'], ix_console_session_expiry: ['expiresAt'] },
    },
  );
