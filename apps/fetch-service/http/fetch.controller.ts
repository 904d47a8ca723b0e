import { PassThrough } from 'node:stream';
import { BadRequestException, Body, Controller, Get, Header, HttpCode, Post, Put, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { type FetchRequest } from '@govcrawler/contracts';
import {
  DEFAULT_DOMAIN_RULES,
  domainRuleProblems,
  type DomainRule,
  pickRequest,
  requestProblems,
} from '@govcrawler/fetch';
import { FetchServiceInfrastructure } from '../fetch-service-infrastructure.js';

/** The door over REST: the same as gRPC, for people and tools. */
@Controller()
export class FetchController {
  constructor(private readonly infrastructure: FetchServiceInfrastructure) {}

  /** The FetchResult as JSON; a page's body is base64. */
  @Post('fetch')
  @HttpCode(200)
  async fetch(@Body() body: unknown, @Req() incoming: Request) {
    const result = await this.infrastructure.door.fetch({ ...checked(body), signal: goneSignal(incoming.res) });
    if (!result.ok) return result;
    const { body: page, ...rest } = result;
    return { ...rest, bytes: page.length, body: Buffer.from(page).toString('base64') };
  }

  /** The file itself; a failure before its first byte is a FetchResult with status 502, a later one cuts the answer. */
  @Post('fetch-bytes')
  async fetchBytes(@Body() body: unknown, @Res() response: Response): Promise<void> {
    const request = checked(body);
    const sink = new PassThrough();
    sink.once('answer', ({ headers }: { headers: Record<string, string> }) => {
      response.setHeader('content-type', headers['content-type'] ?? 'application/octet-stream');
    });
    sink.pipe(response, { end: false });
    const result = await this.infrastructure.door.fetchToSink({ ...request, signal: goneSignal(response) }, sink);
    if (result.ok) response.end();
    else if (response.headersSent) response.destroy();
    else response.status(502).json(result);
  }

  /** Every host met lately: its state and why. */
  @Get('hosts')
  @Header('cache-control', 'no-store')
  hosts() {
    return this.infrastructure.door.hosts();
  }

  /** Replaces the limits of single domains at run time, in all replicas. */
  @Put('domain-rules')
  async setDomainRules(@Body() rules: unknown) {
    const problems = domainRuleProblems(rules);
    if (problems.length > 0) throw new BadRequestException(problems);
    const { rulesFeed, domains } = this.infrastructure;
    if (rulesFeed) await rulesFeed.publish(rules as DomainRule[]);
    else domains.replace([...DEFAULT_DOMAIN_RULES, ...(rules as DomainRule[])]);
    return { rules: (rules as DomainRule[]).length };
  }
}

function checked(body: unknown): FetchRequest {
  const problems = requestProblems(body);
  if (problems.length > 0) throw new BadRequestException(problems);
  return pickRequest(body as Record<string, unknown>);
}

/** Fires when the caller hangs up before the answer is complete. */
function goneSignal(response: Response | undefined): AbortSignal {
  const abort = new AbortController();
  response?.once('close', () => !response.writableFinished && abort.abort());
  return abort.signal;
}
