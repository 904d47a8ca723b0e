import { randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ApiKeyView, type ApiScope, type NewApiKeyView } from '@govcrawler/contracts';
import { type ApiKey, type NewApiKey } from '@govcrawler/persistence';
import { type Actor } from '../auth/actor.decorator.js';
import { hashKey, KEY_PREFIX } from '../auth/api-keys.js';
import { Clock } from '../gateway-infrastructure.js';
import { toIso } from '../http/wire-time.js';

/** Keys that admins keep. */
export abstract class ManagedApiKeys {
  abstract create(key: NewApiKey, actor: Actor): Promise<ApiKey>;
  abstract list(): Promise<ApiKey[]>;
  abstract revoke(id: number, now: Date, actor: Actor): Promise<ApiKey | null>;
}

const DAY_MS = 86_400_000;
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** Gives keys to programs and takes them back. */
@Injectable()
export class ManageKeys {
  constructor(
    private readonly keys: ManagedApiKeys,
    private readonly clock: Clock,
  ) {}

  async list(): Promise<ApiKeyView[]> {
    return (await this.keys.list()).map((key) => this.view(key));
  }

  async create(
    { name, scopes, days }: { name: string; scopes: ApiScope[]; days: number | null },
    actor: Actor,
  ): Promise<NewApiKeyView> {
    const word = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    const key = `${KEY_PREFIX}${word}_${randomBytes(32).toString('base64url')}`;
    const made = await this.keys.create(
      {
        name,
        prefix: `${KEY_PREFIX}${word}`,
        keyHash: hashKey(key),
        scopesJson: [...new Set(scopes)].sort(),
        expiresAt: days === null ? null : new Date(this.clock.now().getTime() + days * DAY_MS),
      },
      actor,
    );
    return { ...this.view(made), key };
  }

  async revoke(id: number, actor: Actor): Promise<ApiKeyView | null> {
    const key = await this.keys.revoke(id, this.clock.now(), actor);
    return key && this.view(key);
  }

  private view(key: ApiKey): ApiKeyView {
    const expired = key.expiresAt !== null && key.expiresAt <= this.clock.now();
    return {
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopesJson as ApiScope[],
      createdBy: key.createdBy,
      createdAt: toIso(key.createdAt),
      expiresAt: toIso(key.expiresAt),
      revokedAt: toIso(key.revokedAt),
      lastUsedAt: toIso(key.lastUsedAt),
      state: key.revokedAt ? 'revoked' : expired ? 'expired' : 'active',
    };
  }
}
