import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SiteFile } from '@govcrawler/contracts';

/** One request as the origin saw it; times in monotonic milliseconds. */
export interface OriginRequest {
  host: string;
  column: number;
  /** Null for the list itself. */
  document: number | null;
  startedAt: number;
  /** When the answer was out or the connection broke; Infinity while it is under way. */
  endedAt: number;
}

/** A document as it must be stored. */
export interface OriginDocument {
  url: string;
  title: string;
  sentence: string;
}

const LATENCY_MS = 150;
const SENTENCE = '各有关单位要认真贯彻落实本通知精神，结合实际制定具体措施，确保各项工作按期完成并及时报送进展情况。';

/** Many small hosts on one port, each with many columns of a few documents, and the log of what was asked. */
export class Origin {
  readonly requests: OriginRequest[] = [];
  private readonly server: Server;

  constructor(
    readonly hosts: readonly string[],
    readonly columnsPerHost: number,
    readonly documentsPerColumn: number,
  ) {
    this.server = createServer((request, response) => {
      const host = (request.headers.host ?? '').replace(/:80$/, '');
      const path = /^\/c(\d+)\/(?:d(\d+)\.html)?$/.exec(request.url ?? '');
      if (!path || !hosts.includes(host)) {
        response.writeHead(404).end();
        return;
      }
      const [column, document] = [Number(path[1]), path[2] === undefined ? null : Number(path[2])];
      const record: OriginRequest = { host, column, document, startedAt: performance.now(), endedAt: Infinity };
      this.requests.push(record);
      response.once('close', () => (record.endedAt = performance.now()));
      const html = document === null ? this.list(host, column) : page(this.document(host, column, document));
      void sleep(LATENCY_MS).then(() => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
      });
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Every document there is. */
  documents(): OriginDocument[] {
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    return this.hosts.flatMap((host) =>
      numbers(this.columnsPerHost).flatMap((column) =>
        numbers(this.documentsPerColumn).map((document) => this.document(host, column, document)),
      ),
    );
  }

  /** How the platform is told about the host. */
  siteFile(host: string, intervalSec: number): Omit<SiteFile, never> {
    return {
      site_id: siteCode(host),
      site_name: `故障演练 ${host}`,
      base_url: `http://${host}/`,
      adapter: 'yaml',
      adapter_params: {},
      default_strategy: 'httpx',
      concurrency: 1,
      interval_sec: intervalSec,
      interval_jitter_sec: 0,
      enabled: true,
      respect_robots: false,
      robots_on_error: 'allow',
      default_column: {
        list_selector: {
          row: 'ul.list > li',
          href: 'a::attr(href)',
          title: 'a::text',
          date: 'span::text',
        },
        pagination: { type: 'none' },
        detail: { title: 'h1::text', content: 'div.content' },
      },
      columns: Array.from({ length: this.columnsPerHost }, (_, index) => ({
        column_id: `c${index + 1}`,
        name: `栏目 ${index + 1}`,
        list_url: `http://${host}/c${index + 1}/`,
        enabled: true,
      })),
    };
  }

  private document(host: string, column: number, document: number): OriginDocument {
    const title = `关于${host}第${column}栏第${document}号事项的通知`;
    return {
      url: `http://${host}/c${column}/d${document}.html`,
      title,
      sentence: `${title}，编号${column}-${document}。`,
    };
  }

  private list(host: string, column: number): string {
    const rows = Array.from({ length: this.documentsPerColumn }, (_, index) => {
      const { url, title } = this.document(host, column, index + 1);
      return `<li><a href="${url}">${title}</a><span>2026-01-${String(28 - index).padStart(2, '0')}</span></li>`;
    });
    return `<!doctype html><html><body><ul class="list">${rows.join('')}</ul></body></html>`;
  }
}

/** The site code of a host: what stands before the first dot. */
export function siteCode(host: string): string {
  return host.split('.')[0] as string;
}

function page({ title, sentence }: OriginDocument): string {
  const body = [sentence, ...Array.from({ length: 12 }, () => SENTENCE)].map((text) => `<p>${text}</p>`).join('');
  return `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><div class="content">${body}</div></body></html>`;
}
