const MAX_ATTEMPTS = 5;
const WINDOW_MS = 15 * 60_000;
/** Beyond this many accounts and addresses the oldest are forgotten: an attacker must not fill the memory. */
const MAX_ENTRIES = 10_000;

export type Admission = { kind: 'admitted' } | { kind: 'refused'; retryAfterSec: number };

/** Counts bad logins per account and address: after five, none is looked at until the window is over. */
export class LoginThrottle {
  private readonly attempts = new Map<string, { count: number; resetsAt: number }>();

  constructor(private readonly now: () => number) {}

  /** Counts the attempt before it is checked, so that a hundred at once are no way around the limit. */
  admit(username: string, address: string): Admission {
    const key = keyOf(username, address);
    const known = this.attempts.get(key);
    const entry = known && known.resetsAt > this.now() ? known : { count: 0, resetsAt: this.now() + WINDOW_MS };
    if (entry.count >= MAX_ATTEMPTS) {
      return { kind: 'refused', retryAfterSec: Math.max(1, Math.ceil((entry.resetsAt - this.now()) / 1000)) };
    }
    entry.count += 1;
    this.attempts.delete(key);
    this.attempts.set(key, entry);
    if (this.attempts.size > MAX_ENTRIES) this.attempts.delete(this.attempts.keys().next().value as string);
    return { kind: 'admitted' };
  }

  /** The attempt was good: earlier typing errors no longer count. */
  forgive(username: string, address: string): void {
    this.attempts.delete(keyOf(username, address));
  }
}

function keyOf(username: string, address: string): string {
  return `${username.toLowerCase()}\n${address}`;
}
