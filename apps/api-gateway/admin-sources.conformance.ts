import { type AlertView, type SourceCheckView, type SourceView } from '@govcrawler/contracts';
import { newSourceStats } from '@govcrawler/core';
import { sourceIdOf } from '@govcrawler/persistence';
import { HOSTILE } from './admin-api.conformance.js';
import { openGateway, siteFile, type GatewayStand, type OpenedDatabase } from './gateway-stand.conformance.js';

const API = '/admin/api/sources';
const FEED = 'http://www.qingyuan.gov.cn/rss/tzgg.xml';
const OPML = (outlines: string) => `<?xml version="1.0"?><opml version="2.0"><body>${outlines}</body></opml>`;

/** Sources over the API, on whatever database stands behind it. */
export function describeAdminSources(name: string, open: () => Promise<OpenedDatabase>): void {
  describe(`sources over the admin API on ${name}`, () => {
    let stand: GatewayStand;
    beforeAll(async () => {
      stand = await openGateway(open);
      await stand.database.sites.syncFromFile(siteFile('yingde', ['zcwj']), 'config/sites/yingde.yaml');
    }, 120_000);
    afterAll(() => stand?.close());

    const list = async (query = '') =>
      (await stand.get(`${API}?${query}`)).body as { total: number; items: SourceView[] };
    const add = async (body: object) => (await stand.post(API, body).expect(201)).body as SourceView;
    /** What the scheduler would write. */
    const schedule = async (code: string, changes: object) => {
      const { target } = (await stand.database.targets.planFor(code))!;
      const now = new Date();
      const due = { dueReason: 'first_look', dueWhy: '新的源', dueExpected: null, openJobId: null };
      const source = { ...newSourceStats(sourceIdOf(code), 'rss', now), targetId: target.id, ...due, ...changes };
      await stand.database.sourceSchedule.watch([source]);
      return { targetId: target.id, source };
    };

    it('makes a feed a source that schedules itself, below a site of its host', async () => {
      const answer = await stand.post(API, { url: FEED, name: '通知公告', category: '通知' });
      expect(answer.status).toBe(201);
      const source = answer.body as SourceView;
      expect(source).toMatchObject({
        name: '通知公告',
        kind: 'rss',
        adapter: 'rss',
        host: 'www.qingyuan.gov.cn',
        url: FEED,
        category: '通知',
        schedule: 'adaptive',
        state: 'fixed',
        hitRate: null,
        feed: null,
      });
      expect(answer.headers.location).toBe(`${API}/${source.code}`);
      expect((await stand.get(`${API}/${source.code}`)).body).toEqual(source);
      const second = await add({ url: 'http://www.qingyuan.gov.cn/rss/zcwj.xml', schedule: '0 7 * * *' });
      expect(second).toMatchObject({ siteCode: source.siteCode, schedule: '0 7 * * *', name: 'www.qingyuan.gov.cn' });
      const again = await stand.post(API, { url: FEED });
      expect([again.status, again.body.detail]).toEqual([409, `此地址已是信息源 ${source.code}`]);
      // It is a target like any other: run and edited as one.
      await stand.post(`/admin/api/targets/${source.code}/run`).expect(202);
      const edit = { version: source.version, name: '公告' };
      await stand.put(`/admin/api/targets/${source.code}`, edit).expect(200);
      expect((await stand.get(`${API}/${source.code}`)).body.name).toBe('公告');
    });

    it('makes a source of anything that an adapter reads, and says what is wrong with it', async () => {
      const url = 'http://www.lianzhou.gov.cn/list.json';
      const source = await add({ url, adapter: 'json_list', params: { rows_path: 'data.list' } });
      expect(source).toMatchObject({ kind: 'custom', adapter: 'json_list', schedule: 'adaptive' });
      for (const [body, field] of [
        [{ url: 'javascript:alert(1)' }, 'url'],
        [{ url: 'http://user:pass@a.gov.cn/f.xml' }, 'url'],
        [{ url: 'http://a.gov.cn/1.xml', schedule: '* * *' }, 'schedule'],
        [{ url: 'http://a.gov.cn/2.xml', adapter: 'nobody' }, 'adapter'],
        [{ url: 'http://a.gov.cn/3.xml', deptId: 99999 }, 'deptId'],
        [{ url: 'http://a.gov.cn/4.xml', params: { no_such: 1 } }, 'parser'],
        [{}, 'url'],
      ] as const) {
        const { status, body: problem } = await stand.post(API, body);
        expect([status, String(problem.field).split('.')[0]]).toEqual([400, field]);
      }
      const operator = await stand.as('operator');
      expect((await operator.send('post', API, { url: 'http://a.gov.cn/5.xml' })).status).toBe(403);
    });

    it('tells cadence, hit rate, next check and why, last error and back-off of each source', async () => {
      const { code } = await add({ url: 'http://www.busy.gov.cn/f.xml', name: '忙碌源' });
      const until = new Date(Date.now() + 3_600_000);
      const learnt = { cadence: 'P0', frequencyType: 'realtime', checkCount: 8, hitCount: 2, failCount: 3 };
      const trouble = { nextDueAt: until, backoffUntil: until, lastError: 'status 503', dueReason: 'backoff:other' };
      await schedule(code, { ...learnt, ...trouble, dueWhy: '连续失败 3 次' });
      const [source] = (await list('q=忙碌源')).items;
      expect(source).toMatchObject({
        state: 'backoff',
        cadence: 'P0',
        checkCount: 8,
        hitRate: 0.25,
        nextCheckAt: until.toISOString(),
        nextReason: 'backoff:other',
        nextWhy: '连续失败 3 次',
        lastError: 'status 503',
        backoffUntil: until.toISOString(),
      });
      expect((await list('state=backoff')).items.map((each) => each.code)).toEqual([code]);
      expect((await list('kind=custom')).items.every(({ kind }) => kind === 'custom')).toBe(true);
      const { items: runs } = (await stand.get(`/admin/api/jobs/scheduled?targetCode=${code}`)).body;
      expect(runs).toMatchObject([{ cron: 'adaptive', nextRuns: [until.toISOString()] }]);
      const { body: summary } = await stand.get(`${API}/summary`);
      expect(summary).toMatchObject({ byState: { backoff: 1 }, byCadence: { P0: 1 } });
      expect(summary.total).toBe((await list('limit=1')).total);
    });

    it('shows the decision log page by page', async () => {
      const { code } = await add({ url: 'http://www.log.gov.cn/f.xml' });
      const { targetId, source } = await schedule(code, {});
      for (let n = 1; n <= 5; n += 1) {
        const open = { ...source, openJobId: n };
        await stand.database.sourceSchedule.opened(source.sourceId, source.nextDueAt!, n, source.nextDueAt!);
        const line = {
          targetId,
          jobId: n,
          dueAt: new Date(),
          settledAt: new Date(),
          reason: 'expected_publication',
          why: '预测',
          expected: 0.5,
          outcome: n === 3 ? 'found' : 'unchanged',
          itemsNew: n === 3 ? 4 : 0,
          error: null,
          nextDueAt: source.nextDueAt,
          nextReason: 'feed_ttl',
          nextWhy: 'TTL',
        };
        expect(await stand.database.sourceSchedule.settle(open, n, line)).toBe(true);
      }
      const page = async (query: string) => (await stand.get(`${API}/${code}/checks?${query}`)).body;
      const first = await page('limit=3');
      expect(first.items.map(({ jobId, outcome, itemsNew }: SourceCheckView) => [jobId, outcome, itemsNew])).toEqual([
        [5, 'unchanged', 0],
        [4, 'unchanged', 0],
        [3, 'found', 4],
      ]);
      const rest = await page(`limit=3&before=${first.nextBefore}`);
      expect([rest.items.length, rest.nextBefore]).toEqual([2, null]);
    });

    it('raises alerts for sources that stopped or are gone, and resumes one', async () => {
      const stopped = await add({ url: 'http://www.stopped.gov.cn/f.xml' });
      await schedule(stopped.code, { nextDueAt: null, dueReason: 'stopped', lastError: 'status 401' });
      const gone = await add({ url: 'http://www.gone.gov.cn/f.xml' });
      const { target } = (await stand.database.targets.planFor(gone.code))!;
      await stand.database.sourceStates.save(target, { goneAt: new Date() });
      await stand.database.sourceStates.switchOff(target, new Date(), { username: 'crawl-worker', requestId: null });
      const alerts = async () => (await stand.get('/admin/api/alerts')).body.items as AlertView[];
      const of = async (code: string) => (await alerts()).find(({ targetCode }) => targetCode === code);
      expect(await of(stopped.code)).toMatchObject({ kind: 'source_stopped', severity: 'critical' });
      expect((await of(stopped.code))?.message).toContain('status 401');
      expect(await of(gone.code)).toMatchObject({ kind: 'source_gone' });
      expect((await list('state=gone')).items.map(({ code }) => code)).toEqual([gone.code]);
      const { body } = await stand.post(`${API}/${stopped.code}/resume`).expect(200);
      expect(body).toMatchObject({ state: 'scheduled', nextReason: 'resumed', nextCheckAt: expect.any(String) });
      expect(await of(stopped.code)).toBeUndefined();
      await stand.post(`${API}/yingde__zcwj/resume`).expect(404);
    });

    it('imports an OPML file with its folders, names what is there twice or wrong, and exports what it has', async () => {
      const outlines = `<outline text="政策"><outline text="省级"><outline type="rss" text="甲 &amp; 乙" xmlUrl="http://opml.gov.cn/a.xml"/></outline>
        <outline text="又一次" xmlUrl="http://opml.gov.cn/a.xml"/><outline text="已有" xmlUrl="${FEED}"/></outline>
        <outline text="脚本" xmlUrl="javascript:alert(1)"/><outline text="文件" xmlUrl="file:///etc/passwd"/>`;
      const { body } = await stand.post(`${API}/opml`, { opml: OPML(outlines) }).expect(200);
      expect(body.created).toMatchObject([{ name: '甲 & 乙', url: 'http://opml.gov.cn/a.xml', category: '政策/省级' }]);
      expect(body.duplicates.map(({ name: each, code }: { name: string; code: string }) => [each, code])).toEqual([
        ['又一次', body.created[0].code],
        ['已有', expect.stringContaining('feed_')],
      ]);
      expect(body.refused.map(({ name: each }: { name: string }) => each)).toEqual(['脚本', '文件']);
      const exported = await stand.get(`${API}/opml`).expect(200);
      expect(exported.headers['content-type']).toContain('text/x-opml');
      const text = exported.text ?? Buffer.from(exported.body as Uint8Array).toString();
      expect(text).toContain('xmlUrl="http://opml.gov.cn/a.xml"');
      const again = await stand.post(`${API}/opml`, { opml: text }).expect(200);
      expect([again.body.created, again.body.refused]).toEqual([[], []]);
      const refusal = await stand.post(`${API}/opml`, { opml: '<html>登录</html>' }).expect(400);
      expect(refusal.body.errors).toEqual([{ field: 'opml', message: '不是有效的 OPML 文件' }]);
      const large = OPML(`<outline text="${'长'.repeat(300_000)}"/>`); // more than other bodies may have
      await stand.post(`${API}/opml`, { opml: large }).expect(200);
    });

    it('has a worker look for the feeds of a page, and names those that are sources already', async () => {
      const page = 'http://www.qingyuan.gov.cn/';
      const { body: started } = await stand.post(`${API}/discover`, { url: page }).expect(202);
      expect(started).toMatchObject({ url: page, state: 'queued', error: null, feeds: [] });
      expect((await stand.post(`${API}/discover`, { url: page })).body.id).toBe(started.id);
      const { errands, leases } = stand.database;
      const { leaseKey } = (await errands.find('source.discover', started.id))!;
      const lease = (await leases.acquire(leaseKey, 'worker', 60_000))!;
      await errands.claim(started.id, { hostKey: leaseKey, token: lease.token }, 'worker');
      const feed = { title: '公告', format: 'rss', foundBy: 'link', entries: 3, newestAt: null };
      const feeds = [FEED, 'http://www.qingyuan.gov.cn/new.xml'].map((url) => ({ ...feed, url }));
      await errands.finish(started.id, lease.token, { state: 'done', result: { feeds }, error: null });
      const { body: done } = await stand.get(`${API}/discover/${started.id}`).expect(200);
      expect(done.feeds.map(({ url, code }: { url: string; code: string | null }) => [url, code])).toEqual([
        [FEED, expect.stringMatching(/^feed_/)],
        ['http://www.qingyuan.gov.cn/new.xml', null],
      ]);
      await stand.get(`${API}/discover/999999`).expect(404);
      await stand.post(`${API}/discover`, { url: 'file:///etc/passwd' }).expect(400);
    });

    it('takes hostile addresses in a reading list', async () => {
      const broken: unknown[] = [];
      for (const text of HOSTILE) {
        const opml = OPML(`<outline text="x" xmlUrl="${text}"/>`);
        const { status } = await stand.post(`${API}/opml`, { opml });
        if (status >= 500) broken.push([text.slice(0, 40), status]);
      }
      expect(broken).toEqual([]);
    }, 120_000);
  });
}
