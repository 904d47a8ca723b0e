import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { type Database } from '@govcrawler/persistence';
import { loadConfig } from '@govcrawler/platform';
import { backupCommand, restoreCommand } from '../commands/backup.js';
import { standaloneConfigSchema } from '../config.js';
import { openStoredData } from '../open-stored-data.js';
import { fill } from './backup.conformance.js';

/** Two places with nothing in them, as settings; the embedded ones are their folders. */
export interface BackupPlaces {
  source: Record<string, string>;
  target: Record<string, string>;
  close(): Promise<void>;
}

/** What operators type, from a full place to an empty one. */
export function describeBackupCommand(openPlaces: () => Promise<BackupPlaces>): void {
  describe('by the commands', () => {
    const root = mkdtempSync(join(tmpdir(), 'backup-commands-'));
    const folder = (name: string) => join(root, name);
    const before = { ...process.env };
    let places: BackupPlaces;
    beforeAll(async () => {
      places = await openPlaces();
    }, 60_000);
    afterAll(async () => {
      process.env = before;
      await places?.close();
      rmSync(root, { recursive: true });
    });

    /** Runs a command under the settings of a place and gives back what it said. */
    const run = async (at: 'source' | 'target', ...words: string[]): Promise<string> => {
      process.env = { ...before, LOG_LEVEL: 'silent', ...places[at] };
      const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
      try {
        const command = words[0] === 'restore' ? restoreCommand() : backupCommand();
        await command.exitOverride().parseAsync(words.slice(1), { from: 'user' });
        return said.mock.calls.map(([line]) => String(line)).join('\n');
      } finally {
        said.mockRestore();
      }
    };
    const within = async <T>(at: 'source' | 'target', look: (database: Database) => Promise<T>): Promise<T> => {
      const config = loadConfig(standaloneConfigSchema, { ...before, LOG_LEVEL: 'silent', ...places[at] });
      const stored = await openStoredData(config, folder(at));
      try {
        return await look(stored.database);
      } finally {
        await stored.close();
      }
    };
    const restore = () => run('target', 'restore', '--from', folder('copy'), '--data-dir', folder('target'));

    it('writes, verifies, names what is damaged and restores only what is whole, into an empty place', async () => {
      mkdirSync(join(folder('source'), 'text'), { recursive: true });
      writeFileSync(join(folder('source'), 'text', '1.txt'), '正文');
      writeFileSync(join(folder('source'), 'secrets.key'), 'stays here');
      await within('source', async (database) => {
        await database.migrate();
        await fill(database);
      });
      const said = await run('source', 'backup', '--to', folder('copy'), '--data-dir', folder('source'));
      expect(said).toMatch(/Backup of \d+ rows and 1 files: .*manifest\.json/);
      expect(existsSync(join(folder('copy'), 'files', 'secrets.key'))).toBe(false);
      expect(await run('source', 'backup', 'verify', folder('copy'))).toMatch(/and 1 files, 0 problems/);

      const articles = join(folder('copy'), 'database', 'article.jsonl.gz');
      const whole = readFileSync(articles);
      const flipped = Buffer.from(whole);
      flipped[flipped.length >> 1]! ^= 1;
      writeFileSync(articles, flipped);
      renameSync(join(folder('copy'), 'files', 'text', '1.txt'), folder('1.txt'));
      const damage = ['database/article.jsonl.gz was changed', 'files/text/1.txt is missing'];
      const verified = await run('source', 'backup', 'verify', folder('copy'));
      expect([verified.split('\n').slice(0, 2), process.exitCode]).toEqual([damage, 1]);
      process.exitCode = undefined;
      const refusal = await restore().catch((error: Error) => error.message);
      for (const words of ['damaged, nothing was restored', ...damage]) expect(refusal).toContain(words);
      expect(await within('target', (database) => database.filledTables())).toEqual([]);
      expect(existsSync(join(folder('target'), 'text'))).toBe(false);

      writeFileSync(articles, whole);
      renameSync(folder('1.txt'), join(folder('copy'), 'files', 'text', '1.txt'));
      expect(await restore()).toContain('Restored.');
      expect(readFileSync(join(folder('target'), 'text', '1.txt'), 'utf8')).toBe('正文');
      const stored = (at: 'source' | 'target') =>
        within(at, async (database) => [
          await database.articles.search({ limit: 10, offset: 0 }),
          await database.changes.read(0, 100),
          await database.settings.get('lookalike'),
        ]);
      expect(await stored('target')).toEqual(await stored('source'));
      await expect(restore()).rejects.toThrow('The database is not empty');
    }, 120_000);

    it('make nothing of a folder that is no backup', async () => {
      const from = ['--from', root, '--data-dir', folder('untouched')];
      await expect(run('target', 'restore', ...from)).rejects.toThrow('is no backup');
      expect(existsSync(folder('untouched'))).toBe(false);
    });
  });
}
