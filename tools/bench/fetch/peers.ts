import http from 'node:http';
import { gotScraping } from 'got-scraping';
import { FetchDoor } from '@govcrawler/fetch';

/** One way to bring a page: the whole chain, or a bare client to compare it with. */
export interface Peer {
  name: string;
  fetch(path: string): Promise<number>;
  close(): Promise<void>;
}

/** The whole tier-2 path: guard, host state, cookies, limits, verdict. */
export function chainPeer(port: number): Peer {
  const door = new FetchDoor({
    egress: {
      allowedHosts: new Map([['www.bench.gov.cn', { address: '127.0.0.1', port }]]),
      publicSuffixes: ['.gov.cn'],
      ports: [80],
    },
  });
  const pace = { intervalSec: 0, jitterSec: 0 };
  return {
    name: 'fetch chain',
    fetch: async (path) => {
      const result = await door.fetch({ url: `http://www.bench.gov.cn${path}`, purpose: 'detail', pace });
      if (!result.ok) throw new Error(result.message);
      return result.body.length;
    },
    close: () => door.close(),
  };
}

/** got-scraping as its documentation shows it, with a keep-alive agent and fixed headers. */
export function gotScrapingPeer(port: number): Peer {
  const agent = new http.Agent({ keepAlive: true });
  return {
    name: 'got-scraping keep-alive',
    fetch: async (path) => {
      const response = await gotScraping.get(`http://127.0.0.1:${port}${path}`, {
        agent: { http: agent },
        http2: false,
        responseType: 'buffer',
      });
      return response.rawBody.length;
    },
    close: async () => agent.destroy(),
  };
}

/** Node's own undici. */
export function undiciPeer(port: number): Peer {
  return {
    name: 'undici (global fetch)',
    fetch: async (path) => (await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer()).byteLength,
    close: async () => undefined,
  };
}

/** The floor: http.request with a keep-alive agent. */
export function bareHttpPeer(port: number): Peer {
  const agent = new http.Agent({ keepAlive: true });
  return {
    name: 'bare http.request',
    fetch: (path) =>
      new Promise((resolve, reject) => {
        const request = http.get({ agent, host: '127.0.0.1', port, path }, (response) => {
          let bytes = 0;
          response.on('data', (chunk: Buffer) => (bytes += chunk.length));
          response.on('end', () => resolve(bytes));
        });
        request.on('error', reject);
      }),
    close: async () => agent.destroy(),
  };
}
