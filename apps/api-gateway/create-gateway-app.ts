import { type Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import { json } from 'express';
import { DeliverBriefings } from './briefings/deliver-briefings.js';
import { DeliveryServer, type GrpcAddress } from './delivery/grpc/delivery-server.js';
import { PushChanges } from './delivery/push/push-changes.js';
import { type GatewayInfrastructure } from './gateway-infrastructure.js';
import { GatewayModule } from './gateway.module.js';
import { limitBodyDepth } from './http/body-depth.js';
import { serveConsole } from './http/console-files.js';
import { explainListenError } from './http/listen-error.js';
import { NestLog } from './http/nest-log.js';
import { identifyRequests } from './http/request-context.js';
import { securityHeaders } from './http/security-headers.js';
import { createValidationPipe } from './http/validation.pipe.js';

export interface GatewayAddress {
  port: number;
  host: string;
  /** How many proxies stand in front; their forwarded addresses are then believed. Default none. */
  trustedProxies?: number;
  /** Where the delivery service listens for gRPC; without it, consumers use REST. */
  grpc?: GrpcAddress;
}

/** The gateway, ready to listen. */
export interface GatewayApp {
  readonly nest: NestExpressApplication;
  /** Resolves with the port that was really taken; a port that cannot be had is a ConfigError. */
  listen(): Promise<number>;
  /** Null before it listens, or when it does not. */
  readonly grpcPort: number | null;
  close(): Promise<void>;
}

/** The largest body any endpoint takes; lists of codes for bulk runs are the longest. */
const BODY_LIMIT = '256kb';
const OPML_LIMIT = '2mb';
/** Who sends slower than this holds a connection for nothing. Answers may take as long as they need. */
const RECEIVE_MS = 60_000;
const HEADERS_MS = 20_000;

/** Builds the HTTP application around the infrastructure; nothing listens yet. */
export async function createGatewayApp(
  infrastructure: GatewayInfrastructure,
  { port, host, trustedProxies = 0, grpc }: GatewayAddress,
): Promise<GatewayApp> {
  const nest = await NestFactory.create<NestExpressApplication>(GatewayModule.forRoot(infrastructure), {
    logger: new NestLog(infrastructure.logger),
    bodyParser: false,
    abortOnError: false,
    forceCloseConnections: true,
  });
  nest.disable('x-powered-by');
  nest.set('trust proxy', trustedProxies);
  nest.use(identifyRequests(infrastructure.logger), securityHeaders(), compression());
  // A reading list of thousands of feeds is larger than anything else that people send.
  nest.use('/admin/api/sources/opml', json({ limit: OPML_LIMIT }));
  nest.useBodyParser('json', { limit: BODY_LIMIT });
  nest.use(limitBodyDepth);
  nest.useGlobalPipes(createValidationPipe());
  serveConsole(nest, infrastructure.consoleFolder);
  const delivery = nest.get(DeliveryServer);
  const push = nest.get(PushChanges);
  const briefings = nest.get(DeliverBriefings);
  let grpcPort: number | null = null;
  return {
    nest,
    get grpcPort() {
      return grpcPort;
    },
    listen: async () => {
      await nest.init();
      // First: who is told by /readyz that this process can work must find both ports open.
      if (grpc) grpcPort = await delivery.listen(grpc);
      const server = nest.getHttpServer() as Server;
      server.requestTimeout = RECEIVE_MS;
      server.headersTimeout = HEADERS_MS;
      // Not nest.listen: it logs a port that is taken as an error of its own, beside the message people get.
      await new Promise<void>((resolve, reject) => {
        server.once('error', (error) => reject(explainListenError(error, port)));
        server.listen(port, host, resolve);
      });
      if (infrastructure.webhooks) {
        push.start();
        briefings.start();
      }
      return (server.address() as { port: number }).port;
    },
    close: async () => {
      await Promise.all([push.stop(), briefings.stop()]);
      delivery.close();
      await nest.close();
    },
  };
}
