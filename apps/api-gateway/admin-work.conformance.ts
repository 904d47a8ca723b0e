import {
  type ActivityStats,
  type AlertView,
  type CategoryStats,
  type MonthStats,
  type DepartmentStats,
  type DepartmentView,
  type ScheduledRun,
} from '@govcrawler/contracts';
import { ConfigError } from '@govcrawler/core';
import { describeAlerts } from './alerts/alerts.conformance.js';
import { describeAccounts } from './admin-accounts.conformance.js';
import { describeDocuments } from './admin-documents.conformance.js';
import { describeEvents } from './admin-events.conformance.js';
import { describeHosts } from './admin-hosts.conformance.js';
import { article } from './admin-api.conformance.js';
import { seedDepartments } from './departments/seed-departments.js';
import { openGateway, siteFile, type GatewayStand, type OpenedDatabase } from './gateway-stand.conformance.js';

const API = '/admin/api';

/** Departments, deletions, schedules, retries, figures and the registry, on whatever database stands behind them. */
export function describeAdminWork(name: string, open: () => Promise<OpenedDatabase>): void {
  describe(`the work of the admin API on ${name}`, () => {
    let stand: GatewayStand;

    beforeAll(async () => {
      stand = await openGateway(open);
      await stand.database.sites.syncFromFile(siteFile('qingyuan', ['tzgg', 'zcwj']), 'qingyuan.yaml');
      await stand.database.sites.syncFromFile(siteFile('yingde', ['zcwj']), 'yingde.yaml');
      const closed = siteFile('closed', ['tzgg'], { enabled: false });
      await stand.database.sites.syncFromFile(closed, 'closed.yaml');
    }, 120_000);
    afterAll(() => stand?.close());

    const store = async (i: number, more: object = {}): Promise<number> =>
      (await stand.database.articles.store({ ...(await article(stand.database, i)), ...more })).articleId;
    const failJob = async (targetCode: string, hostKey: string): Promise<number> => {
      const { jobId } = (await stand.post(`${API}/targets/${targetCode}/run`, { maxItems: 7 })).body;
      const lease = (await stand.database.leases.acquire(hostKey, 'tester', 60_000))!;
      await stand.database.jobs.claim(jobId, { hostKey, token: lease.token }, 'tester');
      const end = { state: 'failed' as const, summary: null, error: 'ctct_challenge_unresolved' };
      await stand.database.jobs.finish(jobId, lease.token, end);
      await stand.database.leases.release(hostKey, lease.token);
      return jobId;
    };

    describeAccounts(() => stand);
    describeDocuments(() => stand);
    describeHosts(() => stand, { host: 'www.qingyuan.gov.cn', target: 'qingyuan__tzgg' });
    describeAlerts(() => stand);
    describeEvents(() => stand, 'qingyuan__tzgg');

    describe('departments', () => {
      const path = `${API}/local-departments`;

      it('are made, found by region and category, changed and deleted', async () => {
        const made = await stand.post(path, {
          fullName: '清远市财政局',
          shortName: '财政局',
          region: '市直',
          category: '',
        });
        expect(made.status).toBe(201);
        expect(made.headers.location).toBe(`${path}/${made.body.id}`);
        expect((await stand.get(made.headers.location as string)).body).toEqual(made.body);
        expect((await stand.get(`${path}/999999`)).body.code).toBe('department_not_found');
        expect(made.body).toMatchObject({
          fullName: '清远市财政局',
          shortName: '财政局',
          region: '市直',
          category: null,
        });
        await stand.post(path, { fullName: '英德市教育局', region: '英德市', category: '政府部门' });
        const names = async (query: string) =>
          (await stand.get(`${path}?${query}`)).body.map(({ fullName }: DepartmentView) => fullName);
        expect(await names(`region=${encodeURIComponent('市直')}`)).toEqual(['清远市财政局']);
        expect(await names(`category=${encodeURIComponent('政府部门')}`)).toEqual(['英德市教育局']);
        expect(await names('')).toHaveLength(2);
        const again = await stand.post(path, { fullName: '清远市财政局' });
        expect([again.status, again.body.code, again.body.field]).toEqual([409, 'already_exists', 'fullName']);
        const { id, version } = made.body;
        const changed = await stand.put(`${path}/${id}`, { version, category: '政府部门', shortName: null });
        expect(changed.body).toMatchObject({ category: '政府部门', shortName: null, region: '市直' });
        expect((await stand.put(`${path}/${id}`, { version, region: 'x' })).body.code).toBe('version_conflict');
        expect((await stand.put(`${path}/${id}`, { region: 'x' })).status).toBe(428);
        const taken = await stand.put(`${path}/${id}`, { version: '*', fullName: '英德市教育局' });
        expect([taken.status, taken.body.code]).toEqual([409, 'already_exists']);
        const articleId = await store(0, { deptId: id });
        const unconfirmed = await stand.delete(`${path}/${id}`);
        expect([unconfirmed.status, unconfirmed.body.loses]).toEqual([409, { targets: 0, articles: 1 }]);
        expect((await stand.delete(`${path}/${id}?confirm=${id}`)).body).toEqual({ deleted: id });
        expect((await stand.get(`${API}/articles/${articleId}`)).status).toBe(200);
        expect((await stand.delete(`${path}/${id}`)).body.code).toBe('department_not_found');
        expect((await stand.put(`${path}/${id}`, { version: '*', region: 'x' })).status).toBe(404);
      });

      it.each([
        [{}, 'fullName'],
        [{ fullName: ' ' }, 'fullName'],
        [{ fullName: 'x'.repeat(201) }, 'fullName'],
        [{ fullName: '局', region: 7 }, 'region'],
        [{ fullName: '局', boss: '张三' }, 'boss'],
      ])('are refused with %j', async (body, field) => {
        const answer = await stand.post(path, body);
        expect([answer.status, answer.body.field]).toEqual([400, field]);
      });

      it('come from the file once, and what people deleted stays deleted', async () => {
        await stand.database.departments.upsert({
          fullName: '清远市水利局',
          shortName: null,
          region: null,
          category: null,
        });
        const file = {
          departments: [
            { full_name: '清远市公安局', short_name: '公安局', region: '市直' },
            { full_name: '清远市水利局', region: '市直' },
          ],
        };
        const seed = () => seedDepartments(stand.database, file, 'config/departments.yaml');
        expect(await seed()).toEqual({ added: 1, completed: 1 });
        const { body } = await stand.get(path);
        const police = body.find(({ fullName }: DepartmentView) => fullName === '清远市公安局');
        await stand.delete(`${path}/${police.id}`);
        expect(await seed()).toEqual({ added: 0, completed: 0 });
        file.departments.push({ full_name: '清远市司法局', region: '市直' });
        expect(await seed()).toEqual({ added: 1, completed: 0 });
        const wrong = seedDepartments(stand.database, { departments: [{ name: 'x' }] }, 'config/departments.yaml');
        await expect(wrong).rejects.toThrow(ConfigError);
        await expect(wrong).rejects.toThrow('config/departments.yaml: departments.0.full_name');
      });
    });

    describe('articles', () => {
      it('are found by department and attachment, and by their ids alone', async () => {
        const { deptId } = await stand.database.departments.upsert({
          fullName: '清远市民政局',
          shortName: null,
          region: null,
          category: null,
        });
        const [one, two] = [await store(1, { deptId }), await store(2, { deptId })];
        const attachments = [{ url: 'http://www.qingyuan.gov.cn/a/3.pdf', name: '3.pdf' }];
        const three = await store(3, { deptId, attachments });
        const total = async (query: string) => (await stand.get(`${API}/articles/search?${query}`)).body.total;
        expect(await total(`deptId=${deptId}`)).toBe(3);
        expect(await total(`deptId=${deptId}&hasAttachment=true`)).toBe(1);
        expect(await total(`deptId=${deptId}&hasAttachment=false`)).toBe(2);
        const { body } = await stand.get(`${API}/articles/search/ids?deptId=${deptId}`);
        expect(body).toEqual({ total: 3, count: 3, truncated: false, ids: [three, two, one] });
        const failed = await stand.get(`${API}/articles/search/ids?deptId=${deptId}&status=failed`);
        expect(failed.body.ids).toEqual([three]);
        expect((await stand.get(`${API}/articles/search/ids?limit=5`)).body.field).toBe('limit');
        expect((await stand.get(`${API}/articles/search?hasAttachment=perhaps`)).body.field).toBe('hasAttachment');
      });

      it('are deleted with their files, and the change log says so', async () => {
        const paths = { rawHtmlPath: 'raw_html/q/10.html', textPath: 'text/q/10.txt' };
        const id = await store(10, paths);
        const before = (await stand.database.changes.read(0, 1000)).at(-1)!.seq;
        const answer = await stand.delete(`${API}/articles/${id}`);
        expect(answer.body).toEqual({ deleted: id, filesRemoved: 2 });
        expect(stand.removedFiles).toEqual(expect.arrayContaining(Object.values(paths)));
        expect((await stand.get(`${API}/articles/${id}`)).status).toBe(404);
        expect(await stand.database.changes.read(before, 10)).toMatchObject([{ articleId: id, kind: 'DELETE' }]);
        expect((await stand.delete(`${API}/articles/${id}`)).body.code).toBe('article_not_found');
        const audit = await stand.get(`${API}/audit?subjectKind=article&subjectKey=${id}`);
        expect(audit.body.items).toMatchObject([{ action: 'article.delete', actor: 'admin', after: null }]);
      });

      it('are deleted by the hundred, and unknown ids are named', async () => {
        const ids = [await store(11), await store(12), await store(13)];
        const answer = await stand.post(`${API}/articles/bulk-delete`, { ids: [...ids, ids[0], 999_999_999] });
        expect([answer.status, answer.body]).toEqual([200, { deleted: 3, missing: [999_999_999], filesRemoved: 0 }]);
        const viewer = await stand.as('viewer');
        expect((await viewer.send('post', `${API}/articles/bulk-delete`, { ids })).status).toBe(403);
        expect((await viewer.send('delete', `${API}/articles/${ids[0]}`)).status).toBe(403);
      });

      it.each([
        ['nothing', {}],
        ['an empty list', { ids: [] }],
        ['words', { ids: ['1'] }],
        ['zero', { ids: [0] }],
        ['fractions', { ids: [1.5] }],
        ['10,001 of them', { ids: Array.from({ length: 10_001 }, (_, i) => i + 1) }],
      ])('are not deleted for %s', async (_what, body) => {
        const answer = await stand.post(`${API}/articles/bulk-delete`, body);
        expect([answer.status, answer.body.field]).toEqual([400, 'ids']);
      });
    });

    describe('jobs', () => {
      it('that will run are listed soonest first, by the rules of the scheduler', async () => {
        await stand.put(`${API}/targets/qingyuan__tzgg`, { version: '*', scheduleCron: '30 8 * * *' });
        await stand.put(`${API}/targets/qingyuan__zcwj`, { version: '*', scheduleCron: 'adaptive' });
        const { body } = await stand.get(`${API}/jobs/scheduled?runs=2&limit=200`);
        // Other suites have brought sites of their own.
        const items = (body.items as ScheduledRun[]).filter(({ targetCode }) =>
          /^(qingyuan|yingde)__/.test(targetCode),
        );
        expect(items).toHaveLength(3);
        const [first, second] = items;
        expect(first!.nextRuns[0]! < second!.nextRuns[0]!).toBe(true);
        expect(items.at(-1)).toMatchObject({ targetCode: 'qingyuan__zcwj', cron: 'adaptive', nextRuns: [] });
        const one = await stand.get(`${API}/jobs/scheduled?targetCode=qingyuan__tzgg`);
        expect(one.body.items).toMatchObject([
          { targetName: 'tzgg栏目', siteName: 'qingyuan市人民政府', level: 'target', effectiveCron: '30 8 * * *' },
        ]);
        expect(one.body.items[0].nextRuns).toHaveLength(3);
        expect(one.body.items[0].nextRuns[0]).toMatch(/T00:30:00\.000Z$/); // half past eight in Beijing
        expect((await stand.get(`${API}/jobs/scheduled?siteCode=closed`)).body.total).toBe(0);
        expect((await stand.get(`${API}/jobs/scheduled?runs=0`)).body.field).toBe('runs');
      });

      it('says when an expression would run before anybody saves it, and what is wrong with it', async () => {
        const preview = async (cron: string) =>
          (await stand.get(`${API}/jobs/schedule-preview?cron=${encodeURIComponent(cron)}&runs=2`)).body;
        const { nextRuns, problem } = await preview('30 9 * * *');
        expect(problem).toBeNull();
        // Half past nine in Beijing.
        expect(nextRuns.map((run: string) => run.slice(10))).toEqual(['T01:30:00.000Z', 'T01:30:00.000Z']);
        expect(await preview('61 9 * * *')).toEqual({
          nextRuns: [],
          problem: expect.stringMatching(/\p{Script=Han}/u),
        });
        expect((await stand.get(`${API}/jobs/schedule-preview`)).body.field).toBe('cron');
      });

      it('that failed are retried once, with what they were asked for', async () => {
        const id = await failJob('yingde__zcwj', 'www.yingde.gov.cn');
        const first = await stand.post(`${API}/jobs/${id}/retry`);
        expect(first.status).toBe(202);
        expect(first.headers.location).toBe(`${API}/jobs/${first.body.jobId}`);
        expect((await stand.get(`${API}/jobs/${first.body.jobId}`)).body).toMatchObject({
          state: 'queued',
          maxItems: 7,
        });
        const second = await stand.post(`${API}/jobs/${id}/retry`);
        expect([second.body.jobId, second.body.created]).toEqual([first.body.jobId, false]);
        const waiting = await stand.post(`${API}/jobs/${first.body.jobId}/retry`);
        expect([waiting.status, waiting.body.code]).toEqual([409, 'job_not_failed']);
        expect((await stand.post(`${API}/jobs/999999999/retry`)).status).toBe(404);
        expect((await stand.post(`${API}/jobs/x/retry`)).status).toBe(400);
        await stand.post(`${API}/jobs/${first.body.jobId}/cancel`);
        const audit = await stand.get(`${API}/audit?subjectKind=job&subjectKey=${first.body.jobId}`);
        expect(audit.body.items).toMatchObject([{ action: 'job.cancel', actor: 'admin' }]);
      });

      it('that failed are retried all at once, unless their target is off', async () => {
        await failJob('qingyuan__tzgg', 'www.qingyuan.gov.cn');
        await failJob('qingyuan__zcwj', 'www.qingyuan.gov.cn');
        await stand.post(`${API}/targets/qingyuan__zcwj/toggle`, { enabled: false });
        const viewer = await stand.as('viewer');
        expect((await viewer.send('post', `${API}/jobs/retry-failed`)).status).toBe(403);
        const elsewhere = await stand.post(`${API}/jobs/retry-failed`, { siteCode: 'closed' });
        expect(elsewhere.body).toEqual({ accepted: [], refused: [] });
        const answer = await stand.post(`${API}/jobs/retry-failed`, { siteCode: 'qingyuan', hours: 1 });
        expect(answer.status).toBe(202);
        expect(answer.body.accepted).toMatchObject([{ targetCode: 'qingyuan__tzgg', created: true }]);
        expect(answer.body.refused).toMatchObject([{ targetCode: 'qingyuan__zcwj', code: 'target_disabled' }]);
        await stand.post(`${API}/targets/qingyuan__zcwj/toggle`, { enabled: true });
        expect((await stand.post(`${API}/jobs/retry-failed`, { hours: 0 })).body.field).toBe('hours');
      });
    });

    describe('figures', () => {
      it('by site and by department', async () => {
        const { deptId } = await stand.database.departments.upsert({
          fullName: '清远市商务局',
          shortName: '商务局',
          region: '市直',
          category: null,
        });
        await store(14, { deptId });
        const bySite = (await stand.get(`${API}/stats/by-site`)).body;
        expect(bySite).toEqual((await stand.get(`${API}/stats/overview`)).body.bySite);
        const byDept: DepartmentStats[] = (await stand.get(`${API}/stats/by-dept`)).body;
        expect(byDept.find((row) => row.deptId === deptId)).toMatchObject({
          fullName: '清远市商务局',
          region: '市直',
          articles: 1,
          newToday: 1,
        });
        expect(byDept.at(-1)).toMatchObject({ deptId: null, fullName: null });
      });

      it('by category, month and day', async () => {
        await store(15, { contentCategory: '政策文件' });
        const categories = (await stand.get(`${API}/stats/by-category`)).body as CategoryStats[];
        expect(categories).toContainEqual({ category: '政策文件', articles: 1, newToday: 1 });
        expect(categories.map(({ articles }) => articles)).toEqual(
          [...categories.map(({ articles }) => articles)].sort((a, b) => b - a),
        );
        const { articles: all, newToday } = (await stand.get(`${API}/stats/overview`)).body;
        expect(categories.reduce((sum, { articles }) => sum + articles, 0)).toBe(all);
        const months = (await stand.get(`${API}/stats/by-month?months=36`)).body as MonthStats[];
        expect(months).toHaveLength(36);
        // All samples were published in January 2025.
        const january = months.find(({ month }) => month === '2025-01');
        expect(january?.articles ?? all).toBe(all);
        const activity = (await stand.get(`${API}/stats/activity?days=7`)).body as ActivityStats;
        expect(activity.days).toHaveLength(7);
        expect(activity.days.at(-1)).toBe(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10));
        expect(activity.articles.at(-1)).toBe(newToday);
        const qingyuan = activity.sites.find(({ siteCode }) => siteCode === 'qingyuan')!;
        expect(qingyuan.articles.at(-1)).toBe(qingyuan.total);
        expect(activity.attempts.at(-1)).toBeGreaterThanOrEqual(activity.failures.at(-1)!);
        expect((await stand.get(`${API}/stats/activity?days=0`)).body.field).toBe('days');
        expect((await stand.get(`${API}/stats/by-month?months=500`)).body.field).toBe('months');
      });

      it('of attempts, also only those that came after, or that speak of something', async () => {
        const { items } = (await stand.get(`${API}/logs/recent?limit=1000`)).body;
        const after = Math.max(...items.map(({ id }: { id: number }) => id));
        expect((await stand.get(`${API}/logs/recent?after=${after}`)).body.count).toBe(0);
        const plan = (await stand.database.targets.planFor('qingyuan__zcwj'))!;
        const line = { siteId: plan.site.id, targetId: plan.target.id, success: false, httpStatus: 502 };
        const rest = { fetchStrategy: null, durationMs: 5, url: 'http://www.closed.gov.cn/100%_a' };
        await stand.database.logs.append({ ...line, ...rest, errorMsg: 'Bad Gateway' });
        const tail = (await stand.get(`${API}/logs/recent?after=${after}`)).body;
        expect(tail.items).toMatchObject([{ errorMsg: 'Bad Gateway', targetCode: 'qingyuan__zcwj' }]);
        const count = async (q: string) =>
          (await stand.get(`${API}/logs/recent?q=${encodeURIComponent(q)}`)).body.count;
        expect([await count('bad gate'), await count('100%_'), await count('no such words')]).toEqual([1, 1, 0]);
      });

      it('of what failed, the worst first', async () => {
        const plan = (await stand.database.targets.planFor('closed__tzgg'))!;
        await stand.database.logs.append({
          siteId: plan.site.id,
          targetId: plan.target.id,
          success: false,
          httpStatus: 503,
          fetchStrategy: 'httpx',
          durationMs: 5,
          errorMsg: null,
          url: null,
        });
        const jobId = await failJob('yingde__zcwj', 'www.yingde.gov.cn');
        const { body } = await stand.get(`${API}/alerts?hours=1`);
        expect(body).toMatchObject({ hours: 1, count: body.items.length });
        const of = (code: string, kind: string): AlertView | undefined =>
          body.items.find((alert: AlertView) => alert.targetCode === code && alert.kind === kind);
        expect(of('closed__tzgg', 'target_failing')).toMatchObject({
          severity: 'critical',
          attempts: 1,
          failures: 1,
          message: 'HTTP 503',
          host: 'www.closed.gov.cn',
        });
        expect(of('yingde__zcwj', 'job_failed')).toMatchObject({ jobId, message: 'ctct_challenge_unresolved' });
        expect((await stand.get(`${API}/alerts?hours=0`)).body.field).toBe('hours');
      });
    });

    describe('the registry', () => {
      it('describes every adapter, with a JSON schema of its parameters', async () => {
        const { body } = await stand.get(`${API}/adapters`);
        const ids = body.map(({ id }: { id: string }) => id);
        expect(ids).toEqual(expect.arrayContaining(['yaml', 'gkmlpt', 'gov_cn_policy', 'rss', 'xinhua']));
        for (const adapter of body) {
          expect(adapter.title).toMatch(/\p{Script=Han}/u);
          expect(adapter.paramsSchema).toMatchObject({ type: 'object' });
          expect(adapter.defaultSelectors).toHaveProperty('detail');
        }
      });

      it('lists main columns with their aliases', async () => {
        const file = siteFile('aliased', ['main', 'other']);
        file.columns[1]!.alias_of = 'main';
        await stand.database.sites.syncFromFile(file, 'aliased.yaml');
        const { body } = await stand.get(`${API}/registry?siteCode=aliased`);
        expect(body).toMatchObject({
          count: 1,
          items: [{ targetCode: 'aliased__main', columnId: 'main', adapter: 'yaml', aliases: ['aliased__other'] }],
        });
        const all = (await stand.get(`${API}/registry`)).body.items;
        expect(all.map(({ targetCode }: { targetCode: string }) => targetCode)).toContain('qingyuan__tzgg');
      });
    });
  });
}
