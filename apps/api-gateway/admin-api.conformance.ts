import { createHash } from 'node:crypto';
import {
  type ArticleRow,
  type CrawlLogView,
  type JobView,
  type StatsOverview,
  type TargetView,
} from '@govcrawler/contracts';
import { type Database, type StoreArticle } from '@govcrawler/persistence';
import { openGateway, siteFile, type GatewayStand, type OpenedDatabase } from './gateway-stand.conformance.js';

const API = '/admin/api';

/** Text that has broken programs before: it may match nothing, but it must never break the gateway. */
export const HOSTILE = [
  '\u0000',
  'a\u0000b',
  '\ud83d',
  '\udc00\ud800',
  '\u202e\u2066',
  "' OR '1'='1",
  "'; DROP TABLE article; --",
  '%',
  '_%\\',
  '\\',
  '"`${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '1e309',
  '-1',
  'NaN',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  '９９９',
  '𠮷𠮷',
  'Ω≈ç√∫˜µ≤≥÷',
  '👩‍👩‍👧‍👦',
  '关'.repeat(5000),
  'x'.repeat(5000),
  '2025-13-45',
  '2025-02-30',
  '0000-00-00',
  '99999999999999999999',
  '2025-11-18T99:99:99+99:99',
];

/** What every endpoint promises, on whatever database stands behind it. */
export function describeAdminApi(name: string, open: () => Promise<OpenedDatabase>): void {
  describe(`admin API on ${name}`, () => {
    let stand: GatewayStand;
    let articleIds: number[];
    let filledAt: number;

    beforeAll(async () => {
      stand = await openGateway(open);
      filledAt = Date.now();
      articleIds = await fill(stand.database);
    }, 120_000);
    afterAll(() => stand?.close());

    describe('sites and targets', () => {
      it('lists all sites with their targets', async () => {
        const { status, body } = await stand.get(`${API}/sites`);
        expect(status).toBe(200);
        expect(body.map(({ code }: { code: string }) => code)).toEqual(['closed', 'qingyuan', 'yingde']);
        expect(body[1]).toMatchObject({
          name: 'qingyuan市人民政府',
          host: 'www.qingyuan.gov.cn',
          adapter: 'yaml',
          enabled: true,
        });
        expect(body[1].targets.map(({ code }: TargetView) => code)).toEqual(['qingyuan__tzgg', 'qingyuan__zcwj']);
        expect(JSON.stringify(body)).not.toContain('crawlPlan');
      });

      it('finds targets by site, by keyword in any case, and page by page', async () => {
        const codes = async (query: string) =>
          (await stand.get(`${API}/targets/lookup${query}`)).body.items.map(({ code }: TargetView) => code);
        expect(await codes('?siteCode=yingde')).toEqual(['yingde__off', 'yingde__zcwj']);
        expect(await codes('?q=ZCWJ')).toEqual(['closed__zcwj', 'qingyuan__zcwj', 'yingde__zcwj']);
        expect(await codes(`?q=${encodeURIComponent('tzgg栏目')}`)).toEqual(['qingyuan__tzgg']);
        expect(await codes('?deptId=7')).toEqual([]);
        const page = await stand.get(`${API}/targets/lookup?limit=2&offset=3`);
        expect(page.body).toMatchObject({ count: 2, total: 5, limit: 2, offset: 3 });
      });
    });

    describe('running', () => {
      it('writes the job first, then enqueues it on the lane of its host, and says where to look', async () => {
        const answer = await stand.post(`${API}/targets/qingyuan__tzgg/run`, { force: true, maxItems: 7 });
        expect(answer.status).toBe(202);
        const { jobId } = answer.body;
        expect(answer.body).toEqual({
          jobId,
          targetCode: 'qingyuan__tzgg',
          host: 'www.qingyuan.gov.cn',
          state: 'queued',
          created: true,
        });
        expect(answer.headers.location).toBe(`${API}/jobs/${jobId}`);
        expect(stand.lanes.enqueued.at(-1)).toEqual({ hostKey: 'www.qingyuan.gov.cn', jobId, rowWasThere: true });
        const job = await stand.get(answer.headers.location as string);
        expect(job.body).toMatchObject({ id: jobId, trigger: 'manual', force: true, maxItems: 7, state: 'queued' });
      });

      it('accepts the same tick of the scheduler once', async () => {
        const tick = '2025-11-18T02:00:00Z';
        const [first, second] = [
          await stand.post(`${API}/targets/yingde__zcwj/run`, { tick }),
          await stand.post(`${API}/targets/yingde__zcwj/run`, { tick: '2025-11-18T10:00:00+08:00' }),
        ];
        expect([first.status, second.status]).toEqual([202, 202]);
        expect([first.body.created, second.body.created]).toEqual([true, false]);
        expect(second.body.jobId).toBe(first.body.jobId);
      });

      it('accepts a job while the queue is away: the row is the truth', async () => {
        stand.lanes.broken = true;
        const answer = await stand.post(`${API}/targets/qingyuan__zcwj/run`);
        stand.lanes.broken = false;
        expect(answer.status).toBe(202);
        expect((await stand.database.jobs.unfinished()).map(({ id }) => id)).toContain(answer.body.jobId);
      });

      it.each([
        ['closed__zcwj', 409, 'site_disabled'],
        ['yingde__off', 409, 'target_disabled'],
        ['yingde__nothing', 404, 'target_not_found'],
        [encodeURIComponent('关于 栏目'), 404, 'target_not_found'],
      ])('refuses %s with %i %s and writes nothing', async (code, status, problem) => {
        const before = (await stand.get(`${API}/jobs/list`)).body.total;
        const answer = await stand.post(`${API}/targets/${code}/run`);
        expect([answer.status, answer.body.code]).toEqual([status, problem]);
        expect((await stand.get(`${API}/jobs/list`)).body.total).toBe(before);
      });

      it.each([
        [{ force: 'perhaps' }, 'force'],
        [{ maxItems: 0 }, 'maxItems'],
        [{ maxItems: 1.5 }, 'maxItems'],
        [{ maxItems: [1] }, 'maxItems'],
        [{ tick: 'tomorrow' }, 'tick'],
        [{ tick: '2025-11-18' }, 'tick'],
        [{ nonsense: 1 }, 'nonsense'],
      ])('says which field of %j is wrong', async (body, field) => {
        const answer = await stand.post(`${API}/targets/qingyuan__tzgg/run`, body);
        expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'validation_failed', field]);
      });

      it('runs many at once, each with its own answer', async () => {
        const answer = await stand.post(`${API}/targets/bulk-run`, {
          targetCodes: ['qingyuan__tzgg', 'closed__zcwj', 'qingyuan__tzgg', 'nowhere'],
        });
        expect(answer.status).toBe(202);
        expect(answer.body.accepted).toHaveLength(1);
        expect(answer.body.accepted[0]).toMatchObject({ targetCode: 'qingyuan__tzgg', created: true });
        expect(answer.body.refused).toEqual([
          { targetCode: 'closed__zcwj', code: 'site_disabled', title: '站点已停用' },
          { targetCode: 'nowhere', code: 'target_not_found', title: '采集目标不存在' },
        ]);
      });

      it.each([
        ['nothing', {}],
        ['an empty list', { targetCodes: [] }],
        ['a word', { targetCodes: 'a' }],
        ['numbers', { targetCodes: [1] }],
        ['501 targets', { targetCodes: Array(501).fill('a') }],
      ])('refuses a bulk run of %s', async (_what, body) => {
        const answer = await stand.post(`${API}/targets/bulk-run`, body);
        expect([answer.status, answer.body.field]).toEqual([400, 'targetCodes']);
      });
    });

    describe('articles', () => {
      const search = (query: string) => stand.get(`${API}/articles/search${query}`);

      it('pages through all of them, newest first, each exactly once', async () => {
        const seen: number[] = [];
        for (let offset = 0; offset < 30; offset += 10) {
          const { body } = await search(`?limit=10&offset=${offset}`);
          expect(body).toMatchObject({ total: 25, limit: 10, offset });
          expect(body.count).toBe(body.items.length);
          seen.push(...body.items.map(({ id }: ArticleRow) => id));
        }
        expect(seen).toEqual([...articleIds].reverse());
      });

      it('gives rows without the text', async () => {
        const { body } = await search('?limit=1');
        expect(body.items[0]).toEqual({
          id: articleIds[24],
          title: '关于做好第24号工作的通知',
          url: 'http://www.yingde.gov.cn/zcwj/24.html',
          docNo: '英府〔2025〕24号',
          siteCode: 'yingde',
          siteName: 'yingde市人民政府',
          targetCode: 'yingde__zcwj',
          targetName: 'zcwj栏目',
          publishDate: '2025-01-25',
          publishTime: '2025-01-25T01:00:00.000Z',
          fetchedAt: expect.stringMatching(/^20.*Z$/),
          status: 'ready',
          hasAttachment: false,
          withdrawnAt: null,
          highlight: null,
        });
      });

      it('finds words and document numbers, says where, and goes on from a cursor', async () => {
        const first = await search(`?q=${encodeURIComponent('第2')}&limit=4`);
        expect(first.body).toMatchObject({ count: 4, total: 6, totalIsExact: true, upToDate: true });
        expect(first.body.items[0].highlight.title).toEqual([
          { text: '关于做好', hit: false },
          { text: '第2', hit: true },
          { text: '4号工作的通知', hit: false },
        ]);
        const rest = await search(`?q=${encodeURIComponent('第2')}&limit=4&cursor=${first.body.nextCursor}`);
        expect(rest.body).toMatchObject({ count: 2, nextCursor: null });
        const ids = [...first.body.items, ...rest.body.items].map(({ id }: ArticleRow) => id);
        expect(ids).toEqual([24, 23, 22, 21, 20, 2].map((n) => articleIds[n]));
        const byNumber = await search(`?q=${encodeURIComponent('英府[2025]24号')}`);
        expect(byNumber.body.items[0].id).toBe(articleIds[24]);
        expect((await search(`?docNo=${encodeURIComponent('英府（2025）24号')}`)).body.total).toBe(1);
        const oldest = await search('?sort=newest&offset=24');
        expect(oldest.body.items.map(({ id }: ArticleRow) => id)).toEqual([articleIds[0]]);
      });

      it('filters by site, target, status, words of the title and days in Beijing time', async () => {
        const total = async (query: string) => (await search(query)).body.total;
        expect(await total('?siteCode=qingyuan')).toBe(20);
        expect(await total('?siteCode=nowhere')).toBe(0);
        expect(await total('?targetCode=yingde__zcwj')).toBe(5);
        expect(await total('?status=failed')).toBe(3);
        expect(await total(`?q=${encodeURIComponent('第1')}`)).toBe(11);
        expect(await total('?q=%25')).toBe(0);
        expect(await total('?q=')).toBe(25);
        expect(await total('?from=2025-01-03&to=2025-01-05')).toBe(3);
        expect(await total('?siteCode=qingyuan&status=failed&from=2025-01-02')).toBe(2);
      });

      it.each([
        ['limit=0', 'limit'],
        ['limit=201', 'limit'],
        ['limit=ten', 'limit'],
        ['limit=5&limit=6', 'limit'],
        ['offset=-1', 'offset'],
        ['status=good', 'status'],
        ['from=2025-02-30', 'from'],
        ['to=yesterday', 'to'],
        ['siteCode=a%20b', 'siteCode'],
        ['q=a&q=b', 'q'],
        ['order=title', 'order'],
        ['sort=title', 'sort'],
        ['cursor=3-1', 'cursor'],
        [`category=${'x'.repeat(101)}`, 'category'],
      ])('refuses ?%s and names the field', async (query, field) => {
        const { status, body } = await search(`?${query}`);
        expect([status, body.code, body.field]).toEqual([400, 'validation_failed', field]);
        expect(body.errors[0].message).toMatch(/\p{Script=Han}/u);
      });

      it('refuses more than 200 characters to look for', async () => {
        expect((await search(`?q=${'x'.repeat(201)}`)).body.field).toBe('q');
      });

      it('leave as a file for spreadsheets or programs, as far as a search finds them', async () => {
        const csv = await stand.get(`${API}/articles/export?siteCode=yingde`).buffer(true);
        expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
        const lines = csv.text.split('\r\n');
        expect(lines[0]).toMatch(/^\ufeff?编号,标题,文号,/);
        expect(lines).toHaveLength(5 + 2);
        expect(lines[1]).toContain('英府〔2025〕24号');
        const jsonl = await stand
          .get(`${API}/articles/export?format=jsonl&text=true&q=${encodeURIComponent('第2')}`)
          .buffer(true)
          .parse((response, done) => {
            let text = '';
            response.on('data', (chunk: Buffer) => (text += chunk.toString()));
            response.on('end', () => done(null, text));
          });
        const articles = (jsonl.body as string)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
        expect(articles.map(({ id }) => id)).toEqual([24, 23, 22, 21, 20, 2].map((n) => articleIds[n]));
        expect(articles[0].contentText).toEqual(expect.any(String));
        expect((await stand.get(`${API}/articles/export?format=xml`)).body.field).toBe('format');
      });

      it('reads one with its text and attachments, and nothing of the house', async () => {
        const { status, body } = await stand.get(`${API}/articles/${articleIds[0]}`);
        expect(status).toBe(200);
        expect(body).toMatchObject({
          title: '关于做好第0号工作的通知',
          publisher: '清远市人民政府办公室',
          contentText: '第0号正文。\n第二段。',
          hasAttachment: true,
          attachments: [{ filename: '附件1 名单.pdf', url: 'http://www.qingyuan.gov.cn/a/0.pdf', status: 'pending' }],
        });
        for (const inside of ['rawHtmlPath', 'urlHash', 'contentHtml', 'siteId', 'filePath']) {
          expect(Object.keys(body)).not.toContain(inside);
        }
      });

      it.each([
        ['999999999', 404, 'article_not_found'],
        ['0', 400, 'validation_failed'],
        ['-1', 400, 'validation_failed'],
        ['1.5', 400, 'validation_failed'],
        ['abc', 400, 'validation_failed'],
        ['99999999999999999999', 400, 'validation_failed'],
      ])('answers /articles/%s with %i', async (id, status, code) => {
        const answer = await stand.get(`${API}/articles/${id}`);
        expect([answer.status, answer.body.code]).toEqual([status, code]);
      });
    });

    describe('jobs', () => {
      const run = async (code: string): Promise<number> => (await stand.post(`${API}/targets/${code}/run`)).body.jobId;

      it('lists them newest first, by state, host, target and words', async () => {
        const id = await run('qingyuan__zcwj');
        const { body } = await stand.get(`${API}/jobs/list?limit=1`);
        expect(body).toMatchObject({ count: 1, limit: 1, offset: 0 });
        expect(body.items[0]).toMatchObject({ id, targetCode: 'qingyuan__zcwj', siteCode: 'qingyuan', attempts: 0 });
        expect(body.items[0].createdAt).toMatch(/^20.*Z$/);
        const of = async (query: string) => (await stand.get(`${API}/jobs/list?limit=200&${query}`)).body.items;
        expect(new Set((await of('host=WWW.yingde.gov.cn')).map(({ host }: JobView) => host))).toEqual(
          new Set(['www.yingde.gov.cn']),
        );
        expect((await of('state=done')).length).toBe(0);
        expect((await of('targetCode=qingyuan__zcwj')).map(({ id: found }: JobView) => found)).toContain(id);
        const words = async (q: string) => of(`q=${encodeURIComponent(q)}`);
        expect((await words(' YUAN__ZCWJ ')).map(({ id: found }: JobView) => found)).toContain(id);
        expect(await words('没有这样的任务')).toEqual([]);
        expect((await stand.get(`${API}/jobs/list?state=lost`)).body.field).toBe('state');
      });

      it('shows what waits on each host', async () => {
        await run('qingyuan__tzgg');
        const { body } = await stand.get(`${API}/jobs/queue`);
        const host = body.find((entry: { host: string }) => entry.host === 'www.qingyuan.gov.cn');
        expect(host).toMatchObject({ running: 0, oldestQueuedAt: expect.stringMatching(/^20.*Z$/) });
        expect(host.queued).toBeGreaterThan(0);
      });

      it('cancels a waiting job at once and takes it off its lane; then it is over', async () => {
        const id = await run('qingyuan__tzgg');
        const answer = await stand.post(`${API}/jobs/${id}/cancel`);
        expect([answer.status, answer.body.state]).toEqual([200, 'cancelled']);
        expect(stand.lanes.removed).toContain(id);
        const again = await stand.post(`${API}/jobs/${id}/cancel`);
        expect([again.status, again.body.code]).toEqual([409, 'job_finished']);
      });

      it('asks a running job to stop', async () => {
        const id = await run('qingyuan__tzgg');
        const lease = await stand.database.leases.acquire('www.qingyuan.gov.cn', 'tester', 60_000);
        await stand.database.jobs.claim(id, { hostKey: 'www.qingyuan.gov.cn', token: lease!.token }, 'tester');
        const answer = await stand.post(`${API}/jobs/${id}/cancel`);
        expect(answer.body).toMatchObject({ id, state: 'running', stopRequested: true });
        expect(stand.lanes.removed).not.toContain(id);
      });

      it.each([
        ['get', '999999999', 404, 'job_not_found'],
        ['get', 'x', 400, 'validation_failed'],
        ['post', '999999999/cancel', 404, 'job_not_found'],
        ['post', 'x/cancel', 400, 'validation_failed'],
      ] as const)('answers %s /jobs/%s with %i', async (method, path, status, code) => {
        const answer = await stand[method](`${API}/jobs/${path}`);
        expect([answer.status, answer.body.code]).toEqual([status, code]);
      });
    });

    describe('logs and figures', () => {
      it('shows the last hours, newest first', async () => {
        const { body } = await stand.get(`${API}/logs/recent?hours=1&siteCode=yingde&success=false`);
        expect(body.count).toBe(2);
        expect(body.items[0]).toMatchObject({
          siteCode: 'yingde',
          targetCode: 'yingde__zcwj',
          success: false,
          httpStatus: 412,
          errorMsg: 'ctct_challenge_unresolved',
        });
        expect((await stand.get(`${API}/logs/recent?limit=2`)).body.count).toBe(2);
        const ofTarget = async (code: string) => (await stand.get(`${API}/logs/recent?targetCode=${code}`)).body.items;
        const lines = await ofTarget('yingde__zcwj');
        expect(lines.length).toBeGreaterThan(0);
        expect(new Set(lines.map((line: CrawlLogView) => line.targetCode))).toEqual(new Set(['yingde__zcwj']));
        expect(await ofTarget('nobody')).toEqual([]);
      });

      it.each(['hours=0', 'hours=99999', 'success=maybe', 'limit=1001'])('refuses logs with %s', async (query) => {
        expect((await stand.get(`${API}/logs/recent?${query}`)).status).toBe(400);
      });

      it('counts everything for the dashboard, with today as Beijing has it', async () => {
        const read = async (): Promise<StatsOverview> => (await stand.get(`${API}/stats/overview`)).body;
        // As it was when the articles came: the test may run across midnight.
        stand.clock.offsetMs = filledAt - Date.now();
        const stats = await read();
        expect(stats).toMatchObject({
          sites: 3,
          sitesEnabled: 2,
          targets: 5,
          targetsEnabled: 3,
          articles: 25,
          articlesByStatus: { ready: 22, failed: 3, raw: 0 },
          attachments: 1,
          newToday: 25,
        });
        expect(stats.bySite.map(({ siteCode, articles }) => [siteCode, articles])).toEqual([
          ['qingyuan', 20],
          ['yingde', 5],
          ['closed', 0],
        ]);
        expect(stats.bySite[2]).toMatchObject({ enabled: false, lastFetchedAt: null });
        stand.clock.offsetMs += 24 * 3_600_000;
        expect(await read()).toMatchObject({ articles: 25, newToday: 0 });
        stand.clock.offsetMs = 0;
      });
    });

    it('takes hostile text as names and passwords', async () => {
      const broken: unknown[] = [];
      for (const text of HOSTILE) {
        const { status } = await stand.post(`${API}/session`, { username: text, password: text });
        if (status < 400 || status >= 500) broken.push([text.slice(0, 40), status]);
      }
      expect(broken).toEqual([]);
    }, 120_000);
  });
}

/** Three sites (one switched off), five targets (one switched off), 25 articles, one failed fetch. Returns article ids. */
async function fill(database: Database): Promise<number[]> {
  await database.sites.syncFromFile(siteFile('qingyuan', ['tzgg', 'zcwj']), 'qingyuan.yaml');
  const yingde = siteFile('yingde', ['off', 'zcwj']);
  yingde.columns[0]!.enabled = false;
  await database.sites.syncFromFile(yingde, 'yingde.yaml');
  await database.sites.syncFromFile(siteFile('closed', ['zcwj'], { enabled: false }), 'closed.yaml');
  const ids: number[] = [];
  for (let i = 0; i < 25; i += 1) {
    const stored = await database.articles.store(await article(database, i));
    ids.push(stored.articleId);
  }
  const plan = await database.targets.planFor('yingde__zcwj');
  await database.logs.append({
    siteId: plan!.site.id,
    targetId: plan!.target.id,
    success: false,
    httpStatus: 412,
    fetchStrategy: 'httpx',
    durationMs: 120,
    errorMsg: 'ctct_challenge_unresolved',
    url: 'http://www.yingde.gov.cn/zcwj/index.html',
  });
  return ids;
}

/** One of the articles of the test sites. */
export async function article(database: Database, i: number): Promise<StoreArticle> {
  const targetCode = i < 20 ? 'qingyuan__tzgg' : 'yingde__zcwj';
  const plan = (await database.targets.planFor(targetCode))!;
  const url = `${plan.site.baseUrl}${i < 20 ? 'tzgg' : 'zcwj'}/${i}.html`;
  const day = `2025-01-${String(i + 1).padStart(2, '0')}`;
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  return {
    siteId: plan.site.id,
    targetId: plan.target.id,
    deptId: null,
    url,
    finalUrl: url,
    urlHash: hash(url),
    nativePostId: null,
    title: `关于做好第${i}号工作的通知`,
    publishTime: new Date(`${day}T09:00:00+08:00`),
    publishDate: day,
    writtenDate: null,
    sourceRaw: null,
    publisher: '清远市人民政府办公室',
    channelName: null,
    channelPath: null,
    contentCategory: null,
    contentSubcategory: null,
    indexNo: null,
    docNo: i < 20 ? null : `英府〔2025〕${i}号`,
    topicWords: null,
    openCategory: null,
    validity: null,
    metadata: {},
    contentText: `第${i}号正文。\n第二段。`,
    contentHtml: `<p>第${i}号正文。</p><p>第二段。</p>`,
    markdown: `第${i}号正文。`,
    contentHash: hash(`text ${i}`),
    rawSha256: null,
    rawHtmlPath: null,
    textPath: null,
    status: i % 10 === 3 ? 'failed' : 'ready',
    fetchStrategy: 'httpx',
    httpStatus: 200,
    durationMs: 50,
    // A minute apart, so that "newest first" has one right answer.
    fetchedAt: new Date(Date.now() - (60 - i) * 60_000),
    attachments: i === 0 ? [{ url: 'http://www.qingyuan.gov.cn/a/0.pdf', name: '附件1 名单.pdf' }] : [],
    fence: null,
  };
}
