import { randomUUID } from 'node:crypto';
import { type NextFunction, type Request, type Response } from 'express';
import { type Logger } from '@govcrawler/platform';
import { type Principal } from '../auth/principal.js';

/** A request as the gateway's own parts see it. */
export interface IdentifiedRequest extends Request {
  requestId?: string;
  principal?: Principal;
}

const SAFE_ID = /^[A-Za-z0-9_-]{8,64}$/;
const PROBES = new Set(['/healthz', '/readyz']);

/** Gives every request an id (or keeps the proxy's) and logs it once, without its query: that may hold what people typed. */
export function identifyRequests(logger: Logger) {
  return (request: IdentifiedRequest, response: Response, next: NextFunction): void => {
    const offered = request.get('x-request-id');
    const requestId = offered && SAFE_ID.test(offered) ? offered : randomUUID();
    request.requestId = requestId;
    response.set('X-Request-Id', requestId);
    const startedAt = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      logger[PROBES.has(path) ? 'debug' : 'info'](
        {
          requestId,
          method,
          path,
          status: response.statusCode,
          ms: Math.round(performance.now() - startedAt),
          user: request.principal?.username,
        },
        'Request',
      );
    });
    next();
  };
}
