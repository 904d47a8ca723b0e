import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type ApiScope, type UserRole } from '@govcrawler/contracts';
import { ProblemException } from '../http/problem.js';
import { type IdentifiedRequest } from '../http/request-context.js';
import { ANONYMOUS } from './anonymous.decorator.js';
import { ANY_SCOPE, NEEDED_SCOPE } from './scope.decorator.js';
import { NEEDED_ROLE } from './role.decorator.js';

/** Each may do what the ones before it may. */
const RANKS: readonly UserRole[] = ['viewer', 'operator', 'admin'];
const NAMES: Record<UserRole, string> = { viewer: '只读用户', operator: '操作员', admin: '管理员' };
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Viewers read, operators run, admins edit; programs do what their keys say. A role that nobody knows may do nothing. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const places = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean>(ANONYMOUS, places)) return true;
    const { method, principal } = context.switchToHttp().getRequest<IdentifiedRequest>();
    if (principal?.via === 'key') {
      const scope = this.reflector.getAllAndOverride<ApiScope | typeof ANY_SCOPE | undefined>(NEEDED_SCOPE, places);
      if (scope === ANY_SCOPE || (scope !== undefined && principal.scopes.includes(scope))) return true;
      throw new ProblemException('forbidden', { detail: scope ? `密钥没有 ${scope} 权限` : '此接口不能用密钥访问' });
    }
    const needed =
      this.reflector.getAllAndOverride<UserRole | undefined>(NEEDED_ROLE, places) ??
      (READS.has(method) ? 'viewer' : 'admin');
    const rank = principal ? RANKS.indexOf(principal.role) : -1;
    if (rank >= RANKS.indexOf(needed)) return true;
    throw new ProblemException('forbidden', { detail: `需要${NAMES[needed]}权限` });
  }
}
