import { once } from 'node:events';
import { type Writable } from 'node:stream';
import {
  type CallOptions,
  Client,
  type ClientReadableStream,
  type ClientUnaryCall,
  credentials,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { type FetchFailure, type FetchRequest, type FetchResult } from '@govcrawler/contracts';
import { PermanentError, TransientError } from '@govcrawler/core';
import { SinkError } from '../http/file-sink.js';
import { type FetchedFile, OutboundFetcher, type RobotsQuestion } from '../outbound-fetcher.js';
import { type HostView } from '../politeness/host-state.js';
import { type RobotsDecision } from '../robots/robots-cache.js';
import {
  failureFromWire,
  fetchServiceDefinition,
  fileFromWire,
  hostFromWire,
  MAX_MESSAGE_BYTES,
  pageFromWire,
  requestToWire,
  robotsFromWire,
  type WireHost,
  type WireResult,
} from './wire.js';

/** The fetch service cannot be asked (down, wrong token): nothing is known about the site. */
export class FetchServiceUnavailableError extends TransientError {
  override readonly code: string = 'fetch_service_unavailable';
}

interface WirePart {
  head?: { status?: number; headers?: Record<string, string> } | null;
  data?: Buffer | null;
  end?: WireResult | null;
}

type Method = 'Fetch' | 'FetchBytes' | 'Robots' | 'Hosts';

/** The door in another process. Same promises as the door itself, except that the service may be unreachable. */
export class FetchServiceClient extends OutboundFetcher {
  private readonly client: Client;
  private readonly metadata = new Metadata();

  constructor(address: string, token: string) {
    super();
    this.client = new Client(address, credentials.createInsecure(), {
      'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
      // Calls spread over all replicas that the address names; one that stops is left before it is gone.
      'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
      'grpc.initial_reconnect_backoff_ms': 200,
      'grpc.max_reconnect_backoff_ms': 5000,
    });
    this.metadata.set('authorization', `Bearer ${token}`);
  }

  async fetch(request: FetchRequest): Promise<FetchResult> {
    if (request.signal?.aborted) return abortedFailure(request);
    const answer = await this.call<WireResult>('Fetch', requestToWire(request), request.signal);
    return answer ? pageFromWire(answer) : abortedFailure(request);
  }

  async fetchToSink(request: FetchRequest, sink: Writable): Promise<FetchedFile | FetchFailure> {
    sink.once('error', () => undefined);
    const stream = this.open(requestToWire(request));
    const cancel = () => stream.cancel();
    request.signal?.addEventListener('abort', cancel, { once: true });
    if (request.signal?.aborted) cancel();
    let result: FetchedFile | FetchFailure | null = null;
    let touched = false;
    try {
      for await (const part of stream as AsyncIterable<WirePart>) {
        if (part.end) result = fileFromWire(part.end);
        if (part.head) sink.emit('answer', { status: part.head.status ?? 0, headers: part.head.headers ?? {} });
        if (!part.data) continue;
        touched = true;
        if (sink.destroyed) throw new SinkError(sink.errored);
        if (!sink.write(part.data))
          await Promise.race([once(sink, 'drain'), once(sink, 'close')]).catch((error: unknown) => {
            throw new SinkError(error);
          });
      }
    } catch (error) {
      if (error instanceof SinkError) {
        cancel();
        throw error;
      }
      // A sink that got nothing is still good for another door.
      if (touched || request.signal?.aborted) sink.destroy(error as Error);
      if (!request.signal?.aborted) throw explain(error as ServiceError);
      return abortedFailure(request);
    } finally {
      request.signal?.removeEventListener('abort', cancel);
    }
    if (!result) throw new FetchServiceUnavailableError('the fetch service ended a file without a result');
    if (!result.ok) {
      sink.destroy(new Error(result.message));
      return result;
    }
    sink.end();
    if (!sink.writableFinished) await once(sink, 'finish');
    return result;
  }

  async robotsAllows(url: string, question: RobotsQuestion = {}): Promise<RobotsDecision | FetchFailure> {
    type Answer = { decision?: RobotsDecision | null; failure?: WireResult | null };
    const asked = { url, onError: question.onError ?? 'allow', pace: question.pace };
    const answer = await this.call<Answer>('Robots', asked, question.signal);
    if (!answer) return abortedFailure({ url });
    return answer.decision ? robotsFromWire(answer.decision) : failureFromWire(answer.failure ?? {});
  }

  async hosts(): Promise<HostView[]> {
    const answer = await this.call<{ hosts?: WireHost[] }>('Hosts', {});
    return (answer?.hosts ?? []).map(hostFromWire);
  }

  async close(): Promise<void> {
    this.client.close();
  }

  /** Null when the caller aborted. */
  private call<Answer>(method: Method, asked: object, signal?: AbortSignal): Promise<Answer | null> {
    const { path, requestSerialize, responseDeserialize } = methodOf(method);
    return new Promise((resolve, reject) => {
      const options: CallOptions = {};
      const call: ClientUnaryCall = this.client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize as (bytes: Buffer) => Answer,
        asked,
        this.metadata,
        options,
        (error: ServiceError | null, answer?: Answer) => {
          signal?.removeEventListener('abort', cancel);
          if (!error) resolve(answer ?? null);
          else if (error.code === status.CANCELLED && signal?.aborted) resolve(null);
          else reject(explain(error));
        },
      );
      const cancel = () => call.cancel();
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  private open(asked: object): ClientReadableStream<unknown> {
    const { path, requestSerialize, responseDeserialize } = methodOf('FetchBytes');
    return this.client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, asked, this.metadata);
  }
}

function methodOf(method: Method) {
  const found = fetchServiceDefinition[method];
  if (!found) throw new Error(`fetch.proto has no method ${method}`);
  return found;
}

function explain(error: ServiceError): Error {
  if (error.code === status.INVALID_ARGUMENT) {
    return new PermanentError(`the fetch service refuses the request: ${error.details}`, { cause: error });
  }
  const message = `the fetch service does not answer: ${error.details || error.message}`;
  return new FetchServiceUnavailableError(message, { cause: error });
}

function abortedFailure(request: Pick<FetchRequest, 'url'>): FetchFailure {
  return {
    ok: false,
    reason: 'aborted',
    message: 'aborted by the caller',
    status: null,
    retryAfterSec: null,
    url: request.url,
    finalUrl: request.url,
    strategy: null,
    startedAt: new Date(),
    durationMs: 0,
    attempts: 0,
  };
}
