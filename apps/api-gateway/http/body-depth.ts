import { type NextFunction, type Request, type Response } from 'express';
import { ProblemException } from './problem.js';

/** Site files and selectors, the deepest that people send, have less than ten levels. */
const MAX_DEPTH = 40;

/** Refuses JSON that is nested deeper than anything meant well: whatever walks through it would run out of stack. */
export function limitBodyDepth(request: Request, _response: Response, next: NextFunction): void {
  next(isTooDeep(request.body) ? new ProblemException('malformed_request', { detail: '内容嵌套过深' }) : undefined);
}

/** Level by level, without recursion. */
function isTooDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((value) => (value !== null && typeof value === 'object' ? Object.values(value) : []));
  }
  return false;
}
