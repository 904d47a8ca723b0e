import { type PageOf } from '@govcrawler/contracts';
import { type AuditEntry, type NewAuditEntry } from '@govcrawler/persistence';

export interface AuditFilter {
  actor?: string;
  subjectKind?: string;
  subjectKey?: string;
  limit: number;
  offset: number;
}

/** Where changes are written down; nothing there is ever changed. */
export abstract class AuditLog {
  abstract append(entries: NewAuditEntry[]): Promise<void>;
  abstract list(filter: AuditFilter): Promise<PageOf<AuditEntry>>;
}
