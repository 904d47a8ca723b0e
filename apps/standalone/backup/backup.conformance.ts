import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteFileSchema } from '@govcrawler/contracts';
import { type Database } from '@govcrawler/persistence';
import { restoreBackup } from './restore-backup.js';
import { verifyBackup, writeBackup } from './write-backup.js';

export interface OpenedDatabase {
  database: Database;
  close(): Promise<void>;
}

/** A backup of one database put into another, which may be of another kind. */
export function describeBackup(
  openSource: () => Promise<OpenedDatabase>,
  openTarget: () => Promise<OpenedDatabase>,
): void {
  describe('a backup', () => {
    let folder: string;
    let source: OpenedDatabase;
    let target: OpenedDatabase;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'backup-'));
      [source, target] = [await openSource(), await openTarget()];
      await fill(source.database);
      mkdirSync(join(folder, 'data/text/a'), { recursive: true });
      mkdirSync(join(folder, 'data/db'), { recursive: true });
      writeFileSync(join(folder, 'data/text/a/1.txt'), '正文');
      writeFileSync(join(folder, 'data/db/not-kept'), 'x');
    }, 120_000);
    afterAll(async () => {
      await source?.close();
      await target?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('is the same after it was restored', async () => {
      const made = await writeBackup(source.database, join(folder, 'data'), join(folder, 'copy'));
      expect(made.files.map(({ path }) => path)).toEqual(['files/text/a/1.txt']);
      expect(made.tables.find(({ table }) => table === 'crawl_site')).toMatchObject({ rows: 1 });
      await restoreBackup(join(folder, 'copy'), target.database, join(folder, 'restored'));
      expect(readFileSync(join(folder, 'restored/text/a/1.txt'), 'utf8')).toBe('正文');
      const again = await writeBackup(target.database, join(folder, 'restored'), join(folder, 'second'));
      const rows = (tables: typeof made.tables) =>
        Object.fromEntries(tables.map(({ table, rows: count }) => [table, count]));
      expect(rows(again.tables)).toEqual(rows(made.tables));
      expect((await target.database.settings.get('kept')) as object).toEqual({ deep: ['中文', 1, null] });
      expect(await target.database.settings.set('later', 1)).toBeUndefined();
      await target.database.sites.syncFromFile(site('after'), 'after.yaml');
      expect((await target.database.sites.listWithTargets()).map(({ siteCode }) => siteCode).sort()).toEqual([
        'after',
        'kept',
      ]);
    }, 120_000);

    it('is refused where something is already, and when a byte of it changed', async () => {
      await expect(restoreBackup(join(folder, 'copy'), target.database, join(folder, 'other'))).rejects.toThrow(
        'not empty',
      );
      await expect(writeBackup(source.database, join(folder, 'data'), join(folder, 'copy'))).rejects.toThrow(
        'not empty',
      );
      writeFileSync(join(folder, 'copy/files/text/a/1.txt'), '改动');
      expect((await verifyBackup(join(folder, 'copy'))).problems).toEqual(['files/text/a/1.txt was changed']);
      await expect(restoreBackup(join(folder, 'copy'), target.database, join(folder, 'other'))).rejects.toThrow(
        'damaged',
      );
      await expect(verifyBackup(join(folder, 'data'))).rejects.toThrow('is no backup');
    });
  });
}

async function fill(database: Database): Promise<void> {
  await database.sites.syncFromFile(site('kept'), 'kept.yaml');
  await database.settings.set('kept', { deep: ['中文', 1, null] });
  await database.users.upsert({ username: 'someone', passwordHash: 'x', role: 'viewer' });
}

function site(code: string) {
  const base_url = `https://${code}.gov.cn`;
  const columns = [{ column_id: 'c', name: '栏目', list_url: `${base_url}/c/` }];
  return siteFileSchema.parse({ site_id: code, site_name: code, base_url, columns });
}
