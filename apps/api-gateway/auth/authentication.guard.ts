import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { ProblemException } from '../http/problem.js';
import { type IdentifiedRequest } from '../http/request-context.js';
import { ANONYMOUS } from './anonymous.decorator.js';
import { CheckCredentials } from './check-credentials.js';
import { type Principal } from './principal.js';
import { readSessionCookie, writeSessionCookie } from './session-cookie.js';
import { Sessions } from './sessions.js';
import { ThrottledKeys } from './throttled-keys.js';

/** Closes every route that is not marked anonymous: a key or HTTP Basic for programs, a session for the console. */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: CheckCredentials,
    private readonly keys: ThrottledKeys,
    private readonly sessions: Sessions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(ANONYMOUS, [context.getHandler(), context.getClass()])) return true;
    const request = context.switchToHttp().getRequest<IdentifiedRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    request.principal =
      (await this.fromKey(request)) ??
      (await this.fromBasic(request)) ??
      (await this.fromSession(request, response)) ??
      undefined;
    if (!request.principal) throw new ProblemException('unauthenticated', { headers: challenge(request) });
    response.set('Cache-Control', 'no-store');
    return true;
  }

  private async fromKey(request: Request): Promise<Principal | null> {
    const presented = /^Bearer\s+(\S+)$/i.exec(request.get('authorization') ?? '')?.[1] ?? request.get('x-api-key');
    if (presented === undefined) return null;
    const check = await this.keys.check(presented, request.ip ?? 'unknown');
    switch (check.kind) {
      case 'accepted':
        return { via: 'key', username: `key:${check.holder.name}`, scopes: check.holder.scopes };
      case 'throttled':
        throw tooManyLogins(check.retryAfterSec);
      case 'wrong':
        throw new ProblemException('wrong_key', { headers: { 'WWW-Authenticate': 'Bearer realm="govcrawler"' } });
    }
  }

  private async fromBasic(request: Request): Promise<Principal | null> {
    const offered = readBasic(request.get('authorization'));
    if (!offered) return null;
    const check = await this.credentials.check({ ...offered, address: request.ip ?? 'unknown' });
    switch (check.kind) {
      case 'accepted':
        return { username: check.account.username, role: check.account.role, via: 'basic' };
      case 'throttled':
        throw tooManyLogins(check.retryAfterSec);
      case 'wrong':
        throw new ProblemException('wrong_credentials', { headers: challenge(request) });
    }
  }

  private async fromSession(request: Request, response: Response): Promise<Principal | null> {
    const token = readSessionCookie(request);
    const session = token === null ? null : await this.sessions.read(token);
    if (!session) return null;
    if (session.renewed) writeSessionCookie(request, response, token!);
    const { account, id, tokenHash } = session;
    return { username: account.username, role: account.role, via: 'session', session: { id, tokenHash } };
  }
}

/** The answer to the sixth bad login, for Basic and for the login form. */
export function tooManyLogins(retryAfterSec: number): ProblemException {
  return new ProblemException('too_many_logins', {
    detail: `请在 ${Math.ceil(retryAfterSec / 60)} 分钟后重试`,
    headers: { 'Retry-After': String(retryAfterSec) },
  });
}

/** To `Basic` a browser answers with its own dialogue; the console, which has a login page, asks not to be sent it. */
function challenge(request: Request): Record<string, string> {
  const scheme = request.get('x-requested-with') ? 'Session' : 'Basic';
  return { 'WWW-Authenticate': `${scheme} realm="govcrawler", charset="UTF-8"` };
}

function readBasic(header: string | undefined): { username: string; password: string } | null {
  const encoded = /^Basic\s+([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '')?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
