import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import {
  type AcceptedColumns,
  type AcceptedErrand,
  type DiscoveryOrder,
  type DiscoveryProgress,
  type DiscoveryResult,
  type DiscoverySummary,
  type DiscoveryView,
} from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { type Errand } from '@govcrawler/persistence';
import { type Response } from 'express';
import { AuditLog } from '../audit/audit-log.js';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { ErrandRows, StartErrand } from '../errands/start-errand.js';
import { EditChoice, EditText, EditUrl, HostListField } from '../http/edit-rules.js';
import { IntField, ListOfField, PatternField, TextField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { toIso } from '../http/wire-time.js';
import { AcceptColumns } from './accept-columns.js';

class DiscoverBody {
  @EditUrl({ max: 4000, required: true })
  url: string;

  /** Further hosts of the same site. */
  @HostListField({ max: 20 })
  hosts?: string[];

  @IntField({ min: 1, max: 500 })
  maxPages = 60;

  @IntField({ min: 1, max: 5 })
  maxDepth = 2;

  @IntField({ min: 1, max: 60 })
  maxMinutes = 10;
}

class AcceptedColumnBody {
  @EditUrl({ max: 8000, required: true })
  listUrl: string;

  @PatternField(/^[a-z0-9][a-z0-9_-]{0,90}$/i, '只能包含字母、数字、下划线和连字符，最多 91 个字符')
  columnId?: string;

  @EditText({ max: 200 })
  name?: string;

  @TextField({ max: 100 })
  category?: string;
}

class AcceptBody {
  @PatternField(/^[a-z0-9][a-z0-9_]{0,99}$/, '只能包含小写字母、数字和下划线，最多 100 个字符', { required: true })
  siteCode: string;

  @EditText({ max: 200 })
  siteName?: string;

  @EditChoice(['targets', 'yaml', 'file'], { required: true })
  as: 'targets' | 'yaml' | 'file';

  @ListOfField(AcceptedColumnBody, { max: 200 })
  columns: AcceptedColumnBody[];
}

const KIND = 'site.discover';
const SHOWN = 50;

/** Finds the columns of a site that nobody has described yet. */
@Controller('admin/api')
export class DiscoveriesController {
  constructor(
    private readonly rows: ErrandRows,
    private readonly startErrand: StartErrand,
    private readonly acceptColumns: AcceptColumns,
    private readonly audit: AuditLog,
  ) {}

  @Post('targets/discover-html')
  @Needs('operator')
  @HttpCode(202)
  async discover(
    @Body() { hosts = [], ...body }: DiscoverBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedErrand> {
    const started = await this.startErrand.start({
      kind: KIND,
      subject: body.url,
      place: hostKey(body.url),
      payload: { ...body, hosts },
      createdBy: actor.username,
      single: true,
    });
    if (started.created) {
      const after = { id: started.id, ...body, hosts };
      await this.audit.append([{ actor, action: 'discovery.start', subjectKey: body.url, before: null, after }]);
    }
    response.location(`/admin/api/discoveries/${started.id}`);
    return started;
  }

  @Get('discoveries')
  async list(): Promise<DiscoverySummary[]> {
    return (await this.rows.recent(KIND, { limit: SHOWN })).map(summary);
  }

  @Get('discoveries/:id')
  async read(@Param('id', IdPipe) id: number): Promise<DiscoveryView> {
    const errand = await this.find(id);
    return { ...summary(errand), result: errand.resultJson as unknown as DiscoveryResult | null };
  }

  /** What was found so far stays. */
  @Post('discoveries/:id/cancel')
  @Needs('operator')
  @HttpCode(202)
  async cancel(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<DiscoverySummary> {
    const outcome = await this.rows.requestStop(KIND, id);
    if (outcome === 'finished') throw new ProblemException('job_finished');
    const cancelled = summary(await this.find(id));
    const entry = { actor, action: 'discovery.cancel', subjectKey: cancelled.order.url };
    await this.audit.append([{ ...entry, before: null, after: { id, state: cancelled.state } }]);
    return cancelled;
  }

  @Post('discoveries/:id/accept')
  @HttpCode(200)
  async accept(
    @Param('id', IdPipe) id: number,
    @Body() { siteCode, siteName, as, columns }: AcceptBody,
    @CurrentActor() actor: Actor,
  ): Promise<AcceptedColumns> {
    const { resultJson } = await this.find(id);
    if (resultJson === null) throw new ProblemException('discovery_not_finished');
    const found = resultJson as unknown as DiscoveryResult;
    const order = { siteCode, siteName: siteName ?? null, as, columns };
    const result = await this.acceptColumns.accept(found, order, actor);
    switch (result.kind) {
      case 'done':
        return result.accepted;
      case 'no_folder':
        throw new ProblemException('no_sites_folder');
      case 'invalid':
        throw new ProblemException('validation_failed', { errors: result.problems });
    }
  }

  private async find(id: number): Promise<Errand> {
    const errand = await this.rows.find(KIND, id);
    if (!errand) throw new ProblemException('discovery_not_found', { detail: `没有编号为 ${id} 的栏目发现` });
    return errand;
  }
}

function summary(errand: Omit<Errand, 'resultJson'>): DiscoverySummary {
  return {
    id: errand.id,
    order: errand.payloadJson as unknown as DiscoveryOrder,
    state: errand.state,
    progress: errand.progressJson as unknown as DiscoveryProgress | null,
    error: errand.error,
    createdBy: errand.createdBy,
    createdAt: toIso(errand.createdAt),
    finishedAt: toIso(errand.finishedAt),
  };
}
