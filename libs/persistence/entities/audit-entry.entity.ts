import { entityOf, nullable, type EntityColumns } from '../schema/entity-columns.js';

/** Append-only: who changed what. */
export class AuditEntryEntity {
  id: number;
  occurredAt: Date;
  actor: string;
  action: string;
  subjectKind: string;
  subjectKey: string;
  beforeJson: Record<string, unknown> | null;
  afterJson: Record<string, unknown> | null;
  requestId: string | null;
}

export const auditEntryEntity = (c: EntityColumns) =>
  entityOf(
    AuditEntryEntity,
    'audit_log',
    {
      id: c.bigId(),
      occurredAt: c.insertTime(),
      actor: c.text(),
      action: c.text(),
      subjectKind: c.text(),
      subjectKey: c.text(),
      beforeJson: nullable(c.json()),
      afterJson: nullable(c.json()),
      requestId: nullable(c.text()),
    },
    {
      indices: {
        ix_audit_log_subject: ['subjectKind', 'subjectKey', 'id'],
        ix_audit_log_actor: ['actor', 'id'],
      },
    },
  );
