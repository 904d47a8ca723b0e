import http from 'node:http';
import https from 'node:https';
import { type EgressPolicy, bareHostname, EgressRefusedError, urlPort } from '../egress/egress-policy.js';
import { GuardedDialer } from '../egress/guarded-dialer.js';
import { GuardedHttpAgent, GuardedHttpsAgent } from './guarded-agents.js';

/** Internal receivers that an operator has named: exactly these hosts and ports may be reached besides public ones. */
export interface PosterOptions {
  /** `host:port` of receivers inside the own network. */
  internalReceivers?: readonly string[];
  timeoutMs?: number;
  resolver?: EgressPolicy['resolver'];
}

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Sends what the platform itself has to say (webhooks) through the guarded dialer. Follows no redirect: a receiver that
 * has moved must be told to us by an operator.
 */
export class GuardedPoster {
  private readonly internal: ReadonlySet<string>;
  private readonly guarded: { http: http.Agent; https: https.Agent };
  private readonly direct = { http: new http.Agent(), https: new https.Agent() };

  constructor(private readonly options: PosterOptions = {}) {
    this.internal = new Set((options.internalReceivers ?? []).map((entry) => entry.trim().toLowerCase()));
    const dialer = new GuardedDialer({
      publicSuffixes: null,
      ports: [80, 443, 8080, 8443],
      resolver: options.resolver,
    });
    this.guarded = { http: new GuardedHttpAgent(dialer), https: new GuardedHttpsAgent(dialer) };
  }

  /** Why an address can never be called; null when it may be tried. */
  refusal(address: string): string | null {
    if (!URL.canParse(address)) return 'not an address';
    const url = new URL(address);
    if (url.username || url.password) return 'an address must not carry a password';
    if (url.protocol === 'https:') return null;
    if (url.protocol !== 'http:') return `${url.protocol} is not possible`;
    return this.isInternal(url) ? null : 'plain http is possible for internal receivers only';
  }

  /** Null for an answer of 2xx, else what happened. */
  post(address: string, body: string, headers: Record<string, string>): Promise<string | null> {
    const refused = this.refusal(address);
    if (refused !== null) return Promise.resolve(refused);
    const url = new URL(address);
    const secure = url.protocol === 'https:';
    const agents = this.isInternal(url) ? this.direct : this.guarded;
    const bytes = Buffer.from(body);
    return new Promise((resolve) => {
      const request = (secure ? https : http).request(url, {
        method: 'POST',
        agent: secure ? agents.https : agents.http,
        headers: { ...headers, 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length },
        signal: AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS),
      });
      request.once('error', (error) => resolve(explain(error)));
      request.once('response', (response) => {
        const status = response.statusCode ?? 0;
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_ANSWER_BYTES) response.destroy();
        });
        response.once('close', () => resolve(status >= 200 && status < 300 ? null : `HTTP ${status}`));
      });
      request.end(bytes);
    });
  }

  close(): void {
    for (const agent of [...Object.values(this.guarded), ...Object.values(this.direct)]) agent.destroy();
  }

  private isInternal(url: URL): boolean {
    return this.internal.has(`${bareHostname(url.hostname)}:${urlPort(url)}`);
  }
}

function explain(error: Error): string {
  if (error instanceof EgressRefusedError) return error.message;
  return error.name === 'TimeoutError' ? 'no answer in time' : error.message;
}
