import { CanActivate, ExecutionContext, Injectable, SetMetadata, UnauthorizedException } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { carriesToken } from '@govcrawler/fetch';
import { FetchServiceInfrastructure } from '../fetch-service-infrastructure.js';

const OPEN = 'govcrawler:open';

/** For health and metrics: what an orchestrator asks without a token. */
export const WithoutToken = () => SetMetadata(OPEN, true);

/** Every other endpoint needs the internal token. */
@Injectable()
export class InternalTokenGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly infrastructure: FetchServiceInfrastructure,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.reflector.getAllAndOverride<boolean>(OPEN, [context.getHandler(), context.getClass()])) return true;
    const { headers } = context.switchToHttp().getRequest<{ headers: { authorization?: string } }>();
    if (carriesToken(headers.authorization, this.infrastructure.token)) return true;
    throw new UnauthorizedException('internal token missing or wrong');
  }
}
