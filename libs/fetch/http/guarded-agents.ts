import http from 'node:http';
import https from 'node:https';
import { type Duplex } from 'node:stream';
import { TransformHeadersAgent } from 'got-scraping';
import { type GuardedDialer } from '../egress/guarded-dialer.js';

const KEEP_ALIVE = { keepAlive: true, maxFreeSockets: 64, scheduling: 'lifo', timeout: 30_000 } as const;

interface ConnectionOptions {
  host?: string;
  port?: number | string;
}
type ConnectionCallback = (error: Error | null, socket?: Duplex) => void;

/** Keep-alive agent for plain HTTP on guarded sockets. */
export class GuardedHttpAgent extends http.Agent {
  constructor(private readonly dialer: GuardedDialer) {
    super(KEEP_ALIVE);
  }

  override createConnection(options: ConnectionOptions, callback: ConnectionCallback): undefined {
    this.dialer.dial(options.host ?? '', Number(options.port)).then((socket) => callback(null, socket), callback);
  }
}

/** The same with TLS. */
export class GuardedHttpsAgent extends https.Agent {
  constructor(private readonly dialer: GuardedDialer) {
    super({ ...KEEP_ALIVE, maxCachedSessions: 200 });
  }

  override createConnection(options: ConnectionOptions, callback: ConnectionCallback): undefined {
    // The parent only lacks in its types what it has at run time: TLS over a given socket, with its session cache.
    const secure = (https.Agent.prototype as unknown as { createConnection(options: object): Duplex }).createConnection;
    this.dialer
      .dial(options.host ?? '', Number(options.port))
      .then((socket) => callback(null, secure.call(this, { ...options, socket })))
      .catch(callback);
  }
}

/** Keep-alive agents whose every socket comes from the guarded dialer; header order is made browser-like. */
export class GuardedAgents {
  private readonly plain: http.Agent;
  private readonly secure: https.Agent;
  readonly forGot: { http: http.Agent; https: https.Agent };

  constructor(dialer: GuardedDialer) {
    this.plain = new GuardedHttpAgent(dialer);
    this.secure = new GuardedHttpsAgent(dialer);
    this.forGot = {
      http: new TransformHeadersAgent(this.plain) as unknown as http.Agent,
      https: new TransformHeadersAgent(this.secure) as unknown as https.Agent,
    };
  }

  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }
}
