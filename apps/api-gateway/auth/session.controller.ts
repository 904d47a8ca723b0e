import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { type SessionView } from '@govcrawler/contracts';
import { IsString, Length } from 'class-validator';
import { type Response } from 'express';
import { documented } from '../http/documented.js';
import { ProblemException } from '../http/problem.js';
import { type IdentifiedRequest } from '../http/request-context.js';
import { Anonymous } from './anonymous.decorator.js';
import { tooManyLogins } from './authentication.guard.js';
import { CheckCredentials } from './check-credentials.js';
import { Needs } from './role.decorator.js';
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie.js';
import { SessionTokens } from './session-tokens.js';

class LoginBody {
  @documented({ type: 'string', minLength: 1, maxLength: 200 }, { required: true })
  @IsString({ message: '请输入用户名' })
  @Length(1, 200, { message: '请输入用户名' })
  username: string;

  @documented({ type: 'string', format: 'password', minLength: 1, maxLength: 1000 }, { required: true })
  @IsString({ message: '请输入密码' })
  @Length(1, 1000, { message: '请输入密码' })
  password: string;
}

/** Logging in and out of the console. */
@Controller('admin/api/session')
export class SessionController {
  constructor(
    private readonly credentials: CheckCredentials,
    private readonly sessions: SessionTokens,
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
        writeSessionCookie(request, response, await this.sessions.issue(check.account));
        return { username: check.account.username, role: check.account.role };
    }
  }

  @Get()
  show(@Req() request: IdentifiedRequest): SessionView {
    const { username, role } = request.principal!;
    return { username, role };
  }

  @Delete()
  @Needs('viewer')
  @HttpCode(204)
  close(@Req() request: IdentifiedRequest, @Res({ passthrough: true }) response: Response): void {
    const token = readSessionCookie(request);
    if (token !== null) this.sessions.close(token);
    clearSessionCookie(request, response);
  }
}
