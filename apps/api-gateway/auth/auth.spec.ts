import { hashPassword, matchesHash } from './password-hash.js';
import { LoginThrottle } from './login-throttle.js';
import { CheckCredentials } from './check-credentials.js';
import { SessionKey, SharedSettings } from './session-key.js';
import { SESSION_SECONDS, SessionTokens } from './session-tokens.js';
import { UserAccounts, type UserAccount } from './principal.js';
import { Clock } from '../gateway-infrastructure.js';

class FixedClock extends Clock {
  constructor(private millis = Date.parse('2025-11-18T02:00:00Z')) {
    super();
  }
  now(): Date {
    return new Date(this.millis);
  }
  pass(seconds: number): void {
    this.millis += seconds * 1000;
  }
}

class FewAccounts extends UserAccounts {
  lookups = 0;
  constructor(readonly stored: UserAccount[]) {
    super();
  }
  async findByName(username: string): Promise<UserAccount | null> {
    this.lookups += 1;
    return this.stored.find((account) => account.username === username) ?? null;
  }
}

class FewSettings extends SharedSettings {
  readonly stored = new Map<string, unknown>();
  async get<T>(key: string): Promise<T | null> {
    return (this.stored.get(key) as T | undefined) ?? null;
  }
  async set(key: string, value: unknown): Promise<void> {
    this.stored.set(key, value);
  }
}

const PASSWORD = '正确的密码 correct';
const oneAccount = async () =>
  new FewAccounts([{ username: 'admin', passwordHash: await hashPassword(PASSWORD), role: 'admin' }]);

describe('password hashes', () => {
  it('accept only the password that made them, each with its own salt', async () => {
    const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(one).not.toBe(two);
    expect(one).not.toContain(PASSWORD);
    expect(await matchesHash(PASSWORD, one)).toBe(true);
    expect(await matchesHash(`${PASSWORD} `, one)).toBe(false);
    expect(await matchesHash('', one)).toBe(false);
  });

  it('treat a sign typed in one or in two code points as the same', async () => {
    expect(await matchesHash('e\u0301', await hashPassword('\u00e9'))).toBe(true);
  });

  it.each(['', 'plain', 'scrypt$1$2', 'scrypt$x$8$1$aa$bb'])('match nothing when stored as %j', async (stored) => {
    expect(await matchesHash(stored, stored)).toBe(false);
  });
});

describe('login throttle', () => {
  it('refuses the sixth attempt of an account and address until the window is over', () => {
    const clock = new FixedClock();
    const throttle = new LoginThrottle(() => clock.now().getTime());
    for (let i = 0; i < 5; i += 1) expect(throttle.admit('admin', '10.0.0.1').kind).toBe('admitted');
    expect(throttle.admit('ADMIN', '10.0.0.1')).toEqual({ kind: 'refused', retryAfterSec: 900 });
    expect(throttle.admit('admin', '10.0.0.2').kind).toBe('admitted');
    expect(throttle.admit('other', '10.0.0.1').kind).toBe('admitted');
    clock.pass(901);
    expect(throttle.admit('admin', '10.0.0.1').kind).toBe('admitted');
  });

  it('forgets typing errors after a good login', () => {
    const throttle = new LoginThrottle(() => 0);
    for (let i = 0; i < 4; i += 1) throttle.admit('admin', 'a');
    throttle.forgive('admin', 'a');
    for (let i = 0; i < 5; i += 1) expect(throttle.admit('admin', 'a').kind).toBe('admitted');
  });
});

describe('checking credentials', () => {
  const attempt = (password: string, username = 'admin') => ({ username, password, address: '10.0.0.1' });

  it('accepts the right password, refuses a wrong one and an unknown name alike', async () => {
    const check = new CheckCredentials(await oneAccount(), new FixedClock());
    expect((await check.check(attempt(PASSWORD))).kind).toBe('accepted');
    expect(await check.check(attempt('wrong'))).toEqual({ kind: 'wrong' });
    expect(await check.check(attempt(PASSWORD, 'nobody'))).toEqual({ kind: 'wrong' });
  });

  it('looks at no more than five of many attempts sent at once', async () => {
    const check = new CheckCredentials(await oneAccount(), new FixedClock());
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => check.check(attempt(`guess ${i}`))));
    expect(answers.filter(({ kind }) => kind === 'wrong')).toHaveLength(5);
    expect(answers.filter(({ kind }) => kind === 'throttled')).toHaveLength(7);
    expect((await check.check(attempt(PASSWORD))).kind).toBe('throttled');
  });

  it('takes many requests with the same right password as one attempt, and remembers it for a minute', async () => {
    const clock = new FixedClock();
    const check = new CheckCredentials(await oneAccount(), clock);
    const answers = await Promise.all(Array.from({ length: 20 }, () => check.check(attempt(PASSWORD))));
    expect(answers.every(({ kind }) => kind === 'accepted')).toBe(true);
    const startedAt = performance.now();
    for (let i = 0; i < 50; i += 1) await check.check(attempt(PASSWORD));
    // Fifty hashes would take seconds.
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  it('does not let a remembered password outlive its change', async () => {
    const accounts = await oneAccount();
    const check = new CheckCredentials(accounts, new FixedClock());
    await check.check(attempt(PASSWORD));
    accounts.stored[0]!.passwordHash = await hashPassword('a new one');
    expect((await check.check(attempt(PASSWORD))).kind).toBe('wrong');
  });
});

describe('session tokens', () => {
  const open = async () => {
    const accounts = await oneAccount();
    const clock = new FixedClock();
    const settings = new FewSettings();
    const replica = () => new SessionTokens(new SessionKey(settings, clock), accounts, clock);
    const tokens = replica();
    return { accounts, clock, settings, replica, tokens, token: await tokens.issue(accounts.stored[0]!) };
  };

  it('name their account until they expire, and ask to be renewed in their second half', async () => {
    const { tokens, token, clock } = await open();
    expect(await tokens.read(token)).toMatchObject({ account: { username: 'admin' }, stale: false });
    clock.pass(SESSION_SECONDS / 2 + 1);
    expect(await tokens.read(token)).toMatchObject({ stale: true });
    clock.pass(SESSION_SECONDS / 2);
    expect(await tokens.read(token)).toBeNull();
  });

  it('are void after logging out, after a new password, and under another key', async () => {
    const { accounts, clock, tokens, token } = await open();
    const foreign = new SessionTokens(new SessionKey(new FewSettings(), clock), accounts, clock);
    expect(await foreign.read(token)).toBeNull();
    tokens.close(token);
    expect(await tokens.read(token)).toBeNull();
    const second = await tokens.issue(accounts.stored[0]!);
    accounts.stored[0]!.passwordHash = await hashPassword('a new one');
    expect(await tokens.read(second)).toBeNull();
  });

  it('are good on every replica, also when two made a key at once', async () => {
    const { accounts, clock, settings, replica, tokens, token } = await open();
    expect(await replica().read(token)).not.toBeNull();
    settings.stored.set('gateway.session_key', Buffer.alloc(32, 9).toString('base64'));
    clock.pass(31);
    const later = await tokens.issue(accounts.stored[0]!);
    expect(await replica().read(later)).not.toBeNull();
    expect(await tokens.read(token)).toBeNull();
  });

  it('cannot be lengthened, moved to another account or made up', async () => {
    const { accounts, tokens, token } = await open();
    accounts.stored.push({ username: 'root', passwordHash: accounts.stored[0]!.passwordHash, role: 'admin' });
    const [name, expiry, nonce, signature] = token.split('.') as [string, string, string, string];
    const forged = [
      [name, String(Number(expiry) + 1), nonce, signature],
      [Buffer.from('root').toString('base64url'), expiry, nonce, signature],
      [name, expiry, nonce, ''],
      [name, expiry, nonce, signature, 'more'],
      ['', '', '', ''],
      [name, 'NaN', nonce, signature],
    ];
    for (const parts of forged) expect(await tokens.read(parts.join('.'))).toBeNull();
  });
});
