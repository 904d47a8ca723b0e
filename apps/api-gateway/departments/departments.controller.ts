import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query, Res } from '@nestjs/common';
import { type DepartmentView } from '@govcrawler/contracts';
import { type Response } from 'express';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { EditText } from '../http/edit-rules.js';
import { editVersion } from '../http/edit-version.js';
import { TextField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { ConfirmQuery } from '../sites/sites.controller.js';
import { EditDepartments } from './edit-departments.js';

class ListQuery {
  @TextField({ max: 100 })
  region?: string;

  @TextField({ max: 100 })
  category?: string;
}

class DepartmentBody {
  @EditText({ max: 100, nullable: true })
  shortName?: string | null;

  @EditText({ max: 100, nullable: true })
  region?: string | null;

  @EditText({ max: 100, nullable: true })
  category?: string | null;
}

class NewDepartmentBody extends DepartmentBody {
  @EditText({ max: 200, required: true })
  fullName: string;
}

class DepartmentChangeBody extends DepartmentBody {
  @EditText({ max: 200 })
  fullName?: string;

  @TextField({ max: 100 })
  version?: string;
}

@Controller('admin/api/local-departments')
export class DepartmentsController {
  constructor(private readonly departments: EditDepartments) {}

  @Get()
  list(@Query() query: ListQuery): Promise<DepartmentView[]> {
    return this.departments.list(query);
  }

  @Get(':id')
  async read(@Param('id', IdPipe) id: number): Promise<DepartmentView> {
    const department = await this.departments.read(id);
    if (!department) throw notFound(id);
    return department;
  }

  @Post()
  async create(
    @Body() { fullName, shortName = null, region = null, category = null }: NewDepartmentBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DepartmentView> {
    const made = await this.departments.create({ fullName, shortName, region, category }, actor);
    if (!made) throw nameTaken();
    response.location(`/admin/api/local-departments/${made.id}`);
    return made;
  }

  @Put(':id')
  async update(
    @Param('id', IdPipe) id: number,
    @Body() { version, ...wanted }: DepartmentChangeBody,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentActor() actor: Actor,
  ): Promise<DepartmentView> {
    const edit = await this.departments.update(id, editVersion(ifMatch, version), wanted, actor);
    switch (edit.kind) {
      case 'done':
        return edit.department;
      case 'not_found':
        throw notFound(id);
      case 'stale':
        throw new ProblemException('version_conflict');
      case 'name_taken':
        throw nameTaken();
    }
  }

  @Delete(':id')
  async delete(
    @Param('id', IdPipe) id: number,
    @Query() { confirm }: ConfirmQuery,
    @CurrentActor() actor: Actor,
  ): Promise<{ deleted: number }> {
    const result = await this.departments.delete(id, confirm === String(id), actor);
    switch (result.kind) {
      case 'deleted':
        return { deleted: id };
      case 'not_found':
        throw notFound(id);
      case 'unconfirmed': {
        const { targets, articles } = result.uses;
        throw new ProblemException('confirmation_required', {
          detail: `${targets} 个采集目标和 ${articles} 篇文章将不再属于任何部门。确认请加参数 confirm=${id}`,
          loses: { targets, articles },
        });
      }
    }
  }
}

function nameTaken(): ProblemException {
  return new ProblemException('already_exists', { errors: [{ field: 'fullName', message: '已有同名部门' }] });
}

function notFound(id: number): ProblemException {
  return new ProblemException('department_not_found', { detail: `没有编号为 ${id} 的部门` });
}
