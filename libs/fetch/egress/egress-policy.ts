import { isIP, type Socket } from 'node:net';
import { ConfigError } from '@govcrawler/core';
import { type FetchFailureReason } from '@govcrawler/contracts';
import { isPublicPath } from './public-path.js';

/** Where a name of the demo or test web really lives. */
export interface LoopbackTarget {
  address: string;
  port: number;
}

/** One name's addresses, asked once per connection. */
export type Resolver = (hostname: string) => Promise<string[]>;

/** Opens a socket to an address that was checked. */
export type Connector = (address: string, port: number) => Promise<Socket>;

/** What the outbound door may reach. */
export interface EgressPolicy {
  /** Exact host names of the demo or test web; the only way to reach loopback. URLs carry no port. */
  allowedHosts?: ReadonlyMap<string, LoopbackTarget>;
  /** Host suffixes that count as public sites; null lets every public host pass (feeds chosen by a person). */
  publicSuffixes: readonly string[] | null;
  /** Ports a URL may name. */
  ports: readonly number[];
  /** Tests replace DNS here. */
  resolver?: Resolver;
  /** Tests watch here which addresses would be reached, and send nothing there. */
  connector?: Connector;
}

/** Why an address must not be fetched, with a sentence for people. */
export interface Refusal {
  reason: Extract<FetchFailureReason, `refused_${string}`>;
  message: string;
}

/** A connection the policy forbids, raised where sockets are opened. */
export class EgressRefusedError extends Error {
  readonly code = 'EGRESS_REFUSED';
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
    this.name = 'EgressRefusedError';
  }
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1)$/;

/** Stops the start when an allow-list entry would open more than loopback. */
export function assertEgressPolicy(policy: EgressPolicy): void {
  for (const [name, target] of policy.allowedHosts ?? []) {
    if (isIP(name) || name !== name.toLowerCase() || !LOOPBACK.test(target.address)) {
      throw new ConfigError(
        `egress allow-list entry "${name}" -> ${target.address}: must be a name mapped to loopback`,
      );
    }
  }
}

/** Lower case, without brackets and trailing dot: one spelling per host. */
export function bareHostname(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** The port a URL leads to. */
export function urlPort(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/** Scheme, port and public-path rules; addresses are checked later, where the socket is opened. */
export function refuseUrl(url: URL, policy: EgressPolicy): Refusal | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { reason: 'refused_scheme', message: `${url.protocol} addresses are never fetched` };
  }
  const port = urlPort(url);
  if (!policy.ports.includes(port)) {
    return { reason: 'refused_port', message: `port ${port} is not among the allowed ${policy.ports.join(', ')}` };
  }
  const host = bareHostname(url.hostname);
  const suffixes = policy.allowedHosts?.has(host) ? null : policy.publicSuffixes;
  if (!isPublicPath(url, suffixes)) {
    return { reason: 'refused_path', message: `${host}${url.pathname} is not a public path of an allowed site` };
  }
  return null;
}
