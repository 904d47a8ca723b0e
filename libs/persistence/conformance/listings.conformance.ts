import { LeaseLostError } from '@govcrawler/core';
import { type StoreArticle } from '../repositories/store-article.js';
import { lastSeq, sampleArticle, sampleTarget, type SampleTarget } from './samples.conformance.js';
import { type TestDatabase } from './test-database.conformance.js';

/** What whole listings say about the documents that they lack. */
export function describeListings(stand: () => TestDatabase): void {
  const database = () => stand().database;
  const now = new Date('2026-04-01T00:00:00Z');

  describe('a whole listing', () => {
    let target: SampleTarget;
    let articles: StoreArticle[];
    let from: number;
    beforeEach(async () => {
      target = await sampleTarget(database());
      articles = ['2026-03-04', '2026-03-03', '2026-03-02', '2026-03-01'].map((publishDate, index) =>
        sampleArticle(target, { publishDate, nativePostId: `n${index}` }),
      );
      for (const article of articles) await database().articles.store(article);
      from = await lastSeq(database());
    });

    const list = (
      rows: { urlHash: string; nativePostId: string | null }[],
      { newerThan = '2026-03-01' as string | null, by = target } = {},
    ) => database().listings.completed(by.targetId, { end: 'whole', rows, newerThan }, now, null);
    const kinds = async () => (await database().changes.read(from, 100)).map(({ kind }) => kind);
    const known = async (article: StoreArticle) => (await database().articles.findKnown(target.siteId, [article]))[0]!;

    it('withdraws what the second one in a row lacks, with a change entry of its revision', async () => {
      const [first, gone, third, last] = articles as [StoreArticle, StoreArticle, StoreArticle, StoreArticle];
      expect(await list([first, third, last])).toEqual({ withdrawn: 0, doubted: false });
      expect(await list(articles)).toEqual({ withdrawn: 0, doubted: false });
      expect(await list([first, third, last])).toEqual({ withdrawn: 0, doubted: false });
      expect(await kinds()).toEqual([]);
      expect((await known(gone)).absent).toBe(true);
      expect(await list([first, third, last])).toEqual({ withdrawn: 1, doubted: false });
      expect(await list([first, third, last])).toEqual({ withdrawn: 0, doubted: false });
      const { articleId } = await known(gone);
      expect(await database().changes.read(from, 10)).toMatchObject([{ articleId, kind: 'WITHDRAWN', revision: 1 }]);
      expect((await database().articles.detail(articleId!))!.withdrawnAt).toEqual(now);
    });

    it('knows a document by its number too, and says nothing about what may have left the end of the list', async () => {
      const [first, second] = articles as [StoreArticle, StoreArticle];
      const moved = { urlHash: 'f'.repeat(64), nativePostId: second.nativePostId };
      for (let n = 0; n < 3; n += 1) await list([first, moved], { newerThan: '2026-03-02' });
      for (let n = 0; n < 3; n += 1) await list([first], { newerThan: null });
      expect(await kinds()).toEqual([]);
    });

    it('is doubted when more is missing than a site takes back', async () => {
      const many = Array.from({ length: 8 }, () => sampleArticle(target, { publishDate: '2026-03-05' }));
      for (const article of many) await database().articles.store(article);
      from = await lastSeq(database());
      for (let n = 0; n < 3; n += 1) expect(await list(articles)).toEqual({ withdrawn: 0, doubted: true });
      expect((await known(many[0]!)).absent).toBe(false);
      expect(await kinds()).toEqual([]);
    });

    it('leaves a document that moved to another column to that column', async () => {
      const [moved, ...others] = articles as [StoreArticle, ...StoreArticle[]];
      const other = await sampleTarget(database());
      await list(others);
      // The other column shows it before the second listing.
      const store = (targetId: number) => database().articles.store({ ...moved, targetId });
      expect(await store(other.targetId)).toMatchObject({ kind: 'unchanged' });
      await list(others);
      await list(others);
      expect(await kinds()).toEqual([]);
      expect((await known(moved)).targetId).toBe(other.targetId);
      expect(await store(target.targetId)).toMatchObject({ kind: 'duplicate' });
    });

    it('is undone by the document itself: same words, new words, or another address', async () => {
      const [same, changed, renamed, last] = articles as [StoreArticle, StoreArticle, StoreArticle, StoreArticle];
      await list([last]);
      expect(await list([last])).toEqual({ withdrawn: 3, doubted: false });
      from = await lastSeq(database());
      expect(await database().articles.store(same)).toMatchObject({ kind: 'restored', revision: 1 });
      expect(await database().articles.store({ ...changed, contentHash: 'c'.repeat(64) })).toMatchObject({
        kind: 'updated',
        revision: 2,
      });
      const elsewhere = sampleArticle(target, { nativePostId: renamed.nativePostId });
      expect(await database().articles.store(elsewhere)).toMatchObject({ kind: 'restored', revision: 1 });
      expect(await kinds()).toEqual(['UPSERT', 'UPSERT', 'UPSERT']);
      for (const article of [same, changed, renamed]) expect((await known(article)).absent).toBe(false);
    });
  });

  it('refuses every write of a crawl whose host went to somebody else', async () => {
    const target = await sampleTarget(database());
    const { leases, listings, pending, logs } = database();
    const lease = (await leases.acquire(target.hostKey, 'one', 60_000))!;
    const stale = { hostKey: target.hostKey, token: lease.token };
    await leases.release(target.hostKey, lease.token);
    const next = (await leases.acquire(target.hostKey, 'two', 60_000))!;
    const log = { siteId: target.siteId, targetId: target.targetId, success: false, httpStatus: 503 };
    const rest = { fetchStrategy: null, durationMs: 1, errorMsg: 'late', url: 'http://a.test/' };
    const writes = (fence: { hostKey: string; token: number }) => [
      () => listings.started(target.targetId, fence),
      () => listings.completed(target.targetId, { end: 'cut_off' }, now, fence),
      () => listings.crawled(target.targetId, { at: now, lastArticleTime: now, log: null }, fence),
      () => pending.reschedule(target.targetId, 'a'.repeat(64), { reason: 'x', nextTryAt: null }, fence),
      () => logs.append({ ...log, ...rest }, fence),
    ];
    for (const write of writes(stale)) await expect(write()).rejects.toThrow(LeaseLostError);
    for (const write of writes({ ...stale, token: next.token })) await write();
  });
}
