import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSecretBox, SecretBox, SECRETS_KEY_FILE } from './secret-box.js';

describe('a box of secrets', () => {
  const box = new SecretBox('a phrase of an operator');

  it.each(['whsec_abc', '', '密钥 🔑', 'x'.repeat(500)])('gives back %j, and shows nothing of it', (secret) => {
    const sealed = box.seal(secret);
    expect(SecretBox.isSealed(sealed)).toBe(true);
    if (secret !== '') expect(sealed).not.toContain(secret);
    expect(box.seal(secret)).not.toBe(sealed);
    expect(box.open(sealed)).toBe(secret);
    expect(new SecretBox('a phrase of an operator').open(sealed)).toBe(secret);
  });

  it('does not open with another key, nor what somebody changed', () => {
    const sealed = box.seal('secret');
    expect(() => new SecretBox('another').open(sealed)).toThrow('another SECRETS_KEY');
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    expect(() => box.open(changed)).toThrow('another SECRETS_KEY');
    expect(() => box.open('sealed:1:')).toThrow('another SECRETS_KEY');
  });

  it('leaves what was stored open as it is', () => {
    expect(box.open('SEC0123')).toBe('SEC0123');
  });

  it('makes a key file that only its owner reads, once', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'secrets-')), 'data');
    const sealed = openSecretBox(undefined, folder)!.seal('secret');
    const file = join(folder, SECRETS_KEY_FILE);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toHaveLength(44);
    expect(openSecretBox(undefined, folder)!.open(sealed)).toBe('secret');
    expect(() => openSecretBox('of the settings', folder)!.open(sealed)).toThrow();
    expect(openSecretBox(undefined, join(file, 'below'))).toBeNull();
  });
});
