import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { type AcceptedJob, type BulkRunResult, type PageOf, type TargetView } from '@govcrawler/contracts';
import { type Response } from 'express';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { RecordRuns } from '../audit/record-runs.js';
import { Needs } from '../auth/role.decorator.js';
import {
  BooleanField,
  CodeField,
  CodeListField,
  IntField,
  isCode,
  MomentField,
  TextField,
} from '../http/field-rules.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { ProblemException } from '../http/problem.js';
import { BulkRunTargets } from './bulk-run-targets.js';
import { LookupTargets } from './lookup-targets.js';
import { RunTarget } from './run-target.js';

class LookupQuery {
  @CodeField()
  siteCode?: string;

  @IntField({ min: 1, max: 2_147_483_647 })
  deptId?: number;

  @TextField({ max: 200 })
  q?: string;

  @IntField({ min: 1, max: 200 })
  limit = 50;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;
}

class RunBody {
  @BooleanField()
  force?: boolean;

  @IntField({ min: 1, max: 100_000 })
  maxItems?: number;

  /** Sent by the scheduler: the planned moment. The same tick never makes two jobs. */
  @MomentField()
  tick?: string;
}

class BulkRunBody {
  @CodeListField({ max: 500 })
  targetCodes: string[];

  @BooleanField()
  force?: boolean;

  @IntField({ min: 1, max: 100_000 })
  maxItems?: number;
}

@Controller('admin/api/targets')
export class TargetsController {
  constructor(
    private readonly lookupTargets: LookupTargets,
    private readonly runTarget: RunTarget,
    private readonly bulkRunTargets: BulkRunTargets,
    private readonly recordRuns: RecordRuns,
  ) {}

  @Get('lookup')
  lookup(@Query() query: LookupQuery): Promise<PageOf<TargetView>> {
    return this.lookupTargets.lookup(query);
  }

  @Post('bulk-run')
  @Needs('operator')
  @HttpCode(202)
  async bulkRun(
    @Body() { targetCodes, force = false, maxItems }: BulkRunBody,
    @IdempotencyKey() key: string | null,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BulkRunResult> {
    const result = await this.bulkRunTargets.run({ targetCodes, force, maxItems: maxItems ?? null, key });
    await this.recordRuns.record(result.accepted, { force, maxItems: maxItems ?? null }, actor);
    response.location('/admin/api/jobs/list');
    return result;
  }

  @Post(':code/run')
  @Needs('operator')
  @HttpCode(202)
  async run(
    @Param('code') code: string,
    @Body() { force = false, maxItems, tick }: RunBody,
    @IdempotencyKey() key: string | null,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedJob> {
    if (!isCode(code)) throw new ProblemException('target_not_found');
    const result = await this.runTarget.run({
      targetCode: code,
      trigger: tick === undefined ? 'manual' : 'cron',
      tick: tick === undefined ? null : new Date(tick),
      key,
      force,
      maxItems: maxItems ?? null,
    });
    if (result.kind === 'refused') throw new ProblemException(result.code, { detail: `采集目标 ${code} 未运行` });
    if (tick === undefined) await this.recordRuns.record([result.job], { force, maxItems: maxItems ?? null }, actor);
    response.location(`/admin/api/jobs/${result.job.jobId}`);
    return result.job;
  }
}
