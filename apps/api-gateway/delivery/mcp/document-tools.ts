import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Injectable } from '@nestjs/common';
import { type ApiScope } from '@govcrawler/contracts';
import { z } from 'zod';
import { SearchArticles } from '../../articles/search-articles.js';
import { RecordRuns } from '../../audit/record-runs.js';
import { type Actor } from '../../auth/actor.decorator.js';
import { VERSION } from '../../health/health.controller.js';
import { problemTitle } from '../../http/problem.js';
import { RunTarget } from '../../targets/run-target.js';
import { DeliverDocuments } from '../deliver-documents.js';
import { cursorOf, ReadFeed } from '../read-feed.js';

/** Who asks, and what they may. */
export interface ToolCaller {
  actor: Actor;
  may(scope: ApiScope): boolean;
}

const code = z.string().regex(/^[\w.-]{1,200}$/);
const day = z.iso.date();
/** Models read a page, not a library: longer texts come in stretches. */
const TEXT_STRETCH = 20_000;

/** What language models may do here: search, read, follow changes; and start a crawl, where the key allows it. */
@Injectable()
export class DocumentTools {
  constructor(
    private readonly articles: SearchArticles,
    private readonly documents: DeliverDocuments,
    private readonly feed: ReadFeed,
    private readonly runTarget: RunTarget,
    private readonly recordRuns: RecordRuns,
  ) {}

  /** A server for one caller: tools that the caller may not use are not offered. */
  serverFor({ actor, may }: ToolCaller): McpServer {
    const server = new McpServer({ name: 'govcrawler', version: VERSION });
    if (may('articles:read')) this.offerReading(server);
    if (may('changes:read')) this.offerChanges(server);
    if (may('targets:run')) this.offerRuns(server, actor);
    return server;
  }

  private offerReading(server: McpServer): void {
    server.registerTool(
      'search_documents',
      {
        description: 'Search policies and notices of Chinese government sites by words of the title; newest first.',
        inputSchema: {
          query: z.string().min(1).max(200),
          siteCode: code.optional(),
          from: day.optional().describe('first day of publication, YYYY-MM-DD'),
          to: day.optional().describe('last day of publication'),
          limit: z.number().int().min(1).max(50).default(10),
        },
        annotations: { readOnlyHint: true },
      },
      async ({ query, limit, ...filter }) =>
        answer(await this.articles.search({ q: query, ...filter, limit, offset: 0 })),
    );
    server.registerTool(
      'get_document',
      {
        description: 'Read one document: metadata (文号, 索引号, 发文机关, dates, validity) and its text.',
        inputSchema: {
          id: z.number().int().min(1),
          offset: z.number().int().min(0).default(0).describe('where to begin in the text, for long ones'),
        },
        annotations: { readOnlyHint: true },
      },
      async ({ id, offset }) => {
        const parts = new Set(['text', 'attachments'] as const);
        const article = (await this.documents.byId([id], parts)).get(id);
        if (!article) return refusal(`没有编号为 ${id} 的文章`);
        const { text = '', textTruncated: _cut, attachments = [], ...facts } = article;
        const end = offset + TEXT_STRETCH;
        return answer({
          ...facts,
          text: text.slice(offset, end),
          nextOffset: end < text.length ? end : null,
          attachments: attachments.map(({ id: fileId, filename, mime, text: read }) => ({
            id: fileId,
            filename,
            mime,
            text: read?.slice(0, TEXT_STRETCH) ?? null,
          })),
        });
      },
    );
  }

  private offerChanges(server: McpServer): void {
    server.registerTool(
      'list_changes',
      {
        description: 'What was added, changed, withdrawn or deleted after a cursor; without one, from the beginning.',
        inputSchema: {
          cursor: z.string().max(64).optional(),
          siteCode: code.optional(),
          limit: z.number().int().min(1).max(100).default(20),
        },
        annotations: { readOnlyHint: true },
      },
      async ({ cursor, siteCode, limit }) => {
        const filter = siteCode === undefined ? undefined : { siteCodes: [siteCode] };
        const place = await this.feed.place({ cursor, filter });
        if (typeof place === 'string') return refusal(problemTitle(place));
        const page = await this.feed.page(place, limit, new Set());
        return answer({ items: page.items, cursor: cursorOf(page.place), caughtUp: page.caughtUp });
      },
    );
  }

  private offerRuns(server: McpServer, actor: Actor): void {
    server.registerTool(
      'run_target',
      {
        description: 'Start a crawl of one target now; the answer names the job.',
        inputSchema: { targetCode: code, maxItems: z.number().int().min(1).max(10_000).optional() },
      },
      async ({ targetCode, maxItems = null }) => {
        const order = { targetCode, trigger: 'manual' as const, tick: null, force: false, maxItems };
        const result = await this.runTarget.run(order);
        if (result.kind === 'refused') return refusal(problemTitle(result.code));
        await this.recordRuns.record([result.job], { force: false, maxItems }, actor);
        return answer(result.job);
      },
    );
  }
}

function answer(value: object) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(value) }] };
}

function refusal(text: string) {
  return { content: [{ type: 'text' as const, text }], isError: true };
}
