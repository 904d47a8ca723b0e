import { entityOf, nullable, primary, type EntityColumns } from '../schema/entity-columns.js';

/** Who may crawl a host now. The row stays after release, so that its token only ever grows. */
export class HostLeaseEntity {
  hostKey: string;
  /** Null when released. */
  holder: string | null;
  token: number;
  acquiredAt: Date;
  expiresAt: Date;
}

export const hostLeaseEntity = (c: EntityColumns) =>
  entityOf(HostLeaseEntity, 'host_lease', {
    hostKey: primary(c.text()),
    holder: nullable(c.text()),
    token: c.bigint(),
    acquiredAt: c.insertTime(),
    expiresAt: c.moment(),
  });
