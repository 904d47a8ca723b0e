import http from 'node:http';
import https from 'node:https';
import { type EgressPolicy, bareHostname, EgressRefusedError, urlPort } from '../egress/egress-policy.js';
import { GuardedDialer } from '../egress/guarded-dialer.js';
import { GuardedHttpAgent, GuardedHttpsAgent } from '../http/guarded-agents.js';

export interface WebhookPosterOptions {
  /** Receivers inside the own network that an operator named, as host or host:port; all others must be public. */
  internalReceivers?: readonly string[];
  timeoutMs?: number;
  resolver?: EgressPolicy['resolver'];
}

/** answered: whatever the status; failed: nobody answered, or nobody was asked. */
export type WebhookAnswer = { kind: 'answered'; status: number; body: string } | { kind: 'failed'; reason: string };

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Sends what the platform itself has to say (changes, alerts, briefings) to addresses that people typed in, through the
 * same guard as every other connection. Follows no redirect: a receiver that has moved must be told to us by an operator.
 */
export class WebhookPoster {
  private readonly guarded: { http: http.Agent; https: https.Agent };
  private readonly direct = { http: new http.Agent(), https: new https.Agent() };

  constructor(private readonly options: WebhookPosterOptions = {}) {
    const dialer = new GuardedDialer({
      publicSuffixes: null,
      ports: [80, 443, 8080, 8443],
      resolver: options.resolver,
    });
    this.guarded = { http: new GuardedHttpAgent(dialer), https: new GuardedHttpsAgent(dialer) };
  }

  /** Why an address can never be called; null when it may be tried. Names are resolved only when it is. */
  refusal(address: string): string | null {
    if (!URL.canParse(address)) return 'not an address';
    const url = new URL(address);
    if (url.username || url.password) return 'an address must not carry a password';
    if (url.protocol === 'https:') return null;
    if (url.protocol !== 'http:') return `${url.protocol} is not possible`;
    return this.isInternal(url) ? null : 'plain http is possible for internal receivers only';
  }

  post(address: string, body: string, headers: Record<string, string> = {}): Promise<WebhookAnswer> {
    const refused = this.refusal(address);
    if (refused !== null) return Promise.resolve({ kind: 'failed', reason: refused });
    const url = new URL(address);
    const secure = url.protocol === 'https:';
    const agents = this.isInternal(url) ? this.direct : this.guarded;
    const bytes = Buffer.from(body);
    const fixed = {
      'user-agent': 'GovCrawler',
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.length,
    };
    return new Promise((resolve) => {
      const request = (secure ? https : http).request(url, {
        method: 'POST',
        agent: secure ? agents.https : agents.http,
        headers: { ...headers, ...fixed },
        signal: AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS),
      });
      request.once('error', (error) => resolve({ kind: 'failed', reason: explain(error) }));
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > MAX_ANSWER_BYTES) response.destroy();
        });
        // Broken off or cut short, the status is an answer.
        response.on('error', () => undefined);
        response.once('close', () => {
          const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
          resolve({ kind: 'answered', status: response.statusCode ?? 0, body: text });
        });
      });
      request.end(bytes);
    });
  }

  close(): void {
    for (const agent of [...Object.values(this.guarded), ...Object.values(this.direct)]) agent.destroy();
  }

  private isInternal(url: URL): boolean {
    const host = bareHostname(url.hostname);
    const names = [host, `${host}:${urlPort(url)}`];
    return (this.options.internalReceivers ?? []).some((entry) => names.includes(entry.trim().toLowerCase()));
  }
}

function explain(error: Error): string {
  if (error instanceof EgressRefusedError) return error.message;
  return error.name === 'TimeoutError' ? 'no answer in time' : error.message;
}
