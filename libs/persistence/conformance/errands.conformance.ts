import { LeaseLostError } from '@govcrawler/core';
import { sampleArticle, sampleTarget } from './samples.conformance.js';
import { type TestDatabase } from './test-database.conformance.js';

/** Errand rows: one like it at a time, one worker at a time, and none is lost or run for ever. */
export function describeErrands(stand: () => TestDatabase): void {
  const errands = () => stand().database.errands;
  const leases = () => stand().database.leases;
  const KIND = 'article.fetch_fulltext';
  let subject = 0;
  const order = (single = true) => ({
    kind: KIND as typeof KIND,
    subject: String((subject += 1)),
    place: `host-${subject}.gov.cn`,
    payload: { articleId: subject },
    createdBy: 'admin',
    single,
  });
  const hold = async (lane: string) => ({
    hostKey: lane,
    token: (await leases().acquire(lane, 'worker', 60_000))!.token,
  });

  describe('errands', () => {
    it('are made once while one like it is unfinished, also when many ask at the same time', async () => {
      const wanted = order();
      const made = await Promise.all(Array.from({ length: 5 }, () => errands().create(wanted)));
      expect(made.filter(({ kind }) => kind === 'created')).toHaveLength(1);
      expect(new Set(made.map(({ errand }) => errand.id)).size).toBe(1);
      const { errand } = made[0]!;
      expect(errand).toMatchObject({ state: 'queued', lane: `fulltext~${wanted.place}`, payloadJson: wanted.payload });
      const lease = await hold(errand.lane);
      expect((await errands().claim(errand.id, lease, 'w'))?.state).toBe('running');
      expect((await errands().create(wanted)).kind).toBe('exists');
      await errands().finish(errand.id, lease.token, { state: 'done', result: { a: 1 }, error: null });
      expect(await errands().find(KIND, errand.id)).toMatchObject({ state: 'done', resultJson: { a: 1 } });
      const again = await errands().create(wanted);
      expect(again.kind).toBe('created');
      const recent = await errands().recent(KIND, { subject: wanted.subject, limit: 5 });
      expect(recent.map(({ id }) => id)).toEqual([again.errand.id, errand.id]);
      expect(recent[1]).not.toHaveProperty('resultJson');
    });

    it('are many where one is not the rule', async () => {
      const wanted = order(false);
      const ids = [await errands().create(wanted), await errands().create(wanted)].map(({ errand }) => errand.id);
      expect(new Set(ids).size).toBe(2);
    });

    it('go to one worker, and nobody writes under a lease that is over', async () => {
      const { errand } = await errands().create(order());
      const first = await hold(errand.lane);
      await errands().claim(errand.id, first, 'w1');
      await errands().saveProgress(errand.id, first.token, { pages: 3 });
      expect(await errands().claim(errand.id, first, 'w1')).toBeNull();
      await leases().release(errand.lane, first.token);
      expect((await errands().unfinished()).map(({ id }) => id)).toContain(errand.id);
      const second = await hold(errand.lane);
      expect((await errands().claim(errand.id, second, 'w2'))?.crashes).toBe(1);
      const late = { state: 'done' as const, result: null, error: null };
      await expect(errands().finish(errand.id, first.token, late)).rejects.toThrow(LeaseLostError);
      await errands().requeue(errand.id, second.token);
      expect(await errands().find(KIND, errand.id)).toMatchObject({ state: 'queued', progressJson: { pages: 3 } });
    });

    it('are parked after three workers died over them', async () => {
      const { errand } = await errands().create(order());
      for (let death = 0; death < 4; death += 1) {
        const lease = await hold(errand.lane);
        const claimed = await errands().claim(errand.id, lease, 'w');
        expect(claimed === null).toBe(death === 3);
        await leases().release(errand.lane, lease.token);
      }
      const parked = await errands().find(KIND, errand.id);
      expect(parked).toMatchObject({ state: 'failed', activeKey: null, error: expect.stringContaining('3 times') });
      expect((await errands().unfinished()).map(({ id }) => id)).not.toContain(errand.id);
    });

    it('are cancelled at once while they wait, and told to stop while they run', async () => {
      const { errand: waiting } = await errands().create(order());
      expect(await errands().requestStop(KIND, waiting.id)).toBe('cancelled');
      expect(await errands().requestStop(KIND, waiting.id)).toBe('finished');
      expect(await errands().requestStop(KIND, 99_999_999)).toBe('unknown');
      const { errand } = await errands().create(order());
      const lease = await hold(errand.lane);
      await errands().claim(errand.id, lease, 'w');
      expect(await errands().isStopRequested(errand.id)).toBe(false);
      expect(await errands().requestStop(KIND, errand.id)).toBe('stopping');
      expect(await errands().isStopRequested(errand.id)).toBe(true);
      await errands().finish(errand.id, lease.token, { state: 'done', result: { so: 'far' }, error: null });
      expect(await errands().find(KIND, errand.id)).toMatchObject({ state: 'cancelled', resultJson: { so: 'far' } });
    });

    it('are forgotten when they ended long ago', async () => {
      const { errand } = await errands().create(order());
      await errands().requestStop(KIND, errand.id);
      const { errand: waiting } = await errands().create(order());
      await stand().dataSource.query(`UPDATE errand SET finished_at = created_at WHERE id = ${errand.id}`);
      expect(await errands().prune(3_600_000)).toBe(0);
      expect(await errands().prune(-3_600_000)).toBeGreaterThan(0);
      expect(await errands().find(KIND, errand.id)).toBeNull();
      expect(await errands().find(KIND, waiting.id)).not.toBeNull();
    });
  });

  describe('full texts', () => {
    it('stand beside the body that the crawl found, and a reason never removes one', async () => {
      const { database } = stand();
      const { articleId } = await database.articles.store(sampleArticle(await sampleTarget(database)));
      const before = (await database.articles.detail(articleId))!;
      const lease = await hold(`fulltext~${articleId}`);
      expect(await database.fullTexts.sourceOf(articleId)).toMatchObject({ url: before.url, hasFullText: false });
      await database.fullTexts.saveFailure(articleId, 'http_not_found: status 404', lease);
      const found = { html: '<p>全文</p>', sourceUrl: 'http://a.gov.cn/final.html' };
      await database.fullTexts.saveFullText(articleId, found, lease);
      const after = (await database.articles.detail(articleId))!;
      expect(after).toMatchObject({
        contentFullHtml: found.html,
        contentFullSourceUrl: found.sourceUrl,
        contentFullError: null,
        contentHtml: before.contentHtml,
        contentHash: before.contentHash,
        revision: before.revision,
      });
      expect(Math.abs(after.contentFullFetchedAt!.getTime() - Date.now())).toBeLessThan(60_000);
      await database.fullTexts.saveFailure(articleId, 'late', lease);
      expect((await database.articles.detail(articleId))?.contentFullHtml).toBe(found.html);
      await leases().release(lease.hostKey, lease.token);
      await expect(database.fullTexts.saveFailure(articleId, 'x', lease)).rejects.toThrow(LeaseLostError);
      expect(await database.fullTexts.sourceOf(99_999_999)).toBeNull();
    });
  });
}
