import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MARK = 'sealed:1:';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** In the data folder; not part of backups, which hold what it opens. */
export const SECRETS_KEY_FILE = 'secrets.key';

/** Seals secrets that must be read again (they sign messages), so that a copy of the database does not give them away. */
export class SecretBox {
  private readonly key: Buffer;

  constructor(phrase: string) {
    this.key = scryptSync(phrase, 'govcrawler secrets', 32);
  }

  seal(secret: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, iv);
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return MARK + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** What was stored before secrets were sealed comes back as it is. */
  open(stored: string): string {
    if (!SecretBox.isSealed(stored)) return stored;
    const bytes = Buffer.from(stored.slice(MARK.length), 'base64url');
    try {
      const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const opened = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      return opened.toString('utf8');
    } catch (cause) {
      throw new Error('The secret was sealed with another SECRETS_KEY', { cause });
    }
  }

  static isSealed(stored: string): boolean {
    return stored.startsWith(MARK);
  }
}

/**
 * By the phrase of the settings; without one, by a key file in the data folder, which is made at the first start. Null
 * where there is neither and nothing may be written.
 */
export function openSecretBox(phrase: string | undefined, dataDir: string): SecretBox | null {
  if (phrase !== undefined) return new SecretBox(phrase);
  const file = join(dataDir, SECRETS_KEY_FILE);
  try {
    mkdirSync(dataDir, { recursive: true });
    // Of two processes that start at the same time, one writes; both read what is there then.
    writeFileSync(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && !existsSync(file)) {
      if (/^E(?:ACCES|ROFS|PERM|NOENT|NOTDIR)$/.test(String(code))) return null;
      throw error;
    }
  }
  return new SecretBox(readFileSync(file, 'utf8'));
}
