import { Body, Controller, Delete, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { type Response } from 'express';
import { type AckView, type ConsumerView, type DeliveryStart } from '@govcrawler/contracts';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { NeedsScope } from '../auth/scope.decorator.js';
import { documented } from '../http/documented.js';
import { ExplainedField } from '../http/edit-rules.js';
import { ChoiceField, MomentField, PatternField } from '../http/field-rules.js';
import { ProblemException } from '../http/problem.js';
import { CursorField, FilterBody } from './delivery-fields.js';
import { feedProblem } from './feed-problem.js';
import { ManageConsumers } from './manage-consumers.js';

export const CONSUMER_NAME = /^[A-Za-z0-9][\w.-]{0,99}$/;
export const CONSUMER_NAME_HINT = '只能包含字母、数字、点、下划线和连字符，以字母或数字开头，最多 100 个字符';

class StartBody {
  @ChoiceField(['beginning', 'now', 'date'], { required: true })
  from: 'beginning' | 'now' | 'date';

  /** For `date`: entries from this moment on. */
  @MomentField()
  date?: string;
}

class CreateConsumerBody extends StartBody {
  @PatternField(CONSUMER_NAME, CONSUMER_NAME_HINT, { required: true })
  name: string;

  @documented({ type: () => FilterBody })
  // A list would pass as an object without any of its fields: everything, where somebody meant to choose.
  @ExplainedField((value) => (Array.isArray(value) ? '必须是对象' : null))
  @ValidateNested({ message: '必须是对象' })
  @Type(() => FilterBody)
  filter: FilterBody = new FilterBody();
}

class AckBody {
  @CursorField({ required: true })
  cursor: string;
}

/** Consumers of the change feed: who they are, how far they are, and moving them. */
@Controller('api/v1/consumers')
export class ConsumersController {
  constructor(private readonly consumers: ManageConsumers) {}

  @Get()
  @NeedsScope('consumers:read')
  async list(): Promise<{ items: ConsumerView[] }> {
    return { items: await this.consumers.list() };
  }

  @Post()
  @NeedsScope('consumers:write')
  async create(
    @Body() body: CreateConsumerBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConsumerView> {
    const consumer = await this.consumers.create(body.name, startOf(body), { ...body.filter }, actor);
    if (!consumer)
      throw new ProblemException('already_exists', { errors: [{ field: 'name', message: '消费者已存在' }] });
    response.location(`/api/v1/consumers/${body.name}`);
    return consumer;
  }

  @Get(':name')
  @NeedsScope('consumers:read')
  async read(@Param('name') name: string): Promise<ConsumerView> {
    return found(await this.consumers.find(name));
  }

  /** Confirms everything up to a cursor; never moves back, may be repeated. */
  @Post(':name/ack')
  @NeedsScope('changes:read')
  @Needs('operator')
  @HttpCode(200)
  async ack(@Param('name') name: string, @Body() { cursor }: AckBody): Promise<AckView> {
    const result = await this.consumers.ack(name, cursor);
    if (typeof result === 'string') throw feedProblem(result);
    return result;
  }

  @Post(':name/reset')
  @NeedsScope('consumers:write')
  @HttpCode(200)
  async reset(
    @Param('name') name: string,
    @Body() body: StartBody,
    @CurrentActor() actor: Actor,
  ): Promise<ConsumerView> {
    return found(await this.consumers.reset(name, startOf(body), actor));
  }

  @Delete(':name')
  @NeedsScope('consumers:write')
  async remove(@Param('name') name: string, @CurrentActor() actor: Actor): Promise<{ deleted: string }> {
    if (!(await this.consumers.remove(name, actor))) throw feedProblem('consumer_not_found');
    return { deleted: name };
  }
}

function found(consumer: ConsumerView | null): ConsumerView {
  if (!consumer) throw feedProblem('consumer_not_found');
  return consumer;
}

function startOf({ from, date }: StartBody): DeliveryStart {
  if (from !== 'date') return { from };
  if (date === undefined) {
    throw new ProblemException('validation_failed', { errors: [{ field: 'date', message: '从日期开始时必须给出' }] });
  }
  return { from, date: new Date(date) };
}
