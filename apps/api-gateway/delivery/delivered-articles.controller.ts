import { Controller, Get, Header, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiProduces } from '@nestjs/swagger';
import { type Request, type Response } from 'express';
import { type ArticlesPage, type ArticleStatus, type DeliveredArticle, type EvidenceView } from '@govcrawler/contracts';
import { decodeIdCursor, encodeIdCursor } from '@govcrawler/core';
import { NeedsScope } from '../auth/scope.decorator.js';
import { ChoiceField, DayField, IntField } from '../http/field-rules.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { beijingMidnight } from '../http/wire-time.js';
import { DeliverDocuments } from './deliver-documents.js';
import { CursorField, filterOf, FilterQueryV1, partsOf } from './delivery-fields.js';
import { DeliverableDocuments } from './delivery-ports.js';
import { answerCached } from './entity-tag.js';
import { feedProblem } from './feed-problem.js';
import { ReadEvidence } from './read-evidence.js';

const DAY_MS = 86_400_000;

class DeliveredArticlesQuery extends FilterQueryV1 {
  @ChoiceField(['ready', 'failed', 'raw'] satisfies ArticleStatus[])
  status?: ArticleStatus;

  /** First day of publication, in Beijing. */
  @DayField()
  from?: string;

  /** Last day of publication, included. */
  @DayField()
  to?: string;

  @CursorField()
  cursor?: string;

  @IntField({ min: 1, max: 200 })
  limit = 50;
}

class PartsQuery extends FilterQueryV1 {}

/** Documents for those who want some of them, in the order of their ids. */
@Controller('api/v1/articles')
export class DeliveredArticlesController {
  constructor(
    private readonly stored: DeliverableDocuments,
    private readonly documents: DeliverDocuments,
    private readonly evidence: ReadEvidence,
  ) {}

  /** Without bodies, unless `include` asks for them. */
  @Get()
  @NeedsScope('articles:read')
  async list(@Query() query: DeliveredArticlesQuery): Promise<ArticlesPage> {
    const { status, from, to, cursor, limit } = query;
    const afterId = cursor === undefined ? 0 : decodeIdCursor(cursor);
    if (afterId === null) throw feedProblem('cursor_invalid');
    const parts = partsOf(query.include ?? 'none');
    const found = await this.stored.list(
      {
        afterId,
        limit: limit + 1,
        filter: filterOf(query) ?? {},
        status,
        ...(from === undefined ? {} : { from: beijingMidnight(from) }),
        ...(to === undefined ? {} : { to: new Date(beijingMidnight(to).getTime() + DAY_MS) }),
      },
      { bodies: parts.size > 0 },
    );
    const page = found.slice(0, limit);
    const more = found.length > limit;
    return {
      items: await this.documents.deliver(page, parts),
      nextCursor: more ? encodeIdCursor(page.at(-1)!.id) : null,
    };
  }

  @Get(':id')
  @NeedsScope('articles:read')
  async read(
    @Param('id', IdPipe) id: number,
    @Query() { include }: PartsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DeliveredArticle | undefined> {
    // Asked first: what changes while the document is read gets another tag next time.
    const newest = await this.stored.newestChange(id);
    if (newest === 0) throw missing(id);
    if (answerCached(request, response, `a${id}-${newest}-${include ?? 'all'}`)) return undefined;
    const article = (await this.documents.byId([id], partsOf(include))).get(id);
    if (!article) throw missing(id);
    return article;
  }

  @Get(':id/evidence')
  @NeedsScope('articles:read')
  async readEvidence(@Param('id', IdPipe) id: number): Promise<EvidenceView> {
    const evidence = await this.evidence.read(id);
    if (!evidence) throw missing(id);
    return evidence;
  }

  /** The page byte for byte as it came. Never shown as a page: it is hostile until proven otherwise. */
  @Get(':id/evidence/raw')
  @NeedsScope('articles:read')
  @ApiProduces('application/octet-stream')
  @Header('Content-Disposition', 'attachment; filename="raw.bin"')
  async readRaw(
    @Param('id', IdPipe) id: number,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile | undefined> {
    const raw = await this.evidence.bytes(id);
    if (!raw) throw new ProblemException('file_not_found', { detail: `文章 ${id} 没有保存原始页面` });
    response.set('Repr-Digest', `sha-256=:${Buffer.from(raw.sha256, 'hex').toString('base64')}:`);
    if (answerCached(request, response, raw.sha256)) return undefined;
    return new StreamableFile(raw.bytes);
  }
}

function missing(id: number): ProblemException {
  return new ProblemException('article_not_found', { detail: `没有编号为 ${id} 的文章` });
}
