import { newSourceStats } from '@govcrawler/core';
import { type ScheduledSource } from '../repositories/source-schedule.repository.js';
import { sourceIdOf } from '../repositories/source-state.repository.js';
import { sampleArticle, sampleTarget, type SampleTarget } from './samples.conformance.js';
import { type TestDatabase } from './test-database.conformance.js';

/** What schedulers read and remember. */
export function describeSchedule(stand: () => TestDatabase): void {
  const schedule = () => stand().database.schedule;
  const now = new Date('2026-03-02T01:00:00.000Z');
  const sources = () => stand().database.sourceSchedule;
  const newSource = async (changes: Partial<ScheduledSource> = {}, target?: SampleTarget): Promise<ScheduledSource> => {
    const { targetId, targetCode } = target ?? (await sampleTarget(stand().database));
    const due = { dueReason: null, dueWhy: null, dueExpected: null };
    return { ...newSourceStats(sourceIdOf(targetCode), 'custom', now), targetId, openJobId: null, ...due, ...changes };
  };

  describe('the schedule', () => {
    it('lists the same targets as the target repository', async () => {
      const { targetId, targetCode } = await sampleTarget(stand().database, {
        schedule: '0 3 * * *',
        default_column: { schedule: '0 4 * * *' },
      });
      await stand().database.listings.crawled(targetId, { at: now, lastArticleTime: now, log: null }, null);
      await sampleTarget(stand().database, { enabled: false });
      const listed = await schedule().listEnabled();
      expect(listed).toEqual(await stand().database.targets.listEnabled());
      expect(listed.find(({ code }) => code === targetCode)).toMatchObject({
        crons: { target: null, column: null, defaultColumn: '0 4 * * *', site: '0 3 * * *' },
        lastCrawledAt: now,
      });
    });

    it('says whether a target may run', async () => {
      const on = await sampleTarget(stand().database);
      const off = await sampleTarget(stand().database, { enabled: false });
      expect(await schedule().planFor(on.targetCode)).toEqual({ siteEnabled: true, targetEnabled: true });
      expect(await schedule().planFor(off.targetCode)).toMatchObject({ siteEnabled: false });
      expect(await schedule().planFor('nobody__knows')).toBeNull();
    });

    it('keeps statistics as they were written, and what is there stays', async () => {
      const source = await newSource({
        avgPublishHour: 9.25,
        stdPublishHour: 1.5,
        lastError: '操作过于频繁',
        failCount: 2,
      });
      await sources().watch([source]);
      await sources().watch([{ ...source, failCount: 9 }]);
      expect(await sources().find(source.sourceId)).toEqual(source);
      expect(await sources().find('target:nobody')).toBeNull();
    });

    it('starts many sources at once although another scheduler does the same', async () => {
      const many = [await newSource(), await newSource(), await newSource()];
      await Promise.all([sources().watch(many), sources().watch([...many].reverse()), sources().watch(many)]);
      for (const source of many) expect(await sources().find(source.sourceId)).toEqual(source);
    });

    it('finds what is due, longest overdue first, and nothing that is stopped', async () => {
      const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
      const [late, later, stopped, future] = await Promise.all(
        [at(5), at(50), null, at(-5)].map((nextDueAt) => newSource({ nextDueAt })),
      );
      await sources().watch([late!, later!, stopped!, future!]);
      const ids = async (limit: number) => (await sources().due(at(1), limit)).map(({ sourceId }) => sourceId);
      expect(await ids(20)).toEqual([later!.sourceId, late!.sourceId]);
      expect(await ids(1)).toEqual([later!.sourceId]);
      for (const { sourceId, nextDueAt } of [late!, later!]) {
        await sources().postpone(sourceId, nextDueAt!, at(-60), 'host_budget', '顺延');
      }
      expect(await ids(20)).toEqual([]);
    });

    it('lets only one of many open a check and one settle it, with one line of the log', async () => {
      const source = await newSource();
      await sources().watch([source]);
      const { job } = await stand().database.jobs.create({
        targetId: source.targetId,
        hostKey: 'www.example.gov.cn',
        trigger: 'cron',
        tick: now,
        force: false,
        maxItems: null,
      });
      const again = new Date(now.getTime() + 1_800_000);
      const opened = await Promise.all(
        Array.from({ length: 8 }, () => sources().opened(source.sourceId, now, job.id, again)),
      );
      expect(opened.filter(Boolean)).toHaveLength(1);
      const open = (await sources().find(source.sourceId))!;
      expect(open).toMatchObject({ openJobId: job.id, nextDueAt: again });
      const ended = async () =>
        (await sources().ended(1000)).find(({ source: one }) => one.sourceId === source.sourceId);
      expect(await ended()).toBeUndefined(); // its crawl has not ended
      const lease = (await stand().database.leases.acquire('www.example.gov.cn', 'worker', 60_000))!;
      const fence = { hostKey: 'www.example.gov.cn', token: lease.token };
      await stand().database.jobs.claim(job.id, fence, 'worker');
      await stand().database.jobs.finish(job.id, lease.token, { state: 'failed', summary: null, error: 'status 500' });
      await stand().database.leases.release('www.example.gov.cn', lease.token);
      expect(await ended()).toMatchObject({ source: open, job: { state: 'failed', error: 'status 500', tick: now } });
      const next = {
        ...open,
        openJobId: null,
        checkCount: 1,
        nextDueAt: null,
        dueReason: 'stopped',
        dueWhy: '凭据失效',
      };
      const line = {
        targetId: source.targetId,
        jobId: job.id,
        dueAt: now,
        settledAt: again,
        reason: 'first_look',
        why: '新的源',
        expected: 0.25,
        outcome: 'failed',
        itemsNew: 0,
        error: 'status 500',
        nextDueAt: null,
        nextReason: 'stopped',
        nextWhy: '凭据失效',
      };
      const settled = await Promise.all(Array.from({ length: 4 }, () => sources().settle(next, job.id, line)));
      expect(settled.filter(Boolean)).toHaveLength(1);
      expect(await sources().find(source.sourceId)).toEqual(next);
      expect(await sources().checksOf(source.targetId, 10, null)).toEqual([{ id: expect.any(Number), ...line }]);
      expect(await ended()).toBeUndefined();
      expect((await sources().stopped()).find(({ source: one }) => one.sourceId === source.sourceId)).toMatchObject({
        lastSuccessAt: null,
      });
      expect(await sources().resume(source.sourceId, again)).toBe(true);
      expect(await sources().find(source.sourceId)).toMatchObject({ nextDueAt: again, dueReason: 'resumed' });
      expect(await sources().pruneChecks(new Date(again.getTime() + 1))).toBeGreaterThan(0);
      expect(await sources().checksOf(source.targetId, 10, null)).toEqual([]);
    });

    it('parks a source and makes it due again when it is watched anew', async () => {
      const source = await newSource();
      await sources().watch([source]);
      await sources().postpone(source.sourceId, now, null, 'parked', null);
      const later = new Date(now.getTime() + 60_000);
      await sources().watch([{ ...source, nextDueAt: later }]);
      expect(await sources().find(source.sourceId)).toMatchObject({ nextDueAt: later, dueReason: 'resumed' });
    });

    it('knows what a target published, and which crawls its host got', async () => {
      const target = await sampleTarget(stand().database);
      expect(await sources().factsOf(target.targetId, 10)).toMatchObject({ publications: [], freshUntil: null });
      await stand().database.articles.store(sampleArticle(target));
      await stand().database.sourceStates.save({ id: target.targetId, code: target.targetCode }, { freshUntil: now });
      expect(await sources().factsOf(target.targetId, 10)).toEqual({
        publications: [{ publishedAt: new Date('2026-03-01T02:00:00.000Z'), fetchedAt: expect.any(Date) }],
        freshUntil: now,
        targetCreatedAt: expect.any(Date),
      });
      const job = { targetId: target.targetId, trigger: 'manual' as const, tick: null, force: false, maxItems: null };
      for (const hostKey of ['one.gov.cn', 'one.gov.cn', 'two.gov.cn']) {
        await stand().database.jobs.create({ ...job, hostKey });
      }
      const crawls = await sources().crawlsByHost(['one.gov.cn', 'none.gov.cn'], new Date(Date.now() - 600_000));
      expect([crawls.get('one.gov.cn')?.length, crawls.get('none.gov.cn')]).toEqual([2, []]);
      expect((await sources().crawlsByHost(['one.gov.cn'], new Date(Date.now() + 600_000))).get('one.gov.cn')).toEqual(
        [],
      );
    });

    it('keeps what a list answered, and leaves out validators that do not fit', async () => {
      const { targetId: id, targetCode: code } = await sampleTarget(stand().database);
      const states = stand().database.sourceStates;
      expect(await states.find(id)).toBeNull();
      await states.save({ id, code }, { etag: '"v1"', lastModified: 'x'.repeat(200), readAt: now, missingCount: 2 });
      await states.save({ id, code }, { unchangedCount: 4 });
      expect(await states.find(id)).toMatchObject({
        etag: '"v1"',
        lastModified: null,
        missingCount: 2,
        unchangedCount: 4,
      });
    });

    it('follows a moved address and switches off a gone target, each with its audit entry', async () => {
      const { database } = stand();
      const { targetId: id, targetCode: code, siteCode } = await sampleTarget(database);
      const { entryUrl } = (await database.targetEdits.find(code))!;
      const robot = { username: 'crawl-worker', requestId: null };
      const adopt = () => database.sourceStates.adoptAddress({ id, code }, entryUrl, 'https://new.gov.cn/f.xml', robot);
      expect(await adopt()).toBe(false); // its file says the address
      await database.siteEdits.update(siteCode, null, { managedBy: 'admin' }, robot);
      await database.targetEdits.update(code, null, { managedBy: 'admin' }, robot);
      expect(await adopt()).toBe(true);
      expect(await database.targetEdits.find(code)).toMatchObject({ entryUrl: 'https://new.gov.cn/f.xml' });
      // Its lane is that of the server that is asked, for the scheduler and for the worker.
      expect(await database.targets.planFor(code)).toMatchObject({ hostKey: 'new.gov.cn' });
      const listed = (await database.schedule.listEnabled()).find((target) => target.code === code);
      expect(listed).toMatchObject({ hostKey: 'new.gov.cn' });
      expect(await database.sourceStates.switchOff({ id, code }, now, robot)).toBe(true);
      expect(await database.sourceStates.switchOff({ id, code }, now, robot)).toBe(false);
      expect(await database.targetEdits.find(code)).toMatchObject({ enabled: false, disabledBy: 'gone' });
      const { items } = await database.audit.list({ subjectKey: code, limit: 10, offset: 0 });
      expect(items.map(({ action }) => action)).toEqual(['target.gone', 'target.moved', 'target.update']);
    });

    it('lists sources by kind, state and words', async () => {
      const { database } = stand();
      const feed = await sampleTarget(database, { adapter: 'rss', site_name: '某某订阅站' });
      const page = await sampleTarget(database, { site_name: '某某普通站' });
      const self = await sampleTarget(database, { site_name: '某某自调度站' });
      const source = await newSource({}, self);
      await sources().watch([source]);
      const list = (over: Parameters<typeof database.sources.list>[0] | object) =>
        database.sources.list({ now, limit: 10, offset: 0, q: '某某', ...over });
      const codes = async (over: object) => (await list(over)).items.map(({ target }) => target.targetCode).toSorted();
      expect(await codes({})).toEqual([feed.targetCode, self.targetCode].toSorted());
      expect(await codes({ q: page.targetCode })).toEqual([]);
      expect(await codes({ kind: 'rss' })).toEqual([feed.targetCode]);
      expect(await codes({ state: 'fixed' })).toEqual([feed.targetCode]);
      expect(await codes({ state: 'scheduled' })).toEqual([self.targetCode]);
      expect((await list({ limit: 1 })).total).toBe(2);
      expect(await database.sources.find(self.targetCode)).toMatchObject({ stats: source, state: null });
      expect((await database.sources.feeds()).find(({ code }) => code === feed.targetCode)).toMatchObject({
        category: null,
      });
      await database.sourceStates.switchOff({ id: feed.targetId, code: feed.targetCode }, now, {
        username: 'x',
        requestId: null,
      });
      expect(await codes({ state: 'gone' })).toEqual([feed.targetCode]);
      const troubled = await database.sources.troubled(100);
      expect(troubled.find(({ target }) => target.targetCode === feed.targetCode)).toMatchObject({ trouble: 'gone' });
      const counts = await database.sources.countByState(now);
      const all = await list({ q: undefined, limit: 1 });
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(all.total);
      expect((await database.sources.figures(now)).byCadence['P2']).toBeGreaterThan(0);
    });
  });
}
