import { Injectable } from '@nestjs/common';
import { type AcceptedJob } from '@govcrawler/contracts';
import { type Actor } from '../auth/actor.decorator.js';
import { AuditLog } from './audit-log.js';

/** Writes down which crawls people asked for. The scheduler's own are in the list of jobs and would drown theirs. */
@Injectable()
export class RecordRuns {
  constructor(private readonly audit: AuditLog) {}

  async record(jobs: AcceptedJob[], order: { force: boolean; maxItems: number | null }, actor: Actor): Promise<void> {
    await this.audit.append(
      jobs
        .filter(({ created }) => created)
        .map(({ jobId, targetCode }) => ({
          actor,
          action: 'target.run',
          subjectKey: targetCode,
          before: null,
          after: { jobId, ...order },
        })),
    );
  }
}
