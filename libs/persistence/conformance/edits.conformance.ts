import { randomUUID } from 'node:crypto';
import { type CrawlItem } from '@govcrawler/contracts';
import { type Actor } from '../repositories/audit.repository.js';
import { departmentVersion } from '../repositories/department.repository.js';
import { siteVersion } from '../repositories/site-edit.repository.js';
import { parserVersion, targetVersion, type NewTarget } from '../repositories/target-edit.repository.js';
import { lastSeq, sampleArticle, sampleTarget, sha256 } from './samples.conformance.js';
import { type TestDatabase } from './test-database.conformance.js';

const ACTOR: Actor = { username: '王五', requestId: 'request-1' };
const unique = (prefix: string) => `${prefix}${randomUUID().replaceAll('-', '').slice(0, 12)}`;

/** What people change in the console: one at a time, written down, and never against a file. */
export function describeEdits(stand: () => TestDatabase): void {
  const database = () => stand().database;
  const auditOf = async (subjectKey: string, subjectKind = 'site') =>
    (await database().audit.list({ subjectKind, subjectKey, limit: 50, offset: 0 })).items;

  const newSite = (siteCode: string) => ({
    siteCode,
    siteName: '某县人民政府',
    baseUrl: `https://${siteCode}.gov.cn/`,
    cmsAdapter: 'yaml',
    adapterParamsJson: { b: 1, a: [2, { d: 3, c: 4 }] },
    defaultFetchStrategy: 'httpx' as const,
    scheduleCron: null,
    respectRobots: true,
    robotsOnError: 'allow' as const,
    enabled: true,
  });
  const newTarget = (siteCode: string, more: Partial<NewTarget> = {}): NewTarget => ({
    siteCode,
    targetCode: `${siteCode}__tzgg`,
    targetName: '通知公告',
    entryUrl: 'https://example.gov.cn/tzgg/',
    channelName: null,
    channelPath: null,
    contentCategory: null,
    contentSubcategory: null,
    deptId: null,
    scheduleCron: null,
    intervalSec: null,
    intervalJitterSec: null,
    enabled: true,
    parserOverrideJson: null,
    ...more,
  });

  describe('edits', () => {
    it('makes a site once and writes down who did', async () => {
      const code = unique('made');
      const site = await database().siteEdits.create(newSite(code), ACTOR);
      expect(site).toMatchObject({ siteCode: code, managedBy: 'admin', enabled: true });
      expect(await database().siteEdits.create(newSite(code), ACTOR)).toBeNull();
      const [entry, ...more] = await auditOf(code);
      expect(more).toEqual([]);
      expect(entry).toMatchObject({
        actor: '王五',
        action: 'site.create',
        subjectKind: 'site',
        requestId: 'request-1',
      });
      expect(entry!.afterJson).toMatchObject({ siteCode: code, siteName: '某县人民政府' });
    });

    it('lets only the first of two editors through who read the same state', async () => {
      const code = unique('raced');
      const site = (await database().siteEdits.create(newSite(code), ACTOR))!;
      const version = siteVersion(site);
      const results = await Promise.all(
        ['甲', '乙'].map((siteName) => database().siteEdits.update(code, version, { siteName }, ACTOR)),
      );
      expect(results.map(({ kind }) => kind).sort()).toEqual(['done', 'stale']);
      expect((await auditOf(code)).map(({ action }) => action)).toEqual(['site.update', 'site.create']);
    });

    it('takes the same values for no change, whatever the order of their keys', async () => {
      const code = unique('same');
      const site = (await database().siteEdits.create(newSite(code), ACTOR))!;
      const again = { adapterParamsJson: { a: [2, { c: 4, d: 3 }], b: 1 }, siteName: '某县人民政府' };
      const result = await database().siteEdits.update(code, siteVersion(site), again, ACTOR);
      expect(result.kind).toBe('done');
      expect(await auditOf(code)).toHaveLength(1);
      const read = (await database().sites.findByCode(code))!;
      expect(siteVersion(read)).toBe(siteVersion(site));
    });

    it('refuses what a file says, until the console takes the row over', async () => {
      const { siteCode, targetCode } = await sampleTarget(database(), { interval_sec: 4 });
      const site = await database().siteEdits.update(siteCode, null, { siteName: '新名' }, ACTOR);
      expect(site).toMatchObject({ kind: 'managed_by_file', fields: ['siteName'] });
      const change = { targetName: '新名', intervalSec: 9, intervalJitterSec: 1, scheduleCron: '0 8 * * *' };
      const target = await database().targetEdits.update(targetCode, null, change, ACTOR);
      expect(target).toMatchObject({ kind: 'managed_by_file', fields: ['targetName', 'intervalSec'] });
      const own = await database().targetEdits.update(targetCode, null, { scheduleCron: '0 8 * * *' }, ACTOR);
      expect(own.kind).toBe('done');
      const taken = await database().siteEdits.update(siteCode, null, { siteName: '新名', managedBy: 'admin' }, ACTOR);
      expect(taken).toMatchObject({ kind: 'done', row: { siteName: '新名', managedBy: 'admin' } });
    });

    it('keeps what an operator switched off, also from the file', async () => {
      const { siteCode } = await sampleTarget(database());
      expect(await database().siteEdits.setEnabled(siteCode, null, ACTOR)).toMatchObject({ enabled: false });
      const file = (await database().sites.findByCode(siteCode))!.crawlPlanJson!;
      await database().sites.syncFromFile(file, 'x.yaml');
      expect(await database().sites.findByCode(siteCode)).toMatchObject({ enabled: false, disabledBy: 'admin' });
      expect(await database().siteEdits.setEnabled(siteCode, true, ACTOR)).toMatchObject({ enabled: true });
    });

    it('makes, changes and deletes a target; its articles stay', async () => {
      const code = unique('cols');
      await database().siteEdits.create(newSite(code), ACTOR);
      const made = await database().targetEdits.create(newTarget(code), ACTOR);
      expect(made.kind).toBe('created');
      expect((await database().targetEdits.create(newTarget(code), ACTOR)).kind).toBe('exists');
      expect((await database().targetEdits.create(newTarget('nowhere'), ACTOR)).kind).toBe('site_not_found');
      const lost = newTarget(code, { targetCode: `${code}__x`, deptId: 999_999 });
      expect((await database().targetEdits.create(lost, ACTOR)).kind).toBe('no_department');
      const row = (await database().targetEdits.find(`${code}__tzgg`))!;
      const parser = { detail: { title: 'h1' } };
      const version = parserVersion(row);
      expect((await database().targetEdits.setParser(row.targetCode, version, parser, ACTOR)).kind).toBe('done');
      expect((await database().targetEdits.setParser(row.targetCode, version, null, ACTOR)).kind).toBe('stale');
      const plan = (await database().targets.planFor(row.targetCode))!;
      expect(plan.parserOverride).toEqual(parser);
      const target = {
        siteId: plan.site.id,
        targetId: row.id,
        siteCode: code,
        targetCode: row.targetCode,
        hostKey: '',
      };
      const stored = await database().articles.store(sampleArticle(target));
      expect(targetVersion(row)).toMatch(/^[0-9a-f]{16}$/);
      expect((await database().targetEdits.remove(row.targetCode, { evenOfFile: false }, ACTOR)).kind).toBe('removed');
      expect(await database().articles.detail(stored.articleId)).toMatchObject({ targetCode: null });
    });

    it('deletes nothing while a crawl of it runs', async () => {
      const { siteCode, targetCode, targetId, hostKey } = await sampleTarget(database());
      const { job } = await database().jobs.create({
        targetId,
        hostKey,
        trigger: 'manual',
        tick: null,
        force: false,
        maxItems: null,
      });
      const lease = (await database().leases.acquire(hostKey, 'me', 60_000))!;
      await database().jobs.claim(job.id, { hostKey, token: lease.token }, 'me');
      const loss = { targets: 1, articles: 0, attachments: 0, jobs: 1 };
      expect((await database().targetEdits.remove(targetCode, { evenOfFile: true }, ACTOR)).kind).toBe('busy');
      expect((await database().siteEdits.remove(siteCode, loss, ACTOR)).kind).toBe('busy');
      await database().jobs.finish(job.id, lease.token, { state: 'done', summary: null, error: null });
      expect((await database().siteEdits.remove(siteCode, loss, ACTOR)).kind).toBe('removed');
      expect(await database().jobs.find(job.id)).toBeNull();
    });

    it('gives departments a name once, and forgets them without their articles', async () => {
      const fullName = unique('局');
      const values = { fullName, shortName: null, region: '市直', category: null };
      const made = (await database().departments.create(values, ACTOR))!;
      expect(await database().departments.create(values, ACTOR)).toBeNull();
      const other = (await database().departments.create({ ...values, fullName: `${fullName}二` }, ACTOR))!;
      const rename = { fullName };
      expect((await database().departments.update(other.deptId, null, rename, ACTOR)).kind).toBe('name_taken');
      const version = departmentVersion(made);
      const change = { shortName: '简称', region: null };
      expect(await database().departments.update(made.deptId, version, change, ACTOR)).toMatchObject({ kind: 'done' });
      expect((await database().departments.update(made.deptId, version, change, ACTOR)).kind).toBe('stale');
      const target = await sampleTarget(database());
      const article = await database().articles.store(sampleArticle(target, { deptId: made.deptId }));
      const uses = await database().departments.usesOf(made.deptId);
      expect(uses).toEqual({ targets: 0, articles: 1 });
      expect(await database().departments.remove(made.deptId, uses, ACTOR)).toBe(true);
      expect(await database().articles.detail(article.articleId)).toMatchObject({ deptId: null });
      const seeded = await database().departments.seed([values, { ...values, fullName: other.fullName }]);
      expect(seeded).toEqual({ added: 1, completed: 0 });
    });
  });

  describe('deletion of articles', () => {
    it('says DELETE in the change log and in the audit log, with the same commit', async () => {
      const target = await sampleTarget(database());
      const ids: number[] = [];
      for (let i = 0; i < 3; i += 1) ids.push((await database().articles.store(sampleArticle(target))).articleId);
      const from = await lastSeq(database());
      const deleted = await database().articleDeletions.remove([...ids.slice(0, 2), 999_999_999], ACTOR);
      expect(deleted.articleIds).toEqual(ids.slice(0, 2));
      const changes = await database().changes.read(from, 10);
      expect(changes.map(({ articleId, kind }) => [articleId, kind])).toEqual([
        [ids[0], 'DELETE'],
        [ids[1], 'DELETE'],
      ]);
      expect(await auditOf(String(ids[0]), 'article')).toMatchObject([{ action: 'article.delete', afterJson: null }]);
      expect(await database().articles.detail(ids[2]!)).not.toBeNull();
      expect((await database().articleDeletions.remove([], ACTOR)).articleIds).toEqual([]);
    });

    it('is remembered: the document stays known under its address and number until it is wanted again', async () => {
      const target = await sampleTarget(database());
      const [one, two] = ['n1', 'n2'].map((nativePostId) => sampleArticle(target, { nativePostId }));
      const ids = await Promise.all(
        [one!, two!].map(async (each) => (await database().articles.store(each)).articleId),
      );
      const item = { urlHash: one!.urlHash, publishTime: null } as CrawlItem;
      await database().pending.add(target.targetId, [item], null);
      const known = () =>
        database().articles.findKnown(target.siteId, [one!, { urlHash: sha256('moved'), nativePostId: 'n2' }]);
      await database().articleDeletions.remove(ids, ACTOR);
      const deleted = { articleId: null, targetId: target.targetId, publishDate: '2026-03-01', absent: false };
      expect(await known()).toEqual([
        { ...deleted, matchedBy: 'url' },
        { ...deleted, matchedBy: 'native' },
      ]);
      expect(await database().pending.due(target.targetId, new Date())).toEqual([]);

      await database().pending.add(target.targetId, [item], null);
      expect(await known()).toEqual([null, { ...deleted, matchedBy: 'native' }]);
      const again = await database().articles.store(one!);
      expect(again.kind).toBe('created');
      await database().articleDeletions.remove([again.articleId], ACTOR);
      expect(await known()).toMatchObject([{ articleId: null }, { articleId: null }]);
      // A site that is deleted and made again begins anew.
      await database().siteEdits.remove(target.siteCode, await database().siteEdits.lossOf(target.siteId), ACTOR);
      expect(await known()).toEqual([null, null]);
    });

    it('gives up the files of all revisions, unless something else needs them', async () => {
      const target = await sampleTarget(database());
      const attachments = [{ url: 'https://example.gov.cn/a.pdf', name: 'a.pdf' }];
      const first = sampleArticle(target, { rawHtmlPath: 'raw/1', textPath: 'text/1', attachments });
      const { articleId } = await database().articles.store(first);
      const second = { ...first, contentHash: sha256('second'), rawHtmlPath: 'raw/2', textPath: 'text/2' };
      await database().articles.store(second);
      const twin = await database().articles.store(sampleArticle(target, { attachments }));
      const content = sha256(randomUUID());
      await stand().dataSource.query(
        `UPDATE attachment SET sha256 = '${content}', file_path = 'own/name.pdf' WHERE article_id IN (${articleId}, ${twin.articleId})`,
      );
      const { files } = await database().articleDeletions.remove([articleId], ACTOR);
      const removable = await database().articleDeletions.removable(files);
      expect([...removable].sort()).toEqual(['own/name.pdf', 'raw/1', 'raw/2', 'text/1', 'text/2']);
      await database().articles.store(first);
      expect(await database().articleDeletions.removable(files)).toEqual(['own/name.pdf']);
      const last = await database().articleDeletions.remove([twin.articleId], ACTOR);
      const blob = `attachments/.blobs/${content.slice(0, 2)}/${content}`;
      expect(await database().articleDeletions.removable(last.files)).toContain(blob);
    });

    it('empties a site in steps, so that it can go', async () => {
      const target = await sampleTarget(database());
      for (let i = 0; i < 5; i += 1) await database().articles.store(sampleArticle(target));
      const loss = await database().siteEdits.lossOf(target.siteId);
      expect(loss).toEqual({ targets: 1, articles: 5, attachments: 0, jobs: 0 });
      expect((await database().siteEdits.remove(target.siteCode, loss, ACTOR)).kind).toBe('has_articles');
      const from = await lastSeq(database());
      const steps: number[] = [];
      for (;;) {
        const { articleIds } = await database().articleDeletions.removeSomeOfSite(target.siteId, 2);
        if (articleIds.length === 0) break;
        steps.push(articleIds.length);
      }
      expect(steps).toEqual([2, 2, 1]);
      expect(await database().changes.read(from, 10)).toHaveLength(5);
      expect((await database().siteEdits.remove(target.siteCode, loss, ACTOR)).kind).toBe('removed');
    });
  });

  describe('jobs and figures', () => {
    it('knows a job by the key of its caller, and the failed ones that nothing followed', async () => {
      const { targetId, hostKey, siteCode } = await sampleTarget(database());
      const order = { targetId, hostKey, trigger: 'manual' as const, tick: null, force: false, maxItems: null };
      const first = await database().jobs.create({ ...order, key: '钥匙' });
      const again = await database().jobs.create({ ...order, key: '钥匙' });
      expect([first.kind, again.kind, again.job.id]).toEqual(['created', 'exists', first.job.id]);
      const lease = (await database().leases.acquire(hostKey, 'me', 60_000))!;
      await database().jobs.claim(first.job.id, { hostKey, token: lease.token }, 'me');
      await database().jobs.finish(first.job.id, lease.token, { state: 'failed', summary: null, error: 'x' });
      const failed = () => database().jobs.lastFailed({ siteCode, limit: 10 });
      expect((await failed()).map(({ id }) => id)).toEqual([first.job.id]);
      await database().jobs.create(order);
      expect(await failed()).toEqual([]);
    });

    it('counts failures by target and articles by department', async () => {
      const target = await sampleTarget(database());
      const { deptId } = await database().departments.upsert({
        fullName: unique('局'),
        shortName: null,
        region: null,
        category: null,
      });
      const stored = await database().articles.store(sampleArticle(target, { deptId, fetchedAt: new Date() }));
      const log = { siteId: target.siteId, targetId: target.targetId, fetchStrategy: null, durationMs: 1, url: null };
      await database().logs.append({ ...log, success: false, httpStatus: 503, errorMsg: '忙' });
      const failures = await database().statistics.failuresByTarget(1);
      expect(failures.find(({ targetId }) => targetId === target.targetId)).toMatchObject({
        attempts: 2,
        failures: 1,
        lastError: '忙',
        lastHttpStatus: 503,
      });
      const figures = await database().statistics.articlesByDepartment(new Date(Date.now() - 60_000));
      expect(figures.find((row) => row.deptId === deptId)).toMatchObject({ articles: 1, newSince: 1 });
      const found = await database().articles.searchIds({ deptId, hasAttachment: false }, 5);
      expect(found).toEqual({ total: 1, ids: [stored.articleId] });
    });
  });
}
