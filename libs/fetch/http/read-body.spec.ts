import { Readable } from 'node:stream';
import zlib from 'node:zlib';
import { contentCodings, readBody } from './read-body.js';

const read = async (bytes: Buffer, encoding: string, limits = { maxBytes: 10_000_000, maxRatio: 200 }) => {
  const chunks: Buffer[] = [];
  await readBody(
    Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]),
    contentCodings(encoding),
    limits,
    (chunk) => {
      chunks.push(chunk);
    },
  );
  return Buffer.concat(chunks).toString();
};
const page = 'government work report '.repeat(50);
const bytes = Buffer.from(page);

describe('readBody', () => {
  it.each([
    ['', bytes],
    ['identity', bytes],
    ['gzip', zlib.gzipSync(bytes)],
    ['x-gzip', zlib.gzipSync(bytes)],
    ['deflate', zlib.deflateSync(bytes)],
    ['deflate', zlib.deflateRawSync(bytes)],
    ['br', zlib.brotliCompressSync(bytes)],
    ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(bytes))],
    ['gzip', bytes], // announced, not applied
  ])('unpacks "%s"', async (encoding, body) => expect(await read(body, encoding)).toBe(page));

  it('ends with limit_bytes at the first chunk past the limit', async () => {
    await expect(read(bytes, '', { maxBytes: 100, maxRatio: 200 })).rejects.toMatchObject({ reason: 'limit_bytes' });
  });

  it('ends a bomb with limit_ratio before it has unpacked', async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(64 * 1024 * 1024));
    let unpacked = 0;
    const run = readBody(Readable.from([bomb]), ['gzip'], { maxBytes: 1e9, maxRatio: 200 }, (chunk) => {
      unpacked += chunk.length;
    });
    await expect(run).rejects.toMatchObject({ reason: 'limit_ratio' });
    expect(unpacked).toBeLessThan(bomb.length * 201 + 1024 * 1024);
  });

  it.each([
    ['gzip', zlib.gzipSync(bytes).subarray(0, 40)],
    ['br', Buffer.from('this is no brotli stream')],
    ['zstd', bytes],
    ['gzip, gzip, gzip', zlib.gzipSync(bytes)],
  ])('rejects a broken "%s" body', async (encoding, body) => {
    await expect(read(body, encoding)).rejects.toThrow();
  });

  it('names the limit that a bomb in a bomb passes', async () => {
    const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(20_000_000)));
    await expect(read(bomb, 'gzip, gzip')).rejects.toMatchObject({ reason: expect.stringMatching(/^limit_/) });
  });
});
