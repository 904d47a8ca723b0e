import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import {
  type AcceptedErrand,
  type BriefingOrder,
  type BriefingsPage,
  type BriefingSummary,
  type BriefingView,
  type ModelStatus,
} from '@govcrawler/contracts';
import { type Briefing } from '@govcrawler/persistence';
import { type Response } from 'express';
import { AuditLog } from '../audit/audit-log.js';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { FeedConsumers } from '../delivery/delivery-ports.js';
import { ErrandRows, StartErrand } from '../errands/start-errand.js';
import { Clock, GatewayInfrastructure } from '../gateway-infrastructure.js';
import { EditText, IdListField } from '../http/edit-rules.js';
import { BooleanField, CodeListField, DayField, IntField, TextField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { beijingDay } from '../http/wire-time.js';
import { briefingMarkdown } from './briefing-markdown.js';
import { BriefedTargets, BriefingRows } from './briefing-ports.js';
import { PresentBriefing } from './present-briefing.js';

class BriefingsQuery {
  @IntField({ min: 1, max: 1_000_000_000 })
  before?: number;

  @IntField({ min: 1, max: 100 })
  limit = 20;
}

class BriefingBody {
  @TextField({ max: 200 })
  title?: string;

  @CodeListField({ max: 100 })
  targetCodes: string[];

  /** First day of publication, in Beijing; a week before the last when it is left out. */
  @DayField()
  from?: string;

  /** Last day of publication, included; today when it is left out. */
  @DayField()
  to?: string;

  /** Crawl the targets first. */
  @BooleanField()
  collect = true;

  @IntField({ min: 1, max: 500 })
  maxItems = 200;

  /** Name of the consumer whose webhook gets the briefing. */
  @TextField({ max: 100 })
  deliverTo?: string;
}

class DeliverBody {
  @EditText({ max: 100, required: true })
  consumer: string;
}

class SummariesBody {
  @IdListField({ max: 200 })
  ids: number[];
}

const KIND = 'briefing.run';
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;

/** Briefings for people: ordering them, watching them being written, reading them. */
@Controller('admin/api')
export class BriefingsController {
  constructor(
    private readonly rows: BriefingRows,
    private readonly targets: BriefedTargets,
    private readonly consumers: FeedConsumers,
    private readonly errands: ErrandRows,
    private readonly startErrand: StartErrand,
    private readonly present: PresentBriefing,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  /** Whether agents, summaries and briefings can work here. */
  @Get('model')
  model(): ModelStatus {
    const setup = this.infrastructure.model ?? null;
    return {
      configured: setup !== null,
      model: setup?.endpoint.model ?? null,
      endpoint: setup ? new URL(setup.endpoint.baseUrl).host : null,
      priceInput: setup?.prices.input ?? 0,
      priceOutput: setup?.prices.output ?? 0,
      currency: setup?.prices.currency ?? 'CNY',
      runCeiling: setup?.limits.maxCost ?? null,
      summariseAll: setup?.summariseAll ?? false,
    };
  }

  @Get('briefings')
  async list(@Query() { before, limit }: BriefingsQuery): Promise<BriefingsPage> {
    const found = await this.rows.list({ before: before ?? null, limit: limit + 1 });
    const page = found.slice(0, limit);
    const items = await Promise.all(page.map((briefing) => this.present.summary(briefing)));
    return { items, nextBefore: found.length > limit ? page.at(-1)!.id : null };
  }

  @Post('briefings')
  @Needs('operator')
  @HttpCode(202)
  async start(
    @Body() body: BriefingBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedErrand> {
    this.assertModel();
    const order = await this.orderOf(body);
    const id = await this.rows.create(order, actor.username);
    const { id: errandId } = await this.startErrand.start({
      kind: KIND,
      subject: String(id),
      place: String(id),
      payload: { briefingId: id },
      createdBy: actor.username,
      single: true,
    });
    await this.rows.writtenBy(id, errandId);
    await this.audit.append([
      { actor, action: 'briefing.start', subjectKey: String(id), before: null, after: { ...order } },
    ]);
    response.location(`/admin/api/briefings/${id}`);
    return { id, created: true };
  }

  @Get('briefings/:id')
  async read(@Param('id', IdPipe) id: number): Promise<BriefingView> {
    return this.present.view(await this.find(id));
  }

  @Get('briefings/:id/markdown')
  @ApiProduces('text/markdown')
  @Header('Content-Type', 'text/markdown; charset=utf-8')
  async markdown(@Param('id', IdPipe) id: number): Promise<string> {
    const briefing = await this.find(id);
    if (briefing.state !== 'done') throw new ProblemException('briefing_not_finished');
    return briefingMarkdown(await this.present.view(briefing));
  }

  @Post('briefings/:id/cancel')
  @Needs('operator')
  @HttpCode(202)
  async cancel(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<BriefingSummary> {
    const briefing = await this.find(id);
    const outcome = briefing.errandId === null ? 'finished' : await this.errands.requestStop(KIND, briefing.errandId);
    if (briefing.state !== 'open' || outcome === 'finished') throw new ProblemException('job_finished');
    await this.audit.append([{ actor, action: 'briefing.cancel', subjectKey: String(id), before: null, after: null }]);
    return this.present.summary(await this.find(id));
  }

  /** Sends a finished briefing to the webhook of a consumer, once more if need be. */
  @Post('briefings/:id/deliver')
  @Needs('operator')
  @HttpCode(202)
  async deliver(
    @Param('id', IdPipe) id: number,
    @Body() { consumer }: DeliverBody,
    @CurrentActor() actor: Actor,
  ): Promise<BriefingSummary> {
    await this.find(id);
    await this.assertWebhook(consumer, 'consumer');
    if (!(await this.rows.deliver(id, consumer))) throw new ProblemException('briefing_not_finished');
    const after = { consumer };
    await this.audit.append([{ actor, action: 'briefing.deliver', subjectKey: String(id), before: null, after }]);
    return this.present.summary(await this.find(id));
  }

  /** Has documents of any source summarised; those with a valid summary are left out. */
  @Post('articles/summaries')
  @Needs('operator')
  @HttpCode(202)
  async summarise(@Body() { ids }: SummariesBody, @CurrentActor() actor: Actor): Promise<AcceptedErrand> {
    this.assertModel();
    const started = await this.startErrand.start({
      kind: 'articles.summarize',
      subject: [...ids].sort((a, b) => a - b).join(','),
      place: 'model',
      payload: { articleIds: ids },
      createdBy: actor.username,
      single: true,
    });
    // Summaries cost money.
    const after = { id: started.id, articles: ids.length };
    await this.audit.append([{ actor, action: 'article.summarise', subjectKey: String(ids[0]), before: null, after }]);
    return started;
  }

  private async orderOf(body: BriefingBody): Promise<BriefingOrder> {
    const to = body.to ?? beijingDay(this.clock.now());
    const from = body.from ?? new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    const invalid = (field: string, message: string) =>
      new ProblemException('validation_failed', { errors: [{ field, message }] });
    if (from > to) throw invalid('from', '开始日期不能晚于结束日期');
    const targetCodes = [...new Set(body.targetCodes)];
    if (targetCodes.length === 0) throw invalid('targetCodes', '请至少选择一个采集目标');
    for (const code of targetCodes) {
      if (!(await this.targets.planFor(code))) throw invalid('targetCodes', `没有编号为 ${code} 的采集目标`);
    }
    if (body.deliverTo !== undefined) await this.assertWebhook(body.deliverTo, 'deliverTo');
    return {
      title: body.title ?? `政策简报 ${from} 至 ${to}`,
      targetCodes,
      from,
      to,
      collect: body.collect,
      maxItems: body.maxItems,
      deliverTo: body.deliverTo ?? null,
    };
  }

  private async assertWebhook(name: string, field: string): Promise<void> {
    const consumer = await this.consumers.find(name);
    if (consumer && consumer.webhookUrl !== null) return;
    const message = consumer ? `消费者 ${name} 没有设置 webhook` : `没有名为 ${name} 的消费者`;
    throw new ProblemException('validation_failed', { errors: [{ field, message }] });
  }

  private assertModel(): void {
    if (this.infrastructure.model) return;
    throw new ProblemException('model_not_configured', { detail: '请设置 MODEL_BASE_URL 后重启服务' });
  }

  private async find(id: number): Promise<Briefing> {
    const briefing = await this.rows.find(id);
    if (!briefing) throw new ProblemException('briefing_not_found', { detail: `没有编号为 ${id} 的简报` });
    return briefing;
  }
}
