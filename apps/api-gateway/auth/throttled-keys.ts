import { Injectable } from '@nestjs/common';
import { Clock } from '../gateway-infrastructure.js';
import { ApiKeys, type ApiKeyHolder, KEY_PREFIX } from './api-keys.js';
import { LoginAttempts, MAX_ATTEMPTS, WINDOW_MS } from './check-credentials.js';

export type KeyCheck =
  { kind: 'accepted'; holder: ApiKeyHolder } | { kind: 'wrong' } | { kind: 'throttled'; retryAfterSec: number };

/** `gck_` and the signs that a key is known by. */
const SHOWN = KEY_PREFIX.length + 8;
const MAX_REFUSED = 10_000;

/**
 * Bad keys are counted like bad passwords, by the name of the key and the address. Only bad ones cost a row: programs
 * present good ones all the time.
 */
@Injectable()
export class ThrottledKeys {
  private readonly refusedUntil = new Map<string, number>();

  constructor(
    private readonly keys: ApiKeys,
    private readonly attempts: LoginAttempts,
    private readonly clock: Clock,
  ) {}

  async check(presented: string, address: string): Promise<KeyCheck> {
    const name = presented.startsWith(KEY_PREFIX) ? presented.slice(0, SHOWN) : '';
    const subject = JSON.stringify(['key', name, address]);
    const now = this.clock.now();
    const until = this.refusedUntil.get(subject) ?? 0;
    if (until > now.getTime()) return throttled(until, now);
    const holder = await this.keys.check(presented);
    if (holder) return { kind: 'accepted', holder };
    const again = await this.attempts.admit(subject, { max: MAX_ATTEMPTS, windowMs: WINDOW_MS, now });
    if (!again) return { kind: 'wrong' };
    this.refusedUntil.set(subject, again.getTime());
    if (this.refusedUntil.size > MAX_REFUSED) this.refusedUntil.delete(this.refusedUntil.keys().next().value as string);
    return throttled(again.getTime(), now);
  }
}

function throttled(until: number, now: Date): KeyCheck {
  return { kind: 'throttled', retryAfterSec: Math.max(1, Math.ceil((until - now.getTime()) / 1000)) };
}
