import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChannelCredentials,
  Client,
  type ClientOptions,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceError,
  status,
} from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { jest } from '@jest/globals';
import { selfSignedCertificate } from '@govcrawler/testing';
import { ModuleRef } from '@nestjs/core';
import { type GatewayStand } from '../gateway-stand.conformance.js';
import { deliverySite, giveAttachment } from './delivery-samples.conformance.js';
import { DeliveryServer } from './grpc/delivery-server.js';
import { DELIVERY_PROTO } from './grpc/delivery-wire.js';

type Answer = Record<string, unknown>;
type Unary = (
  request: object,
  metadata: Metadata,
  options: { deadline?: number },
  done: (error: ServiceError | null, answer: Answer) => void,
) => void;
interface DeliveryClient {
  getArticle: Unary;
  listConsumers: Unary;
  close(): void;
}

const NAME = 'delivery.govcrawler.example';

/** The delivery service over TLS, and what it refuses so that no caller can hold it up. */
export function describeGrpcLimits(stand: () => GatewayStand): void {
  describe('gRPC over TLS', () => {
    const { Delivery } = (
      loadPackageDefinition(loadSync(DELIVERY_PROTO, { longs: String, enums: String })) as never as {
        govcrawler: {
          delivery: {
            v1: { Delivery: new (address: string, how: ChannelCredentials, options: ClientOptions) => DeliveryClient };
          };
        };
      }
    ).govcrawler.delivery.v1;
    const ours = selfSignedCertificate(NAME);
    const clients: { close(): void }[] = [];
    let folder: string;
    let server: DeliveryServer;
    let port: number;
    let metadata: Metadata;
    const pem = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const open = () => stand().app.nest.get(ModuleRef).create(DeliveryServer);
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'delivery-tls-'));
      server = await open();
      const tls = { certFile: pem('tls.crt', ours.cert), keyFile: pem('tls.key', ours.key) };
      port = await server.listen({ host: '127.0.0.1', port: 0, tls, answerWithinMs: 700 });
      metadata = new Metadata();
      metadata.set('authorization', `Bearer ${await stand().key(['articles:read', 'consumers:read'])}`);
    });
    afterAll(() => {
      for (const client of clients) client.close();
      server?.close();
      rmSync(folder, { recursive: true });
    });

    const NAMED = { 'grpc.ssl_target_name_override': NAME, 'grpc.default_authority': NAME };
    const trusting = (cert: string) => credentials.createSsl(Buffer.from(cert));
    const client = (how: ChannelCredentials, options: ClientOptions = {}) => {
      const made = new Delivery(`127.0.0.1:${port}`, how, { ...NAMED, ...options });
      clients.push(made);
      return made;
    };
    const ask = (who: DeliveryClient, method: 'getArticle' | 'listConsumers', request: object, deadline?: number) =>
      new Promise<Answer>((resolve, reject) => {
        const options = { deadline: Date.now() + (deadline ?? 10_000) };
        who[method](request, metadata, options, (error, answer) => (error ? reject(error) : resolve(answer)));
      });

    it('answers those who trust its certificate, and nobody else', async () => {
      expect(await ask(client(trusting(ours.cert)), 'listConsumers', {})).toHaveProperty('consumers');
      const stranger = selfSignedCertificate(NAME);
      const unreachable = { code: status.UNAVAILABLE };
      await expect(ask(client(trusting(stranger.cert)), 'listConsumers', {})).rejects.toMatchObject(unreachable);
      await expect(ask(client(credentials.createInsecure()), 'listConsumers', {})).rejects.toMatchObject(unreachable);
      const otherName = { 'grpc.ssl_target_name_override': 'other.example' };
      const misnamed = client(trusting(ours.cert), otherName);
      await expect(ask(misnamed, 'listConsumers', {})).rejects.toMatchObject(unreachable);
    });

    it('says at start what is wrong with its files or its port', async () => {
      const listen = async (certFile: string, keyFile: string, at = 0) => {
        const refused = await open();
        return refused
          .listen({ host: '127.0.0.1', port: at, tls: { certFile, keyFile } })
          .finally(() => refused.close());
      };
      const [cert, key] = [pem('ok.crt', ours.cert), pem('ok.key', ours.key)];
      await expect(listen(join(folder, 'none'), key)).rejects.toThrow(/^GRPC_TLS_CERT: ENOENT/);
      await expect(listen(cert, join(folder, 'none'))).rejects.toThrow(/^GRPC_TLS_KEY: ENOENT/);
      await expect(listen(cert, pem('bad.key', 'no key'))).rejects.toThrow(/GRPC_TLS_KEY are no certificate and its/);
      const other = pem('other.key', selfSignedCertificate(NAME).key);
      await expect(listen(cert, other)).rejects.toThrow(/GRPC_TLS_KEY are no certificate and its key/);
      await expect(listen(cert, key, port)).rejects.toThrow(/cannot listen on 127.0.0.1:\d+ \(HOST, GRPC_PORT\)/);
    });

    it('does not tell its services: reflection is off', async () => {
      const raw = new Client(`127.0.0.1:${port}`, trusting(ours.cert), NAMED);
      clients.push(raw);
      for (const version of ['v1', 'v1alpha']) {
        const call = raw.makeBidiStreamRequest(
          `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
          (value: Buffer) => value,
          (value: Buffer) => value,
          metadata,
        );
        call.write(Buffer.from([0x3a, 0x00])); // list_services
        call.end();
        const refusal = new Promise((_resolve, reject) => call.on('error', reject).on('data', () => undefined));
        await expect(refusal).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
      }
    });

    it('ends a call at the deadline of the caller, and at its own', async () => {
      await stand().post('/api/v1/consumers', { name: 'late-1', from: 'now' }).expect(201);
      const hang = jest.spyOn(stand().database.consumers, 'lagOf').mockReturnValue(new Promise(() => undefined));
      try {
        const late = { code: status.DEADLINE_EXCEEDED };
        const who = client(trusting(ours.cert));
        await expect(ask(who, 'listConsumers', {}, 200)).rejects.toMatchObject(late);
        await expect(ask(who, 'listConsumers', {}, 60_000)).rejects.toMatchObject({
          ...late,
          details: 'no answer within 700 ms',
        });
      } finally {
        hang.mockRestore();
      }
    });

    it('delivers the largest document to those who allow 64 MB, and cuts what is longer', async () => {
      const { store } = await deliverySite(stand());
      const attachments = [{ url: 'http://x.gov.cn/long.pdf', name: '长' }];
      const { articleId } = await store('甲', { attachments });
      await giveAttachment(stand(), articleId, { bytes: Buffer.from('pdf'), text: '字'.repeat(2_000_100) });
      const wide = client(trusting(ours.cert), { 'grpc.max_receive_message_length': 64 << 20 });
      const long = { parts: ['PART_ATTACHMENTS'], id: articleId };
      const [file] = (await ask(wide, 'getArticle', long)).attachments as { text: string; textTruncated: boolean }[];
      expect(file).toMatchObject({ textTruncated: true });
      expect(file!.text).toHaveLength(2_000_000);
      await expect(ask(client(trusting(ours.cert)), 'getArticle', long)).rejects.toMatchObject({
        code: status.RESOURCE_EXHAUSTED,
      });
    });
  });
}
