import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ProblemException } from '../http/problem.js';
import { type IdentifiedRequest } from '../http/request-context.js';
import { type Principal } from './principal.js';

/** On whose behalf something is changed, for the audit log. */
export interface Actor {
  username: string;
  requestId: string | null;
}

/** Hands the caller of a route to its handler. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const { principal, requestId } = context.switchToHttp().getRequest<IdentifiedRequest>();
  return { username: principal?.username ?? 'unknown', requestId: requestId ?? null };
});

/** The person who asks; programs with keys are not let this far. */
export function personOf({ principal }: IdentifiedRequest): Exclude<Principal, { via: 'key' }> {
  if (!principal || principal.via === 'key') throw new ProblemException('forbidden');
  return principal;
}
