import { siteFileSchema, type CrawlItem, type SiteFile } from '@govcrawler/contracts';
import { ConfigError } from '@govcrawler/core';
import { sampleArticle, sampleSiteFile, sampleTarget, sha256 } from './samples.conformance.js';
import { type TestDatabase } from './test-database.conformance.js';

/** Sites from files, their plans, and the smaller repositories. */
export function describeSites(stand: () => TestDatabase): void {
  const { sites, targets } = {
    sites: () => stand().database.sites,
    targets: () => stand().database.targets,
  };
  const column = (id: string, more: object = {}) => ({
    column_id: id,
    name: `栏目${id}`,
    list_url: `https://www.example.gov.cn/${id}/`,
    ...more,
  });
  const sync = (file: SiteFile) => sites().syncFromFile(file, `config/sites/${file.site_id}.yaml`);
  const targetsOf = async (code: string) =>
    (await sites().listWithTargets()).find(({ siteCode }) => siteCode === code)!.targets;
  const edit = (file: SiteFile, changes: object) => siteFileSchema.parse({ ...file, ...changes });

  describe('a site file', () => {
    it('becomes a site and its targets', async () => {
      const file = sampleSiteFile({
        adapter: 'gkmlpt',
        adapter_params: { sid: '200', page_size: 20 },
        default_strategy: 'drission',
        robots_on_error: 'deny',
        schedule: '0 3 * * *',
        interval_sec: 8,
        default_column: { schedule: '0 4 * * *', interval_jitter_sec: 2.5 },
        columns: [
          column('a', { category: '政策', subcategory: '通知', channel_path: '首页>政策', dept: '财政局' }),
          column('b', { interval_sec: 60, schedule: '0 5 * * *', enabled: false }),
        ],
      });
      expect(await sync(file)).toMatchObject({ created: 2, updated: 0, disabled: 0 });
      const plan = (await targets().planFor(`${file.site_id}__a`))!;
      const [department] = (await stand().database.departments.list()).filter(({ fullName }) => fullName === '财政局');
      expect(plan).toEqual({
        site: {
          id: expect.any(Number),
          code: file.site_id,
          name: '某市人民政府',
          baseUrl: file.base_url,
          adapter: 'gkmlpt',
          adapterParams: { sid: '200', page_size: 20 },
          fetchStrategy: 'browser',
          respectRobots: true,
          robotsOnError: 'deny',
        },
        target: {
          id: expect.any(Number),
          code: `${file.site_id}__a`,
          name: '栏目a',
          entryUrl: 'https://www.example.gov.cn/a/',
          channelName: '栏目a',
          channelPath: '首页>政策',
          contentCategory: '政策',
          contentSubcategory: '通知',
          deptId: department!.deptId,
          intervalSec: 8,
          intervalJitterSec: 2.5,
        },
        hostKey: 'www.example.gov.cn', // of its list, not of its site
        siteEnabled: true,
        targetEnabled: true,
        columnId: 'a',
        siteFile: file,
        yamlPath: `config/sites/${file.site_id}.yaml`,
        parserOverride: null,
        listingComplete: false,
        lastWalkedAt: null,
      });
      expect((await targets().planFor(`${file.site_id}__b`))!).toMatchObject({
        targetEnabled: false,
        target: { intervalSec: 60 },
      });
      const scheduled = (await targets().listEnabled()).filter(({ siteCode }) => siteCode === file.site_id);
      expect(scheduled).toMatchObject([
        {
          code: `${file.site_id}__a`,
          crons: { target: null, column: null, defaultColumn: '0 4 * * *', site: '0 3 * * *' },
        },
      ]);
      expect(await sites().findByCode(file.site_id)).toMatchObject({ managedBy: 'yaml', cmsAdapter: 'gkmlpt' });
      expect(await sites().findByCode('no such')).toBeNull();
      expect(await targets().planFor('no such')).toBeNull();
    });

    it('changes rows in place, and switches off columns that are gone without deleting them', async () => {
      const file = sampleSiteFile({ columns: [column('a'), column('b')] });
      await sync(file);
      const before = await targetsOf(file.site_id);
      const changed = edit(file, { site_name: '新名', columns: [column('a', { name: '新栏目' }), column('c')] });
      expect(await sync(changed)).toMatchObject({ created: 1, updated: 1, disabled: 1 });
      const after = await targetsOf(file.site_id);
      expect(
        after.map(({ id, targetCode, targetName, enabled }) => [id, targetCode.slice(-1), targetName, enabled]),
      ).toEqual([
        [before[0]!.id, 'a', '新栏目', true],
        [before[1]!.id, 'b', '栏目b', false],
        [expect.any(Number), 'c', '栏目c', true],
      ]);
      expect(await sync(changed)).toMatchObject({ created: 0, updated: 2, disabled: 0 });
      await sync(file);
      expect((await targetsOf(file.site_id)).map(({ enabled }) => enabled)).toEqual([true, true, false]);
      expect((await sites().findByCode(file.site_id))!.siteName).toBe('某市人民政府');
    });

    it('writes intervals that it names and leaves alone what an operator set', async () => {
      const file = sampleSiteFile({ columns: [column('a', { interval_sec: 5 }), column('b')] });
      await sync(file);
      await stand().dataSource.query(
        `UPDATE crawl_target SET interval_sec = 90, schedule_cron = '1 1 * * *' WHERE target_code LIKE '${file.site_id}%'`,
      );
      await sync(file);
      const rows = await targetsOf(file.site_id);
      expect(rows.map(({ intervalSec, scheduleCron }) => [intervalSec, scheduleCron])).toEqual([
        [5, '1 1 * * *'],
        [90, '1 1 * * *'],
      ]);
    });

    it('does not switch on what an operator switched off', async () => {
      const file = sampleSiteFile({ columns: [column('a'), column('b', { enabled: false })] });
      await sync(file);
      const off = `enabled = false, disabled_by = 'admin'`;
      await stand().dataSource.query(`UPDATE crawl_target SET ${off} WHERE target_code = '${file.site_id}__a'`);
      await stand().dataSource.query(`UPDATE crawl_site SET ${off} WHERE site_code = '${file.site_id}'`);
      await sync(edit(file, { columns: [column('a'), column('b')] }));
      expect((await targetsOf(file.site_id)).map(({ enabled }) => enabled)).toEqual([false, true]);
      expect((await sites().findByCode(file.site_id))!.enabled).toBe(false);
    });

    it('gives a site of the console its selectors and nothing else', async () => {
      const file = sampleSiteFile();
      await sync(file);
      await stand().dataSource.query(
        `UPDATE crawl_site SET managed_by = 'admin', site_name = 'console' WHERE site_code = '${file.site_id}'`,
      );
      await stand().dataSource.query(
        `UPDATE crawl_target SET managed_by = 'admin', target_name = 'console' WHERE target_code LIKE '${file.site_id}%'`,
      );
      const changed = edit(file, { site_name: 'file', columns: [column('notices', { name: 'file' })] });
      await sync(changed);
      expect(await sites().findByCode(file.site_id)).toMatchObject({ siteName: 'console', crawlPlanJson: changed });
      expect((await targetsOf(file.site_id))[0]).toMatchObject({ targetName: 'console', enabled: true });
    });

    it('is refused with its name when a code is too long or taken', async () => {
      const long = sampleSiteFile({ columns: [column('x'.repeat(250))] });
      await expect(sync(long)).rejects.toThrow(ConfigError);
      await expect(sync(long)).rejects.toThrow(/config\/sites\/.+: target code .+ is longer than 200/);
      const one = sampleSiteFile({ columns: [column('b__c')] });
      await sync(one);
      const two = sampleSiteFile({ site_id: `${one.site_id}__b`, columns: [column('c')] });
      await expect(sync(two)).rejects.toThrow(`target ${one.site_id}__b__c belongs to another site already`);
      expect(await sites().findByCode(two.site_id)).toBeNull();
    });

    it('can be synchronised by several processes at once', async () => {
      const file = sampleSiteFile({ columns: [column('a', { dept: '同一部门' }), column('b', { dept: '同一部门' })] });
      await Promise.all(Array.from({ length: 8 }, () => sync(file)));
      expect(await targetsOf(file.site_id)).toHaveLength(2);
    });

    it('goes with its targets when a site without documents is deleted; documents hold it', async () => {
      const target = await sampleTarget(stand().database);
      const { articleId } = await stand().database.articles.store(sampleArticle(target));
      const remove = () => stand().dataSource.query(`DELETE FROM crawl_site WHERE id = ${target.siteId}`);
      await expect(remove()).rejects.toThrow(/foreign key/i);
      await stand().dataSource.query(`DELETE FROM crawl_target WHERE id = ${target.targetId}`);
      expect(await stand().database.articles.detail(articleId)).toMatchObject({ targetId: null, targetCode: null });
      await stand().dataSource.query(`DELETE FROM article WHERE id = ${articleId}`);
      const other = await sampleTarget(stand().database);
      await remove();
      await stand().dataSource.query(`DELETE FROM crawl_site WHERE id = ${other.siteId}`);
      expect(await targets().planFor(other.targetCode)).toBeNull();
    });
  });

  describe('a target', () => {
    it('remembers its last crawl, and its newest article only forward', async () => {
      const { targetId, siteCode } = await sampleTarget(stand().database);
      const [first, second] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-02T00:00:00Z')];
      const { listings } = stand().database;
      await listings.crawled(targetId, { at: first, lastArticleTime: second, log: null }, null);
      await listings.crawled(targetId, { at: second, lastArticleTime: first, log: null }, null);
      expect((await targetsOf(siteCode))[0]).toMatchObject({ lastCrawledAt: second, lastArticleTime: second });
      await listings.crawled(targetId, { at: first, lastArticleTime: null, log: null }, null);
      expect((await targetsOf(siteCode))[0]).toMatchObject({ lastCrawledAt: first, lastArticleTime: second });
    });

    it('remembers whether its last listing came to an end', async () => {
      const { targetId, targetCode } = await sampleTarget(stand().database);
      const { listings } = stand().database;
      const [first, second] = [new Date('2026-03-01T00:00:00Z'), new Date('2026-03-02T00:00:00Z')];
      const plan = async () => (await targets().planFor(targetCode))!;
      await listings.completed(targetId, { end: 'known_row' }, first, null);
      expect(await plan()).toMatchObject({ listingComplete: true, lastWalkedAt: null });
      await listings.started(targetId, null);
      expect(await plan()).toMatchObject({ listingComplete: false, lastWalkedAt: null });
      await listings.completed(targetId, { end: 'cut_off' }, second, null);
      expect(await plan()).toMatchObject({ listingComplete: true, lastWalkedAt: second });
    });
  });

  describe('pending documents', () => {
    it('stay until they are stored, with their attempts', async () => {
      const { database } = stand();
      const target = await sampleTarget(database);
      const articles = [1, 2, 3].map(() => sampleArticle(target));
      const items = articles.map(
        ({ url, urlHash, title, publishTime }) => ({ url, urlHash, title, publishTime }) as unknown as CrawlItem,
      );
      await database.pending.add(target.targetId, [...items, items[0]!], null);
      const soon = () => new Date(Date.now() + 60_000);
      const due = async () =>
        (await database.pending.due(target.targetId, soon())).map(({ item, attempts }) => [item.urlHash, attempts]);
      expect((await database.pending.due(target.targetId, soon()))[0]!.item).toEqual(items[0]);
      await database.pending.reschedule(
        target.targetId,
        items[0]!.urlHash,
        { reason: 'http_server_error', nextTryAt: soon() },
        null,
      );
      await database.pending.reschedule(
        target.targetId,
        items[1]!.urlHash,
        { reason: 'http_gone', nextTryAt: null },
        null,
      );
      await database.pending.add(target.targetId, items, null);
      expect(await due()).toEqual([
        [items[0]!.urlHash, 1],
        [items[2]!.urlHash, 0],
      ]);
      await database.articles.store(articles[2]!);
      expect(await due()).toEqual([[items[0]!.urlHash, 1]]);
      expect(await database.pending.retryAll(target.targetId, null)).toBe(2);
      expect(await due()).toEqual([
        [items[0]!.urlHash, 0],
        [items[1]!.urlHash, 0],
      ]);
    });

    it('take a whole feed of long documents at once, and come back unshortened', async () => {
      const { database } = stand();
      const target = await sampleTarget(database);
      const body = '正'.repeat(200_000);
      const items = Array.from(
        { length: 40 },
        (_, index) =>
          ({ urlHash: sha256(`${target.siteCode}${index}`), publishTime: null, bodyHtml: body }) as CrawlItem,
      );
      await database.pending.add(target.targetId, items, null);
      const due = await database.pending.due(target.targetId, new Date(Date.now() + 60_000));
      expect(due).toHaveLength(40);
      expect(due.every(({ item }) => item.bodyHtml === body)).toBe(true);
    }, 60_000);
  });

  describe('logs', () => {
    it('are read newest first, by site, time and success', async () => {
      const { database } = stand();
      const { siteId, targetId, siteCode, targetCode } = await sampleTarget(database);
      const log = {
        siteId,
        targetId,
        httpStatus: 200,
        fetchStrategy: 'httpx',
        durationMs: 5,
        errorMsg: null,
        url: 'u',
      } as const;
      await database.logs.append({ ...log, success: true });
      await database.logs.append({
        ...log,
        success: false,
        errorMsg: 'http_gone',
        occurredAt: new Date(Date.now() - 3_600_000),
      });
      await database.logs.append({ ...log, success: true, occurredAt: new Date(Date.now() - 50 * 3_600_000) });
      const recent = await database.logs.recent({ hours: 24, siteCode, limit: 10 });
      expect(recent.map(({ success, errorMsg, targetCode: code }) => [success, errorMsg, code])).toEqual([
        [true, null, targetCode],
        [false, 'http_gone', targetCode],
      ]);
      expect(await database.logs.recent({ hours: 24, siteCode, success: false, limit: 10 })).toHaveLength(1);
      expect(await database.logs.recent({ hours: 100, siteCode, limit: 1 })).toHaveLength(1);
      expect(await database.logs.recent({ hours: 100, siteCode, limit: 10 })).toHaveLength(3);
    });

    it('forget what is old, and troubles that are long over', async () => {
      const { database } = stand();
      const { siteId, targetId, siteCode } = await sampleTarget(database);
      const line = { siteId, targetId, success: true, httpStatus: 200, fetchStrategy: null, durationMs: 5 };
      const rest = { errorMsg: null, url: null };
      await database.logs.append({ ...line, ...rest });
      await database.logs.append({ ...line, ...rest, occurredAt: new Date(Date.now() - 50 * 3_600_000) });
      expect(await database.logs.prune(49 * 3_600_000)).toBeGreaterThan(0);
      expect(await database.logs.recent({ hours: 100, siteCode, limit: 10 })).toHaveLength(1);
      const finding = { rule: 'disk_low', subject: siteCode, severity: 'warning', title: '满', message: '满' } as const;
      await database.alerts.record([finding]);
      expect(await database.alerts.prune(-60_000)).toBe(0);
      await database.alerts.record([]);
      expect(await database.alerts.prune(60_000)).toBe(0);
      expect(await database.alerts.prune(-60_000)).toBe(1);
    });

    it('of settings: of two changes at once neither is lost', async () => {
      const { settings } = stand().database;
      const add = (n: number) => settings.change<number[]>('conformance.list', (now) => [...(now ?? []), n]);
      expect(await Promise.all([1, 2, 3, 4, 5].map(add))).toEqual([true, true, true, true, true]);
      expect((await settings.get<number[]>('conformance.list'))!.sort()).toEqual([1, 2, 3, 4, 5]);
      expect(await settings.change('conformance.list', () => undefined)).toBe(false);
    });
  });

  describe('settings, users, departments', () => {
    it.each([['text'], [''], [0], [false], [null], [[1, '二']], [{ a: { b: null } }]])(
      'keeps the setting %j',
      async (value) => {
        const { settings } = stand().database;
        await settings.set('a setting', 'earlier');
        await settings.set('a setting', value);
        expect(await settings.get('a setting')).toEqual(value);
        expect(await settings.get('no setting')).toBeNull();
        expect(await settings.get('nul\u0000')).toBeNull();
      },
    );

    it('keeps one user of a name, as last written', async () => {
      const { users } = stand().database;
      await Promise.all(
        Array.from({ length: 8 }, () => users.upsert({ username: 'root', passwordHash: 'old', role: 'admin' })),
      );
      await users.upsert({ username: 'root', passwordHash: 'new', role: 'viewer' });
      expect(await users.findByName('root')).toMatchObject({
        passwordHash: 'new',
        role: 'viewer',
        createdAt: expect.any(Date),
      });
      expect(await users.findByName('ROOT')).toBeNull();
      expect(await users.findByName('root\u0000')).toBeNull();
    });

    it('keeps one department of a full name, and lists by region and category', async () => {
      const { departments } = stand().database;
      const first = await departments.upsert({
        fullName: '清远市财政局',
        shortName: '财政局',
        region: '清远',
        category: '市直',
      });
      const second = await departments.upsert({ ...first, category: '市级' });
      expect(second).toEqual({ ...first, category: '市级' });
      expect(await departments.list({ region: '清远', category: '市级' })).toEqual([second]);
      expect(await departments.list({ region: '韶关' })).toEqual([]);
    });
  });

  describe('statistics', () => {
    it('count what is stored', async () => {
      const { database } = stand();
      const target = await sampleTarget(database);
      const jobsBefore = (await database.statistics.jobsByState()).queued ?? 0;
      const attachmentsBefore = await database.statistics.attachments();
      const readyBefore = (await database.statistics.articlesByStatus()).ready ?? 0;
      const fetchedAt = new Date('2026-05-05T05:05:05.005Z');
      await database.articles.store(sampleArticle(target, { attachments: [{ url: 'https://e.gov.cn/x', name: 'x' }] }));
      await database.articles.store(sampleArticle(target, { fetchedAt }));
      const { targetId, hostKey } = target;
      await database.jobs.create({ targetId, hostKey, trigger: 'demo', tick: null, force: false, maxItems: null });
      const since = new Date(Date.now() - 3_600_000);
      const bySite = (await database.statistics.articlesBySite(since)).find(({ siteId }) => siteId === target.siteId);
      expect(bySite).toEqual({ siteId: target.siteId, articles: 2, newSince: 2, lastFetchedAt: fetchedAt });
      expect((await database.statistics.articlesByStatus()).ready).toBe(readyBefore + 2);
      expect((await database.statistics.jobsByState()).queued).toBe(jobsBefore + 1);
      expect(await database.statistics.attachments()).toBe(attachmentsBefore + 1);
    });
  });
}
