import { randomBytes } from 'node:crypto';
import { SessionKey } from './session-tokens.js';

const SETTING = 'gateway.session_key';

/** Settings that all replicas share. */
export interface SharedSettings {
  get<T>(key: string): Promise<T | null>;
  set(key: string, value: unknown): Promise<void>;
}

/** Reads the installation's signing key; the first process to start makes it. */
export async function loadSessionKey(settings: SharedSettings): Promise<SessionKey> {
  if ((await settings.get<string>(SETTING)) === null) await settings.set(SETTING, randomBytes(32).toString('base64'));
  // Read again: of two processes that start at once, the later writer wins for both.
  const stored = await settings.get<string>(SETTING);
  return new SessionKey(Buffer.from(stored ?? '', 'base64'));
}
