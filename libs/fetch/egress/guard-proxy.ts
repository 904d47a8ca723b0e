import { createHash, timingSafeEqual } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Duplex } from 'node:stream';
import { type FetchFailureReason } from '@govcrawler/contracts';
import { GuardedHttpAgent } from '../http/guarded-agents.js';
import { classifyFailure } from '../http/network-failure.js';
import { MAX_CLIENT_HELLO, protocolsOffered } from './client-hello.js';
import { bareHostname, EgressRefusedError } from './egress-policy.js';
import { type GuardedDialer } from './guarded-dialer.js';

export interface ProxyFailure {
  reason: FetchFailureReason;
  message: string;
}

export interface GuardProxyOptions {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** Asked of every client; for a proxy that others than our own browser can reach. */
  login: { username: string; password: string } | null;
}

const PRIVATE: GuardProxyOptions = { host: '127.0.0.1', port: 0, login: null };
const REMEMBERED_HOSTS = 1000;
const LOGIN_HEADER = 'Proxy-Authenticate';
const LOGIN_SCHEME = 'Basic realm="egress guard"';
const HOP_BY_HOP = ['proxy-connection', 'proxy-authorization', 'connection', 'keep-alive', 'upgrade', 'te'];

/**
 * Forward proxy on loopback through which the browser reaches everything: pages, sub-resources, workers and
 * preconnects alike. It opens sockets only through the guarded dialer.
 */
export class GuardProxy {
  private readonly server = http.createServer({ insecureHTTPParser: true });
  private readonly agent: GuardedHttpAgent;
  private readonly tunnels = new Set<Duplex>();
  /** Why the last connection to a host failed: the browser itself only sees "tunnel failed". */
  private readonly failures = new Map<string, ProxyFailure>();

  /** When a client last asked for a host, whatever became of it. */
  private readonly asked = new Map<string, number>();

  private constructor(
    private readonly dialer: GuardedDialer,
    private readonly login: GuardProxyOptions['login'],
  ) {
    this.agent = new GuardedHttpAgent(dialer);
    this.server.on('request', (request, response) => void this.forward(request, response));
    this.server.on('connect', (request, socket, head) => void this.tunnel(request, socket, head));
    this.server.on('upgrade', (_request, socket) => socket.destroy());
    this.server.on('clientError', (_error, socket) => socket.destroy());
  }

  static async listen(dialer: GuardedDialer, options: GuardProxyOptions = PRIVATE): Promise<GuardProxy> {
    const proxy = new GuardProxy(dialer, options.login);
    await new Promise<void>((resolve, reject) => {
      proxy.server.once('error', reject).listen(options.port, options.host, resolve);
    });
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  failureOf(hostname: string): ProxyFailure | undefined {
    return this.failures.get(bareHostname(hostname));
  }

  /** 0 for a host that nobody asked for lately. */
  lastAskedFor(hostname: string): number {
    return this.asked.get(bareHostname(hostname)) ?? 0;
  }

  async close(): Promise<void> {
    for (const socket of this.tunnels) socket.destroy();
    this.agent.destroy();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.admits(request)) return askLogin(response);
    const address = request.url ?? '';
    if (!URL.canParse(address) || new URL(address).protocol !== 'http:') return refuse(response, 400);
    const url = new URL(address);
    this.note(this.asked, url.hostname, Date.now());
    const headers = { ...request.headers };
    for (const name of HOP_BY_HOP) delete headers[name];
    const upstream = http.request({
      agent: this.agent,
      host: bareHostname(url.hostname),
      port: Number(url.port) || 80,
      method: request.method,
      path: url.pathname + url.search,
      headers,
      insecureHTTPParser: true,
    });
    upstream.on('response', (answer) => {
      this.failures.delete(bareHostname(url.hostname));
      response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer.headers));
      answer.pipe(response);
      answer.on('error', () => response.destroy());
      answer.on('aborted', () => response.destroy());
    });
    upstream.on('error', (error) => {
      this.remember(url.hostname, error);
      if (response.headersSent) response.destroy();
      else refuse(response, error instanceof EgressRefusedError ? 403 : 502);
    });
    response.on('close', () => upstream.destroy());
    request.on('error', () => upstream.destroy());
    request.pipe(upstream);
  }

  /**
   * Plain pages come as forwarded requests, so a tunnel to port 80 can only be a WebSocket. In all other tunnels the
   * browser shows what it wants by its TLS greeting: it offers HTTP/2 for pages and everything they load, and does not
   * for a WebSocket. That also holds in workers, where no script of ours runs before theirs.
   */
  private async tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy());
    if (!this.admits(request)) {
      return void socket.end(
        `HTTP/1.1 407 Login needed\r\n${LOGIN_HEADER}: ${LOGIN_SCHEME}\r\nContent-Length: 0\r\n\r\n`,
      );
    }
    const authority = `http://${request.url ?? ''}/`;
    const url = URL.canParse(authority) ? new URL(authority) : null;
    const port = Number(url?.port) || 80;
    if (!url || port === 80) return void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    this.note(this.asked, url.hostname, Date.now());
    this.track(socket);
    const connect = await this.dialer.clear(url.hostname, port).catch((error: unknown) => {
      this.remember(url.hostname, error);
      const status = error instanceof EgressRefusedError ? '403 Forbidden' : '502 Bad Gateway';
      socket.end(`HTTP/1.1 ${status}\r\n\r\n`);
    });
    if (!connect) return;
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    const greeting = await greetingOf(socket, head);
    if (!greeting) return void socket.destroy();
    try {
      this.join(socket, await connect(), greeting);
      this.failures.delete(bareHostname(url.hostname));
    } catch (error) {
      this.remember(url.hostname, error);
      socket.destroy();
    }
  }

  private track(end: Duplex): void {
    this.tunnels.add(end);
    end.on('close', () => this.tunnels.delete(end));
  }

  private join(socket: Duplex, upstream: Duplex, greeting: Buffer): void {
    this.track(upstream);
    upstream.on('error', () => socket.destroy());
    upstream.on('close', () => socket.destroy());
    socket.on('close', () => upstream.destroy());
    if (socket.destroyed) return void upstream.destroy();
    upstream.write(greeting);
    socket.pipe(upstream).pipe(socket);
  }

  private admits(request: IncomingMessage): boolean {
    if (!this.login) return true;
    const offered = /^Basic (.+)$/i.exec(request.headers['proxy-authorization'] ?? '')?.[1] ?? '';
    const wanted = Buffer.from(`${this.login.username}:${this.login.password}`).toString('base64');
    return timingSafeEqual(digest(offered), digest(wanted));
  }

  private remember(hostname: string, error: unknown): void {
    this.note(this.failures, hostname, classifyFailure(error));
  }

  private note<T>(notes: Map<string, T>, hostname: string, value: T): void {
    const host = bareHostname(hostname);
    notes.delete(host);
    if (notes.size >= REMEMBERED_HOSTS) notes.delete(notes.keys().next().value ?? '');
    notes.set(host, value);
  }
}

/** The TLS greeting of a browser that wants pages; null for a WebSocket, for no TLS, and for a tunnel never used. */
async function greetingOf(socket: Duplex, head: Buffer): Promise<Buffer | null> {
  let bytes = head;
  const isComplete = () => protocolsOffered(bytes) !== 'incomplete' || bytes.length > MAX_CLIENT_HELLO;
  await new Promise<void>((resolve) => {
    const done = () => {
      socket.off('data', take).off('end', done).off('close', done);
      socket.pause();
      resolve();
    };
    const take = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (isComplete()) done();
    };
    if (socket.destroyed || (bytes.length > 0 && isComplete())) return resolve();
    socket.on('data', take).on('end', done).on('close', done);
  });
  const offered = protocolsOffered(bytes);
  return Array.isArray(offered) && offered.includes('h2') ? bytes : null;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function askLogin(response: ServerResponse): void {
  response.writeHead(407, { [LOGIN_HEADER]: LOGIN_SCHEME, 'content-type': 'text/plain' }).end('login needed');
}

/** With a body: an empty error answer makes the browser forget where it was going. */
function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close', 'content-type': 'text/plain' }).end('refused by the egress guard');
}

function withoutHopByHop(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  const kept = { ...headers };
  for (const name of HOP_BY_HOP) delete kept[name];
  return kept;
}
