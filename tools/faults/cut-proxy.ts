import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface Pair {
  client: Socket;
  server: Socket | null;
}

/**
 * A network between one worker and one server that can be cut. While it is cut nothing passes, not even the end of a
 * connection; what was under way goes on when it heals, as TCP's retransmissions make it.
 */
export class CutProxy {
  private readonly pairs = new Set<Pair>();
  private readonly listener: Server;
  private isCut = false;

  constructor(private readonly serverPort: number) {
    this.listener = createServer({ allowHalfOpen: false }, (client) => this.accept(client));
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.listener.listen(0, '127.0.0.1', resolve));
    return (this.listener.address() as AddressInfo).port;
  }

  cut(): void {
    this.isCut = true;
    for (const { client, server } of this.pairs) {
      client.pause();
      server?.pause();
    }
  }

  heal(): void {
    this.isCut = false;
    for (const pair of this.pairs) {
      if (pair.client.destroyed || pair.server?.destroyed) this.end(pair);
      else if (pair.server === null) this.join(pair);
      else {
        pair.client.resume();
        pair.server.resume();
      }
    }
  }

  async close(): Promise<void> {
    for (const pair of this.pairs) this.end(pair);
    await new Promise((resolve) => this.listener.close(resolve));
  }

  private accept(client: Socket): void {
    const pair: Pair = { client, server: null };
    this.pairs.add(pair);
    client.pause();
    this.watch(client, pair);
    if (!this.isCut) this.join(pair);
  }

  private join(pair: Pair): void {
    const server = connect(this.serverPort, '127.0.0.1');
    pair.server = server;
    this.watch(server, pair);
    this.forward(pair.client, server);
    this.forward(server, pair.client);
    if (!this.isCut) pair.client.resume();
  }

  private forward(from: Socket, to: Socket): void {
    from.on('data', (chunk) => {
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => {
      if (!this.isCut) from.resume();
    });
  }

  private watch(socket: Socket, pair: Pair): void {
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (!this.isCut) this.end(pair);
    });
  }

  private end(pair: Pair): void {
    this.pairs.delete(pair);
    pair.client.destroy();
    pair.server?.destroy();
  }
}
