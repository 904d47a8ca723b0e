import { newSourceStats, type SourceStats } from '@govcrawler/core';
import { sampleArticle, sampleTarget } from './samples.conformance.js';
import { type TestDatabase } from './test-database.conformance.js';

/** What schedulers read and remember. */
export function describeSchedule(stand: () => TestDatabase): void {
  const schedule = () => stand().database.schedule;
  const now = new Date('2026-03-02T01:00:00.000Z');
  let last = 0;
  const newStats = (changes: Partial<SourceStats> = {}): SourceStats => {
    last += 1;
    return { ...newSourceStats(`target:sample-${last}`, 'target', now), ...changes };
  };

  describe('the schedule', () => {
    it('lists the same targets as the target repository', async () => {
      const { targetId, targetCode } = await sampleTarget(stand().database, {
        schedule: '0 3 * * *',
        default_column: { schedule: '0 4 * * *' },
      });
      await stand().database.listings.crawled(targetId, now, now, null);
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

    it('keeps statistics as they were written', async () => {
      const stats = newStats({ avgPublishHour: 9.25, stdPublishHour: 1.5, lastError: '操作过于频繁', failCount: 2 });
      expect(await schedule().startStats(stats)).toBe(true);
      expect(await schedule().startStats({ ...stats, failCount: 9 })).toBe(false);
      expect(await schedule().statsOf(stats.sourceId)).toEqual(stats);
      await schedule().forgetStats(stats.sourceId);
      expect(await schedule().statsOf(stats.sourceId)).toBeNull();
    });

    it('finds what is due, longest overdue first, and nothing that is stopped', async () => {
      const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
      const [late, later, stopped, future] = [at(5), at(50), null, at(-5)].map((nextDueAt) => newStats({ nextDueAt }));
      const feed = newStats({ nextDueAt: at(70), sourceType: 'rss' });
      for (const stats of [late!, later!, stopped!, future!, feed]) await schedule().startStats(stats);
      const ids = async (type: 'target' | null, limit?: number) =>
        (await schedule().dueSources(now, type, limit)).map(({ sourceId }) => sourceId);
      expect(await ids('target')).toEqual([later!.sourceId, late!.sourceId]);
      expect(await ids(null)).toEqual([feed.sourceId, later!.sourceId, late!.sourceId]);
      expect(await ids(null, 1)).toEqual([feed.sourceId]);
      for (const stats of [late!, later!, feed]) await schedule().forgetStats(stats.sourceId);
    });

    it('lets only one of many write what a check came to', async () => {
      const stats = newStats({ nextDueAt: null });
      await schedule().startStats(stats);
      const next = { ...stats, checkCount: 1, nextDueAt: new Date(now.getTime() + 3_600_000) };
      const writers = Array.from({ length: 8 }, () => schedule().saveStats(next, stats.checkCount));
      expect((await Promise.all(writers)).filter(Boolean)).toHaveLength(1);
      expect(await schedule().statsOf(stats.sourceId)).toEqual(next);
    });

    it('knows what a target published', async () => {
      const target = await sampleTarget(stand().database);
      expect(await schedule().publicationFacts(target.targetId, 10)).toEqual({ publications: [], lastCrawl: null });
      await stand().database.articles.store(sampleArticle(target));
      const { publications } = await schedule().publicationFacts(target.targetId, 10);
      expect(publications).toEqual([
        { publishedAt: new Date('2026-03-01T02:00:00.000Z'), fetchedAt: expect.any(Date) },
      ]);
    });
  });
}
