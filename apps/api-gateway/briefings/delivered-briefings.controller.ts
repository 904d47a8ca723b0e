import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { type BriefingsPage, type BriefingView } from '@govcrawler/contracts';
import { NeedsScope } from '../auth/scope.decorator.js';
import { IntField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { briefingMarkdown } from './briefing-markdown.js';
import { BriefingRows } from './briefing-ports.js';
import { PresentBriefing } from './present-briefing.js';

class DeliveredBriefingsQuery {
  @IntField({ min: 1, max: 1_000_000_000 })
  before?: number;

  @IntField({ min: 1, max: 100 })
  limit = 20;
}

/** Finished briefings for programs. */
@Controller('api/v1/briefings')
export class DeliveredBriefingsController {
  constructor(
    private readonly rows: BriefingRows,
    private readonly present: PresentBriefing,
  ) {}

  @Get()
  @NeedsScope('articles:read')
  async list(@Query() { before, limit }: DeliveredBriefingsQuery): Promise<BriefingsPage> {
    const found = await this.rows.list({ before: before ?? null, limit: limit + 1, done: true });
    const page = found.slice(0, limit);
    const items = await Promise.all(page.map((briefing) => this.present.summary(briefing)));
    return { items, nextBefore: found.length > limit ? page.at(-1)!.id : null };
  }

  @Get(':id')
  @NeedsScope('articles:read')
  read(@Param('id', IdPipe) id: number): Promise<BriefingView> {
    return this.finished(id);
  }

  @Get(':id/markdown')
  @NeedsScope('articles:read')
  @ApiProduces('text/markdown')
  @Header('Content-Type', 'text/markdown; charset=utf-8')
  async markdown(@Param('id', IdPipe) id: number): Promise<string> {
    return briefingMarkdown(await this.finished(id));
  }

  private async finished(id: number): Promise<BriefingView> {
    const briefing = await this.rows.find(id);
    if (briefing?.state === 'done') return this.present.view(briefing);
    throw new ProblemException('briefing_not_found', { detail: `没有编号为 ${id} 的已完成简报` });
  }
}
