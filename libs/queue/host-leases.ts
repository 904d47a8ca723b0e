/** A host claimed for one run. The token rises with every claim: writes with an older one are refused. */
export interface HostLease {
  token: number;
  expiresAt: Date;
}

/** Who may crawl a host right now. Kept in the database, because it must survive the loss of the queue. */
export abstract class HostLeases {
  /** Claims the host for `ttlMs`, or null while somebody else holds it. */
  abstract acquire(hostKey: string, holder: string, ttlMs: number): Promise<HostLease | null>;
  /** Prolongs to `ttlMs` from now; false when the lease is no longer this token's. */
  abstract renew(hostKey: string, token: number, ttlMs: number): Promise<boolean>;
  /** Gives the host back; does nothing when the lease is no longer this token's. */
  abstract release(hostKey: string, token: number): Promise<unknown>;
}
