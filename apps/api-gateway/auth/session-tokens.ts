import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../gateway-infrastructure.js';
import { UserAccounts, type UserAccount } from './principal.js';
import { SessionKey } from './session-key.js';

export const SESSION_SECONDS = 12 * 3600;

export interface OpenSession {
  account: UserAccount;
  /** Past half of its life: the answer should carry a fresh one, so that whoever works is not thrown out. */
  stale: boolean;
}

/**
 * Sessions as signed cookies: nothing to store, good on every replica. The account's password hash is part of the
 * signature, so a new password ends all sessions of that account.
 */
@Injectable()
export class SessionTokens {
  /** Sessions closed by logging out, until they would have ended anyway. Known to this process only. */
  private readonly closed = new Map<string, number>();

  constructor(
    private readonly key: SessionKey,
    private readonly accounts: UserAccounts,
    private readonly clock: Clock,
  ) {}

  async issue(account: UserAccount): Promise<string> {
    const expiresAt = this.seconds() + SESSION_SECONDS;
    const name = Buffer.from(account.username).toString('base64url');
    const claims = `${name}.${expiresAt}.${randomBytes(12).toString('base64url')}`;
    return `${claims}.${(await this.sign(claims, account)).toString('base64url')}`;
  }

  async read(token: string): Promise<OpenSession | null> {
    const [name = '', expiry = '', nonce = '', signature = '', ...more] = token.split('.');
    if (more.length > 0 || !/^\d{1,12}$/.test(expiry) || Number(expiry) <= this.seconds()) return null;
    if (this.closed.has(nonce)) return null;
    const account = await this.accounts.findByName(Buffer.from(name, 'base64url').toString('utf8'));
    if (!account) return null;
    const expected = await this.sign(`${name}.${expiry}.${nonce}`, account);
    const offered = Buffer.from(signature, 'base64url');
    if (offered.length !== expected.length || !timingSafeEqual(offered, expected)) return null;
    return { account, stale: Number(expiry) - this.seconds() < SESSION_SECONDS / 2 };
  }

  close(token: string): void {
    const [, expiry = '', nonce = ''] = token.split('.');
    for (const [known, until] of this.closed) if (until <= this.seconds()) this.closed.delete(known);
    this.closed.set(nonce, Number(expiry));
  }

  private async sign(claims: string, account: UserAccount): Promise<Buffer> {
    return createHmac('sha256', await this.key.bytes())
      .update(`${claims}\n${account.passwordHash}`)
      .digest();
  }

  private seconds(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
