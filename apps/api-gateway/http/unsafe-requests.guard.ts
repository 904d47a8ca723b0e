import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { ProblemException } from './problem.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Browsers attach Basic credentials and cookies to requests that other sites provoke. So a request that changes
 * something must be JSON (a form cannot send it) and, where the browser says so, must come from our own pages.
 */
@Injectable()
export class UnsafeRequestsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (SAFE_METHODS.has(request.method)) return true;
    if (!isFromOurPages(request)) throw new ProblemException('cross_site_refused');
    if (needsJson(request) && !saysJson(request)) throw new ProblemException('json_required');
    return true;
  }
}

/** Programs send neither header; plain-http pages send only Origin. Each one that is there must agree. */
function isFromOurPages(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const origin = request.get('origin');
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

/** A POST without a body must say JSON as well: a form can send an empty one. */
function needsJson(request: Request): boolean {
  return request.method !== 'DELETE' || hasBody(request);
}

function saysJson(request: Request): boolean {
  return /^application\/json\s*(;|$)/i.test(request.get('content-type') ?? '');
}

function hasBody(request: Request): boolean {
  return request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0;
}
