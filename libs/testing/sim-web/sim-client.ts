import { type IncomingHttpHeaders, request } from 'node:http';

export interface SimAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Asks the simulated web directly, without the platform's fetch layer: one request, no redirects, no decoding. */
export function askSimWeb(
  port: number,
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<SimAnswer> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path: pathname + search,
        method: options.method ?? 'GET',
        headers: { ...options.headers, host },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(options.body);
  });
}
