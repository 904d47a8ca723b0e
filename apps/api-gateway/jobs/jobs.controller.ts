import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  type AcceptedJob,
  type BulkRunResult,
  type CrawlJobState,
  type HostQueueView,
  type JobView,
  type PageOf,
  type ScheduledRun,
  type SchedulePreview,
} from '@govcrawler/contracts';
import { parseCron } from '@govcrawler/core';
import { type Response } from 'express';
import { AuditLog } from '../audit/audit-log.js';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { Clock } from '../gateway-infrastructure.js';
import { ChoiceField, CodeField, IntField, TextField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { CancelJob } from './cancel-job.js';
import { ListJobs } from './list-jobs.js';
import { ListScheduled } from './list-scheduled.js';
import { RetryJobs } from './retry-jobs.js';

class ListQuery {
  @ChoiceField(['queued', 'running', 'done', 'failed', 'cancelled'] satisfies CrawlJobState[])
  state?: CrawlJobState;

  @TextField({ max: 261 })
  host?: string;

  @CodeField()
  targetCode?: string;

  /** Part of the target's or site's code or name, or of the error. */
  @TextField({ max: 200 })
  q?: string;

  @IntField({ min: 1, max: 200 })
  limit = 50;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;
}

class ScheduledQuery {
  @CodeField()
  siteCode?: string;

  @CodeField()
  targetCode?: string;

  @IntField({ min: 1, max: 50 })
  runs = 3;

  @IntField({ min: 1, max: 200 })
  limit = 50;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;
}

class PreviewQuery {
  @TextField({ max: 100, required: true })
  cron: string;

  @IntField({ min: 1, max: 50 })
  runs = 5;
}

class RetryFailedBody {
  @CodeField()
  siteCode?: string;

  @IntField({ min: 1, max: 24 * 90 })
  hours?: number;
}

@Controller('admin/api/jobs')
export class JobsController {
  constructor(
    private readonly listJobs: ListJobs,
    private readonly cancelJob: CancelJob,
    private readonly listScheduled: ListScheduled,
    private readonly retryJobs: RetryJobs,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  @Get('list')
  list(@Query() { host, q, ...filter }: ListQuery): Promise<PageOf<JobView>> {
    const hostKey = host === undefined ? {} : { hostKey: host.toLowerCase() };
    return this.listJobs.list({ ...filter, ...hostKey, ...(q?.trim() ? { text: q.trim() } : {}) });
  }

  @Get('queue')
  queue(): Promise<HostQueueView[]> {
    return this.listJobs.queue();
  }

  @Get('scheduled')
  scheduled(@Query() query: ScheduledQuery): Promise<PageOf<ScheduledRun>> {
    return this.listScheduled.list(query);
  }

  /** When a target with this cron expression would run, by the scheduler's own reading of it. */
  @Get('schedule-preview')
  previewSchedule(@Query() { cron, runs }: PreviewQuery): SchedulePreview {
    const parsed = parseCron(cron);
    if (!parsed.ok) return { nextRuns: [], problem: parsed.problem.messageZh };
    const moments = parsed.cron.nextRuns(this.clock.now().getTime(), runs);
    return { nextRuns: moments.map((moment) => new Date(moment).toISOString()), problem: null };
  }

  @Post('retry-failed')
  @Needs('operator')
  @HttpCode(202)
  async retryFailed(
    @Body() { siteCode, hours }: RetryFailedBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BulkRunResult> {
    const since = hours === undefined ? undefined : new Date(this.clock.now().getTime() - hours * 3_600_000);
    const result = await this.retryJobs.retryAll({ siteCode, since }, actor);
    response.location('/admin/api/jobs/list');
    return result;
  }

  @Get(':id')
  async read(@Param('id', IdPipe) id: number): Promise<JobView> {
    const job = await this.listJobs.read(id);
    if (!job) throw new ProblemException('job_not_found', { detail: `没有编号为 ${id} 的任务` });
    return job;
  }

  @Post(':id/retry')
  @Needs('operator')
  @HttpCode(202)
  async retry(
    @Param('id', IdPipe) id: number,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedJob> {
    const result = await this.retryJobs.retry(id, actor);
    switch (result.kind) {
      case 'accepted':
        response.location(`/admin/api/jobs/${result.job.jobId}`);
        return result.job;
      case 'refused':
        throw new ProblemException(result.code, { detail: `任务 ${id} 未能重试` });
      case 'not_failed':
        throw new ProblemException('job_not_failed', { detail: `任务 ${id} 仍在进行或已经成功` });
      case 'unknown':
        throw new ProblemException('job_not_found', { detail: `没有编号为 ${id} 的任务` });
    }
  }

  @Post(':id/cancel')
  @Needs('operator')
  @HttpCode(200)
  async cancel(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<JobView> {
    const result = await this.cancelJob.cancel(id);
    switch (result.kind) {
      case 'stopped': {
        const { targetCode, state } = result.job;
        const after = { targetCode, state, stopRequested: true };
        await this.audit.append([{ actor, action: 'job.cancel', subjectKey: String(id), before: null, after }]);
        return result.job;
      }
      case 'finished':
        throw new ProblemException('job_finished', { detail: `任务 ${id} 已经结束，无法取消` });
      case 'unknown':
        throw new ProblemException('job_not_found', { detail: `没有编号为 ${id} 的任务` });
    }
  }
}
