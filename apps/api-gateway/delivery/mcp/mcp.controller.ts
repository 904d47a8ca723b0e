import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { type ApiScope } from '@govcrawler/contracts';
import { CurrentActor, type Actor } from '../../auth/actor.decorator.js';
import { Needs } from '../../auth/role.decorator.js';
import { NeedsScope } from '../../auth/scope.decorator.js';
import { type IdentifiedRequest } from '../../http/request-context.js';
import { DocumentTools } from './document-tools.js';

/** The Model Context Protocol over HTTP. Every request stands alone, so that any replica can answer it. */
@Controller('mcp')
@ApiExcludeController()
export class McpController {
  constructor(private readonly tools: DocumentTools) {}

  @Post()
  @NeedsScope('articles:read')
  @Needs('operator')
  async handle(
    @Req() request: IdentifiedRequest,
    @Res() response: Response,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    const { principal } = request;
    // A person at the door may do what operators may: all of it.
    const may = (scope: ApiScope) => principal?.via !== 'key' || principal.scopes.includes(scope);
    const server = this.tools.serverFor({ actor, may });
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
    response.once('close', () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response, request.body);
  }

  /** There is no stream of the server's own messages: clients ask for one, and take this answer for "none". */
  @Get()
  @NeedsScope('articles:read')
  @Needs('operator')
  noStream(@Res() response: Response): void {
    response.status(405).set('Allow', 'POST').end();
  }
}
