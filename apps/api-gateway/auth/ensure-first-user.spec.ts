import { ensureFirstUser, type FirstUserStore } from './ensure-first-user.js';
import { hashPassword, matchesHash } from './password-hash.js';

/** Users and settings in memory. */
function emptyStore() {
  const users = new Map<string, { username: string; passwordHash: string; role: string }>();
  const settings = new Map<string, unknown>();
  const store: FirstUserStore = {
    users: {
      findByName: async (username) => users.get(username) ?? null,
      upsert: async (user) => void users.set(user.username, user),
    },
    settings: {
      get: async <T>(key: string) => (settings.get(key) as T | undefined) ?? null,
      set: async (key, value) => void settings.set(key, value),
    },
  };
  const opens = async (password: string, username = 'admin') =>
    matchesHash(password, users.get(username)?.passwordHash ?? '');
  return { store, users, settings, opens };
}

describe('the first user', () => {
  it('gets a made-up password when none is given, returned once and stored only as a hash', async () => {
    const { store, users, settings, opens } = emptyStore();
    const first = await ensureFirstUser(store, { user: 'admin', password: null });
    expect(first.username).toBe('admin');
    expect(first.oneTimePassword).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect(await opens(first.oneTimePassword!)).toBe(true);
    expect(JSON.stringify([...users, ...settings])).not.toContain(first.oneTimePassword);
    expect(users.get('admin')?.role).toBe('admin');
  });

  it('gets a new made-up password at each start, because nobody can know the old one', async () => {
    const { store, opens } = emptyStore();
    const first = await ensureFirstUser(store, { user: 'admin', password: null });
    const second = await ensureFirstUser(store, { user: 'admin', password: null });
    expect(second.oneTimePassword).not.toBe(first.oneTimePassword);
    expect(await opens(second.oneTimePassword!)).toBe(true);
  });

  it('keeps a made-up password where replicas start beside each other', async () => {
    const { store, opens } = emptyStore();
    const first = await ensureFirstUser(store, { user: 'admin', password: null, renewGenerated: false });
    const second = await ensureFirstUser(store, { user: 'admin', password: null, renewGenerated: false });
    expect(second.oneTimePassword).toBeNull();
    expect(await opens(first.oneTimePassword!)).toBe(true);
  });

  it('takes the password of the environment, follows its changes, and keeps it when it is taken away', async () => {
    const { store, opens } = emptyStore();
    await ensureFirstUser(store, { user: 'admin', password: 'first words' });
    expect(await opens('first words')).toBe(true);
    await ensureFirstUser(store, { user: 'admin', password: 'second words' });
    expect(await opens('second words')).toBe(true);
    expect((await ensureFirstUser(store, { user: 'admin', password: null })).oneTimePassword).toBeNull();
    expect(await opens('second words')).toBe(true);
  });

  it('is left alone once a person has chosen a password', async () => {
    const { store, users, opens } = emptyStore();
    users.set('admin', { username: 'admin', passwordHash: await hashPassword('chosen words'), role: 'admin' });
    expect((await ensureFirstUser(store, { user: 'admin', password: null })).oneTimePassword).toBeNull();
    expect(
      (await ensureFirstUser(store, { user: 'admin', password: 'from the environment' })).oneTimePassword,
    ).toBeNull();
    expect(await opens('chosen words')).toBe(true);
  });
});
