import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClientReadableStream,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { type ApiScope } from '@govcrawler/contracts';
import { type GatewayStand } from '../gateway-stand.conformance.js';
import { deliverySite, giveAttachment, sha256 } from './delivery-samples.conformance.js';
import { DELIVERY_PROTO } from './grpc/delivery-wire.js';

type Message = Record<string, unknown> & {
  change?: { kind: string; articleId: string; article?: Record<string, unknown> };
};
type Stream = ClientReadableStream<Message>;
type Unary = (request: object, metadata: Metadata, done: (error: ServiceError | null, answer: Message) => void) => void;
interface DeliveryClient {
  streamArticles(request: object, metadata: Metadata, options?: { deadline?: number }): Stream;
  getAttachment(request: object, metadata: Metadata): Stream;
  getArticle: Unary;
  ack: Unary;
  listConsumers: Unary;
  close(): void;
}

/** The delivery service as its proto file promises it. */
export function describeGrpcDelivery(stand: () => GatewayStand): void {
  describe('gRPC', () => {
    let client: DeliveryClient;
    let metadata: Metadata;
    const withKey = async (...scopes: ApiScope[]) => {
      const header = new Metadata();
      header.set('authorization', `Bearer ${await stand().key(scopes)}`);
      return header;
    };
    beforeAll(async () => {
      const loaded = loadPackageDefinition(loadSync(DELIVERY_PROTO, { longs: String, enums: String })) as never as {
        govcrawler: {
          delivery: { v1: { Delivery: new (address: string, how: unknown, options: object) => DeliveryClient } };
        };
      };
      client = new loaded.govcrawler.delivery.v1.Delivery(
        `127.0.0.1:${stand().app.grpcPort}`,
        credentials.createInsecure(),
        { 'grpc.max_receive_message_length': 64 * 1024 * 1024 },
      );
      metadata = await withKey('articles:read', 'changes:read', 'consumers:read');
    });
    afterAll(() => client?.close());

    const ask = (method: 'getArticle' | 'ack' | 'listConsumers', request: object, header = metadata) =>
      new Promise<Message>((resolve, reject) => {
        client[method](request, header, (error, answer) => (error ? reject(error) : resolve(answer)));
      });
    const all = async (stream: Stream) => {
      const messages: Message[] = [];
      for await (const message of stream) messages.push(message as Message);
      return messages;
    };
    const consumer = (name: string) => stand().post('/api/v1/consumers', { name, from: 'now' }).expect(201);

    it('streams a consumer what it has not confirmed, and again until it has', async () => {
      const { store, remove } = await deliverySite(stand());
      await consumer('grpc-1');
      const kept = await store('第一条 甲。');
      const gone = await store('乙');
      await remove(gone.articleId);
      const read = () => all(client.streamArticles({ consumer: 'grpc-1' }, metadata));
      const messages = await read();
      expect(messages.map(({ change }) => [change!.kind, Number(change!.articleId)])).toEqual([
        ['UPSERT', kept.articleId],
        ['DELETE', gone.articleId],
      ]);
      expect(messages[0]!.change!.article).toMatchObject({
        title: '关于做好防汛工作的通知',
        docNo: '某府〔2026〕1号',
        text: '第一条 甲。',
        chunks: [{ text: '第一条 甲。', path: ['第一条'] }],
        metadataJson: '{"list":{"position":1}}',
      });
      expect(await read()).toHaveLength(2);
      const { cursor } = messages.at(-1)!;
      expect(await ask('ack', { consumer: 'grpc-1', cursor })).toMatchObject({ moved: true });
      expect((await read()).filter(({ change }) => change)).toEqual([]);
      expect((await ask('listConsumers', {})).consumers).toContainEqual(
        expect.objectContaining({ name: 'grpc-1', lag: expect.objectContaining({ entries: '0' }) }),
      );
    });

    it('stays with a follower, and lets go of one that went away', async () => {
      const { store } = await deliverySite(stand());
      await consumer('grpc-2');
      const stream = client.streamArticles({ consumer: 'grpc-2', follow: true, metadataOnly: true }, metadata);
      const seen: number[] = [];
      stream.on('data', ({ change }: Message) => change && seen.push(Number(change.articleId)));
      const ended = new Promise<ServiceError>((resolve) => stream.once('error', resolve));
      const { articleId } = await store('甲');
      while (!seen.includes(articleId)) await sleep(50);
      stream.cancel();
      expect((await ended).code).toBe(status.CANCELLED);
      const late = client.streamArticles({ follow: true, filter: { siteCodes: ['x'] } }, metadata, {
        deadline: Date.now() + 300,
      });
      await expect(all(late)).rejects.toMatchObject({ code: status.DEADLINE_EXCEEDED });
    });

    it('gives one document and the bytes of its file', async () => {
      const { store } = await deliverySite(stand());
      const { articleId } = await store('甲', { attachments: [{ url: 'http://x.gov.cn/2.pdf', name: '附件' }] });
      const bytes = Buffer.alloc(300_000, 'pdf');
      const id = await giveAttachment(stand(), articleId, { bytes, text: '名单' });
      const article = await ask('getArticle', { id: articleId });
      expect(article).toMatchObject({ id: String(articleId), attachments: [{ id: String(id), text: '名单' }] });
      const parts = await all(client.getAttachment({ id }, metadata));
      expect(parts[0]).toMatchObject({ sha256: sha256(bytes), sizeBytes: '300000' });
      expect(sha256(Buffer.concat(parts.slice(1).map(({ data }) => data as Buffer)))).toBe(sha256(bytes));
      expect(parts.length).toBeGreaterThan(3);
    });

    it('refuses strangers, missing scopes, wrong cursors and questions that are too long', async () => {
      const code = (call: Promise<unknown>) =>
        call.then(
          () => null,
          (error: ServiceError) => error.code,
        );
      expect(await code(ask('getArticle', { id: 1 }, new Metadata()))).toBe(status.UNAUTHENTICATED);
      expect(await code(ask('listConsumers', {}, await withKey('articles:read')))).toBe(status.PERMISSION_DENIED);
      expect(await code(ask('getArticle', { id: 999_999_999 }))).toBe(status.NOT_FOUND);
      expect(await code(ask('ack', { consumer: 'nobody', cursor: '' }))).toBe(status.INVALID_ARGUMENT);
      expect(await code(all(client.streamArticles({ cursor: 'x' }, metadata)))).toBe(status.INVALID_ARGUMENT);
      expect(await code(all(client.streamArticles({ consumer: 'nobody' }, metadata)))).toBe(status.NOT_FOUND);
      const long = { consumer: 'x'.repeat(100_000) };
      expect(await code(all(client.streamArticles(long, metadata)))).toBe(status.RESOURCE_EXHAUSTED);
    });
  });
}
