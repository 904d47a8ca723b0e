import { Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { type AcceptedErrand, type SelectorProposal, type SelectorProposalView } from '@govcrawler/contracts';
import { type Response } from 'express';
import { CurrentActor, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { ErrandRows } from '../errands/start-errand.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { toIso } from '../http/wire-time.js';
import { ProposeSelectors } from './propose-selectors.js';

/** Selectors that the platform proposes for a target; a person decides whether to use them. */
@Controller('admin/api')
export class SelectorProposalsController {
  constructor(
    private readonly proposeSelectors: ProposeSelectors,
    private readonly rows: ErrandRows,
  ) {}

  @Post('targets/:code/propose-selectors')
  @Needs('operator')
  @HttpCode(202)
  async propose(
    @Param('code') code: string,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AcceptedErrand> {
    const started = await this.proposeSelectors.start(code, actor.username);
    if (!started) throw unknown(code);
    response.location(`/admin/api/selector-proposals/${started.id}`);
    return started;
  }

  @Get('selector-proposals/:id')
  @Needs('operator')
  async read(@Param('id', IdPipe) id: number): Promise<SelectorProposalView> {
    const errand = await this.rows.find('target.author', id);
    if (!errand) throw new ProblemException('proposal_not_found', { detail: `没有编号为 ${id} 的选择器建议` });
    return {
      id,
      targetCode: String(errand.payloadJson['targetCode']),
      state: errand.state,
      proposal: errand.resultJson as unknown as SelectorProposal | null,
      error: errand.error,
      createdBy: errand.createdBy,
      createdAt: toIso(errand.createdAt),
    };
  }

  /** The newest proposals of a target, also those that an alert asked for. */
  @Get('targets/:code/selector-proposals')
  @Needs('operator')
  async list(@Param('code') code: string): Promise<Omit<SelectorProposalView, 'proposal'>[]> {
    if (!(await this.proposeSelectors.knows(code))) throw unknown(code);
    return (await this.rows.recent('target.author', { subject: code, limit: 20 })).map((errand) => ({
      id: errand.id,
      targetCode: code,
      state: errand.state,
      error: errand.error,
      createdBy: errand.createdBy,
      createdAt: toIso(errand.createdAt),
    }));
  }
}

function unknown(code: string): ProblemException {
  return new ProblemException('target_not_found', { detail: `没有编号为 ${code.slice(0, 200)} 的采集目标` });
}
