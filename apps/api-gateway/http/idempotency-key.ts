import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ProblemException } from './problem.js';
import { type IdentifiedRequest } from './request-context.js';

/**
 * The caller's own name for a request (Idempotency-Key): sent again, it is the same request. Two callers may choose
 * the same name, so it counts together with the account. Null where none was sent.
 */
export const IdempotencyKey = createParamDecorator((_data: unknown, context: ExecutionContext): string | null => {
  const request = context.switchToHttp().getRequest<IdentifiedRequest>();
  const key = request.get('idempotency-key');
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new ProblemException('validation_failed', {
      errors: [{ field: 'Idempotency-Key', message: '必须是 1 到 200 个可见的 ASCII 字符' }],
    });
  }
  return JSON.stringify([request.principal?.username, key]);
});
