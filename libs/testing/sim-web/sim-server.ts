import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type SimRequest, type SimResponse } from './dialects/dialect.js';
import { type ActiveFault, answerWithFault } from './faults.js';
import { type RequestLog, type RequestRecord } from './request-log.js';

/** Answers of the world behind the server; null means that nothing lies at the address. */
export type SimHandler = (request: SimRequest) => SimResponse | null;

/** One loopback port for all hosts: reads the Host header, lets faults strike, logs every request. */
export class SimServer {
  private readonly server: Server;
  private readonly connections = new WeakMap<Socket, number>();
  private opened = 0;
  /** Time every answer takes at least: without it answers are so fast that overlapping requests hardly meet. */
  latencyMs = 0;

  constructor(
    private readonly handle: SimHandler,
    private readonly faultsOf: (host: string) => readonly ActiveFault[],
    private readonly log: RequestLog,
  ) {
    this.server = createServer((request, response) => void this.serve(request, response));
    this.server.keepAliveTimeout = 30_000;
    this.server.on('connection', (socket) => this.connections.set(socket, ++this.opened));
    this.server.on('clientError', (_error, socket) => socket.destroy());
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(0, '127.0.0.1', resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = requestUrl(incoming);
    const host = url.hostname;
    const record = this.record(incoming, response, host, `${url.pathname}${url.search}`);
    const body = await readBody(incoming);
    if (this.latencyMs > 0) await delay(this.latencyMs);
    if (body === null || incoming.socket.destroyed) return;

    let endless: SimRequest['endless'] = null;
    for (const active of this.faultsOf(host)) {
      if (!active.strikes({ path: record.path, cookie: incoming.headers.cookie ?? '' })) continue;
      const { fault } = active.plan;
      if (fault.kind === 'endless-pagination') {
        endless = fault.rows ?? 'repeat';
      } else {
        record.fault = fault.kind;
        return answerWithFault(fault, incoming, response);
      }
    }
    const request = { method: incoming.method ?? 'GET', host, url, headers: incoming.headers, body, endless };
    const answer = this.answer(request);
    const content = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
    response.writeHead(answer.status, { ...answer.headers, 'content-length': String(content.length) });
    response.end(incoming.method === 'HEAD' ? undefined : content);
  }

  /** A mistake of the simulation must show in the test that meets it, not end the process of all tests. */
  private answer(request: SimRequest): SimResponse {
    try {
      return this.handle(request) ?? NOT_FOUND;
    } catch (error) {
      const body = `simulated web: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      return { status: 500, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
    }
  }

  private record(incoming: IncomingMessage, response: ServerResponse, host: string, path: string): RequestRecord {
    const record: RequestRecord = {
      host,
      method: incoming.method ?? 'GET',
      path,
      startedAt: performance.now(),
      endedAt: null,
      connection: this.connections.get(incoming.socket) ?? 0,
      status: null,
      fault: null,
    };
    this.log.add(record);
    // `finish` is when the last byte is handed over: a client can only ask again after it. `close` covers aborts.
    const end = () => {
      record.endedAt ??= performance.now();
      record.status = response.headersSent ? response.statusCode : null;
    };
    response.once('finish', end);
    response.once('close', end);
    return record;
  }
}

const NOT_FOUND: SimResponse = {
  status: 404,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<html><head><meta charset="utf-8"><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center><hr><center>nginx</center></body></html>',
};

/** Also understands the absolute form that proxies send. */
function requestUrl(incoming: IncomingMessage): URL {
  const host = (incoming.headers.host ?? 'localhost').toLowerCase();
  const target = incoming.url ?? '/';
  const absolute = /^https?:\/\//i.test(target) ? target : `http://${host}${target}`;
  return URL.canParse(absolute) ? new URL(absolute) : new URL('http://invalid.test/');
}

async function readBody(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}
