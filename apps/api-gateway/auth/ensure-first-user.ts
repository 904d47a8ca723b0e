import { randomInt } from 'node:crypto';
import { hashPassword, matchesHash } from './password-hash.js';
import { type SharedSettings } from './shared-settings.js';

/** Where the first account is written. */
export interface FirstUserStore {
  users: {
    findByName(username: string): Promise<{ passwordHash: string } | null>;
    upsert(user: { username: string; passwordHash: string; role: string }): Promise<void>;
  };
  settings: Pick<SharedSettings, 'get' | 'set'>;
}

export interface FirstUser {
  user: string;
  /** Null: make one up. */
  password: string | null;
  /**
   * Whether a password that we made up is replaced at each start, so that the start can print one that works.
   * Replicas must not do that to each other. Default true.
   */
  renewGenerated?: boolean;
}

/** Without signs that are mistaken for each other when copied by hand. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
/** Where the name of whoever set the password is kept: only ours is ever replaced. */
export const ORIGIN = (username: string) => `gateway.password_origin.${username}`;

/**
 * Makes sure that somebody can log in. There is no default password: it is ADMIN_PASSWORD, or one made up here and
 * returned once. A password that a person has chosen in the console is never touched.
 */
export async function ensureFirstUser(
  { users, settings }: FirstUserStore,
  { user: username, password, renewGenerated = true }: FirstUser,
): Promise<{ username: string; oneTimePassword: string | null }> {
  const existing = await users.findByName(username);
  const origin = existing ? await settings.get<'environment' | 'generated'>(ORIGIN(username)) : null;
  const ours = existing === null || origin === 'environment' || origin === 'generated';
  const keep = { username, oneTimePassword: null };
  if (!ours) return keep;
  const write = async (secret: string, from: 'environment' | 'generated') => {
    await users.upsert({ username, passwordHash: await hashPassword(secret), role: 'admin' });
    await settings.set(ORIGIN(username), from);
  };
  if (password !== null) {
    if (!existing || !(await matchesHash(password, existing.passwordHash))) await write(password, 'environment');
    return keep;
  }
  if (existing && (origin === 'environment' || !renewGenerated)) return keep;
  const oneTimePassword = makePassword();
  await write(oneTimePassword, 'generated');
  return { username, oneTimePassword };
}

/** Four groups of four: 80 bits, easy to read out. */
function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
