import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteFileSchema } from '@govcrawler/contracts';
import { type Database, type StoreArticle } from '@govcrawler/persistence';
import { restoreBackup } from './restore-backup.js';
import { type BackupManifest, verifyBackup, writeBackup } from './write-backup.js';

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
      expect(contents(again)).toEqual(contents(made));
      expect(contents(made)).toMatchObject({ article: { rows: 2 }, article_change: { rows: 3 } });
      expect((await target.database.settings.get('kept')) as object).toEqual({ deep: ['中文', 1, null] });
      expect((await target.database.settings.get('lookalike')) as object).toEqual([
        ...[{ $moment: '2026' }, { $bytes: 'eA==' }, { $bytes: 1 }],
      ]);
      expect(await target.database.settings.set('later', 1)).toBeUndefined();
      await target.database.sites.syncFromFile(site('after'), 'after.yaml');
      expect((await target.database.sites.listWithTargets()).map(({ siteCode }) => siteCode).sort()).toEqual([
        'after',
        'kept',
      ]);
    }, 120_000);

    it('is not needed after an upgrade and a way back: documents, feed and consumers stay as they are', async () => {
      const { database } = source;
      const keep = (name: string) => writeBackup(database, join(folder, 'data'), join(folder, name));
      const before = contents(await keep('before-upgrade'));
      expect(Object.keys(before)).toEqual(expect.arrayContaining(DOCUMENTS));
      const undone = await database.migrateBack(OLDER);
      expect(undone).toContain('Alerts1767226700000');
      await expect(database.assertCurrentSchema()).rejects.toThrow(/schema is too old.*Alerts1767226700000/);
      expect(await database.migrateBack(OLDER)).toEqual([]);
      await expect(database.migrateBack('Nothing1')).rejects.toThrow('There is no migration Nothing1');
      expect(await database.migrate()).toEqual(undone.reverse());
      const after = contents(await keep('after-upgrade'));
      for (const table of DOCUMENTS) expect({ table, ...after[table] }).toEqual({ table, ...before[table] });
      expect(await database.consumers.find('rag')).toMatchObject({ cursorSeq: 1 });
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

/** The schema of an older version, which has documents, feed and consumers already. */
const OLDER = 'ChangeFeed1767226500000';
const DOCUMENTS = [
  'article',
  'article_change',
  'attachment',
  'crawl_site',
  'crawl_target',
  'feed_consumer',
  'app_settings',
];

/** What each table holds, to the byte. */
function contents({ tables }: BackupManifest): Record<string, { rows: number; sha256: string }> {
  return Object.fromEntries(tables.map(({ table, rows, sha256 }) => [table, { rows, sha256 }]));
}

export async function fill(database: Database): Promise<void> {
  await database.sites.syncFromFile(site('kept'), 'kept.yaml');
  const {
    site: { id: siteId },
    target,
  } = (await database.targets.planFor('kept__c'))!;
  const store = (name: string, text: string) =>
    database.articles.store(document({ siteId, targetId: target.id }, `https://kept.gov.cn/c/${name}.html`, text));
  await store('1', '第一条 甲。');
  await store('2', '第二条 乙：“引号”，𠮷。');
  await store('1', '第一条 甲，修订。');
  await database.consumers.create({ name: 'rag', start: { from: 'beginning' }, filter: {} }, ACTOR);
  await database.consumers.ack('rag', { seq: 1, epoch: 0 });
  await database.settings.set('kept', { deep: ['中文', 1, null] });
  // What backups mark moments and bytes with may stand in a document just as well.
  await database.settings.set('lookalike', [{ $moment: '2026' }, { $bytes: 'eA==' }, { $bytes: 1 }]);
  await database.users.upsert({ username: 'someone', passwordHash: 'x', role: 'viewer' });
}

const ACTOR = { username: 'tester', requestId: null };

function document(place: { siteId: number; targetId: number }, url: string, text: string): StoreArticle {
  const hash = (words: string) => createHash('sha256').update(words).digest('hex');
  return {
    ...place,
    deptId: null,
    url,
    finalUrl: url,
    urlHash: hash(url),
    nativePostId: null,
    title: '关于做好防汛工作的通知',
    publishTime: new Date('2026-03-01T02:00:00Z'),
    publishDate: '2026-03-01',
    writtenDate: null,
    sourceRaw: null,
    publisher: '市应急管理局',
    channelName: null,
    channelPath: null,
    contentCategory: '通知',
    contentSubcategory: null,
    indexNo: null,
    docNo: '某府〔2026〕1号',
    topicWords: null,
    openCategory: null,
    validity: 'effective',
    metadata: { list: { position: 1 } },
    contentText: text,
    contentHtml: `<p>${text}</p>`,
    markdown: text,
    contentHash: hash(text),
    rawSha256: null,
    rawHtmlPath: null,
    textPath: null,
    status: 'ready',
    fetchStrategy: 'httpx',
    httpStatus: 200,
    durationMs: 10,
    fetchedAt: new Date('2026-03-02T00:00:00Z'),
    attachments: [{ url: 'https://kept.gov.cn/1.pdf', name: '附件' }],
    fence: null,
  };
}

function site(code: string) {
  const base_url = `https://${code}.gov.cn`;
  const columns = [{ column_id: 'c', name: '栏目', list_url: `${base_url}/c/` }];
  return siteFileSchema.parse({ site_id: code, site_name: code, base_url, columns });
}
