import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { loadConfig, portSetting, renderEnvExample } from './load-config.js';

const schema = z.object({
  PORT: portSetting(8787, 'Port of the API'),
  DATABASE_URL: z.url().optional().describe('MySQL address; empty means embedded'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').describe('First password'),
});

describe('loadConfig', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-config-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('applies defaults and takes empty values as not set', () => {
    expect(loadConfig(schema, { PORT: '', ADMIN_PASSWORD: 'long enough' })).toEqual({
      PORT: 8787,
      ADMIN_PASSWORD: 'long enough',
    });
  });

  it('reports all problems at once, each with its name', () => {
    const load = () => loadConfig(schema, { PORT: '99999', DATABASE_URL: 'no address', ADMIN_PASSWORD: 'short' });
    expect(load).toThrow(
      /- PORT: must be a whole number from 0 to 65535\n.*- DATABASE_URL: .*\n.*- ADMIN_PASSWORD: must have at least 8 characters/,
    );
  });

  it('reads a secret from the file that NAME_FILE names, without its last newline', () => {
    const file = join(folder, 'password');
    writeFileSync(file, 'from a file \n');
    expect(loadConfig(schema, { ADMIN_PASSWORD_FILE: file }).ADMIN_PASSWORD).toBe('from a file ');
  });

  it('says when the file of a secret cannot be read, and when both forms are set', () => {
    expect(() => loadConfig(schema, { ADMIN_PASSWORD_FILE: join(folder, 'missing') })).toThrow(
      'ADMIN_PASSWORD: cannot read ADMIN_PASSWORD_FILE',
    );
    expect(() => loadConfig(schema, { ADMIN_PASSWORD: 'a', ADMIN_PASSWORD_FILE: 'b' })).toThrow('keep one');
  });
});

describe('renderEnvExample', () => {
  it('shows each setting once, with description and default', () => {
    const text = renderEnvExample([
      { name: 'gateway', schema },
      {
        name: 'worker',
        schema: z.object({ PORT: portSetting(1, 'again'), SLOTS: z.coerce.number().default(5).describe('Slots') }),
      },
    ]);
    expect(text).toContain('# ---- gateway ----\n\n# Port of the API\n#PORT=8787\n');
    expect(text).toContain('#DATABASE_URL=\n');
    expect(text).toContain('\nADMIN_PASSWORD=\n');
    expect(text).toContain('# Slots\n#SLOTS=5');
    expect(text).not.toContain('again');
  });
});
