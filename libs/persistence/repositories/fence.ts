import { LeaseLostError } from '@govcrawler/core';
import { type EntityManager } from 'typeorm';
import { Statement } from '../connection/statement.js';
import { storedCode } from '../sanitise/stored-code.js';
import { Dialect } from '../schema/dialect.js';

/** Proof of the right to write for a host: the token of the lease under which the crawl runs. */
export interface Fence {
  hostKey: string;
  token: number;
}

interface Lease {
  host_key: string;
  /** Text where numbers may be larger than JavaScript's. */
  token: number | string;
  holder: string | null;
}

/**
 * Refuses the write of a crawl whose host went to another worker. The lease row stays locked until the transaction
 * ends, so nobody can take the host between this look and the commit.
 */
export async function assertFence(manager: EntityManager, fence: Fence): Promise<void> {
  await assertFences(manager, [fence]);
}

/** The same for a write that is about several hosts: one lost lease refuses it all. */
export async function assertFences(manager: EntityManager, fences: readonly Fence[]): Promise<void> {
  if (fences.length === 0) return;
  const keyOf = ({ hostKey }: Fence) => storedCode('host_lease', 'host_key', hostKey);
  const statement = new Statement(manager);
  const leases = await statement.rows<Lease>(
    `SELECT host_key, token, holder FROM host_lease
     WHERE ${statement.oneOf('host_key', [...new Set(fences.map(keyOf))])}
     ${Dialect.of(manager.dataSource).lockForReading}`,
  );
  const byHost = new Map(leases.map((lease) => [lease.host_key, lease]));
  for (const fence of fences) assertHolds(fence, byHost.get(keyOf(fence)));
}

function assertHolds(fence: Fence, lease: Lease | undefined): void {
  if (lease && Number(lease.token) === fence.token && lease.holder !== null) return;
  const now = lease ? `the host is at token ${lease.token}${lease.holder === null ? ', released' : ''}` : 'no lease';
  throw new LeaseLostError(`Lease ${fence.token} of host ${fence.hostKey} is gone: ${now}`);
}
