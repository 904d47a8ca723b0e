import { randomUUID } from 'node:crypto';
import { type DeliveryFilter, type DeliveryStart } from '@govcrawler/contracts';
import { type StoreArticle } from '../repositories/store-article.js';
import { sampleArticle, sampleTarget, sha256, type SampleTarget } from './samples.conformance.js';
import { type TestDatabase } from './test-database.conformance.js';

const ACTOR = { username: 'tester', requestId: null };
const SOMEWHERE_ELSE = 'no-such-site';

/** The change feed and its consumers. */
export function describeFeed(stand: () => TestDatabase): void {
  const database = () => stand().database;
  const consumers = () => database().consumers;
  const head = () => database().changes.head();
  const create = async (start: DeliveryStart = { from: 'now' }, filter: DeliveryFilter = {}) =>
    (await consumers().create({ name: `c-${randomUUID()}`, start, filter }, ACTOR))!;
  const store = (target: SampleTarget, overrides: Partial<StoreArticle> = {}) =>
    database().articles.store(sampleArticle(target, overrides));
  const exportedAt = async (id: number) => (await database().articles.detail(id))!.exportedToRagAt;

  describe('the change feed', () => {
    let target: SampleTarget;
    let ours: DeliveryFilter;
    beforeEach(async () => {
      target = await sampleTarget(database());
      ours = { siteCodes: [target.siteCode] };
    });

    it('gives a filtered reader its entries, and moves its cursor over all others', async () => {
      const from = await head();
      const other = await sampleTarget(database());
      const { articleId } = await store(target);
      for (let n = 0; n < 3; n += 1) await store(other);
      const page = await database().changes.page({ after: from, limit: 10, filter: ours });
      expect(page.entries).toMatchObject([{ articleId, kind: 'UPSERT', siteCode: target.siteCode }]);
      expect(page).toMatchObject({ next: from + 4, head: from + 4 });
      const nothing = { siteCodes: [SOMEWHERE_ELSE] };
      const empty = await database().changes.page({ after: from, limit: 10, filter: nothing });
      expect(empty).toEqual({ entries: [], next: from + 4, head: from + 4 });
      expect((await database().changes.page({ after: from, limit: 2, filter: {} })).next).toBe(from + 2);
    });

    it('still knows the site of an article, and of a site, that is gone', async () => {
      const from = await head();
      const { articleId } = await store(target);
      await database().articleDeletions.removeSomeOfSite(target.siteId, 10);
      await stand().dataSource.query(`DELETE FROM crawl_site WHERE id = ${target.siteId}`);
      const { entries } = await database().changes.page({ after: from, limit: 10, filter: ours });
      expect(entries.map(({ articleId: id, kind }) => [id, kind])).toEqual([
        [articleId, 'UPSERT'],
        [articleId, 'DELETE'],
      ]);
    });

    it('tells a filtered reader of an article that leaves its filter, once it had passed it', async () => {
      const url = `https://example.gov.cn/${randomUUID()}`;
      const filter = { ...ours, categories: ['通知'] };
      const from = await head();
      const { articleId } = await store(target, { url });
      await store(target, { contentCategory: '公告' });
      await store(target, { url, contentCategory: '公告', contentHash: sha256('moved') });
      const { entries } = await database().changes.page({ after: from, limit: 10, filter });
      expect(entries.map(({ articleId: id, contentCategory }) => [id, contentCategory])).toEqual([
        [articleId, '通知'],
        [articleId, '公告'],
      ]);
    });

    it('says of every article that it lost its department', async () => {
      const dept = await database().departments.create(
        {
          fullName: `某局${randomUUID()}`,
          shortName: null,
          region: null,
          category: null,
        },
        ACTOR,
      );
      const deptId = (dept as { deptId: number }).deptId;
      const { articleId } = await store(target, { deptId });
      await store(target);
      const from = await head();
      await database().departments.remove(deptId, { targets: 0, articles: 1 }, ACTOR);
      const { entries } = await database().changes.page({ after: from, limit: 10, filter: { deptIds: [deptId] } });
      expect(entries).toMatchObject([{ articleId, kind: 'UPSERT', deptId: null, siteCode: target.siteCode }]);
      expect((await database().articles.detail(articleId))!.deptId).toBeNull();
    });
  });

  describe('a consumer', () => {
    let target: SampleTarget;
    beforeEach(async () => {
      target = await sampleTarget(database());
    });

    it('starts at the beginning, now, or at a date', async () => {
      await store(target);
      const before = await head();
      await stand().dataSource.query(
        `UPDATE article_change SET created_at = '2020-01-01 00:00:00' WHERE seq <= ${before}`,
      );
      await store(target);
      expect((await create({ from: 'beginning' })).cursorSeq).toBe(0);
      expect((await create({ from: 'now' })).cursorSeq).toBe(before + 1);
      expect((await create({ from: 'date', date: new Date('2024-01-01T00:00:00Z') })).cursorSeq).toBe(before);
      expect((await create({ from: 'date', date: new Date('2010-01-01T00:00:00Z') })).cursorSeq).toBe(0);
    });

    it('has a name of its own', async () => {
      const { name } = await create();
      expect(await consumers().create({ name, start: { from: 'beginning' }, filter: {} }, ACTOR)).toBeNull();
      expect(await consumers().remove(name, ACTOR)).toBe(true);
      expect(await consumers().remove(name, ACTOR)).toBe(false);
      expect(await consumers().find(name)).toBeNull();
    });

    it('moves forward only, however often and in whatever order it confirms', async () => {
      const { name, cursorSeq, epoch } = await create();
      for (let n = 0; n < 3; n += 1) await store(target);
      const ack = (seq: number) => consumers().ack(name, { seq, epoch });
      expect(await ack(cursorSeq + 2)).toMatchObject({ kind: 'acked', moved: true });
      expect(await ack(cursorSeq + 2)).toMatchObject({ kind: 'acked', moved: false });
      expect(await ack(cursorSeq + 1)).toMatchObject({ kind: 'acked', moved: false });
      expect(await consumers().find(name)).toMatchObject({ cursorSeq: cursorSeq + 2, lastAckAt: expect.any(Date) });
      expect(await ack((await head()) + 1)).toEqual({ kind: 'ahead' });
      expect(await consumers().ack('nobody', { seq: 1, epoch })).toEqual({ kind: 'not_found' });
    });

    it('goes back by a reset, which voids what was read before and is written down', async () => {
      const { name, epoch, cursorSeq } = await create();
      await store(target);
      await consumers().ack(name, { seq: cursorSeq + 1, epoch });
      expect(await consumers().reset(name, { from: 'beginning' }, ACTOR)).toMatchObject({ cursorSeq: 0, epoch: 1 });
      expect(await consumers().ack(name, { seq: cursorSeq + 1, epoch })).toEqual({ kind: 'superseded' });
      expect((await consumers().find(name))!.cursorSeq).toBe(0);
      const { items } = await database().audit.list({ subjectKind: 'consumer', subjectKey: name, limit: 5, offset: 0 });
      expect(items.map(({ action }) => action)).toEqual(['consumer.reset', 'consumer.create']);
      expect(await consumers().reset('nobody', { from: 'now' }, ACTOR)).toBeNull();
    });

    it('marks what it has as exported, and not what changed meanwhile or is not its own', async () => {
      const { name, epoch } = await create({ from: 'now' }, { siteCodes: [target.siteCode] });
      const url = `https://example.gov.cn/${randomUUID()}`;
      const changed = await store(target, { url });
      const same = await store(target);
      const foreign = await store(await sampleTarget(database()));
      const seq = await head();
      await store(target, { url, contentHash: sha256('again') });
      await consumers().ack(name, { seq, epoch });
      expect(await exportedAt(same.articleId)).toEqual(expect.any(Date));
      expect(await exportedAt(changed.articleId)).toBeNull();
      expect(await exportedAt(foreign.articleId)).toBeNull();
      await consumers().ack(name, { seq: seq + 1, epoch });
      expect(await exportedAt(changed.articleId)).toEqual(expect.any(Date));
    });

    it('knows how far it is behind', async () => {
      const all = await create();
      const filtered = await create({ from: 'now' }, { siteCodes: [target.siteCode] });
      const other = await sampleTarget(database());
      for (const one of [target, other, other]) await store(one);
      const inAMinute = new Date(Date.now() + 60_000);
      const lag = await consumers().lagOf(all, inAMinute);
      expect(lag).toMatchObject({ entries: 3, atLeast: false });
      expect(lag.seconds).toBeGreaterThan(30);
      expect(await consumers().lagOf(filtered, inAMinute)).toMatchObject({ entries: 1, atLeast: false });
      await consumers().ack(all.name, { seq: await head(), epoch: 0 });
      const caughtUp = (await consumers().find(all.name))!;
      expect(await consumers().lagOf(caughtUp, inAMinute)).toEqual({ entries: 0, atLeast: false, seconds: 0 });
    });
  });
}
