import { LeaseLostError } from '@govcrawler/core';
import { type EntityManager } from 'typeorm';
import { HostLeaseEntity } from '../entities/host-lease.entity.js';
import { storedCode } from '../sanitise/stored-code.js';

/** Proof of the right to write for a host: the token of the lease under which the crawl runs. */
export interface Fence {
  hostKey: string;
  token: number;
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
  const leases = await manager
    .createQueryBuilder(HostLeaseEntity, 'lease')
    .setLock('pessimistic_read')
    .where('lease.hostKey IN (:...hostKeys)', { hostKeys: [...new Set(fences.map(keyOf))] })
    .getMany();
  const byHost = new Map(leases.map((lease) => [lease.hostKey, lease]));
  for (const fence of fences) assertHolds(fence, byHost.get(keyOf(fence)));
}

function assertHolds(fence: Fence, lease: HostLeaseEntity | undefined): void {
  if (lease && lease.token === fence.token && lease.holder !== null) return;
  const now = lease ? `the host is at token ${lease.token}${lease.holder === null ? ', released' : ''}` : 'no lease';
  throw new LeaseLostError(`Lease ${fence.token} of host ${fence.hostKey} is gone: ${now}`);
}
