import { entityOf, nullable, type EntityColumns } from '../schema/entity-columns.js';

/** A program's way in. The key itself is shown once and kept as a hash. */
export class ApiKeyEntity {
  id: number;
  name: string;
  /** The beginning of the key, by which people recognise it. */
  prefix: string;
  keyHash: string;
  scopesJson: string[];
  createdBy: string;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

export const apiKeyEntity = (c: EntityColumns) =>
  entityOf(
    ApiKeyEntity,
    'api_key',
    {
      id: c.id(),
      name: c.text(),
      prefix: c.text(),
      keyHash: c.text(),
      scopesJson: c.json(),
      createdBy: c.text(),
      createdAt: c.insertTime(),
      expiresAt: nullable(c.moment()),
      revokedAt: nullable(c.moment()),
      lastUsedAt: nullable(c.moment()),
    },
    { uniques: { uq_api_key_hash: ['keyHash'] } },
  );
