import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { GuardedDialer } from '../egress/guarded-dialer.js';
import { bareHostname, urlPort, type Connector } from '../egress/egress-policy.js';

export interface WebhookMessage {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface WebhookAnswer {
  status: number;
  /** Its beginning. */
  body: string;
}

export interface WebhookPosterOptions {
  /** Hosts of our own network that an operator named, as host or host:port; everything else must be public. */
  internalHosts?: readonly string[];
  /** Tests watch here where connections would go. */
  connector?: Connector;
}

const TIMEOUT_MS = 10_000;
const ANSWER_CHARACTERS = 2_000;
const PUBLIC_PORTS = [80, 443];

/**
 * Sends messages to addresses that people typed in: through the same guard as every other connection of the platform,
 * and inside the own network only to hosts that the operator allowed. Redirects are not followed.
 */
export class WebhookPoster {
  private readonly dialer: GuardedDialer;
  private readonly internal: readonly string[];

  constructor({ internalHosts = [], connector }: WebhookPosterOptions = {}) {
    this.internal = internalHosts;
    this.dialer = new GuardedDialer({ publicSuffixes: null, ports: PUBLIC_PORTS, ...(connector ? { connector } : {}) });
  }

  async post({ url, headers, body }: WebhookMessage): Promise<WebhookAnswer> {
    const address = new URL(url);
    if (address.protocol !== 'https:' && address.protocol !== 'http:') throw new Error('not an http address');
    const [host, port] = [bareHostname(address.hostname), urlPort(address)];
    const plain = await this.dial(host, port);
    const socket = address.protocol === 'https:' ? await secured(plain, host) : plain;
    return new Promise((resolve, reject) => {
      const request = httpRequest(
        {
          createConnection: () => socket,
          agent: false,
          method: 'POST',
          host,
          port,
          path: address.pathname + address.search,
          headers: {
            'Content-Type': 'application/json; charset=utf-8',
            'User-Agent': 'GovCrawler',
            ...headers,
            Host: address.host,
            'Content-Length': Buffer.byteLength(body),
            Connection: 'close',
          },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        },
        (response) =>
          readStart(response).then((text) => resolve({ status: response.statusCode ?? 0, body: text }), reject),
      );
      request.once('error', reject);
      request.end(body);
    });
  }

  private dial(host: string, port: number): Promise<Socket> {
    const allowed = this.internal.some((name) => [host, `${host}:${port}`].includes(name.toLowerCase()));
    if (!allowed) return this.dialer.dial(host, port);
    return new Promise((resolve, reject) => {
      const socket = connectPlain({ host, port, timeout: TIMEOUT_MS });
      socket.once('connect', () => resolve(socket));
      socket.once('error', reject);
      socket.once('timeout', () => socket.destroy(new Error(`no connection within ${TIMEOUT_MS} ms`)));
    });
  }
}

function secured(socket: Socket, servername: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secure = connectTls({ socket, servername });
    secure.once('secureConnect', () => resolve(secure));
    secure.once('error', reject);
  });
}

async function readStart(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response as AsyncIterable<string>) {
    text += chunk;
    if (text.length > ANSWER_CHARACTERS) break;
  }
  return text.slice(0, ANSWER_CHARACTERS);
}
