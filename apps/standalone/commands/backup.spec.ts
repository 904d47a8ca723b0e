import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { backupCommand } from './backup.js';

const command = () =>
  backupCommand()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });

describe('the backup command', () => {
  it('verifies a backup without being told where to write one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'backup-command-'));
    const manifest = { format: 1, createdAt: '', migrations: [], tables: [], files: [] };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
    const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    await command().parseAsync(['verify', folder], { from: 'user' });
    expect(said.mock.calls).toEqual([['0 tables and 0 files, 0 problems']]);
    said.mockRestore();
    rmSync(folder, { recursive: true });
  });

  it('writes nothing without a folder', async () => {
    await expect(command().parseAsync([], { from: 'user' })).rejects.toThrow('--to <folder>');
  });
});
