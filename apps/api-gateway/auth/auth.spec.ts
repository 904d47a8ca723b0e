import { hashPassword, matchesHash } from './password-hash.js';
import { CheckCredentials, LoginAttempts } from './check-credentials.js';
import { UserAccounts, type UserAccount } from './principal.js';
import { AuditLog } from '../audit/audit-log.js';
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

/** As the database counts, in memory. */
class CountedAttempts extends LoginAttempts {
  private readonly counted = new Map<string, { attempts: number; resetsAt: Date }>();

  async admit(subject: string, { max, windowMs, now }: { max: number; windowMs: number; now: Date }) {
    const known = this.counted.get(subject);
    const entry = known && known.resetsAt > now ? known : { attempts: 0, resetsAt: new Date(now.getTime() + windowMs) };
    if (entry.attempts >= max) return entry.resetsAt;
    this.counted.set(subject, { ...entry, attempts: entry.attempts + 1 });
    return null;
  }

  async forgive(subject: string): Promise<void> {
    this.counted.delete(subject);
  }
}

/** What was written down. */
class Notes extends AuditLog {
  readonly refused: string[] = [];
  async append(entries: { action: string; subjectKey: string }[]) {
    for (const { action, subjectKey } of entries) this.refused.push(`${action} ${subjectKey}`);
  }
  async list() {
    return { count: 0, total: 0, limit: 0, offset: 0, items: [] };
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

describe('checking credentials', () => {
  const attempt = (password: string, username = 'admin') => ({ username, password, address: '10.0.0.1' });

  it('accepts the right password, refuses a wrong one and an unknown name alike', async () => {
    const check = new CheckCredentials(await oneAccount(), new CountedAttempts(), new FixedClock(), new Notes());
    expect((await check.check(attempt(PASSWORD))).kind).toBe('accepted');
    expect(await check.check(attempt('wrong'))).toEqual({ kind: 'wrong' });
    expect(await check.check(attempt(PASSWORD, 'nobody'))).toEqual({ kind: 'wrong' });
  });

  it('looks at no more than five of many attempts sent at once', async () => {
    const check = new CheckCredentials(await oneAccount(), new CountedAttempts(), new FixedClock(), new Notes());
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => check.check(attempt(`guess ${i}`))));
    expect(answers.filter(({ kind }) => kind === 'wrong')).toHaveLength(5);
    expect(answers.filter(({ kind }) => kind === 'throttled')).toHaveLength(7);
    expect((await check.check(attempt(PASSWORD))).kind).toBe('throttled');
  });

  it('counts bad attempts by account, whatever its letters, and address, until the window is over', async () => {
    const clock = new FixedClock();
    const check = new CheckCredentials(await oneAccount(), new CountedAttempts(), clock, new Notes());
    const from = (username: string, address: string) => check.check({ username, password: 'wrong', address });
    for (let i = 0; i < 5; i += 1) expect((await from('admin', '10.0.0.1')).kind).toBe('wrong');
    expect(await from('ADMIN', '10.0.0.1')).toEqual({ kind: 'throttled', retryAfterSec: 900 });
    expect((await from('admin', '10.0.0.2')).kind).toBe('wrong');
    expect((await from('other', '10.0.0.1')).kind).toBe('wrong');
    clock.pass(901);
    expect((await from('admin', '10.0.0.1')).kind).toBe('wrong');
  });

  it('forgets typing errors after a good login', async () => {
    const check = new CheckCredentials(await oneAccount(), new CountedAttempts(), new FixedClock(), new Notes());
    for (let i = 0; i < 4; i += 1) await check.check(attempt(`guess ${i}`));
    expect((await check.check(attempt(PASSWORD))).kind).toBe('accepted');
    for (let i = 0; i < 5; i += 1) expect((await check.check(attempt(`guess ${i}`))).kind).toBe('wrong');
  });

  it('takes many requests with the same right password as one attempt, and remembers it for a minute', async () => {
    const clock = new FixedClock();
    const check = new CheckCredentials(await oneAccount(), new CountedAttempts(), clock, new Notes());
    const answers = await Promise.all(Array.from({ length: 20 }, () => check.check(attempt(PASSWORD))));
    expect(answers.every(({ kind }) => kind === 'accepted')).toBe(true);
    const startedAt = performance.now();
    for (let i = 0; i < 50; i += 1) await check.check(attempt(PASSWORD));
    // Fifty hashes would take seconds.
    expect(performance.now() - startedAt).toBeLessThan(500);
  });

  it('does not let a remembered password outlive its change', async () => {
    const accounts = await oneAccount();
    const check = new CheckCredentials(accounts, new CountedAttempts(), new FixedClock(), new Notes());
    await check.check(attempt(PASSWORD));
    accounts.stored[0]!.passwordHash = await hashPassword('a new one');
    expect((await check.check(attempt(PASSWORD))).kind).toBe('wrong');
  });

  it('writes down who was refused, but no name that nobody has, and not for ever', async () => {
    const notes = new Notes();
    const check = new CheckCredentials(await oneAccount(), new CountedAttempts(), new FixedClock(), notes);
    await check.check({ username: 'admin', password: 'wrong', address: 'a' });
    await check.check({ username: 'admin', password: PASSWORD, address: 'a' });
    for (let n = 0; n < 30; n += 1) await check.check({ username: `my password ${n}`, password: 'x', address: 'a' });
    expect(notes.refused[0]).toBe('session.refuse admin');
    expect(notes.refused.slice(1)).toEqual(Array.from({ length: 20 }, () => 'session.refuse (unknown)'));
  });
});
