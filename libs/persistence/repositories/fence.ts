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
  const lease = await manager
    .createQueryBuilder(HostLeaseEntity, 'lease')
    .setLock('pessimistic_read')
    .where('lease.hostKey = :hostKey', { hostKey: storedCode('host_lease', 'host_key', fence.hostKey) })
    .getOne();
  if (lease && lease.token === fence.token && lease.holder !== null) return;
  const now = lease ? `the host is at token ${lease.token}${lease.holder === null ? ', released' : ''}` : 'no lease';
  throw new LeaseLostError(`Lease ${fence.token} of host ${fence.hostKey} is gone: ${now}`);
}
