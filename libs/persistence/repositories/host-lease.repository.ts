import { type DataSource, type EntityManager } from 'typeorm';
import { inTransaction, insertIfAbsent, updateRows } from '../connection/transaction.js';
import { HostLeaseEntity } from '../entities/host-lease.entity.js';
import { storedCode } from '../sanitise/stored-code.js';
import { Dialect } from '../schema/dialect.js';

export interface HostLease {
  /** Grows with every acquisition of the host, for ever. */
  token: number;
  expiresAt: Date;
}

/** Who may crawl which host. Only the database's clock counts: workers' clocks may differ. */
export class HostLeaseRepository {
  private readonly dialect: Dialect;

  constructor(private readonly dataSource: DataSource) {
    this.dialect = Dialect.of(dataSource);
  }

  /** Null while somebody else (or an earlier acquisition of the same holder) has the host. */
  acquire(host: string, holder: string, ttlMs: number): Promise<HostLease | null> {
    const hostKey = storedCode('host_lease', 'host_key', host);
    return inTransaction(this.dataSource, async (manager) => {
      const free = `expires_at <= ${this.dialect.now}`;
      const values = {
        holder,
        acquiredAt: () => this.dialect.now,
        expiresAt: () => this.dialect.nowPlus(ttlMs),
      };
      const next = { ...values, token: () => 'token + 1' };
      const taken = await updateRows(manager, HostLeaseEntity, next, `host_key = :hostKey AND ${free}`, { hostKey });
      if (taken === 0) {
        const first = await insertIfAbsent(manager, HostLeaseEntity, { ...values, hostKey, token: 1 });
        if (first === null) return null;
      }
      const { token, expiresAt } = await this.read(manager, hostKey);
      return { token, expiresAt };
    });
  }

  /** False when the lease is lost: the holder must stop. A lease that ran out may be renewed while nobody took it. */
  async renew(hostKey: string, token: number, ttlMs: number): Promise<boolean> {
    return this.updateHeld(hostKey, token, { expiresAt: () => this.dialect.nowPlus(ttlMs) });
  }

  /** False when somebody else had taken the host before. */
  async release(hostKey: string, token: number): Promise<boolean> {
    return this.updateHeld(hostKey, token, { holder: null, expiresAt: () => this.dialect.now });
  }

  /**
   * Frees every host. Only for a process that alone uses the database (embedded): whoever held them is dead, and
   * waiting for their time to run out would only delay the start.
   */
  async releaseAll(): Promise<void> {
    const values = { holder: null, expiresAt: () => this.dialect.now };
    await updateRows(this.dataSource.manager, HostLeaseEntity, values, 'holder IS NOT NULL', {});
  }

  private async updateHeld(
    hostKey: string,
    token: number,
    values: Parameters<typeof updateRows<HostLeaseEntity>>[2],
  ): Promise<boolean> {
    const held = 'host_key = :hostKey AND token = :token AND holder IS NOT NULL';
    const parameters = { hostKey: storedCode('host_lease', 'host_key', hostKey), token };
    return (await updateRows(this.dataSource.manager, HostLeaseEntity, values, held, parameters)) === 1;
  }

  private read(manager: EntityManager, hostKey: string): Promise<HostLeaseEntity> {
    return manager
      .createQueryBuilder(HostLeaseEntity, 'lease')
      .where('lease.hostKey = :hostKey', { hostKey })
      .getOneOrFail();
  }
}
