import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type ConsoleSession } from '@govcrawler/persistence';
import { Clock } from '../gateway-infrastructure.js';
import { type UserAccount } from './principal.js';

export const SESSION_SECONDS = 12 * 3600;
const TOKEN = /^[\w-]{43}$/;

/** Where sessions are kept, for all replicas. */
export abstract class StoredSessions {
  abstract open(session: Omit<ConsoleSession, 'id' | 'createdAt' | 'seenAt'>, now: Date): Promise<void>;
  abstract find(
    tokenHash: string,
    now: Date,
  ): Promise<{ session: Pick<ConsoleSession, 'id' | 'expiresAt'>; user: UserAccount } | null>;
  abstract extend(id: number, seenAt: Date, expiresAt: Date): Promise<void>;
  abstract close(tokenHash: string): Promise<void>;
  abstract listOf(username: string, now: Date): Promise<ConsoleSession[]>;
  abstract closeOf(username: string, id: number): Promise<boolean>;
}

export interface OpenSession {
  account: UserAccount;
  id: number;
  tokenHash: string;
  /** It was lengthened: the browser should keep its cookie for longer too. */
  renewed: boolean;
}

/**
 * Sessions are random tokens of which only the hash is stored: closing one, a new password or a closed account ends
 * it on every replica with the next request.
 */
@Injectable()
export class Sessions {
  constructor(
    private readonly stored: StoredSessions,
    private readonly clock: Clock,
  ) {}

  async open(username: string, from: { address: string; agent: string }): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.stored.open({ username, ...from, tokenHash: hashOf(token), expiresAt: this.expiry() }, this.clock.now());
    return token;
  }

  async read(token: string): Promise<OpenSession | null> {
    if (!TOKEN.test(token)) return null;
    const tokenHash = hashOf(token);
    const now = this.clock.now();
    const found = await this.stored.find(tokenHash, now);
    if (!found) return null;
    const { session, user: account } = found;
    // In its second half it is lengthened, so that whoever works is not thrown out.
    const renewed = session.expiresAt.getTime() - now.getTime() < (SESSION_SECONDS * 1000) / 2;
    if (renewed) await this.stored.extend(session.id, now, this.expiry());
    return { account, id: session.id, tokenHash, renewed };
  }

  /** Without lengthening it: a page that only listens is nobody who works. */
  async isOpen(tokenHash: string): Promise<boolean> {
    return (await this.stored.find(tokenHash, this.clock.now())) !== null;
  }

  async close(token: string): Promise<void> {
    await this.stored.close(hashOf(token));
  }

  listOf(username: string): Promise<ConsoleSession[]> {
    return this.stored.listOf(username, this.clock.now());
  }

  closeOf(username: string, id: number): Promise<boolean> {
    return this.stored.closeOf(username, id);
  }

  private expiry(): Date {
    return new Date(this.clock.now().getTime() + SESSION_SECONDS * 1000);
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
