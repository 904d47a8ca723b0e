import { type Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import { BrokenBodyError, LimitError } from './network-failure.js';

export interface BodyLimits {
  /** Decoded bytes. */
  maxBytes: number;
  /** Decoded bytes per received byte. */
  maxRatio: number;
}

/** HTML compresses 5-50 times; only a bomb passes 200, and small bodies may be all padding. */
export const DEFAULT_MAX_RATIO = 200;
const RATIO_FLOOR_BYTES = 1024 * 1024;
const OUTPUT_CHUNK = { chunkSize: 64 * 1024 };
const MAX_ENCODINGS = 2;

/** The codings a server applied, outermost last; identity and empty parts dropped. */
export function contentCodings(header: string | undefined): string[] {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity' && coding !== 'none' && coding !== 'utf-8');
}

/** Many old servers announce a coding they did not apply, and mean zlib or raw deflate by the same word. */
function decoderFor(coding: string, head: Buffer): Transform | null {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return head[0] === 0x1f && head[1] === 0x8b ? zlib.createGunzip(OUTPUT_CHUNK) : null;
    case 'deflate':
      return ((head[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate(OUTPUT_CHUNK) : zlib.createInflateRaw(OUTPUT_CHUNK);
    case 'br':
      return zlib.createBrotliDecompress(OUTPUT_CHUNK);
    default:
      throw new BrokenBodyError(`content-encoding "${coding}" was not asked for`);
  }
}

/** Streams a body into `onChunk`, decoded and counted; ends with a LimitError as soon as a limit is passed. */
export async function readBody(
  source: Readable,
  codings: string[],
  limits: BodyLimits,
  onChunk: (chunk: Buffer) => void | Promise<void>,
): Promise<number> {
  if (codings.length > MAX_ENCODINGS) throw new BrokenBodyError(`${codings.length} content codings on one body`);
  let received = 0;
  let decoded = 0;
  let consumerFailed: { error: unknown } | null = null;
  const consume = (chunks: AsyncIterable<Buffer>) =>
    takeAll(chunks).catch((error: unknown) => {
      consumerFailed = { error };
      throw error;
    });
  const takeAll = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      decoded += chunk.length;
      if (decoded > limits.maxBytes) throw new LimitError('limit_bytes', `body passes ${limits.maxBytes} bytes`);
      if (decoded > RATIO_FLOOR_BYTES && decoded > received * limits.maxRatio) {
        throw new LimitError(
          'limit_ratio',
          `${received} bytes unpack to more than ${limits.maxRatio} times their size`,
        );
      }
      await onChunk(chunk);
    }
  };
  const iterator = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await iterator.next();
  if (first.done) return 0;
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      for (let next = first; !next.done; next = await iterator.next()) {
        received += next.value.length;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  const decoders = [...codings].reverse().flatMap((coding, index) => {
    // Only the outermost coding can be checked against the first bytes; inner ones must be what they claim.
    const decoder = decoderFor(coding, index === 0 ? first.value : Buffer.from([0x1f, 0x8b]));
    return decoder ? [decoder] : [];
  });
  const [outer, inner] = decoders;
  try {
    if (!outer) await consume(chunks());
    else if (!inner) await pipeline(chunks, outer, consume);
    else await pipeline(chunks, outer, inner, consume);
  } catch (error) {
    // Of two decoders the outer one may complain first that nobody listens any more; the reason is the consumer's.
    throw (consumerFailed as { error: unknown } | null)?.error ?? error;
  }
  return decoded;
}
