import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isPublicAddress } from './address-rules.js';
import {
  assertEgressPolicy,
  bareHostname,
  type Connector,
  EgressRefusedError,
  type EgressPolicy,
} from './egress-policy.js';

const CONNECT_TIMEOUT_MS = 10_000;

const resolveByDns = async (hostname: string): Promise<string[]> =>
  (await lookup(hostname, { all: true, verbatim: true })).map((entry) => entry.address);

function ownAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address)));
}

/**
 * Opens every outbound connection of the process. A name is resolved once, all its addresses are checked, and the
 * socket goes to one of exactly those: an answer that changes between check and use has nothing to act on.
 */
export class GuardedDialer {
  constructor(private readonly policy: EgressPolicy) {
    assertEgressPolicy(policy);
  }

  async dial(hostname: string, port: number): Promise<Socket> {
    return (await this.clear(hostname, port))();
  }

  /** Resolves and checks without connecting; what it gives opens the socket, to exactly the checked addresses. */
  async clear(hostname: string, port: number): Promise<() => Promise<Socket>> {
    const host = bareHostname(hostname);
    if (!this.policy.ports.includes(port)) {
      throw new EgressRefusedError({ reason: 'refused_port', message: `port ${port} of ${host} is not allowed` });
    }
    const demo = this.policy.allowedHosts?.get(host);
    const open = this.policy.connector ?? openSocket;
    if (demo) return () => open(demo.address, demo.port);
    const addresses = isIP(host) ? [host] : await (this.policy.resolver ?? resolveByDns)(host);
    this.assertPublic(host, addresses);
    return () => openFirst(addresses, port, open);
  }

  /** One closed address among several condemns the name: nobody publishes a site half inside our network. */
  private assertPublic(host: string, addresses: string[]): void {
    const own = ownAddresses();
    for (const address of addresses) {
      if (isPublicAddress(address) && !own.has(address)) continue;
      throw new EgressRefusedError({
        reason: 'refused_address',
        message: `${host} leads to ${address}, which is not a public address`,
      });
    }
  }
}

async function openFirst(addresses: string[], port: number, open: Connector): Promise<Socket> {
  let failure: unknown = Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' });
  for (const address of addresses) {
    try {
      return await open(address, port);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function openSocket(address: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true });
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error(`no connection within ${CONNECT_TIMEOUT_MS} ms`), { code: 'ETIMEDOUT' }));
    }, CONNECT_TIMEOUT_MS);
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}
