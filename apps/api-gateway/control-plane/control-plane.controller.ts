import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  type AcceptedJob,
  type ArticleSearchPage,
  type CrawlJobState,
  type JobView,
  type PageOf,
} from '@govcrawler/contracts';
import { type Response } from 'express';
import { SearchQuery } from '../articles/articles.controller.js';
import { SearchArticles } from '../articles/search-articles.js';
import { RecordRuns } from '../audit/record-runs.js';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { NeedsScope } from '../auth/scope.decorator.js';
import { BooleanField, ChoiceField, CodeField, IntField, isCode } from '../http/field-rules.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { ProblemException } from '../http/problem.js';
import { ListJobs } from '../jobs/list-jobs.js';
import { RunTarget } from '../targets/run-target.js';

class FetchSourceBody {
  @BooleanField()
  force?: boolean;

  @IntField({ min: 1, max: 100_000 })
  maxItems?: number;
}

class TasksQuery {
  @ChoiceField(['queued', 'running', 'done', 'failed', 'cancelled'] satisfies CrawlJobState[])
  state?: CrawlJobState;

  @CodeField()
  source?: string;

  @IntField({ min: 1, max: 200 })
  limit = 50;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;
}

/** The control plane by its short names: a source is a target, a task is a job. It enqueues; it never fetches. */
@Controller('api')
export class ControlPlaneController {
  constructor(
    private readonly runTarget: RunTarget,
    private readonly recordRuns: RecordRuns,
    private readonly searchArticles: SearchArticles,
    private readonly listJobs: ListJobs,
  ) {}

  @Post('sources/:id/fetch')
  @Needs('operator')
  @NeedsScope('targets:run')
  @HttpCode(202)
  async fetchSource(
    @Param('id') id: string,
    @Body() { force = false, maxItems }: FetchSourceBody,
    @IdempotencyKey() key: string | null,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedJob> {
    if (!isCode(id)) throw new ProblemException('target_not_found');
    const order = { force, maxItems: maxItems ?? null };
    const result = await this.runTarget.run({ targetCode: id, trigger: 'manual', tick: null, key, ...order });
    if (result.kind === 'refused') throw new ProblemException(result.code, { detail: `采集目标 ${id} 未运行` });
    await this.recordRuns.record([result.job], order, actor);
    response.location(`/admin/api/jobs/${result.job.jobId}`);
    return result.job;
  }

  @Get('articles')
  @NeedsScope('articles:read')
  articles(@Query() query: SearchQuery): Promise<ArticleSearchPage> {
    return this.searchArticles.search(query);
  }

  @Get('admin/tasks')
  tasks(@Query() { source, ...filter }: TasksQuery): Promise<PageOf<JobView>> {
    return this.listJobs.list({ ...filter, ...(source === undefined ? {} : { targetCode: source }) });
  }
}
