import { type SiteView, type TargetView } from '@govcrawler/contracts';
import { article, HOSTILE } from './admin-api.conformance.js';
import { openGateway, siteFile, type GatewayStand, type OpenedDatabase } from './gateway-stand.conformance.js';

const API = '/admin/api';

/** What people change over the API, on whatever database stands behind it. */
export function describeAdminEdits(name: string, open: () => Promise<OpenedDatabase>): void {
  describe(`edits over the admin API on ${name}`, () => {
    let stand: GatewayStand;

    beforeAll(async () => {
      stand = await openGateway(open);
      await stand.database.sites.syncFromFile(siteFile('qingyuan', ['tzgg', 'zcwj']), 'config/sites/qingyuan.yaml');
      await stand.database.sites.syncFromFile(siteFile('yingde', ['zcwj']), 'config/sites/yingde.yaml');
      const template = { default_column: { list_selector: { row: 'li', href: 'a::attr(href)', title: 'a::text' } } };
      await stand.database.sites.syncFromFile(siteFile('template', ['one'], template), 'config/sites/template.yaml');
    }, 120_000);
    afterAll(() => stand?.close());

    const newSite = (code: string, more: object = {}) => ({
      code,
      name: '佛冈县人民政府',
      baseUrl: `https://www.${code}.gov.cn/`,
      ...more,
    });
    const newTarget = (siteCode: string, column: string, more: object = {}) => ({
      siteCode,
      code: `${siteCode}__${column}`,
      name: '通知公告',
      entryUrl: `https://www.${siteCode}.gov.cn/${column}/`,
      ...more,
    });
    const site = async (code: string): Promise<SiteView> =>
      (await stand.get(`${API}/sites`)).body.find((each: SiteView) => each.code === code);
    const target = async (code: string): Promise<TargetView> =>
      (await stand.get(`${API}/targets/lookup?limit=200&q=${code}`)).body.items.find(
        (each: TargetView) => each.code === code,
      );
    const lastAudit = async (query = '') => (await stand.get(`${API}/audit?limit=1&${query}`)).body.items[0];

    describe('sites', () => {
      it('makes one with defaults, says where it is, and writes down who did', async () => {
        const answer = await stand.post(`${API}/sites`, newSite('fogang'));
        expect(answer.status).toBe(201);
        expect(answer.headers.location).toBe(`${API}/sites/fogang`);
        const view = {
          code: 'fogang',
          name: '佛冈县人民政府',
          host: 'www.fogang.gov.cn',
          adapter: 'yaml',
          fetchStrategy: 'httpx',
          respectRobots: true,
          enabled: true,
          managedBy: 'admin',
          yamlPath: null,
        };
        expect(answer.body).toMatchObject(view);
        expect(await site('fogang')).toMatchObject(view);
        expect((await stand.get(answer.headers.location as string)).body).toEqual(answer.body);
        expect((await stand.get(`${API}/sites/nowhere`)).body.code).toBe('site_not_found');
        expect(await lastAudit()).toMatchObject({
          actor: 'admin',
          action: 'site.create',
          subjectKey: 'fogang',
          before: null,
          after: { siteName: '佛冈县人民政府' },
          requestId: answer.headers['x-request-id'],
        });
        const again = await stand.post(`${API}/sites`, newSite('fogang'));
        expect([again.status, again.body.code, again.body.field]).toEqual([409, 'already_exists', 'code']);
      });

      it.each([
        [{ code: 'Fo Gang' }, 'code'],
        [{ code: 'x'.repeat(101) }, 'code'],
        [{ name: '  ' }, 'name'],
        [{ name: '\u0000\u200b' }, 'name'],
        [{ name: null }, 'name'],
        [{ name: 'x'.repeat(201) }, 'name'],
        [{ baseUrl: 'www.fogang.gov.cn' }, 'baseUrl'],
        [{ baseUrl: 'ftp://www.fogang.gov.cn/' }, 'baseUrl'],
        [{ baseUrl: 'https://me:secret@www.fogang.gov.cn/' }, 'baseUrl'],
        [{ baseUrl: 7 }, 'baseUrl'],
        [{ baseUrl: undefined }, 'baseUrl'],
        [{ name: undefined }, 'name'],
        [{ adapter: 'python' }, 'adapter'],
        [{ adapter: 'gkmlpt', adapterParams: { nonsense: 1 } }, 'adapterParams.nonsense'],
        [{ adapterParams: [] }, 'adapterParams'],
        [{ fetchStrategy: 'curl' }, 'fetchStrategy'],
        [{ scheduleCron: '99 * * * *' }, 'scheduleCron'],
        [{ scheduleCron: 5 }, 'scheduleCron'],
        [{ respectRobots: 'no' }, 'respectRobots'],
        [{ robotsOnError: 'perhaps' }, 'robotsOnError'],
        [{ managedBy: 'yaml' }, 'managedBy'],
      ])('refuses a site with %j and names the field', async (wrong, field) => {
        const answer = await stand.post(`${API}/sites`, newSite('refused', wrong));
        expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'validation_failed', field]);
        expect(answer.body.errors[0].message).toMatch(/\p{Script=Han}/u);
        expect(await site('refused')).toBeUndefined();
      });

      it('changes one for whoever read its last state, and for nobody else', async () => {
        const { version } = (await stand.post(`${API}/sites`, newSite('edited'))).body;
        const first = await stand.put(`${API}/sites/edited`, { version, name: '新名', scheduleCron: '0 8 * * *' });
        expect([first.status, first.body.name, first.body.scheduleCron]).toEqual([200, '新名', '0 8 * * *']);
        expect(await lastAudit()).toMatchObject({
          action: 'site.update',
          before: { siteName: '佛冈县人民政府', scheduleCron: null },
          after: { siteName: '新名', scheduleCron: '0 8 * * *' },
        });
        const second = await stand.put(`${API}/sites/edited`, { version, name: '别名' });
        expect([second.status, second.body.code]).toEqual([412, 'version_conflict']);
        const third = await stand
          .put(`${API}/sites/edited`, { scheduleCron: null })
          .set('If-Match', `"${first.body.version}"`);
        expect([third.status, third.body.scheduleCron, third.body.name]).toEqual([200, null, '新名']);
        const blind = await stand.put(`${API}/sites/edited`, { name: '别名' });
        expect([blind.status, blind.body.code]).toEqual([428, 'version_required']);
        const knowing = await stand.put(`${API}/sites/edited`, { name: '别名' }).set('If-Match', '*');
        expect([knowing.status, knowing.body.name]).toEqual([200, '别名']);
        const nowhere = await stand.put(`${API}/sites/nowhere`, { version, name: '别名' });
        expect([nowhere.status, nowhere.body.code]).toEqual([404, 'site_not_found']);
        const wrong = await stand.put(`${API}/sites/edited`, { version: '*', adapter: 'python' });
        expect([wrong.status, wrong.body.field]).toEqual([400, 'adapter']);
      });

      it('leaves to a file what the file says, until the console takes the site over', async () => {
        const { version } = await site('yingde');
        const refused = await stand.put(`${API}/sites/yingde`, { version, name: '英德市' });
        expect([refused.status, refused.body.code, refused.body.field]).toEqual([409, 'managed_by_file', 'name']);
        expect(refused.body.detail).toContain('config/sites/yingde.yaml');
        const taken = await stand.put(`${API}/sites/yingde`, { version, name: '英德市', managedBy: 'admin' });
        expect(taken.body).toMatchObject({ name: '英德市', managedBy: 'admin', targets: [{ code: 'yingde__zcwj' }] });
        await stand.database.sites.syncFromFile(siteFile('yingde', ['zcwj']), 'config/sites/yingde.yaml');
        expect(await site('yingde')).toMatchObject({ name: '英德市' });
        const back = await stand.put(`${API}/sites/yingde`, { version: taken.body.version, managedBy: 'yaml' });
        expect(back.body).toMatchObject({ managedBy: 'yaml' });
        const fileless = await stand.put(`${API}/sites/fogang`, { version: '*', managedBy: 'yaml' });
        expect([fileless.status, fileless.body.field]).toEqual([400, 'managedBy']);
      });

      it('switches one off and on, by wish or to the other state', async () => {
        const toggle = async (body?: object) => (await stand.post(`${API}/sites/fogang/toggle`, body)).body.enabled;
        expect(await toggle()).toBe(false);
        expect(await toggle({ enabled: false })).toBe(false);
        expect(await toggle()).toBe(true);
        expect(await lastAudit()).toMatchObject({ action: 'site.toggle', after: { enabled: true } });
        expect((await stand.post(`${API}/sites/nowhere/toggle`)).status).toBe(404);
        expect((await stand.post(`${API}/sites/fogang/toggle`, { enabled: 'on' })).body.field).toBe('enabled');
      });

      it('deletes one with everything in it, once it is told what goes with it', async () => {
        const file = siteFile('doomed', ['tzgg']);
        await stand.database.sites.syncFromFile(file, 'config/sites/doomed.yaml');
        const plan = (await stand.database.targets.planFor('doomed__tzgg'))!;
        for (let i = 0; i < 3; i += 1) {
          await stand.database.articles.store({
            ...(await article(stand.database, i)),
            siteId: plan.site.id,
            targetId: plan.target.id,
            url: `http://www.doomed.gov.cn/${i}.html`,
            urlHash: `doomed ${i}`,
            rawHtmlPath: `raw_html/doomed/${i}.html`,
          });
        }
        const refused = await stand.delete(`${API}/sites/doomed`);
        expect([refused.status, refused.body.code]).toEqual([409, 'confirmation_required']);
        expect(refused.body.loses).toEqual({ targets: 1, articles: 3, attachments: 1, jobs: 0 });
        expect(refused.body.detail).toMatch(/3 篇文章.*doomed\.yaml.*confirm=doomed/);
        expect((await stand.delete(`${API}/sites/doomed?confirm=yes`)).status).toBe(409);
        const deleted = await stand.delete(`${API}/sites/doomed?confirm=doomed`);
        expect(deleted.body).toEqual({ deleted: 'doomed', targets: 1, articles: 3, filesRemoved: 3 });
        expect(stand.removedFiles).toContain('raw_html/doomed/2.html');
        expect(await site('doomed')).toBeUndefined();
        expect((await stand.get(`${API}/articles/search?siteCode=doomed`)).body.total).toBe(0);
        expect(await lastAudit('subjectKey=doomed')).toMatchObject({
          action: 'site.delete',
          before: { loss: { articles: 3 } },
          after: null,
        });
        expect((await stand.delete(`${API}/sites/doomed`)).body.code).toBe('site_not_found');
      });

      it('deletes an empty one of the console without more ado', async () => {
        await stand.post(`${API}/sites`, newSite('empty'));
        expect((await stand.delete(`${API}/sites/empty`)).status).toBe(200);
      });
    });

    describe('targets', () => {
      it('makes, changes, switches and deletes one', async () => {
        const parser = { detail: { title: 'h1.title' } };
        const more = { parser, intervalSec: 5, contentCategory: '通知', channelName: '' };
        const made = await stand.post(`${API}/targets`, newTarget('fogang', 'tzgg', more));
        expect([made.status, made.headers.location]).toEqual([201, `${API}/targets/fogang__tzgg`]);
        expect(made.body).toMatchObject({
          code: 'fogang__tzgg',
          siteCode: 'fogang',
          managedBy: 'admin',
          intervalSec: 5,
          channelName: null,
          hasParserOverride: true,
        });
        const { version } = made.body;
        expect((await stand.get(made.headers.location as string)).body).toEqual(made.body);
        expect((await stand.get(`${API}/targets/nowhere`)).body.code).toBe('target_not_found');
        const changed = await stand.put(`${API}/targets/fogang__tzgg`, { version, name: '公告', intervalSec: null });
        expect(changed.body).toMatchObject({ name: '公告', intervalSec: null, contentCategory: '通知' });
        expect((await stand.put(`${API}/targets/fogang__tzgg`, { version, name: 'x' })).body.code).toBe(
          'version_conflict',
        );
        expect((await stand.put(`${API}/targets/fogang__tzgg`, { name: 'x' })).status).toBe(428);
        const toggled = await stand.post(`${API}/targets/fogang__tzgg/toggle`);
        expect(toggled.body).toMatchObject({ enabled: false });
        expect((await stand.post(`${API}/targets/fogang__tzgg/run`)).body.code).toBe('target_disabled');
        expect((await stand.delete(`${API}/targets/fogang__tzgg`)).body).toEqual({ deleted: 'fogang__tzgg' });
        expect((await stand.delete(`${API}/targets/fogang__tzgg`)).body.code).toBe('target_not_found');
        const { items } = (await stand.get(`${API}/audit?subjectKind=target&subjectKey=fogang__tzgg`)).body;
        expect(items.map(({ action }: { action: string }) => action)).toEqual([
          'target.delete',
          'target.toggle',
          'target.update',
          'target.create',
        ]);
      });

      it.each([
        [{ code: 'tzgg' }, 400, 'code'],
        [{ code: 'qingyuan__tzgg' }, 400, 'code'],
        [{ code: '关于' }, 400, 'code'],
        [{ siteCode: 'nowhere', code: 'nowhere__x' }, 404, 'siteCode'],
        [{ entryUrl: 'javascript:alert(1)' }, 400, 'entryUrl'],
        [{ name: undefined }, 400, 'name'],
        [{ entryUrl: null }, 400, 'entryUrl'],
        [{ deptId: 999_999 }, 400, 'deptId'],
        [{ deptId: 'x' }, 400, 'deptId'],
        [{ intervalSec: -1 }, 400, 'intervalSec'],
        [{ scheduleCron: 'often' }, 400, 'scheduleCron'],
        [{ parser: { detail: { title: 'h1[' } } }, 400, 'parser.detail.title'],
        [{ nonsense: 1 }, 400, 'nonsense'],
      ])('refuses a target with %j', async (wrong, status, field) => {
        const answer = await stand.post(`${API}/targets`, newTarget('fogang', 'refused', wrong));
        expect([answer.status, answer.body.field]).toEqual([status, field]);
      });

      it('changes of a file the cron, but not the name', async () => {
        const { version } = await target('qingyuan__tzgg');
        const refused = await stand.put(`${API}/targets/qingyuan__tzgg`, { version, name: 'x', deptId: null });
        expect([refused.status, refused.body.code, refused.body.field]).toEqual([409, 'managed_by_file', 'name']);
        const cron = await stand.put(`${API}/targets/qingyuan__tzgg`, { version, scheduleCron: 'adaptive' });
        expect(cron.body).toMatchObject({ scheduleCron: 'adaptive', managedBy: 'yaml' });
        const unconfirmed = await stand.delete(`${API}/targets/qingyuan__tzgg`);
        expect([unconfirmed.status, unconfirmed.body.code]).toEqual([409, 'confirmation_required']);
      });

      it('keeps a target that is being crawled', async () => {
        const { jobId } = (await stand.post(`${API}/targets/yingde__zcwj/run`)).body;
        const hostKey = 'www.yingde.gov.cn';
        const lease = (await stand.database.leases.acquire(hostKey, 'tester', 60_000))!;
        await stand.database.jobs.claim(jobId, { hostKey, token: lease.token }, 'tester');
        for (const path of ['targets/yingde__zcwj?confirm=yingde__zcwj', 'sites/yingde?confirm=yingde']) {
          const answer = await stand.delete(`${API}/${path}`);
          expect([answer.status, answer.body.code]).toEqual([409, 'crawl_running']);
        }
        expect(await site('yingde')).toMatchObject({ enabled: true });
      });

      it('shows and saves the parser override, and points at the wrong character', async () => {
        const path = `${API}/targets/qingyuan__zcwj/parser`;
        const { body } = await stand.get(path);
        expect(body).toMatchObject({ targetCode: 'qingyuan__zcwj', adapter: 'yaml', override: null });
        const override = { list_selector: { row: 'ul > li' }, detail: { content: 'div.TRS_Editor, div.content' } };
        const saved = await stand.put(path, { version: body.version, override });
        expect([saved.status, saved.body.override]).toEqual([200, override]);
        expect((await stand.database.targets.planFor('qingyuan__zcwj'))?.parserOverride).toEqual(override);
        expect((await stand.put(path, { version: body.version, override })).body.code).toBe('version_conflict');
        const wrong = { list_selector: { row: 'ul >> li' }, detail: { title: 'h1::text', content: 'div[' } };
        const refused = await stand.put(path, { version: saved.body.version, override: wrong });
        expect([refused.status, refused.body.field]).toEqual([400, 'override.list_selector.row']);
        expect(refused.body.errors).toHaveLength(2);
        expect(refused.body.errors[1]).toMatchObject({
          field: 'override.detail.content',
          message: expect.stringMatching(/第 \d+ 个字符/),
        });
        for (const [bad, field] of [
          [{ detail: { titel: 'h1' } }, 'override.detail.titel'],
          [{ pagination: { type: 'endless' } }, 'override.pagination.type'],
          [{ list_selector: 7 }, 'override.list_selector'],
          [[], 'override'],
          [undefined, 'override'],
        ] as const) {
          const answer = await stand.put(path, { version: '*', override: bad });
          expect([answer.status, answer.body.field]).toEqual([400, field]);
        }
        const cleared = await stand.put(path, { override: null }).set('If-Match', `"${saved.body.version}"`);
        expect(cleared.body.override).toBeNull();
        expect((await stand.get(`${API}/targets/nowhere/parser`)).status).toBe(404);
        expect((await stand.put(`${API}/targets/nowhere/parser`, { version: '*', override })).status).toBe(404);
      });

      it('makes many at once, each with its own answer', async () => {
        const answer = await stand.post(`${API}/targets/bulk-create`, {
          targets: [
            newTarget('fogang', 'a'),
            newTarget('fogang', 'a'),
            newTarget('nowhere', 'a'),
            newTarget('fogang', 'b', { deptId: 999_999 }),
            newTarget('fogang', 'c', { parser: { detail: { title: ':::' } } }),
            newTarget('fogang', 'd'),
          ],
        });
        expect(answer.status).toBe(200);
        expect(answer.body.created.map(({ code }: TargetView) => code)).toEqual(['fogang__a', 'fogang__d']);
        expect(answer.body.refused.map(({ code }: { code: string }) => code)).toEqual([
          'already_exists',
          'site_not_found',
          'department_not_found',
          'validation_failed',
        ]);
        const wrong = await stand.post(`${API}/targets/bulk-create`, {
          targets: [newTarget('fogang', 'e'), newTarget('fogang', 'f', { entryUrl: 'x' })],
        });
        expect([wrong.status, wrong.body.field]).toEqual([400, 'targets.1.entryUrl']);
        expect(await target('fogang__e')).toBeUndefined();
        for (const targets of [undefined, [], 'x', [7], Array(201).fill(newTarget('fogang', 'g'))]) {
          const refused = await stand.post(`${API}/targets/bulk-create`, { targets });
          expect([refused.status, String(refused.body.field).split('.')[0]]).toEqual([400, 'targets']);
        }
      });

      it('makes columns that the template of a file reads', async () => {
        const path = `${API}/targets/bulk-create-yaml`;
        const column = (columnId: string) => ({ columnId, name: '栏目', entryUrl: 'http://www.template.gov.cn/x/' });
        const columns = [column('two'), column('one')];
        const answer = await stand.post(path, { siteCode: 'template', columns });
        expect(answer.body.created).toMatchObject([{ code: 'template__two', managedBy: 'admin' }]);
        expect(answer.body.refused).toMatchObject([{ targetCode: 'template__one', code: 'already_exists' }]);
        expect((await stand.post(path, { siteCode: 'qingyuan', columns })).body.code).toBe('no_default_column');
        expect((await stand.post(path, { siteCode: 'nowhere', columns })).body.code).toBe('site_not_found');
        const wrong = await stand.post(path, { siteCode: 'template', columns: [column('a b')] });
        expect(wrong.body.field).toBe('columns.0.columnId');
      });
    });

    describe('keys', () => {
      it('make a repeated run the same run', async () => {
        const run = (key: string, body = {}) =>
          stand.post(`${API}/targets/qingyuan__tzgg/run`, body).set('Idempotency-Key', key);
        const [first, second] = [await run('key-1'), await run('key-1')];
        expect([first.body.created, second.body.created]).toEqual([true, false]);
        expect(second.body.jobId).toBe(first.body.jobId);
        expect((await run('key-2')).body.jobId).not.toBe(first.body.jobId);
        const other = await run('key-1', { force: true });
        expect([other.status, other.body.code]).toEqual([422, 'key_reused']);
        expect((await run('x'.repeat(201))).body.field).toBe('Idempotency-Key');
        const operator = await stand.as('operator');
        const theirs = await operator.send('post', `${API}/targets/qingyuan__tzgg/run`).set('Idempotency-Key', 'key-1');
        expect(theirs.body.created).toBe(true);
      });

      it('make a repeated bulk run the same runs', async () => {
        const bulk = (targetCodes: string[]) =>
          stand.post(`${API}/targets/bulk-run`, { targetCodes }).set('Idempotency-Key', 'bulk-1');
        const first = await bulk(['qingyuan__tzgg', 'qingyuan__zcwj']);
        const second = await bulk(['qingyuan__tzgg', 'qingyuan__zcwj']);
        const ids = (answer: typeof first) => answer.body.accepted.map(({ jobId }: { jobId: number }) => jobId);
        expect(ids(second)).toEqual(ids(first));
        expect(await lastAudit('subjectKey=qingyuan__zcwj')).toMatchObject({ action: 'target.run' });
      });
    });

    describe('roles', () => {
      it('let viewers read, operators run and admins edit', async () => {
        const [viewer, operator] = [await stand.as('viewer'), await stand.as('operator')];
        expect((await viewer.get(`${API}/sites`)).status).toBe(200);
        for (const path of ['targets/qingyuan__tzgg/run', 'targets/bulk-run', 'sites', 'targets']) {
          const answer = await viewer.send('post', `${API}/${path}`);
          expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'forbidden']);
        }
        expect((await operator.send('post', `${API}/targets/qingyuan__tzgg/run`)).status).toBe(202);
        for (const [method, path] of [
          ['post', 'sites'],
          ['put', 'sites/fogang'],
          ['delete', 'sites/fogang'],
          ['post', 'targets/bulk-create'],
          ['put', 'targets/qingyuan__tzgg/parser'],
        ] as const) {
          expect([path, (await operator.send(method, `${API}/${path}`)).status]).toEqual([path, 403]);
        }
        expect((await operator.get(`${API}/audit`)).status).toBe(403);
        expect((await viewer.send('delete', `${API}/session`)).status).toBe(204);
      });

      it('that nobody knows let nothing through', async () => {
        const stranger = await stand.as('owner' as never);
        expect((await stranger.get(`${API}/sites`)).status).toBe(403);
      });
    });

    it('takes hostile text as keys and values where the shape is free', async () => {
      const broken: unknown[] = [];
      for (const text of HOSTILE) {
        const override = { detail: { title: text }, list_selector: { row: text }, params: { [text]: text } };
        const parser = await stand.put(`${API}/targets/fogang__a/parser`, { version: '*', override });
        const adapterParams = { [text]: text };
        const site = await stand.put(`${API}/sites/edited`, { version: '*', adapterParams });
        if (parser.status >= 500 || site.status >= 500) broken.push([text.slice(0, 40), parser.text, site.text]);
      }
      expect(broken).toEqual([]);
      expect((await stand.get(`${API}/sites`)).status).toBe(200);
    }, 120_000);
  });
}
