import { LeaseLostError } from '@govcrawler/core';
import { inTransaction } from '../connection/transaction.js';
import { storeArticle } from '../repositories/store-article.js';
import { type TestDatabase } from './test-database.conformance.js';
import { lastSeq, sampleArticle, sampleTarget, sha256, type SampleTarget } from './samples.conformance.js';

/** Storing documents: once each, whole, in order, and only by who may. */
export function describeArticles(stand: () => TestDatabase): void {
  const articles = () => stand().database.articles;
  const changesSince = async (seq: number) => stand().database.changes.read(seq, 1000);
  const count = async (sql: string) => Number((await stand().dataSource.query(sql))[0].n);

  describe('storing an article', () => {
    let target: SampleTarget;
    let before: number;
    beforeEach(async () => {
      target = await sampleTarget(stand().database);
      before = await lastSeq(stand().database);
    });

    it('writes article, attachments, log row and change entry together', async () => {
      const command = sampleArticle(target, {
        attachments: [
          { url: 'https://example.gov.cn/a.pdf', name: '附件1.pdf' },
          { url: 'https://example.gov.cn/b.ofd', name: null },
          { url: 'https://example.gov.cn/a.pdf', name: 'the same again' },
        ],
      });
      const result = await articles().store(command);
      expect(result).toEqual({ kind: 'created', articleId: expect.any(Number), revision: 1 });
      const detail = (await articles().detail(result.articleId))!;
      const { fence: _fence, attachments: _links, markdown, metadata, durationMs: _ms, ...fields } = command;
      expect(detail).toMatchObject(fields);
      expect(detail).toMatchObject({ contentMarkdown: markdown, metadataJson: metadata, hasAttachment: true });
      expect(detail).toMatchObject({
        siteCode: target.siteCode,
        targetCode: target.targetCode,
        siteName: '某市人民政府',
      });
      expect(detail.attachments.map(({ url, filename, downloadStatus }) => [url, filename, downloadStatus])).toEqual([
        ['https://example.gov.cn/a.pdf', '附件1.pdf', 'pending'],
        ['https://example.gov.cn/b.ofd', null, 'pending'],
      ]);
      expect(await changesSince(before)).toMatchObject([
        { seq: before + 1, articleId: result.articleId, kind: 'UPSERT', revision: 1 },
      ]);
      const log = `SELECT COUNT(*) AS n FROM crawl_log WHERE article_id = ${result.articleId} AND duration_ms = 120`;
      expect(await count(log)).toBe(1);
    });

    it('has files and full texts of the site’s own hosts fetched with its secret, others without', async () => {
      const guarded = await sampleTarget(stand().database, { credential: 'portal' });
      const { articleId } = await articles().store(
        sampleArticle(guarded, {
          url: `https://${guarded.hostKey}/notice.html`,
          attachments: [
            { url: `https://${guarded.hostKey}/own.pdf`, name: null },
            { url: 'https://other.gov.cn/foreign.pdf', name: null },
          ],
        }),
      );
      const files = (await articles().detail(articleId))!.attachments;
      const tasks = await Promise.all(files.map(({ id }) => stand().database.attachments.taskFor(id)));
      expect(tasks.map((task) => [task?.url, task?.credential])).toEqual([
        [`https://${guarded.hostKey}/own.pdf`, 'portal'],
        ['https://other.gov.cn/foreign.pdf', undefined],
      ]);
      expect(await stand().database.fullTexts.sourceOf(articleId)).toMatchObject({ credential: 'portal' });
    });

    it('leaves a document that did not change as it is', async () => {
      const command = sampleArticle(target);
      const first = await articles().store(command);
      expect(await articles().store(command)).toEqual({ ...first, kind: 'unchanged' });
      expect(await changesSince(before)).toHaveLength(1);
    });

    it('keeps the old words when a document changes', async () => {
      const command = sampleArticle(target, { attachments: [{ url: 'https://e.gov.cn/1.pdf', name: '1' }] });
      const { articleId } = await articles().store(command);
      const changed = {
        ...command,
        title: '更正：关于做好2026年防汛工作的通知',
        contentText: 'new text',
        contentHash: sha256('second'),
        textPath: 'text/a/b/2026/03/c2.txt',
        attachments: [...command.attachments, { url: 'https://e.gov.cn/2.pdf', name: '2' }],
      };
      expect(await articles().store(changed)).toEqual({ kind: 'updated', articleId, revision: 2 });
      const detail = (await articles().detail(articleId))!;
      expect(detail).toMatchObject({ title: changed.title, contentText: 'new text', revision: 2 });
      expect(detail.attachments.map(({ filename }) => filename)).toEqual(['1', '2']);
      const old = await stand()
        .dataSource.createQueryBuilder('ArticleRevisionEntity', 'old')
        .where('old.articleId = :articleId', { articleId })
        .getMany();
      expect(old).toMatchObject([
        {
          revision: 1,
          title: command.title,
          contentText: command.contentText,
          contentHtml: command.contentHtml,
          contentHash: command.contentHash,
          textPath: command.textPath,
          metadataJson: command.metadata,
          publishTime: command.publishTime,
          fetchedAt: command.fetchedAt,
        },
      ]);
      expect((await changesSince(before)).map(({ kind, revision }) => [kind, revision])).toEqual([
        ['UPSERT', 1],
        ['UPSERT', 2],
      ]);
    });

    it('calls the same post under another address a duplicate', async () => {
      const first = await articles().store(sampleArticle(target, { nativePostId: '4711' }));
      const twin = sampleArticle(target, { nativePostId: '4711', contentHash: sha256('other') });
      expect(await articles().store(twin)).toEqual({ ...first, kind: 'duplicate' });
      const elsewhere = await sampleTarget(stand().database);
      expect(await articles().store(sampleArticle(elsewhere, { nativePostId: '4711' }))).toMatchObject({
        kind: 'created',
      });
    });

    it('keeps two long native ids with one beginning apart', async () => {
      const native = (end: string) => `${'n'.repeat(90)}${end}`;
      await articles().store(sampleArticle(target, { nativePostId: native('1') }));
      const second = await articles().store(sampleArticle(target, { nativePostId: native('2') }));
      expect(second.kind).toBe('created');
      const candidates = [{ urlHash: sha256('?'), nativePostId: native('2') }];
      expect(await articles().findKnown(target.siteId, candidates)).toMatchObject([{ articleId: second.articleId }]);
    });

    it('lets only the target that found a document change it', async () => {
      const command = sampleArticle(target);
      const { articleId } = await articles().store(command);
      const other = await sampleTarget(stand().database);
      const foreign = { ...command, siteId: other.siteId, targetId: other.targetId, contentHash: sha256('foreign') };
      expect(await articles().store(foreign)).toEqual({ kind: 'duplicate', articleId, revision: 1 });
    });

    it('gives a document its native id late, unless another has it', async () => {
      const command = sampleArticle(target);
      const { articleId } = await articles().store(command);
      await articles().store({ ...command, nativePostId: '1', contentHash: sha256('2') });
      expect((await articles().detail(articleId))!.nativePostId).toBe('1');
      const other = sampleArticle(target);
      const second = await articles().store(other);
      const clash = { ...other, nativePostId: '1', contentHash: sha256('3') };
      expect(await articles().store(clash)).toMatchObject({ kind: 'updated', articleId: second.articleId });
      expect((await articles().detail(second.articleId))!.nativePostId).toBeNull();
    });

    it('stores one article and one change when 20 workers meet on one address', async () => {
      const command = sampleArticle(target, { nativePostId: 'race' });
      const results = await Promise.all(Array.from({ length: 20 }, () => articles().store(command)));
      expect(results.filter(({ kind }) => kind === 'created')).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === 'unchanged')).toHaveLength(19);
      expect(new Set(results.map(({ articleId }) => articleId)).size).toBe(1);
      expect(await count(`SELECT COUNT(*) AS n FROM article WHERE site_id = ${target.siteId}`)).toBe(1);
      expect(await changesSince(before)).toHaveLength(1);
    });

    it('stores one article when 20 workers meet on one native id under 20 addresses', async () => {
      const results = await Promise.all(
        Array.from({ length: 20 }, () => articles().store(sampleArticle(target, { nativePostId: 'twins' }))),
      );
      expect(results.filter(({ kind }) => kind === 'created')).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === 'duplicate')).toHaveLength(19);
    });

    it('makes one revision of 20 equal changes, and one each of 5 different ones', async () => {
      const command = sampleArticle(target);
      await articles().store(command);
      const second = { ...command, contentHash: sha256('second') };
      const same = await Promise.all(Array.from({ length: 20 }, () => articles().store(second)));
      expect(same.filter(({ kind }) => kind === 'updated')).toHaveLength(1);
      const different = await Promise.all(
        [1, 2, 3, 4, 5].map((number) => articles().store({ ...command, contentHash: sha256(`x${number}`) })),
      );
      expect(different.map(({ revision }) => revision).sort()).toEqual([3, 4, 5, 6, 7]);
    });

    it('stores documents that come together each as if it came alone', async () => {
      const known = sampleArticle(target);
      await articles().store(known);
      const stale = sampleArticle(target, { fence: { hostKey: target.hostKey, token: 4711 } });
      const [twin, other] = ['甲', '乙'].map((title) => sampleArticle(target, { title, nativePostId: 'twin' }));
      const fresh = Array.from({ length: 12 }, (_, index) =>
        sampleArticle(target, { attachments: [{ url: `https://example.gov.cn/${index}.pdf`, name: `附件${index}` }] }),
      );
      before = await lastSeq(stand().database);
      const commands = [
        ...fresh.slice(0, 5),
        stale,
        { ...known, contentHash: sha256('new') },
        twin!,
        ...fresh.slice(5),
        other!,
      ];
      const outcomes = await Promise.allSettled(commands.map((command) => articles().store(command)));
      const kinds = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.kind : outcome.reason));
      expect(kinds.filter((kind) => kind instanceof LeaseLostError)).toHaveLength(1);
      expect(kinds[5]).toBeInstanceOf(LeaseLostError);
      expect(kinds[6]).toBe('updated');
      expect([kinds[7], kinds.at(-1)].sort()).toEqual(['created', 'duplicate']);
      expect(kinds.filter((kind) => kind === 'created')).toHaveLength(13);
      expect(await changesSince(before)).toHaveLength(14);
      const stored = await articles().findKnown(target.siteId, fresh);
      for (const [index, article] of stored.entries()) {
        const detail = (await articles().detail(article!.articleId!))!;
        expect(detail.attachments.map(({ filename }) => filename)).toEqual([`附件${index}`]);
      }
    });

    it('writes nothing at all when a part of it fails', async () => {
      const command = sampleArticle(target, { attachments: [{ url: undefined as never, name: 'no address' }] });
      await expect(articles().store(command)).rejects.toThrow();
      expect(await articles().findKnown(target.siteId, [command])).toEqual([null]);
      expect(await changesSince(before)).toEqual([]);
    });

    it('says what is wrong with a document of a site that does not exist', async () => {
      await expect(articles().store(sampleArticle({ ...target, siteId: 999_999 }))).rejects.toThrow(/foreign key/i);
    });
  });

  describe('the fence around an article', () => {
    it('lets the holder of the host write and refuses everybody else', async () => {
      const { database } = stand();
      const target = await sampleTarget(database);
      const before = await lastSeq(database);
      const store = (token: number) =>
        articles().store(sampleArticle(target, { fence: { hostKey: target.hostKey, token } }));
      await expect(store(1)).rejects.toThrow(LeaseLostError);
      const first = (await database.leases.acquire(target.hostKey, 'one', 20))!;
      await expect(store(first.token)).resolves.toMatchObject({ kind: 'created' });
      await new Promise((done) => setTimeout(done, 50));
      const second = (await database.leases.acquire(target.hostKey, 'two', 60_000))!;
      await expect(store(first.token)).rejects.toThrow(LeaseLostError);
      await expect(store(second.token)).resolves.toMatchObject({ kind: 'created' });
      await database.leases.release(target.hostKey, second.token);
      await expect(store(second.token)).rejects.toThrow(/Lease 2 of host .+ is gone: the host is at token 2, released/);
      expect(await changesSince(before)).toHaveLength(2);
      expect(await count(`SELECT COUNT(*) AS n FROM article WHERE site_id = ${target.siteId}`)).toBe(2);
    });
  });

  describe('the change log', () => {
    it('shows concurrent writers to a reader in the order of numbers, without a gap', async () => {
      const target = await sampleTarget(stand().database);
      const start = await lastSeq(stand().database);
      const seen: number[] = [];
      let writing = true;
      const reader = (async () => {
        for (let cursor = start; ;) {
          const last = !writing;
          const changes = await changesSince(cursor);
          seen.push(...changes.map(({ seq }) => seq));
          cursor = changes.at(-1)?.seq ?? cursor;
          if (last && changes.length === 0) return;
        }
      })();
      const writers = Array.from({ length: 8 }, async () => {
        for (let number = 0; number < 10; number += 1) {
          const store = inTransaction(stand().dataSource, async (manager) => {
            await storeArticle(manager, sampleArticle(target));
            // Every third transaction is taken back at its very end: its number must not leave a hole.
            if (number % 3 === 2) throw new Error('taken back');
          });
          await store.catch((error: Error) => {
            if (error.message !== 'taken back') throw error;
          });
        }
      });
      await Promise.all(writers);
      writing = false;
      await reader;
      expect(seen).toEqual(Array.from({ length: 56 }, (_, index) => start + 1 + index));
    });
  });

  describe('findKnown', () => {
    it('answers in the order of the candidates, by address before native id', async () => {
      const target = await sampleTarget(stand().database);
      const one = sampleArticle(target, { nativePostId: 'n1' });
      const two = sampleArticle(target, { nativePostId: 'n2', publishDate: null });
      const [first, second] = [await articles().store(one), await articles().store(two)];
      const unknown = { urlHash: sha256('unknown'), nativePostId: 'n9' };
      const known = await articles().findKnown(target.siteId, [
        unknown,
        { urlHash: sha256('moved'), nativePostId: 'n2' },
        { urlHash: one.urlHash, nativePostId: 'n2' },
        { urlHash: two.urlHash, nativePostId: null },
      ]);
      const { targetId } = target;
      expect(known).toEqual([
        null,
        { articleId: second.articleId, targetId, publishDate: null, absent: false, matchedBy: 'native' },
        {
          articleId: first.articleId,
          targetId,
          publishDate: '2026-03-01',
          absent: false,
          matchedBy: 'url',
        },
        { articleId: second.articleId, targetId, publishDate: null, absent: false, matchedBy: 'url' },
      ]);
      expect(await articles().findKnown(target.siteId, [])).toEqual([]);
      const otherSite = await sampleTarget(stand().database);
      const byNative = [{ urlHash: sha256('moved'), nativePostId: 'n1' }];
      expect(await articles().findKnown(otherSite.siteId, byNative)).toEqual([null]);
    });
  });

  describe('search', () => {
    it('finds part of a title to the letter, whatever its case', async () => {
      const target = await sampleTarget(stand().database);
      const titles = ['100% 完成', '100 完成', 'a_b', 'axb', 'RSS Feed', '!important', "it's", 'back\\slash'];
      for (const title of titles) await articles().store(sampleArticle(target, { title }));
      const find = async (q: string) =>
        (await articles().search({ siteCode: target.siteCode, q, limit: 50, offset: 0 })).items.map(
          (item) => item.title,
        );
      expect(await find('100%')).toEqual(['100% 完成']);
      expect(await find('a_b')).toEqual(['a_b']);
      expect(await find('rss f')).toEqual(['RSS Feed']);
      expect(await find('!imp')).toEqual(['!important']);
      expect(await find("t's")).toEqual(["it's"]);
      expect(await find('k\\s')).toEqual(['back\\slash']);
      expect(await find('\u0000')).toEqual([]);
      expect(await find('')).toHaveLength(titles.length);
    });

    it('filters, pages and counts', async () => {
      const target = await sampleTarget(stand().database);
      for (let day = 1; day <= 5; day += 1) {
        const publishTime = new Date(`2026-01-0${day}T00:00:00Z`);
        const fetchedAt = new Date(`2026-02-0${day}T00:00:00Z`);
        const status = day === 5 ? ('failed' as const) : ('ready' as const);
        await articles().store(sampleArticle(target, { title: `第${day}天`, publishTime, fetchedAt, status }));
      }
      const search = (filter: object) =>
        articles().search({ targetCode: target.targetCode, limit: 50, offset: 0, ...filter });
      const page = await search({ limit: 2, offset: 1 });
      expect(page).toMatchObject({ count: 2, total: 5, limit: 2, offset: 1 });
      expect(page.items.map(({ title }) => title)).toEqual(['第4天', '第3天']);
      expect(page.items[0]).toMatchObject({ targetCode: target.targetCode, targetName: '通知公告' });
      expect(page.items[0]).not.toHaveProperty('contentText');
      expect(await search({ status: 'failed' })).toMatchObject({ total: 1 });
      const window = { from: new Date('2026-01-02T00:00:00Z'), to: new Date('2026-01-04T00:00:00Z') };
      expect((await search(window)).items.map(({ title }) => title)).toEqual(['第3天', '第2天']);
      expect(await search({ limit: 5000 })).toMatchObject({ limit: 200 });
      expect(await search({ siteCode: 'no such site' })).toMatchObject({ total: 0, items: [] });
      expect(await search({ siteCode: 'nul\u0000' })).toMatchObject({ total: 0, items: [] });
      const counted = (await articles().countBySite()).find(({ siteCode }) => siteCode === target.siteCode);
      expect(counted).toMatchObject({ total: 5, ready: 4, failed: 1, lastFetchedAt: new Date('2026-02-05T00:00:00Z') });
    });

    it('knows no article that is not there', async () => {
      expect(await articles().detail(999_999_999)).toBeNull();
    });
  });
}
