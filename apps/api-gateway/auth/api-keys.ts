import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ApiScope } from '@govcrawler/contracts';
import { Clock } from '../gateway-infrastructure.js';

/** Secret-scanning tools find keys by it. */
export const KEY_PREFIX = 'gck_';
/** `gck_`, eight signs to recognise it by, and 256 bits. */
const KEY = /^gck_[A-Za-z0-9]{8}_[\w-]{43}$/;

/** For this long an answer of the database counts: a revoked key must be dead on every replica within 5 seconds. */
const REMEMBER_MS = 2_000;
const MAX_REMEMBERED = 1_000;
const RECORD_USE_MS = 60_000;

interface StoredKey {
  id: number;
  name: string;
  scopesJson: string[];
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

/** Where keys are kept. */
export abstract class StoredApiKeys {
  abstract findValid(keyHash: string, now: Date): Promise<StoredKey | null>;
  abstract recordUse(id: number, now: Date): Promise<void>;
}

export interface ApiKeyHolder {
  id: number;
  name: string;
  scopes: readonly ApiScope[];
}

/** Says whose key a program presents and what it allows; for HTTP, gRPC and MCP alike. */
@Injectable()
export class ApiKeys {
  private readonly remembered = new Map<string, { key: StoredKey | null; until: number }>();

  constructor(
    private readonly stored: StoredApiKeys,
    private readonly clock: Clock,
  ) {}

  /** Null when it is no key, or one that no longer works. */
  async check(presented: string): Promise<ApiKeyHolder | null> {
    if (!KEY.test(presented)) return null;
    const now = this.clock.now();
    const key = await this.find(hashKey(presented), now);
    if (!key || (key.expiresAt !== null && key.expiresAt <= now)) return null;
    if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() > RECORD_USE_MS) {
      key.lastUsedAt = now;
      await this.stored.recordUse(key.id, now);
    }
    return { id: key.id, name: key.name, scopes: key.scopesJson as ApiScope[] };
  }

  private async find(keyHash: string, now: Date): Promise<StoredKey | null> {
    const known = this.remembered.get(keyHash);
    if (known && known.until > performance.now()) return known.key;
    // Counted from before the question: the answer may be as old as that.
    const until = performance.now() + REMEMBER_MS;
    const key = await this.stored.findValid(keyHash, now);
    this.remembered.delete(keyHash);
    this.remembered.set(keyHash, { key, until });
    if (this.remembered.size > MAX_REMEMBERED) this.remembered.delete(this.remembered.keys().next().value as string);
    return key;
  }
}

/** Keys are random, so a plain hash tells an attacker nothing. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
