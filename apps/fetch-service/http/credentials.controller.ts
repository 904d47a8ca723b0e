import { Controller, Get, Header, HttpCode, NotFoundException, Param, Post } from '@nestjs/common';
import { FetchServiceInfrastructure } from '../fetch-service-infrastructure.js';

/** The secrets of sites as operators may see them: everything but their values. */
@Controller('credentials')
export class CredentialsController {
  constructor(private readonly infrastructure: FetchServiceInfrastructure) {}

  /** Every secret: for whom, until when, who renews it, and how the last renewal went. */
  @Get()
  @Header('cache-control', 'no-store')
  async list() {
    const { secrets, refreshRequests } = this.infrastructure;
    const outcomes = new Map((await refreshRequests.outcomes()).map((outcome) => [outcome.name, outcome]));
    return ((await secrets?.list()) ?? []).map(({ name, hosts, kind, expiresAt, hook, problem }) => ({
      name,
      hosts,
      kind,
      expiresAt,
      // A webhook's address may carry a token.
      hook: hook === null ? null : 'command' in hook ? 'command' : 'webhook',
      problem,
      lastRefresh: outcomes.get(name) ?? null,
    }));
  }

  /** Has a secret renewed at the next look, unless that was tried a moment ago. */
  @Post(':name/refresh')
  @HttpCode(202)
  async refresh(@Param('name') name: string) {
    const { secrets, refreshRequests } = this.infrastructure;
    if (!(await secrets?.list())?.some((secret) => secret.name === name)) throw new NotFoundException('no such secret');
    await refreshRequests.request(name, 'asked');
    return { name };
  }
}
