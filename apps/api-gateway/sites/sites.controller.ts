import { Body, Controller, Delete, Get, Headers, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { type ManagedBy, type SiteView } from '@govcrawler/contracts';
import { type Response } from 'express';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { EditBoolean, EditChoice, EditCron, EditObject, EditText, EditUrl } from '../http/edit-rules.js';
import { editVersion } from '../http/edit-version.js';
import { isCode, PatternField, TextField } from '../http/field-rules.js';
import { ProblemException } from '../http/problem.js';
import { DeleteSite } from './delete-site.js';
import { EditSites, type SiteEdit } from './edit-sites.js';
import { ListSites } from './list-sites.js';

class SiteBody {
  @EditText({ max: 50 })
  adapter?: string;

  @EditObject()
  adapterParams?: Record<string, unknown>;

  @EditChoice(['httpx', 'playwright'])
  fetchStrategy?: 'httpx' | 'playwright';

  @EditCron({ nullable: true })
  scheduleCron?: string | null;

  @EditBoolean()
  respectRobots?: boolean;

  @EditChoice(['allow', 'deny'])
  robotsOnError?: 'allow' | 'deny';
}

class NewSiteBody extends SiteBody {
  @PatternField(/^[a-z0-9][a-z0-9_]{0,99}$/, '只能包含小写字母、数字和下划线，最多 100 个字符', { required: true })
  code: string;

  @EditText({ max: 200, required: true })
  name: string;

  @EditUrl({ max: 1000, required: true })
  baseUrl: string;

  @EditBoolean()
  enabled?: boolean;
}

class SiteChangeBody extends SiteBody {
  @EditText({ max: 200 })
  name?: string;

  @EditUrl({ max: 1000 })
  baseUrl?: string;

  /** admin: from now on the console says what this site is, and its file no longer does. */
  @EditChoice(['yaml', 'admin'])
  managedBy?: ManagedBy;

  @TextField({ max: 100 })
  version?: string;
}

/** The wish of a toggle; without one it is the other state. */
export class ToggleBody {
  @EditBoolean()
  enabled?: boolean;
}

/** Deletions that take something with them repeat the code of what is deleted. */
export class ConfirmQuery {
  @TextField({ max: 200 })
  confirm?: string;
}

@Controller('admin/api/sites')
export class SitesController {
  constructor(
    private readonly listSites: ListSites,
    private readonly editSites: EditSites,
    private readonly deleteSite: DeleteSite,
  ) {}

  @Get()
  list(): Promise<SiteView[]> {
    return this.listSites.list();
  }

  @Get(':code')
  async read(@Param('code') code: string): Promise<SiteView> {
    const site = await this.listSites.read(code);
    if (!site) throw notFound(code);
    return site;
  }

  @Post()
  async create(
    @Body() { code, ...body }: NewSiteBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SiteView> {
    const made = await this.editSites.create(
      {
        siteCode: code,
        siteName: body.name,
        baseUrl: body.baseUrl,
        cmsAdapter: body.adapter ?? 'yaml',
        adapterParamsJson: body.adapterParams ?? {},
        defaultFetchStrategy: body.fetchStrategy ?? 'httpx',
        scheduleCron: body.scheduleCron ?? null,
        respectRobots: body.respectRobots ?? true,
        robotsOnError: body.robotsOnError ?? 'allow',
        enabled: body.enabled ?? true,
      },
      actor,
    );
    assertDone(made, code);
    response.location(`/admin/api/sites/${code}`);
    return made.site;
  }

  @Put(':code')
  async update(
    @Param('code') code: string,
    @Body() { version, ...body }: SiteChangeBody,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() actor: Actor,
  ): Promise<SiteView> {
    const wanted = {
      siteName: body.name,
      baseUrl: body.baseUrl,
      cmsAdapter: body.adapter,
      adapterParamsJson: body.adapterParams,
      defaultFetchStrategy: body.fetchStrategy,
      scheduleCron: body.scheduleCron,
      respectRobots: body.respectRobots,
      robotsOnError: body.robotsOnError,
      managedBy: body.managedBy,
    };
    const expected = editVersion(ifMatch, version);
    if (!isCode(code)) throw notFound(code);
    assertDone(await this.editSites.update(code, expected, wanted, actor), code);
    return this.read(code);
  }

  @Post(':code/toggle')
  @HttpCode(200)
  async toggle(
    @Param('code') code: string,
    @Body() { enabled }: ToggleBody,
    @CurrentActor() actor: Actor,
  ): Promise<SiteView> {
    if (!isCode(code)) throw notFound(code);
    assertDone(await this.editSites.toggle(code, enabled ?? null, actor), code);
    return this.read(code);
  }

  @Delete(':code')
  async delete(
    @Param('code') code: string,
    @Query() { confirm }: ConfirmQuery,
    @CurrentActor() actor: Actor,
  ): Promise<{ deleted: string; targets: number; articles: number; filesRemoved: number }> {
    if (!isCode(code)) throw notFound(code);
    const result = await this.deleteSite.delete(code, confirm === code, actor);
    switch (result.kind) {
      case 'deleted': {
        const { targets, articles } = result.loss;
        return { deleted: code, targets, articles, filesRemoved: result.filesRemoved };
      }
      case 'not_found':
        throw notFound(code);
      case 'busy':
        throw new ProblemException('crawl_running', { detail: `站点 ${code} 正在采集，请先取消任务` });
      case 'unconfirmed': {
        const { targets, articles, attachments, jobs } = result.loss;
        const file =
          result.site.managedBy === 'yaml' ? `；站点由文件 ${result.site.yamlPath} 管理，文件仍在时会重新创建` : '';
        throw new ProblemException('confirmation_required', {
          detail: `将删除 ${targets} 个采集目标、${articles} 篇文章、${attachments} 个附件和 ${jobs} 条任务记录${file}。确认请加参数 confirm=${code}`,
          loses: { targets, articles, attachments, jobs },
        });
      }
    }
  }
}

function assertDone(edit: SiteEdit, code: string): asserts edit is Extract<SiteEdit, { kind: 'done' }> {
  switch (edit.kind) {
    case 'done':
      return;
    case 'not_found':
      throw notFound(code);
    case 'stale':
      throw new ProblemException('version_conflict');
    case 'exists':
      throw new ProblemException('already_exists', { errors: [{ field: 'code', message: '站点编号已被使用' }] });
    case 'no_file':
      throw new ProblemException('validation_failed', {
        errors: [{ field: 'managedBy', message: '没有描述此站点的文件' }],
      });
    case 'managed_by_file':
      throw managedByFile(edit, SITE_FIELDS);
    case 'invalid':
      throw new ProblemException('validation_failed', { errors: edit.problems });
  }
}

const SITE_FIELDS: Record<string, string> = {
  siteName: 'name',
  cmsAdapter: 'adapter',
  adapterParamsJson: 'adapterParams',
  defaultFetchStrategy: 'fetchStrategy',
};

/** The refusal of a change that the file would undo; `names` gives fields the names that the API has for them. */
export function managedByFile(
  { fields, yamlPath }: { fields: string[]; yamlPath: string | null },
  names: Record<string, string>,
): ProblemException {
  return new ProblemException('managed_by_file', {
    detail: `请修改文件 ${yamlPath}，或提交 managedBy=admin 改由后台管理`,
    errors: fields.map((field) => ({ field: names[field] ?? field, message: '由配置文件决定' })),
  });
}

function notFound(code: string): ProblemException {
  return new ProblemException('site_not_found', { detail: `没有编号为 ${code.slice(0, 200)} 的站点` });
}
