import { type OutboundFetcher } from '../outbound-fetcher.js';
import { type FetchServer, type FetchServerOptions } from './fetch-server.js';

/*
 * gRPC is loaded by those who use it, not by everyone who imports the lib.
 */

/** The door of a fetch service elsewhere; connects when first used. */
export async function connectFetchService(address: string, token: string): Promise<OutboundFetcher> {
  const { FetchServiceClient } = await import('./fetch-service-client.js');
  return new FetchServiceClient(address, token);
}

/** Opens a door to callers on the network; listening when this resolves. */
export async function serveFetchDoor(options: FetchServerOptions): Promise<FetchServer> {
  const { FetchServer } = await import('./fetch-server.js');
  const server = new FetchServer(options);
  await server.listen();
  return server;
}
