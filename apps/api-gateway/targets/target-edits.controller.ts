import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { type BulkCreateResult, type ManagedBy, type TargetParserView, type TargetView } from '@govcrawler/contracts';
import { type Response } from 'express';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import {
  EditBoolean,
  EditChoice,
  EditCron,
  EditId,
  EditObject,
  EditSeconds,
  EditText,
  EditUrl,
} from '../http/edit-rules.js';
import { editVersion } from '../http/edit-version.js';
import { CodeField, isCode, ListOfField, PatternField, TextField } from '../http/field-rules.js';
import { ProblemException } from '../http/problem.js';
import { ConfirmQuery, managedByFile, ToggleBody } from '../sites/sites.controller.js';
import { BulkCreateTargets } from './bulk-create-targets.js';
import { EditTargets, type TargetEdit, type TargetOrder } from './edit-targets.js';
import { TargetParser } from './target-parser.js';

const MAX_BULK = 200;

class TargetBody {
  @EditText({ max: 200, nullable: true })
  channelName?: string | null;

  @EditText({ max: 1000, nullable: true })
  channelPath?: string | null;

  @EditText({ max: 100, nullable: true })
  contentCategory?: string | null;

  @EditText({ max: 100, nullable: true })
  contentSubcategory?: string | null;

  @EditId({ nullable: true })
  deptId?: number | null;

  @EditCron({ nullable: true })
  scheduleCron?: string | null;

  @EditSeconds({ nullable: true })
  intervalSec?: number | null;

  @EditSeconds({ nullable: true })
  intervalJitterSec?: number | null;
}

class RequiredTargetBody extends TargetBody {
  @EditText({ max: 200, required: true })
  name: string;

  @EditUrl({ max: 8000, required: true })
  entryUrl: string;

  @EditBoolean()
  enabled?: boolean;

  @EditObject({ nullable: true })
  parser?: Record<string, unknown> | null;
}

class NewTargetBody extends RequiredTargetBody {
  @CodeField({ required: true })
  siteCode: string;

  @CodeField({ required: true })
  code: string;
}

class TemplateTargetBody extends RequiredTargetBody {
  @PatternField(/^[a-zA-Z0-9][a-zA-Z0-9_-]{0,90}$/, '只能包含字母、数字、下划线和连字符，最多 91 个字符', {
    required: true,
  })
  columnId: string;
}

class BulkCreateBody {
  @ListOfField(NewTargetBody, { max: MAX_BULK })
  targets: NewTargetBody[];
}

class BulkCreateYamlBody {
  @CodeField({ required: true })
  siteCode: string;

  @ListOfField(TemplateTargetBody, { max: MAX_BULK })
  columns: TemplateTargetBody[];
}

class TargetChangeBody extends TargetBody {
  @EditText({ max: 200 })
  name?: string;

  @EditUrl({ max: 8000 })
  entryUrl?: string;

  /** admin: from now on the console says what this target is, and its file no longer does. */
  @EditChoice(['yaml', 'admin'])
  managedBy?: ManagedBy;

  @TextField({ max: 100 })
  version?: string;
}

class ParserBody {
  /** Null takes the override away. */
  @EditObject({ required: true, nullable: true })
  override: Record<string, unknown> | null;

  @TextField({ max: 100 })
  version?: string;
}

@Controller('admin/api/targets')
export class TargetEditsController {
  constructor(
    private readonly editTargets: EditTargets,
    private readonly bulkCreateTargets: BulkCreateTargets,
    private readonly targetParser: TargetParser,
  ) {}

  @Post()
  async create(
    @Body() body: NewTargetBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TargetView> {
    const made = await this.editTargets.create(orderOf(body, body.siteCode, body.code), actor);
    const target = targetOf(made, body.code);
    response.location(`/admin/api/targets/${encodeURIComponent(target.code)}`);
    return target;
  }

  @Post('bulk-create')
  @HttpCode(200)
  bulkCreate(@Body() { targets }: BulkCreateBody, @CurrentActor() actor: Actor): Promise<BulkCreateResult> {
    return this.bulkCreateTargets.create(
      targets.map((body) => orderOf(body, body.siteCode, body.code)),
      actor,
    );
  }

  @Post('bulk-create-yaml')
  @HttpCode(200)
  async bulkCreateYaml(
    @Body() { siteCode, columns }: BulkCreateYamlBody,
    @CurrentActor() actor: Actor,
  ): Promise<BulkCreateResult> {
    const orders = columns.map((body) => orderOf(body, siteCode, `${siteCode}__${body.columnId}`));
    const result = await this.bulkCreateTargets.createFromTemplate(siteCode, orders, actor);
    if (result.kind === 'done') return result.result;
    throw new ProblemException(result.kind, { detail: `站点 ${siteCode}` });
  }

  @Get(':code')
  async read(@Param('code') code: string): Promise<TargetView> {
    assertCode(code);
    const target = await this.editTargets.read(code);
    if (!target) throw notFound(code);
    return target;
  }

  @Put(':code')
  async update(
    @Param('code') code: string,
    @Body() { version, name, ...body }: TargetChangeBody,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() actor: Actor,
  ): Promise<TargetView> {
    const expected = editVersion(ifMatch, version);
    assertCode(code);
    return targetOf(await this.editTargets.update(code, expected, { ...body, targetName: name }, actor), code);
  }

  @Post(':code/toggle')
  @HttpCode(200)
  async toggle(
    @Param('code') code: string,
    @Body() { enabled }: ToggleBody,
    @CurrentActor() actor: Actor,
  ): Promise<TargetView> {
    assertCode(code);
    return targetOf(await this.editTargets.toggle(code, enabled ?? null, actor), code);
  }

  @Delete(':code')
  async delete(
    @Param('code') code: string,
    @Query() { confirm }: ConfirmQuery,
    @CurrentActor() actor: Actor,
  ): Promise<{ deleted: string }> {
    assertCode(code);
    const result = await this.editTargets.delete(code, confirm === code, actor);
    switch (result.kind) {
      case 'removed':
        return { deleted: code };
      case 'not_found':
        throw notFound(code);
      case 'busy':
        throw new ProblemException('crawl_running', { detail: `采集目标 ${code} 正在采集，请先取消任务` });
      case 'managed_by_file':
        throw new ProblemException('confirmation_required', {
          detail: `采集目标由文件 ${result.yamlPath} 管理，文件仍在时会重新创建；文章会保留。确认请加参数 confirm=${code}`,
        });
    }
  }

  @Get(':code/parser')
  async readParser(@Param('code') code: string): Promise<TargetParserView> {
    assertCode(code);
    const parser = await this.targetParser.read(code);
    if (!parser) throw notFound(code);
    return parser;
  }

  @Put(':code/parser')
  async saveParser(
    @Param('code') code: string,
    @Body() { override, version }: ParserBody,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() actor: Actor,
  ): Promise<TargetParserView> {
    const expected = editVersion(ifMatch, version);
    assertCode(code);
    const result = await this.targetParser.save(code, expected, override, actor);
    switch (result.kind) {
      case 'done':
        return result.parser;
      case 'not_found':
        throw notFound(code);
      case 'stale':
        throw new ProblemException('version_conflict');
      case 'invalid':
        throw new ProblemException('validation_failed', { errors: result.problems });
    }
  }
}

function orderOf(body: RequiredTargetBody, siteCode: string, targetCode: string): TargetOrder {
  return {
    siteCode,
    targetCode,
    targetName: body.name,
    entryUrl: body.entryUrl,
    channelName: body.channelName ?? null,
    channelPath: body.channelPath ?? null,
    contentCategory: body.contentCategory ?? null,
    contentSubcategory: body.contentSubcategory ?? null,
    deptId: body.deptId ?? null,
    scheduleCron: body.scheduleCron ?? null,
    intervalSec: body.intervalSec ?? null,
    intervalJitterSec: body.intervalJitterSec ?? null,
    enabled: body.enabled ?? true,
    parser: body.parser,
  };
}

function targetOf(edit: TargetEdit, code: string): TargetView {
  switch (edit.kind) {
    case 'done':
      return edit.target;
    case 'not_found':
      throw notFound(code);
    case 'site_not_found':
      throw new ProblemException('site_not_found', { errors: [{ field: 'siteCode', message: '没有此站点' }] });
    case 'stale':
      throw new ProblemException('version_conflict');
    case 'exists':
      throw new ProblemException('already_exists', { errors: [{ field: 'code', message: '目标编号已被使用' }] });
    case 'no_department':
      throw new ProblemException('validation_failed', { errors: [{ field: 'deptId', message: '没有此部门' }] });
    case 'no_file':
      throw new ProblemException('validation_failed', {
        errors: [{ field: 'managedBy', message: '没有描述此目标的文件' }],
      });
    case 'managed_by_file':
      throw managedByFile(edit, { targetName: 'name' });
    case 'invalid':
      throw new ProblemException('validation_failed', { errors: edit.problems });
  }
}

function assertCode(code: string): void {
  if (!isCode(code)) throw notFound(code);
}

function notFound(code: string): ProblemException {
  return new ProblemException('target_not_found', { detail: `没有编号为 ${code.slice(0, 200)} 的采集目标` });
}
