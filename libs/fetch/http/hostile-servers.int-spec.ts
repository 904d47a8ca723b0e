import { createServer, type Server, type Socket } from 'node:net';
import { type AddressInfo } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { FetchDoor } from '../fetch-door.js';
import { InProcessHostState } from '../politeness/in-process-host-state.js';

/** The full run has 500 rounds (tools/stress/fetch.mjs). */
const ROUNDS = Number(process.env['STRESS_ROUNDS'] ?? 3);
const AT_A_TIME = 10;
const TIMEOUT_MS = 1500;
const PATIENCE_MS = 30_000;
/** What a loaded machine may add to a timer. */
const LATE_MS = 5000;
const MEGABYTE = 1024 * 1024;
const MAX_GROWTH = 200 * MEGABYTE;

const head = (...fields: string[]) => ['HTTP/1.1 200 OK', 'content-type: text/html', ...fields, '', ''].join('\r\n');
const zeros = Buffer.alloc(64 * MEGABYTE);
const gzipped = gzipSync(zeros, { level: 9 });
const bombs = {
  gzip: gzipped,
  br: brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  'gzip, gzip': gzipSync(gzipped),
};
const bomb = (coding: keyof typeof bombs) => (socket: Socket) =>
  void socket.end(
    Buffer.concat([
      Buffer.from(head(`content-encoding: ${coding}`, `content-length: ${bombs[coding].length}`)),
      bombs[coding],
    ]),
  );
const every = (socket: Socket, ms: number, text: string) => {
  const timer = setInterval(() => void socket.write(text), ms);
  socket.once('close', () => clearInterval(timer));
};
const flood = (socket: Socket, chunk: Buffer | string) => {
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on('drain', pour);
  pour();
};

/** Servers that want our memory or our time, and the reason that each of them must end with. */
const SERVERS: [string, (socket: Socket) => void, RegExp][] = [
  ['a gzip bomb', bomb('gzip'), /^limit_/],
  ['a brotli bomb', bomb('br'), /^limit_/],
  ['a bomb in a bomb', bomb('gzip, gzip'), /^limit_/],
  ['a body without end', (socket) => (socket.write(head()), flood(socket, Buffer.alloc(65536, 'x'))), /^limit_bytes$/],
  [
    'chunks without end',
    (socket) => (socket.write(head('transfer-encoding: chunked')), flood(socket, `4000\r\n${'x'.repeat(16384)}\r\n`)),
    /^limit_bytes$/,
  ],
  [
    'headers without end',
    (socket) => (socket.write('HTTP/1.1 200 OK\r\n'), flood(socket, `x-a: ${'y'.repeat(1000)}\r\n`)),
    /^limit_headers$/,
  ],
  ['one giant header', (socket) => void socket.end(head(`x-a: ${'y'.repeat(MEGABYTE)}`)), /^limit_headers$/],
  ['silence', () => undefined, /^network_timeout$/],
  ['headers that drip', (socket) => every(socket, 50, 'x-a: y\r\n'), /^network_(timeout|protocol)$/],
  ['a body that drips', (socket) => (socket.write(head()), every(socket, 50, 'x')), /^network_timeout$/],
  [
    'chunks that drip',
    (socket) => (socket.write(head('transfer-encoding: chunked')), every(socket, 50, '1\r\nx\r\n')),
    /^network_timeout$/,
  ],
  [
    'a redirect to itself',
    (socket) => void socket.end('HTTP/1.1 302 Found\r\nlocation: /again\r\ncontent-length: 0\r\n\r\n'),
    /^limit_redirects$/,
  ],
  [
    'a reset in the middle',
    (socket) => (socket.write(`${head('content-length: 999')}x`), void setTimeout(() => socket.resetAndDestroy(), 20)),
    /^network_reset$/,
  ],
];

describe('hostile servers', () => {
  const servers: Server[] = [];
  let door: FetchDoor;

  beforeAll(async () => {
    const targets = new Map<string, { address: string; port: number }>();
    for (const [index, [, answer]] of SERVERS.entries()) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => answer(socket));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      servers.push(server);
      targets.set(`h${index}.gov.cn`, { address: '127.0.0.1', port: (server.address() as AddressInfo).port });
    }
    const rules = { networkFailures: 1e9, cooldownMs: 1, breakerFailures: 1e9, breakerOpenMs: 1, breakerMaxOpenMs: 1 };
    door = new FetchDoor({
      egress: { allowedHosts: targets, publicSuffixes: null, ports: [80] },
      hostState: new InProcessHostState(rules),
    });
  });
  afterAll(async () => {
    await door.close();
    for (const server of servers) server.close();
  });

  it(`end in time, with their reason and in bounded memory: ${SERVERS.length} kinds, ${ROUNDS} rounds`, async () => {
    const wrong: string[] = [];
    let slowest = 0;
    let next = 0;
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
    const visitor = async () => {
      for (let turn = next++; turn < ROUNDS * SERVERS.length; turn = next++) {
        const index = turn % SERVERS.length;
        const [name = '', , reason = /./] = SERVERS[index] ?? [];
        const pace = { intervalSec: 0, jitterSec: 0 };
        const url = `http://h${index}.gov.cn/`;
        // Those that want our memory must end by their size, also on a machine too busy to be quick about it.
        const wantsTime = reason.test('network_timeout');
        const timeoutMs = wantsTime ? TIMEOUT_MS : PATIENCE_MS;
        const result = await door.fetch({ url, purpose: 'detail', pace, timeoutMs });
        if (wantsTime) slowest = Math.max(slowest, result.durationMs);
        if (result.ok || !reason.test(result.reason)) wrong.push(`${name}: ${result.ok ? 'ok' : result.reason}`);
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, visitor));
    clearInterval(watch);
    const growth = Math.round((most - before) / MEGABYTE);
    process.stderr.write(
      `hostile servers: ${ROUNDS * SERVERS.length} fetches, slowest of those that want time ${slowest} ms (limit ${TIMEOUT_MS}), memory +${growth} MB\n`,
    );
    expect(wrong).toEqual([]);
    expect(slowest).toBeLessThan(TIMEOUT_MS + LATE_MS);
    expect(most - before).toBeLessThan(MAX_GROWTH);
  }, 900_000);
});
