import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { type CrawlJobState, type HostQueueView, type JobView, type PageOf } from '@govcrawler/contracts';
import { ChoiceField, CodeField, IntField, TextField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { CancelJob } from './cancel-job.js';
import { ListJobs } from './list-jobs.js';

class ListQuery {
  @ChoiceField(['queued', 'running', 'done', 'failed', 'cancelled'] satisfies CrawlJobState[])
  state?: CrawlJobState;

  @TextField({ max: 261 })
  host?: string;

  @CodeField()
  targetCode?: string;

  @IntField({ min: 1, max: 200 })
  limit = 50;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;
}

@Controller('admin/api/jobs')
export class JobsController {
  constructor(
    private readonly listJobs: ListJobs,
    private readonly cancelJob: CancelJob,
  ) {}

  @Get('list')
  list(@Query() { host, ...filter }: ListQuery): Promise<PageOf<JobView>> {
    return this.listJobs.list({ ...filter, ...(host === undefined ? {} : { hostKey: host.toLowerCase() }) });
  }

  @Get('queue')
  queue(): Promise<HostQueueView[]> {
    return this.listJobs.queue();
  }

  @Get(':id')
  async read(@Param('id', IdPipe) id: number): Promise<JobView> {
    const job = await this.listJobs.read(id);
    if (!job) throw new ProblemException('job_not_found', { detail: `没有编号为 ${id} 的任务` });
    return job;
  }

  @Post(':id/cancel')
  @HttpCode(200)
  async cancel(@Param('id', IdPipe) id: number): Promise<JobView> {
    const result = await this.cancelJob.cancel(id);
    switch (result.kind) {
      case 'stopped':
        return result.job;
      case 'finished':
        throw new ProblemException('job_finished', { detail: `任务 ${id} 已经结束，无法取消` });
      case 'unknown':
        throw new ProblemException('job_not_found', { detail: `没有编号为 ${id} 的任务` });
    }
  }
}
