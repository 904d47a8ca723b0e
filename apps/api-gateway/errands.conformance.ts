import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ErrandKind } from '@govcrawler/contracts';
import { SiteFolder } from '@govcrawler/platform';
import { article, HOSTILE } from './admin-api.conformance.js';
import { GatewayInfrastructure } from './gateway-infrastructure.js';
import {
  finishErrand,
  openGateway,
  siteFile,
  type ErrandEnd,
  type GatewayStand,
  type OpenedDatabase,
} from './gateway-stand.conformance.js';

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
    const finish = (kind: ErrandKind, id: number, outcome: ErrandEnd) => finishErrand(stand, kind, id, outcome);

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

    describe('discovery', () => {
      const found = {
        siteName: '某市人民政府',
        baseUrl: 'http://www.new.gov.cn/',
        pagesFetched: 3,
        pagesFailed: 0,
        endedBy: 'nothing_left',
        columns: ['tzgg', 'zcwj'].map((columnId) => ({
          adapter: 'yaml',
          columnId,
          name: `栏目 ${columnId}`,
          listUrl: `http://www.new.gov.cn/${columnId}/`,
          confidence: 0.9,
          listSelectors: { row: 'ul > li', href: 'a::attr(href)', title: 'a::text' },
          pagination: { type: 'path_pattern', pattern: 'index_{page}.html', start: 1, max_pages: 9 },
          totalPages: 9,
          params: {},
          rowCount: 20,
          sampleRows: [{ title: '通知', url: 'http://www.new.gov.cn/1.html', publishDate: null }],
        })),
      };
      const discover = (body: object) => stand.post('/admin/api/targets/discover-html', body);
      const done = async () => {
        const { body } = await discover({ url: 'http://www.new.gov.cn/' });
        await finish('site.discover', body.id, { state: 'done', result: found, error: null });
        return body.id as number;
      };

      it('is accepted once, shown with its progress, and cancelled', async () => {
        const order = { url: 'http://www.slow.gov.cn/', hosts: ['zwgk.slow.gov.cn:8080'], maxPages: 9 };
        const answer = await discover(order);
        expect([answer.status, answer.body.created]).toEqual([202, true]);
        const path = answer.headers.location as string;
        expect((await discover(order)).body).toEqual({ id: answer.body.id, created: false });
        expect((await stand.get(path)).body).toMatchObject({
          state: 'queued',
          result: null,
          order: { ...order, maxDepth: 2, maxMinutes: 10 },
        });
        const early = { siteCode: 'slow', as: 'yaml', columns: [{ listUrl: 'http://www.slow.gov.cn/a/' }] };
        expect((await stand.post(`${path}/accept`, early)).body.code).toBe('discovery_not_finished');
        const { lane, leaseKey } = (await stand.database.errands.find('site.discover', answer.body.id))!;
        expect([lane, leaseKey]).toEqual(['discover~www.slow.gov.cn', 'www.slow.gov.cn']);
        expect((await stand.post(`${path}/cancel`)).body.state).toBe('cancelled');
        expect((await stand.post(`${path}/cancel`)).body.code).toBe('job_finished');
        expect((await stand.get('/admin/api/discoveries')).body[0]).toMatchObject({ state: 'cancelled' });
        expect((await stand.get('/admin/api/discoveries/99999999')).body.code).toBe('discovery_not_found');
        expect((await stand.post('/admin/api/discoveries/99999999/cancel')).body.code).toBe('discovery_not_found');
        const { items } = (await stand.get('/admin/api/audit?subjectKind=discovery')).body;
        expect(items.slice(0, 2)).toMatchObject([
          { action: 'discovery.cancel', subjectKey: order.url },
          { action: 'discovery.start', subjectKey: order.url },
        ]);
      });

      it.each([
        [{}, 'url'],
        [{ url: 'ftp://a.cn/' }, 'url'],
        [{ url: 'http://a.cn/', maxPages: 501 }, 'maxPages'],
        [{ url: 'http://a.cn/', maxDepth: 0 }, 'maxDepth'],
        [{ url: 'http://a.cn/', hosts: ['a b'] }, 'hosts'],
        [{ url: 'http://a.cn/', hosts: 'a.cn' }, 'hosts'],
        [{ url: 'http://a.cn/', cookies: 'x' }, 'cookies'],
      ])('is refused with %j', async (body, field) => {
        const answer = await discover(body);
        expect([answer.status, answer.body.field]).toEqual([400, field]);
      });

      it('becomes targets of a new site, or the text of its file', async () => {
        const id = await done();
        const columns = [{ listUrl: 'http://www.new.gov.cn/tzgg/', name: '通知公告' }];
        const accept = (body: object) => stand.post(`/admin/api/discoveries/${id}/accept`, body);
        const made = await accept({ siteCode: 'new_site', as: 'targets', columns });
        expect([made.status, made.body.targets.refused]).toEqual([200, []]);
        expect(made.body.targets.created[0]).toMatchObject({
          code: 'new_site__tzgg',
          name: '通知公告',
          hasParserOverride: true,
        });
        const { override } = (await stand.get('/admin/api/targets/new_site__tzgg/parser')).body;
        expect(override).toMatchObject({ list_selector: { row: 'ul > li' }, pagination: { max_pages: 9 } });
        const again = await accept({ siteCode: 'new_site', as: 'targets', columns });
        expect(again.body.targets.refused[0].code).toBe('already_exists');
        const text = (await accept({ siteCode: 'new_site', as: 'yaml', columns })).body;
        expect(text).toMatchObject({ yamlPath: null, yaml: expect.stringContaining('column_id: tzgg') });
        expect((await accept({ siteCode: 'new_site', as: 'file', columns })).body.code).toBe('no_sites_folder');
        const infrastructure = stand.app.nest.get<{ siteFolder?: SiteFolder }>(GatewayInfrastructure);
        const folder = mkdtempSync(join(tmpdir(), 'gateway-sites-'));
        writeFileSync(join(folder, 'no-folder'), '');
        for (const path of [join(folder, 'missing'), join(folder, 'no-folder')]) {
          infrastructure.siteFolder = new SiteFolder(path);
          const refused = await accept({ siteCode: 'file_site', as: 'file', columns });
          expect([refused.status, refused.body.code]).toEqual([409, 'no_sites_folder']);
        }
        infrastructure.siteFolder = new SiteFolder(folder);
        const filed = (await accept({ siteCode: 'file_site', as: 'file', columns })).body;
        expect(filed.yamlPath).toBe(join(folder, 'file_site.yaml'));
        expect(readFileSync(filed.yamlPath, 'utf8')).toBe(filed.yaml);
        expect((await stand.get('/admin/api/targets/file_site__tzgg')).body).toMatchObject({ managedBy: 'yaml' });
        delete infrastructure.siteFolder;
        rmSync(folder, { recursive: true });
        const unknown = await accept({
          siteCode: 'x',
          as: 'yaml',
          columns: [{ listUrl: 'http://www.new.gov.cn/no/' }],
        });
        expect([unknown.status, unknown.body.field]).toEqual([400, 'columns.0.listUrl']);
        const twice = found.columns.map(({ listUrl }) => ({ listUrl, columnId: 'same' }));
        expect((await accept({ siteCode: 'x', as: 'yaml', columns: twice })).status).toBe(400);
        expect((await accept({ siteCode: 'X!', as: 'yaml', columns })).body.field).toBe('siteCode');
        expect((await accept({ siteCode: 'x', as: 'print', columns })).body.field).toBe('as');
        const operator = await stand.as('operator');
        expect((await operator.send('post', `/admin/api/discoveries/${id}/accept`, {})).status).toBe(403);
      });
    });

    describe('inspection', () => {
      const row = (n: number) =>
        `<li><a href="/tzgg/${n}.html">关于做好第${n}项工作的通知</a><span>2026-11-0${n}</span></li>`;
      const html = `<body><ul class="list">${[1, 2, 3, 4].map(row).join('')}</ul><script>alert(1)</script></body>`;
      const article = `<body><h1>关于做好第1项工作的通知</h1><div class="TRS_Editor"><p>${'各单位要认真组织实施。'.repeat(20)}</p></div></body>`;

      it('shows pages that a worker fetched, and reads them by other selectors', async () => {
        const answer = await stand.post('/admin/api/targets/inspect', { url: 'http://www.new.gov.cn/tzgg/' });
        expect(answer.status).toBe(202);
        const path = answer.headers.location as string;
        expect((await stand.get(path)).body).toMatchObject({
          state: 'queued',
          snapshot: null,
          list: null,
          articles: [],
        });
        const url = 'http://www.new.gov.cn/tzgg/1.html';
        const title = '关于做好第1项工作的通知';
        const articles = [
          { url, title, publishDate: '2026-11-01', html: article, failure: null },
          { url, title, publishDate: null, html: null, failure: 'http_not_found: status 404' },
        ];
        const result = { url: 'http://www.new.gov.cn/tzgg/', finalUrl: 'http://www.new.gov.cn/tzgg/', html, articles };
        await finish('page.inspect', answer.body.id, { state: 'done', result, error: null });
        const seen = (await stand.get(path)).body;
        expect(seen.list).toMatchObject({ rowCount: 4, selectors: { row: expect.stringContaining('li') } });
        expect(seen.snapshot).not.toContain('alert');
        expect(seen.articles).toMatchObject([{ title, failure: null }, { failure: 'http_not_found: status 404' }]);
        const other = (await stand.post(`${path}/correct`, { list: { row: 'ul.list > li:first-child' } })).body;
        expect([other.list.rowCount, other.list.marks.row]).toEqual([1, [seen.list.marks.row[0]]]);
        expect(seen.articlePage).toMatchObject({ url: seen.articles[0].url, matches: [] });
        const { articlePage } = (await stand.post(`${path}/correct`, { detail: { title: 'h1::text' } })).body;
        expect(articlePage.matches).toMatchObject([{ field: 'title', selector: 'h1::text', count: 1 }]);
        expect(articlePage.snapshot).toContain(`data-gc="${articlePage.matches[0].elements[0]}"`);
        const wrong = await stand.post(`${path}/correct`, { list: { row: 'li[' } });
        expect([wrong.status, wrong.body.field]).toEqual([400, 'list.row']);
        expect((await stand.get('/admin/api/inspections/99999999')).body.code).toBe('inspection_not_found');
        for (const text of HOSTILE) {
          const tried = await stand.post(`${path}/correct`, {
            list: { row: text, date: text },
            detail: { content: text },
          });
          expect(tried.status).toBeLessThan(500);
        }
      });
    });

    describe('re-parse', () => {
      const path = '/admin/api/targets/qingyuan__zcwj';
      const override = { detail: { title: 'h1::text', content: '#body' } };
      const page = (body: string) =>
        Buffer.from(`<html><body><h1>关于做好第9项工作的通知</h1><div id="body">${body}</div></body></html>`);
      const TEXT = '各单位要认真组织实施，确保各项工作落实到位。'.repeat(8);

      it('is tried on a stored page and compared over the newest ones', async () => {
        const { id: targetId } = (await stand.database.targets.planFor('qingyuan__zcwj'))!.target;
        const keep = async (n: number, raw: Buffer | null) => {
          const place = { siteCode: 'qingyuan', targetCode: 'qingyuan__zcwj', date: new Date(), name: `page-${n}` };
          const rawHtmlPath = raw ? await stand.files.saveRaw(place, raw) : 'raw_html/lost.html';
          return store(n, { targetId, rawHtmlPath, contentText: TEXT, contentHtml: `<p>${TEXT}</p>` });
        };
        const good = await keep(10, page(`<p>${TEXT}新的一段。</p>`));
        const empty = await keep(11, page(''));
        const lost = await keep(12, null);
        const tried = await stand.post(`${path}/parser/try`, { override, articleId: good });
        expect(tried.body).toMatchObject({
          articleId: good,
          matches: expect.arrayContaining([
            { field: 'content', selector: '#body', count: 1, elements: [expect.any(Number)] },
          ]),
          proposed: { title: '关于做好第9项工作的通知', contentText: expect.stringContaining('新的一段') },
        });
        expect((await stand.post(`${path}/parser/try`, { override, articleId: lost })).body.code).toBe(
          'raw_page_missing',
        );
        expect((await stand.post(`${path}/parser/try`, { override, articleId: 999_999 })).body.code).toBe(
          'article_not_found',
        );
        expect((await stand.post(`${path}/parser/try`, { override, inspectionId: 999_999 })).status).toBe(404);
        const { body } = await stand.post(`${path}/parser/compare`, { override });
        const byId = new Map(body.articles.map((one: { articleId: number }) => [one.articleId, one]));
        expect([body.compared, body.changed]).toEqual([3, 1]);
        expect(byId.get(empty)).toMatchObject({ kept: 'would_be_empty', changes: [] });
        expect(byId.get(lost)).toMatchObject({ kept: 'no_raw_page' });
        const wrong = await stand.post(`${path}/parser/try`, { override: { detail: { content: 'div[' } } });
        expect([wrong.status, wrong.body.field]).toEqual([400, 'override.detail.content']);
        expect((await stand.post('/admin/api/targets/nobody/parser/try', { override })).body.code).toBe(
          'target_not_found',
        );
      });

      it('runs one at a time, and is applied only after a preview by what is saved', async () => {
        const preview = await stand.post(`${path}/reparse`, { override });
        expect(preview.status).toBe(202);
        expect((await stand.post(`${path}/reparse`, {})).body.code).toBe('reparse_running');
        const at = preview.headers.location as string;
        expect((await stand.post(`${at}/apply`)).body.code).toBe('reparse_not_previewed');
        const report = {
          articles: 1,
          read: 1,
          changed: 1,
          unchanged: 0,
          wouldBeEmpty: 0,
          noRawPage: 0,
          applied: 0,
          changesByField: { title: 1 },
          samples: [],
          lastId: 1,
        };
        await finish('target.reparse', preview.body.id, { state: 'done', result: report, error: null });
        expect((await stand.get(at)).body).toMatchObject({ state: 'done', apply: false, override, report });
        expect((await stand.post(`${at}/apply`)).body.code).toBe('parser_not_saved');
        await stand.put(`${path}/parser`, { override, version: '*' });
        const applied = await stand.post(`${at}/apply`);
        expect(applied.status).toBe(202);
        const { items } = (await stand.get('/admin/api/audit?subjectKind=target&subjectKey=qingyuan__zcwj')).body;
        expect(items[0]).toMatchObject({ action: 'target.reparse', after: { id: applied.body.id } });
        expect((await stand.post(`/admin/api/reparses/${applied.body.id}/cancel`)).body.state).toBe('cancelled');
        expect((await stand.post(`/admin/api/reparses/${applied.body.id}/cancel`)).body.code).toBe('job_finished');
        expect((await stand.get('/admin/api/reparses/99999999')).body.code).toBe('reparse_not_found');
        expect((await stand.get(`${path}/reparses`)).body).toHaveLength(2);
        const operator = await stand.as('operator');
        expect((await operator.send('post', `${at}/apply`)).status).toBe(403);
      });
    });
  });
}
