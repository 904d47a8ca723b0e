import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { FetchDoor } from '../fetch-door.js';
import { InProcessHostState } from '../politeness/in-process-host-state.js';

const PACE = { intervalSec: 0, jitterSec: 0 };
const NAMED = /^(network_|limit_|http_|body_|blocked_)/;
const corpora = process.env['GOVCRAWLER_CORPORA'];
const folder = corpora ? join(corpora, 'http-responses') : '';
const chunk = (size: string, data: string) => `${size}\r\n${data}\r\n`;

/** Answers that break a rule of HTTP, written out byte by byte; `null` must be readable. */
const BROKEN: [string, string, string | null][] = [
  ['no status line', 'hello world\r\n\r\n', 'network_protocol'],
  ['an empty answer', '', 'network_reset'],
  ['a status line alone', 'HTTP/1.1 200 OK\r\n', 'network_'],
  ['a status that is no number', 'HTTP/1.1 abc OK\r\n\r\n', 'network_protocol'],
  ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nx', 'network_protocol'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx', 'network_protocol'],
  ['a body shorter than its length', 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nx', 'network_reset'],
  [
    'a chunk without size',
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunk('zz', 'x')}`,
    'network_protocol',
  ],
  ['chunks that never end', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunk('1', 'x')}`, 'network_reset'],
  [
    'a coding nobody asked for',
    'HTTP/1.1 200 OK\r\ncontent-encoding: zstd\r\ncontent-length: 1\r\n\r\nx',
    'network_protocol',
  ],
  [
    'a gzip coding over plain text',
    'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\nplain',
    null,
  ],
  ['a body until the connection closes', 'HTTP/1.0 200 OK\r\n\r\n<html>old server</html>', null],
  ['a bare line feed between headers', 'HTTP/1.1 200 OK\ncontent-length: 2\n\nok', null],
];

describe('broken answers', () => {
  let server: Server;
  let answer: Buffer;
  let door: FetchDoor;

  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const rules = { networkFailures: 1e9, cooldownMs: 1, breakerFailures: 1e9, breakerOpenMs: 1, breakerMaxOpenMs: 1 };
    door = new FetchDoor({
      egress: {
        allowedHosts: new Map([
          ['www.a.gov.cn', { address: '127.0.0.1', port: (server.address() as AddressInfo).port }],
        ]),
        publicSuffixes: null,
        ports: [80],
      },
      hostState: new InProcessHostState(rules),
    });
  });
  afterAll(async () => {
    await door.close();
    server.close();
  });

  const get = async (bytes: Buffer) => {
    answer = bytes;
    return door.fetch({ url: 'http://www.a.gov.cn/', purpose: 'list', pace: PACE, timeoutMs: 2000 });
  };

  it.each(BROKEN)('%s', async (_name, bytes, reason) => {
    const result = await get(Buffer.from(bytes));
    if (reason === null) expect(result).toMatchObject({ ok: true });
    else expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(`^${reason}`) });
  });

  const haveCorpus = corpora !== undefined && existsSync(folder);
  const corpus = haveCorpus ? it : it.skip;
  if (!haveCorpus) process.stderr.write('broken answers: corpus skipped, GOVCRAWLER_CORPORA names no corpora folder\n');

  corpus(
    'every answer of the corpus ends in time, with a page or a named reason, in bounded memory',
    async () => {
      const files = readdirSync(join(folder, 'h1-parsing')).map((name) =>
        readFileSync(join(folder, 'h1-parsing', name)),
      );
      const codings = readdirSync(join(folder, 'content-encoding')).map((name) => {
        const coding = name.endsWith('.gz') ? 'gzip' : name.endsWith('.br') ? 'br' : 'zstd';
        const body = readFileSync(join(folder, 'content-encoding', name));
        const head = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`;
        return Buffer.concat([Buffer.from(head), body]);
      });
      const before = process.memoryUsage().rss;
      const unnamed: string[] = [];
      let served = 0;
      for (const bytes of [...files, ...codings]) {
        const result = await get(bytes);
        if (result.ok) served += 1;
        else if (!NAMED.test(result.reason)) unnamed.push(result.reason);
        expect(result.durationMs).toBeLessThan(3000);
      }
      expect(unnamed).toEqual([]);
      expect(served).toBeGreaterThan(0);
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    },
    120_000,
  );
});
