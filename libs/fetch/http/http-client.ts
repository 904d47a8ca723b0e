import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type FetchFailureReason } from '@govcrawler/contracts';
import { type GuardedDialer } from '../egress/guarded-dialer.js';
import { browserTls } from './browser-tls.js';
import { SinkError } from './file-sink.js';
import { GuardedAgents } from './guarded-agents.js';
import { classifyFailure } from './network-failure.js';
import { contentCodings, DEFAULT_MAX_RATIO, readBody } from './read-body.js';

const MAX_HEADER_BYTES = 64 * 1024;
/** A request that left is with its server after this time; what is longer is the server's own work. */
const MAX_TRAVEL_MS = 250;

/** One request and its answer, no redirects followed. */
export interface Exchange {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  maxBytes: number;
  /** The request carries a secret: only a server that proves its name may have it. */
  secret?: boolean;
  /** Ends waiting, headers and body alike. */
  signal: AbortSignal;
  /** Takes the decoded body instead of memory; called once the status and headers are known. */
  sinkFor?: (answer: AnswerHead) => ((chunk: Buffer) => void | Promise<void>) | null;
}

export interface AnswerHead {
  status: number;
  /** Lower-case names; repeated fields joined. */
  headers: Record<string, string>;
  setCookies: string[];
}

export type ExchangeResult = {
  /** When the request reached the server at the latest (`performance.now()`); undefined when it never left. */
  arrivedAt: number | undefined;
} & (
  | (AnswerHead & { kind: 'answer'; body: Buffer; bytes: number })
  | { kind: 'failed'; reason: FetchFailureReason; message: string; status: number | null }
);

/**
 * Tier 2: requests of Node's own on guarded keep-alive agents. What makes them look like a browser's (the order and
 * spelling of headers, the TLS hello) is got-scraping's; its request layer is left out, because that takes more
 * processor time than the request itself.
 */
export class HttpClient {
  private readonly agents: GuardedAgents;
  private readonly plain: http.RequestOptions;
  private readonly secure: https.RequestOptions;

  constructor(
    dialer: GuardedDialer,
    /** Old government servers ship incomplete chains; their pages are public, so an unverified chain is tolerated. */
    verifyTls: boolean,
  ) {
    this.agents = new GuardedAgents(dialer);
    // Old servers break the rules of HTTP in ways that browsers overlook.
    const shared = { maxHeaderSize: MAX_HEADER_BYTES, insecureHTTPParser: true };
    this.plain = { ...shared, agent: this.agents.plain };
    this.secure = { ...shared, ...browserTls(), agent: this.agents.secure, rejectUnauthorized: verifyTls };
  }

  async exchange(exchange: Exchange): Promise<ExchangeResult> {
    const first = await this.attempt(exchange);
    // A kept connection that the server closed meanwhile is no failure of the host: ask once more on a fresh one.
    if (first.staleSocket && exchange.method === 'GET' && !exchange.signal.aborted) {
      return (await this.attempt(exchange)).result;
    }
    return first.result;
  }

  close(): void {
    this.agents.close();
  }

  private async attempt(exchange: Exchange): Promise<{ result: ExchangeResult; staleSocket: boolean }> {
    let status: number | null = null;
    let request: ClientRequest | undefined;
    let sentAt: number | undefined;
    let answeredAt: number | undefined;
    const arrivedAt = () => sentAt && Math.min(answeredAt ?? performance.now(), sentAt + MAX_TRAVEL_MS);
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request = this.open(exchange);
        request.once('finish', () => (sentAt = performance.now()));
        request.on('error', reject);
        request.once('response', (answer) => {
          // What breaks later is told to the request first; the answer alone would only say that it was cut off.
          request?.on('error', (error) => answer.destroy(error));
          resolve(answer);
        });
        request.end(exchange.body);
      });
      status = response.statusCode ?? 0;
      answeredAt = performance.now();
      const head: AnswerHead = {
        status,
        headers: flatHeaders(response),
        setCookies: response.headers['set-cookie'] ?? [],
      };
      const held: Buffer[] = [];
      const sink = exchange.sinkFor?.(head) ?? ((chunk: Buffer) => void held.push(chunk));
      const limits = { maxBytes: exchange.maxBytes, maxRatio: DEFAULT_MAX_RATIO };
      const bytes = await readBody(response, contentCodings(head.headers['content-encoding']), limits, sink);
      const body = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
      return { result: { kind: 'answer', arrivedAt: arrivedAt(), ...head, body, bytes }, staleSocket: false };
    } catch (error) {
      request?.destroy();
      if (error instanceof SinkError) throw error;
      const failure = classifyFailure(error);
      const staleSocket = status === null && request?.reusedSocket === true && failure.reason === 'network_reset';
      return { result: { kind: 'failed', arrivedAt: arrivedAt(), ...failure, status }, staleSocket };
    }
  }

  private open({ url, method, headers, signal, secret }: Exchange): ClientRequest {
    if (url.protocol === 'http:') return http.request(url, { ...this.plain, method, headers, signal });
    const options = { ...this.secure, method, headers, signal };
    return https.request(url, secret ? { ...options, rejectUnauthorized: true } : options);
  }
}

function flatHeaders(response: IncomingMessage): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
