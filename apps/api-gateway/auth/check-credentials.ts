import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import { Clock } from '../gateway-infrastructure.js';
import { hashPassword, matchesHash } from './password-hash.js';
import { UserAccounts, type UserAccount } from './principal.js';

export interface Credentials {
  username: string;
  password: string;
  /** Where the attempt comes from. */
  address: string;
}

export type CredentialsCheck =
  { kind: 'accepted'; account: UserAccount } | { kind: 'wrong' } | { kind: 'throttled'; retryAfterSec: number };

/** How long a program that sends Basic credentials with every request is spared the cost of the hash. */
const REMEMBER_MS = 60_000;
const MAX_REMEMBERED = 1_000;
export const MAX_ATTEMPTS = 5;
export const WINDOW_MS = 15 * 60_000;
/** Names that nobody has fill no log. */
const MAX_UNKNOWN_NOTED = 20;

/** Counts attempts to log in, for all replicas together. */
export abstract class LoginAttempts {
  /**
   * Counts the attempt before it is checked, so that a hundred at once are no way around the limit. Null: it may be
   * made; or else the moment from which one may.
   */
  abstract admit(subject: string, limits: { max: number; windowMs: number; now: Date }): Promise<Date | null>;
  /** The attempt was good: earlier typing errors no longer count. */
  abstract forgive(subject: string): Promise<void>;
}

/** Decides whether a name and password are right, at most five times wrong per account and address. */
@Injectable()
export class CheckCredentials {
  private readonly remembered = new Map<string, { passwordHash: string; until: number }>();
  private readonly inFlight = new Map<string, Promise<CredentialsCheck>>();
  /** Passwords are remembered only as a keyed digest that dies with the process. */
  private readonly digestKey = randomBytes(32);
  private decoyHash: Promise<string> | null = null;

  constructor(
    private readonly accounts: UserAccounts,
    private readonly attempts: LoginAttempts,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  async check(credentials: Credentials): Promise<CredentialsCheck> {
    const account = await this.accounts.findByName(credentials.username);
    const digest = this.digest(credentials);
    if (account && this.isRemembered(digest, account)) return { kind: 'accepted', account };
    // Requests sent at once with the same credentials are one attempt.
    const running = this.inFlight.get(digest);
    if (running) return running;
    const attempt = this.attempt(credentials, account, digest).finally(() => this.inFlight.delete(digest));
    this.inFlight.set(digest, attempt);
    return attempt;
  }

  private async attempt(
    credentials: Credentials,
    account: UserAccount | null,
    digest: string,
  ): Promise<CredentialsCheck> {
    const { username, password, address } = credentials;
    const subject = JSON.stringify([username.toLowerCase(), address]);
    const now = this.clock.now();
    const again = await this.attempts.admit(subject, { max: MAX_ATTEMPTS, windowMs: WINDOW_MS, now });
    if (again) {
      return { kind: 'throttled', retryAfterSec: Math.max(1, Math.ceil((again.getTime() - now.getTime()) / 1000)) };
    }
    // An unknown name costs the same time as a wrong password.
    const matches = await matchesHash(password, account?.passwordHash ?? (await this.decoy()));
    if (!account || !matches) {
      await this.note(account, address, now);
      return { kind: 'wrong' };
    }
    await this.attempts.forgive(subject);
    this.remember(digest, account);
    return { kind: 'accepted', account };
  }

  /** An unknown name is not written down: people type passwords there. */
  private async note(account: UserAccount | null, address: string, now: Date): Promise<void> {
    const limits = { max: MAX_UNKNOWN_NOTED, windowMs: WINDOW_MS, now };
    if (!account && (await this.attempts.admit(JSON.stringify(['unknown', address]), limits))) return;
    const name = account?.username ?? '(unknown)';
    const entry = { actor: { username: name, requestId: null }, action: 'session.refuse', subjectKey: name };
    await this.audit.append([{ ...entry, before: null, after: { address } }]);
  }

  private remember(digest: string, account: UserAccount): void {
    this.remembered.set(digest, {
      passwordHash: account.passwordHash,
      until: this.clock.now().getTime() + REMEMBER_MS,
    });
    if (this.remembered.size > MAX_REMEMBERED) this.remembered.delete(this.remembered.keys().next().value as string);
  }

  private isRemembered(digest: string, account: UserAccount): boolean {
    const entry = this.remembered.get(digest);
    // A changed password changes the hash: what was remembered for the old one no longer counts.
    return (
      entry !== undefined && entry.until > this.clock.now().getTime() && entry.passwordHash === account.passwordHash
    );
  }

  private digest({ username, password, address }: Credentials): string {
    return createHmac('sha256', this.digestKey)
      .update(JSON.stringify([username, password, address]))
      .digest('base64');
  }

  private decoy(): Promise<string> {
    this.decoyHash ??= hashPassword(randomBytes(16).toString('hex'));
    return this.decoyHash;
  }
}
