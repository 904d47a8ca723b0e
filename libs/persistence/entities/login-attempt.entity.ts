import { entityOf, withDefault, type EntityColumns } from '../schema/entity-columns.js';

/** How often somebody tried to log in as somebody from somewhere, until the window is over. */
export class LoginAttemptEntity {
  id: number;
  subjectHash: string;
  attempts: number;
  resetsAt: Date;
}

export const loginAttemptEntity = (c: EntityColumns) =>
  entityOf(
    LoginAttemptEntity,
    'login_attempt',
    { id: c.bigId(), subjectHash: c.text(), attempts: withDefault(c.int(), 0), resetsAt: c.moment() },
    { uniques: { uq_login_attempt_subject: ['subjectHash'] }, indices: { ix_login_attempt_reset: ['resetsAt'] } },
  );
