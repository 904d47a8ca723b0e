import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface ReceivedCall {
  headers: Record<string, string>;
  body: string;
}

/** Somebody who gets webhooks, and who can be out of order. */
export class WebhookReceiver {
  readonly calls: ReceivedCall[] = [];
  status = 204;

  private constructor(
    private readonly server: Server,
    readonly host: string,
  ) {}

  static async open(): Promise<WebhookReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const receiver = new WebhookReceiver(server, `127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      void read(request).then((body) => {
        receiver.calls.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(receiver.status).end();
      });
    });
    return receiver;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
