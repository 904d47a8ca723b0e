import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import {
  type AcceptedErrand,
  type InspectedPages,
  type InspectionCorrection,
  type InspectionView,
} from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { checkSelectors, snapshotPage } from '@govcrawler/parser';
import { type Response } from 'express';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { ErrandRows, StartErrand } from '../errands/start-errand.js';
import { Clock } from '../gateway-infrastructure.js';
import { EditUrl, NestedField } from '../http/edit-rules.js';
import { IntField, TextField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { presentArticlePage, previewArticles, readListPage } from './present-inspection.js';

class InspectBody {
  @EditUrl({ max: 4000, required: true })
  url: string;
}

export class ListSelectorBody {
  @TextField({ max: 1000 })
  row?: string;

  @TextField({ max: 1000 })
  href?: string;

  @TextField({ max: 1000 })
  title?: string;

  @TextField({ max: 1000 })
  date?: string;
}

export class DetailSelectorBody {
  @TextField({ max: 1000 })
  title?: string;

  @TextField({ max: 1000 })
  publish_time?: string;

  @TextField({ max: 1000 })
  source?: string;

  @TextField({ max: 1000 })
  content?: string;

  @TextField({ max: 1000 })
  attachment_css?: string;
}

class CorrectionBody {
  @NestedField(ListSelectorBody)
  list?: ListSelectorBody;

  @NestedField(DetailSelectorBody)
  detail?: DetailSelectorBody;

  /** data-gc of an element of a row. */
  @IntField({ min: 0, max: 10_000_000 })
  pointedAt?: number;
}

const KIND = 'page.inspect';

/** A look at one list page and its first documents, before there is a target for it. */
@Controller('admin/api')
export class InspectionsController {
  constructor(
    private readonly rows: ErrandRows,
    private readonly startErrand: StartErrand,
    private readonly clock: Clock,
  ) {}

  @Post('targets/inspect')
  @Needs('operator')
  @HttpCode(202)
  async inspect(
    @Body() { url }: InspectBody,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedErrand> {
    const started = await this.startErrand.start({
      kind: KIND,
      subject: url,
      place: hostKey(url),
      payload: { url },
      createdBy: actor.username,
      single: true,
    });
    response.location(`/admin/api/inspections/${started.id}`);
    return started;
  }

  @Get('inspections/:id')
  @Needs('operator')
  read(@Param('id', IdPipe) id: number): Promise<InspectionView> {
    return this.view(id, {});
  }

  /** Reads the fetched pages again by other selectors; nothing is fetched and nothing saved. */
  @Post('inspections/:id/correct')
  @Needs('operator')
  @HttpCode(200)
  correct(@Param('id', IdPipe) id: number, @Body() body: CorrectionBody): Promise<InspectionView> {
    const correction = said(body);
    assertSelectors(correction);
    return this.view(id, correction);
  }

  private async view(id: number, correction: InspectionCorrection): Promise<InspectionView> {
    const errand = await this.rows.find(KIND, id);
    if (!errand) throw new ProblemException('inspection_not_found', { detail: `没有编号为 ${id} 的页面检查` });
    const pages = errand.resultJson as unknown as InspectedPages | null;
    const now = this.clock.now();
    const snapshot = pages && snapshotPage(pages.html);
    return {
      id,
      state: errand.state,
      error: errand.error,
      url: String(errand.payloadJson['url']),
      finalUrl: pages?.finalUrl ?? null,
      snapshot: snapshot?.html ?? null,
      snapshotTruncated: snapshot?.truncated ?? false,
      list: pages && readListPage(pages, correction, now),
      articles: pages ? previewArticles(pages, correction.detail, now) : [],
      articlePage: pages && presentArticlePage(pages, correction.detail ?? {}),
    };
  }
}

/** Without what was left out: an absent selector is not an empty one. */
function said(body: CorrectionBody): InspectionCorrection {
  const stated = <T extends object>(part: T | undefined) =>
    part && (Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as T);
  const { pointedAt } = body;
  const [list, detail] = [stated(body.list), stated(body.detail)];
  return {
    ...(list ? { list } : {}),
    ...(detail ? { detail } : {}),
    ...(pointedAt === undefined ? {} : { pointedAt }),
  };
}

function assertSelectors(correction: InspectionCorrection): void {
  const errors = (['list', 'detail'] as const).flatMap((part) =>
    checkSelectors((correction[part] ?? {}) as Record<string, string>).map(({ key, message, position }) => ({
      field: `${part}.${key}`,
      message: `选择器有误（第 ${position + 1} 个字符）：${message}`,
    })),
  );
  if (errors.length > 0) throw new ProblemException('validation_failed', { errors });
}
