import { Writable } from 'node:stream';
import {
  type Metadata,
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import { type FetchRequest } from '@govcrawler/contracts';
import { type FetchLogger } from '../fetch-logger.js';
import { type OutboundFetcher } from '../outbound-fetcher.js';
import { pickRequest, requestProblems } from './check-request.js';
import { carriesToken } from './internal-token.js';
import {
  fetchServiceDefinition,
  hostToWire,
  MAX_MESSAGE_BYTES,
  requestFromWire,
  resultToWire,
  robotsToWire,
  type WireHost,
  type WireRequest,
  type WireResult,
} from './wire.js';

const PART_BYTES = 256 * 1024;

interface FilePart {
  head?: { status: number; headers: Record<string, string> };
  data?: Buffer;
  end?: WireResult;
}

export interface FetchServerOptions {
  door: OutboundFetcher;
  token: string;
  /** `host:port`; port 0 lets the system choose. */
  address: string;
  logger: FetchLogger;
}

/** The door behind gRPC: Fetch, FetchBytes, Robots and Hosts, for callers with the internal token. */
export class FetchServer {
  private readonly server = new Server({
    'grpc.max_receive_message_length': 4 * 1024 * 1024,
    'grpc.max_send_message_length': MAX_MESSAGE_BYTES,
  });
  port = 0;

  constructor(private readonly options: FetchServerOptions) {
    this.server.addService(fetchServiceDefinition, {
      fetch: this.unary<WireRequest, WireResult>(async (wire, signal) =>
        resultToWire(await options.door.fetch({ ...checked(wire), signal })),
      ),
      fetchBytes: (call: ServerWritableStream<WireRequest, FilePart>) => void this.sendFile(call),
      robots: this.unary<WireRequest & { onError?: 'allow' | 'deny' | null }, object>(async (wire, signal) => {
        const question = { onError: wire.onError ?? 'allow', pace: wire.pace ?? undefined, signal };
        const decision = await options.door.robotsAllows(wire.url ?? '', question);
        return 'ok' in decision ? { failure: resultToWire(decision) } : { decision: robotsToWire(decision) };
      }),
      hosts: this.unary<object, { hosts: WireHost[] }>(async () => ({
        hosts: (await options.door.hosts()).map(hostToWire),
      })),
    });
  }

  async listen(): Promise<number> {
    this.port = await new Promise<number>((resolve, reject) => {
      this.server.bindAsync(this.options.address, ServerCredentials.createInsecure(), (error, port) =>
        error ? reject(error) : resolve(port),
      );
    });
    return this.port;
  }

  /** Takes no new calls and waits for those under way; after `graceMs` they are cut. */
  async close(graceMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.server.forceShutdown();
        resolve();
      }, graceMs);
      this.server.tryShutdown(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  private admitted(metadata: Metadata): boolean {
    return carriesToken(metadata.get('authorization')[0]?.toString(), this.options.token);
  }

  private unary<Asked, Answer>(work: (asked: Asked, signal: AbortSignal) => Promise<Answer>) {
    return (call: ServerUnaryCall<Asked, Answer>, done: sendUnaryData<Answer>): void => {
      if (!this.admitted(call.metadata))
        return done({ code: status.UNAUTHENTICATED, details: 'internal token missing or wrong' });
      const abort = new AbortController();
      call.once('cancelled', () => abort.abort());
      work(call.request, abort.signal).then(
        (answer) => done(null, answer),
        (error: unknown) => {
          done(this.problem(error));
        },
      );
    };
  }

  private async sendFile(call: ServerWritableStream<WireRequest, FilePart>): Promise<void> {
    if (!this.admitted(call.metadata)) {
      call.emit('error', { code: status.UNAUTHENTICATED, details: 'internal token missing or wrong' });
      return;
    }
    const abort = new AbortController();
    call.once('cancelled', () => abort.abort());
    try {
      const sink = new Writable({
        write: (chunk: Buffer, _encoding, next) => void sendParts(call, chunk, abort.signal).then(() => next(), next),
      });
      sink.on('answer', (head: FilePart['head']) => call.write({ head }));
      const result = await this.options.door.fetchToSink({ ...checked(call.request), signal: abort.signal }, sink);
      call.write({ end: resultToWire(result) });
      call.end();
    } catch (error) {
      call.emit('error', this.problem(error));
    }
  }

  private problem(error: unknown): { code: status; details: string } {
    if (error instanceof BadRequestError) return { code: status.INVALID_ARGUMENT, details: error.message };
    this.options.logger.error({ err: error }, 'call failed');
    return { code: status.INTERNAL, details: error instanceof Error ? error.message : String(error) };
  }
}

class BadRequestError extends Error {}

function checked(wire: WireRequest): FetchRequest {
  const request = requestFromWire(wire);
  const problems = requestProblems(request);
  if (problems.length > 0) throw new BadRequestError(problems.join('; '));
  // The wire format adds marks of its own to a message.
  return pickRequest({ ...request });
}

async function sendParts(
  call: ServerWritableStream<WireRequest, FilePart>,
  chunk: Buffer,
  signal: AbortSignal,
): Promise<void> {
  for (let at = 0; at < chunk.length; at += PART_BYTES) {
    if (signal.aborted) throw new Error('the caller went away');
    if (call.write({ data: chunk.subarray(at, at + PART_BYTES) })) continue;
    await new Promise<void>((resolve) => {
      const go = () => {
        call.off('drain', go);
        signal.removeEventListener('abort', go);
        resolve();
      };
      call.once('drain', go);
      signal.addEventListener('abort', go, { once: true });
    });
  }
}
