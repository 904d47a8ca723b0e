import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { credentials, loadPackageDefinition, Metadata, type ClientReadableStream } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { type ChangesPage, type DeliveredChange } from '@govcrawler/contracts';

/** What a consumer keeps of an article. */
export interface KeptArticle {
  revision: number;
  contentHash: string;
  withdrawn: boolean;
}

/** Where the platform can be reached now; restarts change it. */
export interface Doors {
  http: string;
  grpc: string;
  key: string;
}

/** A consumer's durable copy; everything else that it knows is lost when it crashes. */
export abstract class ConsumerCopy {
  readonly articles = new Map<number, KeptArticle>();
  redelivered = 0;
  crashes = 0;
  stopped = false;

  constructor(
    readonly name: string,
    protected readonly doors: () => Doors,
    private readonly random: () => number,
  ) {}

  protected apply(changes: readonly Pick<DeliveredChange, 'kind' | 'articleId' | 'revision' | 'article'>[]): void {
    for (const { kind, articleId, article } of changes) {
      const id = Number(articleId);
      const before = this.articles.get(id);
      if (kind === 'DELETE' || !article) {
        if (!before) this.redelivered += 1;
        this.articles.delete(id);
        continue;
      }
      const { revision, contentHash } = article;
      const kept = { revision, contentHash, withdrawn: kind === 'WITHDRAWN' };
      if (before && JSON.stringify(before) === JSON.stringify(kept)) this.redelivered += 1;
      this.articles.set(id, kept);
    }
  }

  protected crashesNow(): boolean {
    if (this.stopped || this.random() > 0.05) return false;
    this.crashes += 1;
    return true;
  }
}

/** Reads pages and confirms them. */
export class RestConsumer extends ConsumerCopy {
  async run(): Promise<void> {
    while (!this.stopped) {
      try {
        const page = await this.call<ChangesPage>(`/changes?consumer=${this.name}&limit=37&waitSec=1&include=none`);
        if (this.crashesNow()) continue; // it read, and knows nothing of it
        this.apply(page.items);
        if (this.crashesNow()) continue; // it kept, and has not confirmed
        await this.call(`/consumers/${this.name}/ack`, { cursor: page.cursor });
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50)); // the platform restarts
      }
    }
  }

  private async call<T>(path: string, body?: object): Promise<T> {
    const { http, key } = this.doors();
    const response = await fetch(`${http}/api/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
  }
}

interface StreamMessage {
  change?: DeliveredChange;
  cursor?: string;
}
interface DeliveryClient {
  streamArticles(request: object, metadata: Metadata): ClientReadableStream<StreamMessage>;
  ack(request: object, metadata: Metadata, done: (error: Error | null) => void): void;
  close(): void;
}

/** Follows the stream and confirms at every cursor. */
export class GrpcConsumer extends ConsumerCopy {
  constructor(
    name: string,
    doors: () => Doors,
    random: () => number,
    private readonly protoFile: string,
  ) {
    super(name, doors, random);
  }

  async run(): Promise<void> {
    const loaded = loadPackageDefinition(loadSync(this.protoFile, { longs: String, enums: String })) as never as {
      govcrawler: { delivery: { v1: { Delivery: new (address: string, how: unknown) => DeliveryClient } } };
    };
    while (!this.stopped) {
      const { grpc, key } = this.doors();
      const client = new loaded.govcrawler.delivery.v1.Delivery(grpc, credentials.createInsecure());
      const metadata = new Metadata();
      metadata.set('authorization', `Bearer ${key}`);
      await this.follow(client, metadata).catch(() => new Promise((resolve) => setTimeout(resolve, 50)));
      client.close();
    }
  }

  private async follow(client: DeliveryClient, metadata: Metadata): Promise<void> {
    const stream = client.streamArticles({ consumer: this.name, follow: true, metadataOnly: true }, metadata);
    const look = setInterval(() => this.stopped && stream.cancel(), 100);
    try {
      let batch: DeliveredChange[] = [];
      for await (const { change, cursor } of stream as AsyncIterable<StreamMessage>) {
        if (change) batch.push(change);
        if (!cursor) continue;
        if (this.crashesNow()) return;
        this.apply(batch);
        batch = [];
        if (this.crashesNow()) return;
        await new Promise<void>((resolve, reject) =>
          client.ack({ consumer: this.name, cursor }, metadata, (error) => (error ? reject(error) : resolve())),
        );
      }
    } finally {
      clearInterval(look);
      stream.cancel();
    }
  }
}

/** Gets the feed pushed. */
export class PushedConsumer extends ConsumerCopy {
  private server: Server | null = null;

  async open(): Promise<string> {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (this.crashesNow()) return void response.destroy();
        const { data } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { data: ChangesPage };
        this.apply(data.items);
        if (this.crashesNow()) return void response.destroy();
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}
