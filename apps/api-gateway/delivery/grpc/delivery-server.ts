import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import {
  type Metadata,
  Server,
  ServerCredentials,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import { Injectable } from '@nestjs/common';
import { type ApiScope, type DeliveryFilter } from '@govcrawler/contracts';
import { ConfigError } from '@govcrawler/core';
import { ThrottledKeys } from '../../auth/throttled-keys.js';
import { GatewayInfrastructure } from '../../gateway-infrastructure.js';
import { DeliverDocuments } from '../deliver-documents.js';
import { DeliverableDocuments, DocumentFiles } from '../delivery-ports.js';
import { ManageConsumers } from '../manage-consumers.js';
import { ReadFeed } from '../read-feed.js';
import { refusal, WireError } from './wire-error.js';
import {
  articleToWire,
  consumerToWire,
  deliveryService,
  filterFromWire,
  partsFromWire,
  type WireParts,
} from './delivery-wire.js';
import { sendAttachment } from './send-attachment.js';
import { sendChanges } from './send-changes.js';

/** Where and how the delivery service listens. */
export interface GrpcAddress {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  /** Files of certificate chain and key; without them connections are plain, for a network that is trusted. */
  tls?: { certFile: string; keyFile: string };
  /** How long a call with one answer may take, whatever the caller allows. */
  answerWithinMs?: number;
}

type Asked<T> = ServerUnaryCall<T, object>;
export interface StreamRequest extends WireParts {
  consumer?: string;
  cursor?: string;
  filter?: DeliveryFilter | null;
  follow?: boolean;
}

/** Requests are names and cursors; answers may be a document with its attachments' texts. */
const MAX_REQUEST_BYTES = 64 * 1024;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const ANSWER_WITHIN_MS = 60_000;

/** The feed and the documents over gRPC. Reflection is not offered: the proto file is the contract. */
@Injectable()
export class DeliveryServer {
  private server: Server | null = null;
  private answerWithinMs = ANSWER_WITHIN_MS;

  constructor(
    private readonly feed: ReadFeed,
    private readonly consumers: ManageConsumers,
    private readonly documents: DeliverDocuments,
    private readonly stored: DeliverableDocuments,
    private readonly files: DocumentFiles,
    private readonly keys: ThrottledKeys,
    private readonly infrastructure: GatewayInfrastructure,
  ) {}

  /** Resolves with the port that was really taken. */
  async listen({ host, port, tls, answerWithinMs = ANSWER_WITHIN_MS }: GrpcAddress): Promise<number> {
    this.answerWithinMs = answerWithinMs;
    const server = new Server({
      'grpc.max_receive_message_length': MAX_REQUEST_BYTES,
      'grpc.max_send_message_length': MAX_ANSWER_BYTES,
      'grpc.max_concurrent_streams': 100,
      'grpc.keepalive_time_ms': 60_000,
    });
    server.addService(deliveryService(), {
      streamArticles: this.streaming<StreamRequest>('changes:read', async (asked, call, signal) => {
        const place = await this.feed.place({
          consumer: asked.consumer || undefined,
          cursor: asked.cursor || undefined,
          filter: filterFromWire(asked.filter),
        });
        if (typeof place === 'string') throw refusal(place);
        const options = { parts: partsFromWire(asked), follow: asked.follow ?? false };
        await sendChanges(call, this.feed, place, options, signal);
      }),
      ack: this.unary<{ consumer: string; cursor: string }>('changes:read', async ({ consumer, cursor }) => {
        const result = await this.consumers.ack(consumer, cursor);
        if (typeof result === 'string') throw refusal(result);
        return result;
      }),
      getArticle: this.unary<WireParts & { id: string }>('articles:read', async ({ id, ...parts }) => {
        const article = (await this.documents.byId([Number(id)], partsFromWire(parts))).get(Number(id));
        if (!article) throw new WireError(status.NOT_FOUND, `no article ${id}`);
        return articleToWire(article);
      }),
      getAttachment: this.streaming<{ id: string }>('articles:read', async ({ id }, call, signal) => {
        await sendAttachment(call, await this.stored.file(Number(id)), this.files, signal);
      }),
      listConsumers: this.unary<object>('consumers:read', async () => ({
        consumers: (await this.consumers.list()).map(consumerToWire),
      })),
    });
    this.server = server;
    return new Promise((resolve, reject) => {
      server.bindAsync(`${host}:${port}`, credentials(tls), (error, taken) =>
        error ? reject(explainBindError(error, host, port)) : resolve(taken),
      );
    });
  }

  /** Followers never end by themselves: they are cut, and go on at another replica from their last cursor. */
  close(): void {
    this.server?.forceShutdown();
    this.server = null;
  }

  private unary<T>(scope: ApiScope, work: (asked: T) => Promise<object>) {
    return (call: Asked<T>, done: sendUnaryData<object>): void => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        const error = new WireError(status.DEADLINE_EXCEEDED, `no answer within ${this.answerWithinMs} ms`);
        timer = setTimeout(() => reject(error), this.answerWithinMs).unref();
      });
      Promise.race([this.admit(call, scope).then(() => work(call.request)), late])
        .then(
          (answer) => done(null, answer),
          (error: unknown) => done(this.problem(error)),
        )
        .finally(() => clearTimeout(timer));
    };
  }

  private streaming<T>(
    scope: ApiScope,
    work: (asked: T, call: ServerWritableStream<T, object>, signal: AbortSignal) => Promise<void>,
  ) {
    return (call: ServerWritableStream<T, object>): void => {
      const gone = new AbortController();
      // Also when the caller's deadline has passed.
      call.once('cancelled', () => gone.abort());
      this.admit(call, scope)
        .then(() => work(call.request, call, gone.signal))
        .then(
          () => call.end(),
          (error: unknown) => (gone.signal.aborted ? undefined : call.emit('error', this.problem(error))),
        );
    };
  }

  private async admit(call: { metadata: Metadata; getPeer(): string }, scope: ApiScope): Promise<void> {
    const { metadata } = call;
    const [, presented = ''] = /^Bearer (.+)$/i.exec(String(metadata.get('authorization')[0] ?? '')) ?? [];
    // Without the port: the next connection is the same caller.
    const check = await this.keys.check(presented, call.getPeer().replace(/:\d+$/, ''));
    if (check.kind === 'throttled') {
      throw new WireError(status.RESOURCE_EXHAUSTED, `too many wrong keys, try again in ${check.retryAfterSec} s`);
    }
    if (check.kind === 'wrong')
      throw new WireError(status.UNAUTHENTICATED, 'API key missing or wrong (authorization: Bearer gck_...)');
    if (!check.holder.scopes.includes(scope))
      throw new WireError(status.PERMISSION_DENIED, `the key has no scope ${scope}`);
  }

  private problem(error: unknown): { code: status; details: string } {
    if (error instanceof WireError) return { code: error.code, details: error.message };
    this.infrastructure.logger.error({ err: error }, 'Delivery call failed');
    return { code: status.INTERNAL, details: 'internal error' };
  }
}

function credentials(tls: GrpcAddress['tls']): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const pair = {
    cert_chain: readPem('GRPC_TLS_CERT', tls.certFile),
    private_key: readPem('GRPC_TLS_KEY', tls.keyFile),
  };
  try {
    // What would fail at the first connection fails here.
    createSecureContext({ cert: pair.cert_chain, key: pair.private_key });
    return ServerCredentials.createSsl(null, [pair]);
  } catch (error) {
    const message = `GRPC_TLS_CERT and GRPC_TLS_KEY are no certificate and its key: ${(error as Error).message}`;
    throw new ConfigError(message, { cause: error });
  }
}

function readPem(setting: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ConfigError(`${setting}: ${(error as Error).message}`, { cause: error });
  }
}

/** grpc-js puts all that went wrong with an address into one message. */
function explainBindError(error: Error, host: string, port: number): Error {
  const message = `The delivery service cannot listen on ${host}:${port} (HOST, GRPC_PORT): ${error.message}`;
  return new ConfigError(message, { cause: error });
}
