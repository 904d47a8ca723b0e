import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface HealthOptions {
  /** Named in the answers. */
  service: string;
  /** 0 lets the system choose. */
  port: number;
  /** Rejects while the service cannot work, for example because the database is away. */
  ready: () => Promise<unknown>;
  /** Prometheus text; without it there is no /metrics. */
  metrics?: () => Promise<string>;
}

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

const READY_WITHIN_MS = 3_000;

/**
 * What an orchestrator asks a service that serves nothing else: /healthz (does the process live; never asks a database),
 * /readyz (can it work) and /metrics.
 */
export async function serveHealth(options: HealthOptions): Promise<HealthServer> {
  const { service, ready, metrics } = options;
  const server: Server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (path === '/healthz') answer(response, 200, { status: 'ok', service });
    else if (path === '/readyz') {
      within(READY_WITHIN_MS, ready()).then(
        () => answer(response, 200, { status: 'ready', service }),
        (error: Error) => answer(response, 503, { status: 'not ready', service, reason: error.message }),
      );
    } else if (path === '/metrics' && metrics) {
      metrics().then(
        (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
        (error: Error) => answer(response, 500, { service, reason: error.message }),
      );
    } else answer(response, 404, { service, reason: 'There are /healthz, /readyz and /metrics' });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms`)), ms);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
