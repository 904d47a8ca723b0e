import { Controller, Delete, Get, HttpCode, Param, Req } from '@nestjs/common';
import { type OpenSessionView } from '@govcrawler/contracts';
import { AuditLog } from '../audit/audit-log.js';
import { CurrentActor, personOf, type Actor } from '../auth/actor.decorator.js';
import { Needs } from '../auth/role.decorator.js';
import { Sessions } from '../auth/sessions.js';
import { IdPipe } from '../http/id.pipe.js';
import { ProblemException } from '../http/problem.js';
import { type IdentifiedRequest } from '../http/request-context.js';
import { toIso } from '../http/wire-time.js';

/** Where one is logged in oneself. */
@Controller('admin/api/sessions')
@Needs('viewer')
export class OpenSessionsController {
  constructor(
    private readonly sessions: Sessions,
    private readonly audit: AuditLog,
  ) {}

  @Get()
  async list(@Req() request: IdentifiedRequest): Promise<OpenSessionView[]> {
    const person = personOf(request);
    const own = person.via === 'session' ? person.session.id : null;
    return (await this.sessions.listOf(person.username)).map((session) => ({
      id: session.id,
      address: session.address,
      agent: session.agent,
      createdAt: toIso(session.createdAt),
      seenAt: toIso(session.seenAt),
      expiresAt: toIso(session.expiresAt),
      current: session.id === own,
    }));
  }

  @Delete(':id')
  @HttpCode(204)
  async close(
    @Param('id', IdPipe) id: number,
    @Req() request: IdentifiedRequest,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    const { username } = personOf(request);
    if (!(await this.sessions.closeOf(username, id))) throw new ProblemException('session_not_found');
    const entry = { actor, action: 'session.close', subjectKey: username, before: { id }, after: null };
    await this.audit.append([entry]);
  }
}
