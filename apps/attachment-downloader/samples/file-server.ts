import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PIECE = 16 * 1024;

/** One file of the server; `cutAfter` ends the connection there, as long as the list lasts. */
export interface ServedFile {
  body: Buffer;
  headers?: Record<string, string>;
  status?: number;
  etag?: string;
  cutAfter?: number[];
  /** Never ends. */
  endless?: boolean;
  /** Sends pieces of 16 KB with this pause between them. */
  pauseMs?: number;
}

/** A loopback server that understands ranges and can break off; it remembers what was asked. */
export class FileServer {
  readonly files = new Map<string, ServedFile>();
  readonly requests: { path: string; range: string | null; referer: string | null }[] = [];
  mostAtOnce = 0;
  latencyMs = 0;
  port = 0;
  private atOnce = 0;
  private readonly server: Server = createServer((request, response) => this.serve(request, response));

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.port = (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    const { range = null, referer = null } = request.headers;
    this.requests.push({ path, range, referer });
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    response.once('close', () => (this.atOnce -= 1));
    setTimeout(() => this.answer(path, request, response), this.latencyMs);
  }

  private answer(path: string, request: IncomingMessage, response: ServerResponse): void {
    const file = this.files.get(path);
    if (!file) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>404</html>');
    if (file.endless) {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      const chunk = Buffer.alloc(64 * 1024, '%PDF-1.4 ');
      const timer = setInterval(() => response.write(chunk), 1);
      response.once('close', () => clearInterval(timer));
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const sameVersion = file.etag !== undefined && request.headers['if-range'] === file.etag;
    const isPart = from > 0 && sameVersion;
    const body = isPart ? file.body.subarray(from) : file.body;
    response.writeHead(isPart ? 206 : (file.status ?? 200), {
      'content-type': 'application/octet-stream',
      'content-length': String(body.length),
      ...(file.etag ? { etag: file.etag } : {}),
      ...(isPart ? { 'content-range': `bytes ${from}-${file.body.length - 1}/${file.body.length}` } : {}),
      ...file.headers,
    });
    const cut = file.cutAfter?.shift();
    if (file.pauseMs !== undefined) void sendSlowly(response, body, file.pauseMs);
    else if (cut === undefined) response.end(body);
    else response.write(body.subarray(0, cut), () => setTimeout(() => response.destroy(), 30));
  }
}

async function sendSlowly(response: ServerResponse, body: Buffer, pauseMs: number): Promise<void> {
  for (let from = 0; from < body.length && !response.destroyed; from += PIECE) {
    response.write(body.subarray(from, from + PIECE));
    await sleep(pauseMs);
  }
  response.end();
}
