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
  readonly plain: http.Agent;
  readonly secure: https.Agent;

  constructor(dialer: GuardedDialer) {
    this.plain = likeBrowser(new GuardedHttpAgent(dialer));
    this.secure = likeBrowser(new GuardedHttpsAgent(dialer));
  }

  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }
}

/** It only lacks in its types what it has at run time: everything of the agent that it wraps. */
function likeBrowser<A extends http.Agent>(agent: A): A {
  return new TransformHeadersAgent(agent) as unknown as A;
}
