import { Catch, HttpException, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { type Response } from 'express';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';
import { allowedMethods } from './allowed-methods.js';
import { ProblemException, type ProblemCode } from './problem.js';
import { type IdentifiedRequest } from './request-context.js';

/** Turns whatever was thrown into problem+json. Unexpected errors are logged whole and answered without their text. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly infrastructure: GatewayInfrastructure) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<IdentifiedRequest>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = toProblem(thrown, request);
    if (problem.status >= 500) {
      this.infrastructure.logger.error(
        { err: thrown, requestId: request.requestId, path: request.path },
        'Request failed',
      );
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response
      .status(problem.status)
      .set({ ...problem.headers, 'Cache-Control': 'no-store' })
      .type('application/problem+json')
      .send(JSON.stringify(problem.toProblem(request.requestId ?? 'unknown')));
  }
}

function toProblem(thrown: unknown, request: IdentifiedRequest): ProblemException {
  if (thrown instanceof ProblemException) return thrown;
  const status = statusOf(thrown);
  if (status === null || status >= 500) return new ProblemException('internal_error', { cause: thrown });
  if (thrown instanceof NotFoundException) {
    const allowed = allowedMethods(request).join(', ');
    if (allowed !== '') return new ProblemException('method_not_allowed', { headers: { Allow: allowed } });
  }
  return new ProblemException(codeOf(status), { cause: thrown });
}

/** Nest's exceptions and those of express' own parts (body parser, router, static files) carry a status. */
function statusOf(thrown: unknown): number | null {
  if (thrown instanceof HttpException) return thrown.getStatus();
  const status = (thrown as { status?: unknown } | null)?.status;
  return typeof status === 'number' && status >= 400 && status < 600 ? status : null;
}

function codeOf(status: number): ProblemCode {
  switch (status) {
    case 400:
      return 'malformed_request';
    case 401:
      return 'unauthenticated';
    case 403:
      return 'forbidden';
    case 404:
      return 'route_not_found';
    case 413:
      return 'body_too_large';
    case 416:
      return 'range_not_satisfiable';
    case 415:
      return 'json_required';
    default:
      return 'request_refused';
  }
}
