import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import {
  type AcceptedErrand,
  type ParserCompareView,
  type ParserOverride,
  type ParserTryView,
  type ReparseOrder,
  type ReparseReport,
  type ReparseView,
} from '@govcrawler/contracts';
import { type Errand } from '@govcrawler/persistence';
import { type Response } from 'express';
import { isDeepStrictEqual } from 'node:util';
import { AuditLog } from '../audit/audit-log.js';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { ErrandRows, StartErrand } from '../errands/start-errand.js';
import { EditObject } from '../http/edit-rules.js';
import { IntField, isCode } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { toIso } from '../http/wire-time.js';
import { TargetParser } from '../targets/target-parser.js';
import { TryParser } from './try-parser.js';

class TryParserBody {
  @EditObject({ required: true })
  override: Record<string, unknown>;

  /** A stored document of the target; the newest when neither is named. */
  @IntField({ min: 1, max: Number.MAX_SAFE_INTEGER })
  articleId?: number;

  /** A page that was fetched for a look. */
  @IntField({ min: 1, max: Number.MAX_SAFE_INTEGER })
  inspectionId?: number;
}

class CompareParserBody {
  @EditObject({ required: true })
  override: Record<string, unknown>;
}

class ReparseBody {
  /** Left out: the saved one. */
  @EditObject({ nullable: true })
  override?: Record<string, unknown> | null;
}

const KIND = 'target.reparse';
const SHOWN = 20;

/** Selectors are tried before they are saved, and stored pages read again by them before anything is written. */
@Controller('admin/api')
export class ReparseController {
  constructor(
    private readonly targetParser: TargetParser,
    private readonly tryParser: TryParser,
    private readonly rows: ErrandRows,
    private readonly startErrand: StartErrand,
    private readonly audit: AuditLog,
  ) {}

  @Post('targets/:code/parser/try')
  @Needs('operator')
  @HttpCode(200)
  async try(
    @Param('code') code: string,
    @Body() { override, articleId, inspectionId }: TryParserBody,
  ): Promise<ParserTryView> {
    const result = await this.tryParser.try(code, await this.checked(code, override), { articleId, inspectionId });
    if (result.kind === 'done') return result.view;
    throw new ProblemException(result.kind);
  }

  @Post('targets/:code/parser/compare')
  @Needs('operator')
  @HttpCode(200)
  async compare(@Param('code') code: string, @Body() { override }: CompareParserBody): Promise<ParserCompareView> {
    const view = await this.tryParser.compare(code, await this.checked(code, override));
    if (!view) throw new ProblemException('target_not_found');
    return view;
  }

  /** Says what would change; nothing is written. */
  @Post('targets/:code/reparse')
  @Needs('operator')
  @HttpCode(202)
  async preview(
    @Param('code') code: string,
    @Body() body: ReparseBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedErrand> {
    const saved = await this.saved(code);
    const override = body.override === undefined ? saved : body.override && (await this.checked(code, body.override));
    return this.start({ targetCode: code, override, apply: false }, actor, response);
  }

  @Get('targets/:code/reparses')
  async list(@Param('code') code: string): Promise<ReparseView[]> {
    await this.saved(code);
    return (await this.rows.recent(KIND, { subject: code, limit: SHOWN })).map((errand) => view(errand, null));
  }

  @Get('reparses/:id')
  async read(@Param('id', IdPipe) id: number): Promise<ReparseView> {
    const errand = await this.find(id);
    return view(errand, errand.resultJson);
  }

  /** What was written so far stays. */
  @Post('reparses/:id/cancel')
  @Needs('operator')
  @HttpCode(202)
  async cancel(@Param('id', IdPipe) id: number, @CurrentActor() actor: Actor): Promise<ReparseView> {
    if ((await this.rows.requestStop(KIND, id)) === 'finished') throw new ProblemException('job_finished');
    const errand = await this.find(id);
    const cancelled = view(errand, errand.resultJson);
    const entry = { actor, action: 'target.reparse_cancel', subjectKey: cancelled.targetCode };
    await this.audit.append([{ ...entry, before: null, after: { id, state: cancelled.state } }]);
    return cancelled;
  }

  /** Writes what a finished preview showed, as new revisions; the override must be saved by then. */
  @Post('reparses/:id/apply')
  @HttpCode(202)
  async apply(
    @Param('id', IdPipe) id: number,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedErrand> {
    const errand = await this.find(id);
    const { targetCode, override, apply } = errand.payloadJson as unknown as ReparseOrder;
    if (apply || errand.state !== 'done') throw new ProblemException('reparse_not_previewed');
    // Else the next crawl would read new documents by other selectors than these.
    if (!isDeepStrictEqual(await this.saved(targetCode), override)) throw new ProblemException('parser_not_saved');
    return this.start({ targetCode, override, apply: true }, actor, response);
  }

  private async start(order: ReparseOrder, actor: Actor, response: Response): Promise<AcceptedErrand> {
    const { targetCode, apply } = order;
    const started = await this.startErrand.start({
      kind: KIND,
      subject: targetCode,
      place: targetCode,
      payload: order,
      createdBy: actor.username,
      single: true,
    });
    // One at a time per target: a running one may be of another kind or by other selectors.
    if (!started.created) throw new ProblemException('reparse_running', { detail: `任务 ${started.id}` });
    if (apply) {
      const after = { id: started.id, override: order.override };
      await this.audit.append([{ actor, action: 'target.reparse', subjectKey: targetCode, before: null, after }]);
    }
    response.location(`/admin/api/reparses/${started.id}`);
    return started;
  }

  private async saved(code: string): Promise<ParserOverride | null> {
    const parser = isCode(code) ? await this.targetParser.read(code) : null;
    if (!parser)
      throw new ProblemException('target_not_found', { detail: `没有编号为 ${code.slice(0, 200)} 的采集目标` });
    return parser.override;
  }

  private async checked(code: string, override: unknown): Promise<ParserOverride> {
    await this.saved(code);
    const read = await this.targetParser.check(code, override);
    if (read.ok) return read.override;
    throw new ProblemException('validation_failed', { errors: read.problems });
  }

  private async find(id: number): Promise<Errand> {
    const errand = await this.rows.find(KIND, id);
    if (!errand) throw new ProblemException('reparse_not_found', { detail: `没有编号为 ${id} 的重新解析` });
    return errand;
  }
}

function view(errand: Omit<Errand, 'resultJson'>, result: Record<string, unknown> | null): ReparseView {
  const { targetCode, override, apply } = errand.payloadJson as unknown as ReparseOrder;
  return {
    id: errand.id,
    targetCode,
    apply,
    override,
    state: errand.state,
    // While it runs, the report so far.
    report: (result ?? errand.progressJson) as unknown as ReparseReport | null,
    error: errand.error,
    createdBy: errand.createdBy,
    createdAt: toIso(errand.createdAt),
    finishedAt: toIso(errand.finishedAt),
  };
}
