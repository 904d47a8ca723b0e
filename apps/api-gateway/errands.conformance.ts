import { type ErrandKind } from '@govcrawler/contracts';
import { article, HOSTILE } from './admin-api.conformance.js';
import { openGateway, siteFile, type GatewayStand, type OpenedDatabase } from './gateway-stand.conformance.js';

/** What the gateway asks of workers beside crawls, on whatever database stands behind it. */
export function describeErrandApi(name: string, open: () => Promise<OpenedDatabase>): void {
  describe(`errands of the API on ${name}`, () => {
    let stand: GatewayStand;

    beforeAll(async () => {
      stand = await openGateway(open);
      await stand.database.sites.syncFromFile(siteFile('qingyuan', ['tzgg', 'zcwj']), 'qingyuan.yaml');
    }, 120_000);
    afterAll(() => stand?.close());

    const store = async (i: number, more: object = {}): Promise<number> =>
      (await stand.database.articles.store({ ...(await article(stand.database, i)), ...more })).articleId;
    /** Does what a worker would do. */
    const finish = async (
      kind: ErrandKind,
      id: number,
      outcome: { state: 'done' | 'failed'; result: object | null; error: string | null },
    ) => {
      const { leaseKey } = (await stand.database.errands.find(kind, id))!;
      const { token } = (await stand.database.leases.acquire(leaseKey, 'tester', 60_000))!;
      await stand.database.errands.claim(id, { hostKey: leaseKey, token }, 'tester');
      await stand.database.errands.finish(id, token, outcome);
      await stand.database.leases.release(leaseKey, token);
    };

    describe('settings', () => {
      it('have defaults, and only what is sent changes', async () => {
        const defaults = {
          rss: {
            fullTextOnOpenEnabled: false,
            fullTextMaxBytes: 2 * 1024 * 1024,
            fullTextBackoffMinutes: 10,
            userAgent: null,
          },
        };
        expect((await stand.get('/api/settings')).body).toEqual(defaults);
        const changed = await stand.put('/api/settings', { rss: { fullTextOnOpenEnabled: true } });
        expect([changed.status, changed.body.rss]).toEqual([200, { ...defaults.rss, fullTextOnOpenEnabled: true }]);
        await stand.put('/api/settings', { rss: { userAgent: 'Reader/1.0' } });
        expect((await stand.get('/api/settings')).body.rss).toMatchObject({
          fullTextOnOpenEnabled: true,
          userAgent: 'Reader/1.0',
        });
        const { items } = (await stand.get('/admin/api/audit?subjectKind=settings')).body;
        expect(items[0]).toMatchObject({ action: 'settings.update', after: { rss: { userAgent: 'Reader/1.0' } } });
        await stand.put('/api/settings', defaults);
        expect((await stand.get('/api/settings')).body).toEqual(defaults);
      });

      it.each([
        [{ rss: { fullTextOnOpenEnabled: 'yes' } }, 'rss.fullTextOnOpenEnabled'],
        [{ rss: { fullTextMaxBytes: 5 } }, 'rss.fullTextMaxBytes'],
        [{ rss: { fullTextBackoffMinutes: -1 } }, 'rss.fullTextBackoffMinutes'],
        [{ rss: { userAgent: '阅读器' } }, 'rss.userAgent'],
        [{ rss: { speed: 1 } }, 'rss.speed'],
        [{ rss: 7 }, 'rss'],
        [{ theme: 'dark' }, 'theme'],
      ])('refuse %j', async (body, field) => {
        const answer = await stand.put('/api/settings', body);
        expect([answer.status, answer.body.field]).toEqual([400, field]);
      });

      it('are changed by admins, read by all', async () => {
        const operator = await stand.as('operator');
        expect((await operator.send('put', '/api/settings', { rss: {} })).status).toBe(403);
        expect((await (await stand.as('viewer')).get('/api/settings')).status).toBe(200);
      });
    });

    describe('full text on demand', () => {
      const enable = (fullTextOnOpenEnabled: boolean) =>
        stand.put('/api/settings', { rss: { fullTextOnOpenEnabled, fullTextBackoffMinutes: 10 } });
      const ask = (id: number) => stand.post(`/api/articles/${id}/fulltext`);
      beforeEach(() => enable(true));

      it('shows an article with its body and no full text yet', async () => {
        const id = await store(0, { contentHtml: '<p>摘要</p>' });
        const { body } = await stand.get(`/api/articles/${id}`);
        expect(body).toMatchObject({
          id,
          contentHtml: '<p>摘要</p>',
          contentFullHtml: null,
          contentFullFetchedAt: null,
          contentFullError: null,
          contentFullSourceUrl: null,
        });
        expect((await stand.get('/api/articles/99999999')).body.code).toBe('article_not_found');
        expect((await ask(99_999_999)).body.code).toBe('article_not_found');
        expect((await stand.get('/api/articles/x')).status).toBeLessThan(500);
      });

      it('enqueues nothing while it is switched off', async () => {
        const id = await store(1);
        await enable(false);
        expect((await ask(id)).body).toEqual({ enqueued: false, reason: 'disabled' });
      });

      it('enqueues nothing without a link', async () => {
        const id = await store(2, { url: 'urn:nothing' });
        expect((await ask(id)).body).toEqual({ enqueued: false, reason: 'no_link' });
      });

      it('enqueues one job however often the article is opened, and none once the text is there', async () => {
        const id = await store(3);
        const viewer = await stand.as('viewer');
        const asked = await Promise.all([1, 2, 3].map(() => viewer.send('post', `/api/articles/${id}/fulltext`)));
        const jobId = asked[0]!.body.jobId as number;
        expect(asked.map(({ body }) => body)).toEqual(Array(3).fill({ enqueued: true, jobId }));
        const row = await stand.database.errands.find('article.fetch_fulltext', jobId);
        expect(row).toMatchObject({ payloadJson: { articleId: id }, createdBy: 'the-viewer', state: 'queued' });
        expect(stand.errandLanes.enqueued.filter((one) => one.jobId === jobId)[0]?.rowWasThere).toBe(true);
        const lease = (await stand.database.leases.acquire(row!.leaseKey, 'tester', 60_000))!;
        const fence = { hostKey: row!.leaseKey, token: lease.token };
        const found = { html: '<p>全文</p>', sourceUrl: 'http://www.qingyuan.gov.cn/final.html' };
        await stand.database.fullTexts.saveFullText(id, found, fence);
        await stand.database.leases.release(fence.hostKey, fence.token);
        await finish('article.fetch_fulltext', jobId, { state: 'done', result: null, error: null });
        const { body } = await stand.get(`/api/articles/${id}`);
        expect(body).toMatchObject({
          contentFullHtml: found.html,
          contentFullSourceUrl: found.sourceUrl,
          contentFullFetchedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        });
        expect((await ask(id)).body).toEqual({ enqueued: false, reason: 'already_fetched' });
      });

      it('waits ten minutes after a failure', async () => {
        const id = await store(4);
        const { jobId } = (await ask(id)).body;
        await finish('article.fetch_fulltext', jobId, { state: 'failed', result: null, error: 'http_not_found: 404' });
        expect((await ask(id)).body).toEqual({ enqueued: false, reason: 'recent_failure' });
        stand.clock.offsetMs = 9 * 60_000;
        expect((await ask(id)).body.enqueued).toBe(false);
        stand.clock.offsetMs = 11 * 60_000;
        const again = (await ask(id)).body;
        stand.clock.offsetMs = 0;
        expect(again).toEqual({ enqueued: true, jobId: expect.any(Number) });
        expect(again.jobId).not.toBe(jobId);
      });

      it('accepts the job when the queue is away', async () => {
        const id = await store(5);
        stand.errandLanes.broken = true;
        const answer = (await ask(id)).body;
        stand.errandLanes.broken = false;
        expect(answer.enqueued).toBe(true);
        const waiting = await stand.database.errands.unfinished();
        expect(waiting.map((one) => one.id)).toContain(answer.jobId);
      });

      it('meets hostile ids without falling over', async () => {
        for (const text of HOSTILE.filter(({ length }) => length < 1000)) {
          const path = `/api/articles/${encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))}`;
          expect((await stand.get(path)).status).toBeLessThan(500);
          expect((await stand.post(`${path}/fulltext`)).status).toBeLessThan(500);
        }
      });
    });
  });
}
