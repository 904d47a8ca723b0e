import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import {
  SOURCE_STATES,
  type FeedDiscoveryView,
  type OpmlImportResult,
  type PageOf,
  type SourceChecks,
  type SourceKind,
  type SourceState,
  type SourceSummary,
  type SourceView,
} from '@govcrawler/contracts';
import { type Response } from 'express';
import { AuditLog } from '../audit/audit-log.js';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { EditBoolean, EditCron, EditId, EditObject, EditText, EditUrl } from '../http/edit-rules.js';
import { ChoiceField, CodeField, IntField, isCode, TextField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { AddSources } from './add-sources.js';
import { DiscoverSources } from './discover-sources.js';
import { ListSources } from './list-sources.js';

const MAX_OPML = 2_000_000;

class SourceQuery {
  @TextField({ max: 200 })
  q?: string;

  @ChoiceField(['rss', 'custom'])
  kind?: SourceKind;

  @ChoiceField(SOURCE_STATES)
  state?: SourceState;

  @IntField({ min: 1, max: 200 })
  limit = 50;

  @IntField({ min: 0, max: 1_000_000 })
  offset = 0;
}

class SourceChecksQuery {
  @IntField({ min: 1, max: 200 })
  limit = 50;

  /** Lines older than this one. */
  @IntField({ min: 1, max: Number.MAX_SAFE_INTEGER })
  before?: number;
}

class NewSourceBody {
  @EditUrl({ max: 8000, required: true })
  url: string;

  @EditText({ max: 200, nullable: true })
  name?: string | null;

  /** The adapter that reads it; rss unless said otherwise. */
  @CodeField()
  adapter?: string;

  @EditObject({ nullable: true })
  params?: Record<string, unknown> | null;

  @EditText({ max: 100, nullable: true })
  category?: string | null;

  @EditText({ max: 100, nullable: true })
  subcategory?: string | null;

  @EditId({ nullable: true })
  deptId?: number | null;

  /** A cron, or "adaptive" (the default): it schedules itself. */
  @EditCron({ nullable: true })
  schedule?: string | null;

  @EditBoolean()
  enabled?: boolean;
}

class FeedDiscoveryBody {
  /** Any page of the site. */
  @EditUrl({ max: 8000, required: true })
  url: string;
}

class OpmlBody {
  /** The content of an OPML file. */
  @EditText({ max: MAX_OPML, required: true })
  opml: string;
}

/** Sources: feeds, and targets that schedule themselves. They are edited, run and deleted as the targets they are. */
@Controller('admin/api/sources')
export class SourcesController {
  constructor(
    private readonly sources: ListSources,
    private readonly addSources: AddSources,
    private readonly discoverSources: DiscoverSources,
    private readonly audit: AuditLog,
  ) {}

  @Get()
  list(@Query() query: SourceQuery): Promise<PageOf<SourceView>> {
    return this.sources.list(query);
  }

  @Get('summary')
  summary(): Promise<SourceSummary> {
    return this.sources.summary();
  }

  /** All feeds as an OPML file, for any feed reader. */
  @Get('opml')
  @ApiProduces('text/x-opml')
  @Header('content-type', 'text/x-opml; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="govcrawler-sources.opml"')
  exportOpml(): Promise<string> {
    return this.addSources.exportOpml();
  }

  /** Makes a source of every feed of an OPML file that is not one yet; folders become categories. */
  @Post('opml')
  @HttpCode(200)
  async importOpml(@Body() { opml }: OpmlBody, @CurrentActor() actor: Actor): Promise<OpmlImportResult> {
    const result = await this.addSources.importOpml(opml, actor);
    if (!('kind' in result)) return result;
    throw new ProblemException('validation_failed', { errors: [{ field: 'opml', message: result.message }] });
  }

  /** Starts the search for the feeds of a page. */
  @Post('discover')
  @HttpCode(202)
  async discover(
    @Body() { url }: FeedDiscoveryBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeedDiscoveryView> {
    const started = await this.discoverSources.start(url, actor.username);
    response.location(`/admin/api/sources/discover/${started.id}`);
    return started;
  }

  @Get('discover/:id')
  async discovery(@Param('id', IdPipe) id: number): Promise<FeedDiscoveryView> {
    const found = await this.discoverSources.read(id);
    if (!found) throw new ProblemException('job_not_found', { detail: `没有编号为 ${id} 的订阅源查找` });
    return found;
  }

  @Post()
  async create(
    @Body() body: NewSourceBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SourceView> {
    const made = await this.addSources.add(body, actor);
    switch (made.kind) {
      case 'created':
        response.location(`/admin/api/sources/${encodeURIComponent(made.source.code)}`);
        return made.source;
      case 'exists':
        throw new ProblemException('already_exists', {
          detail: `此地址已是信息源 ${made.code}`,
          errors: [{ field: 'url', message: `已是信息源 ${made.code}` }],
        });
      case 'no_department':
        throw new ProblemException('validation_failed', { errors: [{ field: 'deptId', message: '没有此部门' }] });
      case 'invalid':
        throw new ProblemException('validation_failed', { errors: made.problems });
    }
  }

  @Get(':code')
  async read(@Param('code') code: string): Promise<SourceView> {
    const source = isCode(code) ? await this.sources.read(code) : null;
    if (!source) throw notFound(code);
    return source;
  }

  /** The decision log: why each check was then, and what it found. */
  @Get(':code/checks')
  async checks(@Param('code') code: string, @Query() { limit, before }: SourceChecksQuery): Promise<SourceChecks> {
    const checks = isCode(code) ? await this.sources.checks(code, limit, before ?? null) : null;
    if (!checks) throw notFound(code);
    return checks;
  }

  /** Ends a stop or a back-off: the source is due at once. */
  @Post(':code/resume')
  @HttpCode(200)
  async resume(@Param('code') code: string, @CurrentActor() actor: Actor): Promise<SourceView> {
    const source = isCode(code) ? await this.sources.resume(code) : null;
    if (!source) throw notFound(code);
    await this.audit.append([{ actor, action: 'source.resume', subjectKey: code, before: null, after: null }]);
    return source;
  }
}

function notFound(code: string): ProblemException {
  return new ProblemException('target_not_found', { detail: `没有编号为 ${code.slice(0, 200)} 的信息源` });
}
