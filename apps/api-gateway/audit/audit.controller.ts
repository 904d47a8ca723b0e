import { Controller, Get, Query } from '@nestjs/common';
import { type AuditEntryView, type PageOf } from '@govcrawler/contracts';
import { Needs } from '../auth/role.decorator.js';
import { ChoiceField, IntField, TextField } from '../http/field-rules.js';
import { toIso } from '../http/wire-time.js';
import { AuditLog } from './audit-log.js';

const AUDITED = [
  ...['site', 'target', 'article', 'department', 'job', 'host', 'discovery'],
  ...['user', 'session', 'key', 'settings', 'consumer'],
  ...['alert', 'channel'],
];

class AuditQuery {
  @TextField({ max: 100 })
  actor?: string;

  @ChoiceField(AUDITED)
  subjectKind?: string;

  @TextField({ max: 200 })
  subjectKey?: string;

  @IntField({ min: 1, max: 200 })
  limit = 50;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;
}

@Controller('admin/api/audit')
export class AuditController {
  constructor(private readonly audit: AuditLog) {}

  @Get()
  @Needs('admin')
  async list(@Query() query: AuditQuery): Promise<PageOf<AuditEntryView>> {
    const page = await this.audit.list(query);
    return {
      ...page,
      items: page.items.map(({ occurredAt, beforeJson, afterJson, ...entry }) => ({
        ...entry,
        occurredAt: toIso(occurredAt),
        before: beforeJson,
        after: afterJson,
      })),
    };
  }
}
