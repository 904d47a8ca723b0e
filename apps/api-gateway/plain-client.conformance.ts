import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { PASSWORD, USER } from './gateway-stand.conformance.js';

export interface PlainAnswer {
  status: number;
  type: string;
  headers: IncomingHttpHeaders;
  text: string;
  /** Parsed where it is JSON. */
  body: unknown;
}

export interface PlainRequest {
  method: string;
  path: string;
  /** As it goes out, whatever it is. */
  body?: string;
  headers?: Record<string, string>;
  username?: string;
}

/** Sends paths and bodies just as they are, over few connections; what a library would mend stays broken. */
export class PlainClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 4 });
  sent = 0;

  constructor(private readonly address: string) {}

  ask({ method, path, body, headers = {}, username = USER }: PlainRequest): Promise<PlainAnswer> {
    this.sent += 1;
    const { hostname, port } = new URL(this.address);
    const type = method === 'GET' ? {} : { 'Content-Type': 'application/json' };
    return new Promise((resolve, reject) => {
      const call = request(
        {
          ...{ hostname, port, method, path, agent: this.agent, auth: `${username}:${PASSWORD}` },
          headers: {
            ...type,
            ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const mediaType = (response.headers['content-type'] ?? '').split(';')[0]!;
            const isJson = mediaType.endsWith('json') && mediaType !== 'application/x-ndjson';
            const parsed: unknown = isJson && text !== '' ? JSON.parse(text) : null;
            resolve({ status: response.statusCode!, type: mediaType, headers: response.headers, text, body: parsed });
          });
        },
      );
      call.once('error', reject);
      call.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
