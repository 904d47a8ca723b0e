import { Body, Controller, Delete, Get, HttpCode, Post, Put, Req, Res } from '@nestjs/common';
import { type SessionView } from '@govcrawler/contracts';
import { IsString, Length } from 'class-validator';
import { type Response } from 'express';
import { documented } from '../http/documented.js';
import { PasswordField, SecretField } from '../http/secret-rules.js';
import { ProblemException } from '../http/problem.js';
import { type IdentifiedRequest } from '../http/request-context.js';
import { AuditLog } from '../audit/audit-log.js';
import { ManageUsers } from '../users/manage-users.js';
import { CurrentActor, personOf, type Actor } from './actor.decorator.js';
import { Anonymous } from './anonymous.decorator.js';
import { tooManyLogins } from './authentication.guard.js';
import { CheckCredentials } from './check-credentials.js';
import { Needs } from './role.decorator.js';
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie.js';
import { Sessions } from './sessions.js';

class LoginBody {
  @documented({ type: 'string', minLength: 1, maxLength: 200 }, { required: true })
  @IsString({ message: '请输入用户名' })
  @Length(1, 200, { message: '请输入用户名' })
  username: string;

  @SecretField({ max: 1000, message: '请输入密码' })
  password: string;
}

class PasswordBody {
  @SecretField({ max: 1000 })
  currentPassword: string;

  @PasswordField()
  newPassword: string;
}

/** Logging in and out of the console. */
@Controller('admin/api/session')
export class SessionController {
  constructor(
    private readonly credentials: CheckCredentials,
    private readonly sessions: Sessions,
    private readonly audit: AuditLog,
    private readonly users: ManageUsers,
  ) {}

  @Post()
  @Anonymous()
  @HttpCode(200)
  async open(
    @Body() body: LoginBody,
    @Req() request: IdentifiedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionView> {
    const check = await this.credentials.check({ ...body, address: request.ip ?? 'unknown' });
    switch (check.kind) {
      case 'wrong':
        throw new ProblemException('wrong_credentials');
      case 'throttled':
        throw tooManyLogins(check.retryAfterSec);
      case 'accepted':
        response.set('Cache-Control', 'no-store');
        writeSessionCookie(request, response, await this.sessions.open(check.account.username, originOf(request)));
        await this.record(request, 'session.open', check.account.username);
        return { username: check.account.username, role: check.account.role };
    }
  }

  @Get()
  show(@Req() request: IdentifiedRequest): SessionView {
    const { username, role } = personOf(request);
    return { username, role };
  }

  /** Changes one's own password; every other session of the account ends. */
  @Put('password')
  @Needs('viewer')
  @HttpCode(204)
  async changePassword(
    @Body() { currentPassword, newPassword }: PasswordBody,
    @Req() request: IdentifiedRequest,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    const person = personOf(request);
    const check = await this.credentials.check({
      username: person.username,
      password: currentPassword,
      address: request.ip ?? 'unknown',
    });
    if (check.kind === 'throttled') throw tooManyLogins(check.retryAfterSec);
    if (check.kind === 'wrong') {
      throw new ProblemException('validation_failed', {
        errors: [{ field: 'currentPassword', message: '当前密码不正确' }],
      });
    }
    const keepSession = person.via === 'session' ? person.session.tokenHash : undefined;
    await this.users.update(person.username, null, { password: newPassword, keepSession }, actor);
  }

  @Delete()
  @Needs('viewer')
  @HttpCode(204)
  async close(@Req() request: IdentifiedRequest, @Res({ passthrough: true }) response: Response): Promise<void> {
    const token = readSessionCookie(request);
    if (token !== null) {
      await this.sessions.close(token);
      await this.record(request, 'session.close', personOf(request).username);
    }
    clearSessionCookie(request, response);
  }

  private async record(request: IdentifiedRequest, action: string, username: string): Promise<void> {
    const actor = { username, requestId: request.requestId ?? null };
    const after = { address: request.ip ?? null };
    await this.audit.append([{ actor, action, subjectKey: username, before: null, after }]);
  }
}

function originOf(request: IdentifiedRequest): { address: string; agent: string } {
  return { address: request.ip ?? 'unknown', agent: request.get('user-agent') ?? '' };
}
