import { randomBytes } from 'node:crypto';
import { type ErrandKind } from '@govcrawler/contracts';
import { newSourceStats } from '@govcrawler/core';
import { sourceIdOf } from '@govcrawler/persistence';
import { SiteFolder } from '@govcrawler/platform';
import request from 'supertest';
import { deliverySite, giveAttachment } from './delivery/delivery-samples.conformance.js';
import { GatewayInfrastructure } from './gateway-infrastructure.js';
import { finishErrand, PASSWORD, siteFile, USER, type GatewayStand } from './gateway-stand.conformance.js';

/** A request that a route must grant. */
export interface Sample {
  path: string;
  body?: Record<string, unknown>;
  /** Where it is not plain JSON that is asked for. */
  headers?: Record<string, string>;
}

interface Made {
  id: number;
  code: string;
  jobId: number;
  deliveryId: number;
}

const FEED = 'http://feeds.gov.cn/tzgg.xml';
const NEW = 'http://www.new.gov.cn';
const SELECTORS = { detail: { title: 'h1::text', content: 'body' } };
const OPML = `<opml version="2.0"><body><outline text="甲" xmlUrl="http://opml.gov.cn/a.xml"/></body></opml>`;
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/**
 * One of everything, and for each route a request that it must grant, in an order in which all of them can be made:
 * what a route deletes was made for that.
 */
export async function contractSamples(stand: GatewayStand, sitesFolder: string): Promise<Record<string, Sample>> {
  const { database } = stand;
  stand.internalHosts.push('127.0.0.1:9');
  Object.assign(stand.app.nest.get(GatewayInfrastructure), {
    siteFolder: new SiteFolder(sitesFolder),
    model: {
      endpoint: { baseUrl: 'http://127.0.0.1:9/v1', model: 'none' },
      prices: { input: 1, output: 2, currency: 'CNY' },
      limits: { maxCost: 1 },
      summariseAll: false,
    },
  });
  const made = async (path: string, body: object): Promise<Made> => {
    const answer = await stand.post(path, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`);
    return answer.body as Made;
  };
  const errand = async (kind: ErrandKind, path: string, body: object, result: object | null): Promise<number> => {
    const { id } = await made(path, body);
    if (result) await finishErrand(stand, kind, id, { state: 'done', result, error: null });
    return id;
  };

  const department = (await made('/admin/api/local-departments', { fullName: '契约局' })).id;
  const { code: site, targetCode: target, store } = await deliverySite(stand);
  const host = `www.${site}.gov.cn`;
  const url = `http://${host}/revised.html`;
  const attachments = [{ url: `http://${host}/1.pdf`, name: '附件 1.pdf' }];
  await store('第一稿。', { url, attachments, deptId: department });
  const article = (await store('第二稿。', { url, attachments, deptId: department })).articleId;
  const doomed: number[] = [];
  for (let n = 0; n < 3; n += 1) doomed.push((await store(`第${n}篇。`)).articleId);
  const attachment = await giveAttachment(stand, article, { bytes: Buffer.from('0123456789'), text: '附件正文' });
  const lost = await loseAttachments(stand, (await store('附件丢失。', { attachments: lostFiles(host) })).articleId);
  const template = { default_column: { list_selector: { row: 'li', href: 'a::attr(href)', title: 'a::text' } } };
  await database.sites.syncFromFile(siteFile('template', ['one'], template), 'config/sites/template.yaml');
  await database.sites.syncFromFile(siteFile('erased', ['one', 'two']), 'erased.yaml');
  await database.sites.syncFromFile(siteFile('failing', ['one']), 'failing.yaml');

  const lostDepartment = (await made('/admin/api/local-departments', { fullName: '撤销局' })).id;
  const source = (await made('/admin/api/sources', { url: FEED, name: '通知' })).code;
  await stopSource(stand, source);
  const key = (await made('/admin/api/keys', { name: 'doomed', scopes: ['articles:read'] })).id;
  const login = await request(stand.address).post('/admin/api/session').send({ username: USER, password: PASSWORD });
  if (login.status !== 200) throw new Error(`login: ${login.status}`);
  const [session] = await database.sessions.listOf(USER, new Date());
  const channel = { name: '契约群', kind: 'wecom', url: 'http://127.0.0.1:9/hook?key=robot' };
  const channelId = (await made('/admin/api/alerts/channels', channel)).id;
  const lostChannel = (await made('/admin/api/alerts/channels', channel)).id;
  const delivery = (await made(`/admin/api/alerts/channels/${channelId}/test`, {})).deliveryId;
  await database.alerts.record([
    { rule: 'queue_old', subject: '', severity: 'warning', title: '采集任务积压', message: '' },
  ]);
  const [incident] = await database.alerts.openIncidents();

  for (const name of ['rag', 'gone', 'reset']) await made('/api/v1/consumers', { name, from: 'beginning' });
  await stand.put('/api/v1/consumers/rag/webhook', { url: 'http://127.0.0.1:9/hook' });
  const { cursor } = (await stand.get('/api/v1/changes?consumer=rag&limit=1')).body;

  const column = {
    adapter: 'yaml',
    columnId: 'tzgg',
    name: '通知公告',
    listUrl: `${NEW}/tzgg/`,
    confidence: 0.9,
    listSelectors: { row: 'ul > li', href: 'a::attr(href)', title: 'a::text' },
    pagination: { type: 'none' },
    totalPages: 1,
    params: {},
    rowCount: 20,
    sampleRows: [],
  };
  const found = { siteName: '新', baseUrl: `${NEW}/`, pagesFetched: 1, pagesFailed: 0, endedBy: 'nothing_left' };
  const discovery = await errand(
    'site.discover',
    '/admin/api/targets/discover-html',
    { url: `${NEW}/` },
    { ...found, columns: [column] },
  );
  const running = await errand('site.discover', '/admin/api/targets/discover-html', { url: `${NEW}/x/` }, null);
  const rows = [1, 2, 3, 4].map(
    (n) => `<li><a href="/${n}.html">关于第${n}项工作的通知</a><span>2026-01-0${n}</span></li>`,
  );
  const page = { url: `${NEW}/tzgg/`, finalUrl: `${NEW}/tzgg/`, html: `<ul>${rows.join('')}</ul>`, articles: [] };
  const inspection = await errand('page.inspect', '/admin/api/targets/inspect', { url: page.url }, page);
  const feedPage = 'http://feeds.gov.cn/';
  const feeds = await errand('source.discover', '/admin/api/sources/discover', { url: feedPage }, { feeds: [] });
  const report = {
    ...{ articles: 0, read: 0, changed: 0, unchanged: 0, wouldBeEmpty: 0, noRawPage: 0, applied: 0 },
    ...{ changesByField: {}, samples: [], lastId: 0 },
  };
  const reparse = await errand('target.reparse', `/admin/api/targets/${target}/reparse`, {}, report);
  const otherReparse = await errand('target.reparse', '/admin/api/targets/template__one/reparse', {}, null);
  const proposal = await errand('target.author', `/admin/api/targets/${target}/propose-selectors`, {}, null);
  const order = { targetCodes: [target], collect: false };
  const briefing = (await made('/admin/api/briefings', order)).id;
  const openBriefing = (await made('/admin/api/briefings', order)).id;
  await finishBriefing(stand, briefing);
  const jobs: number[] = [];
  for (const code of ['erased__one', 'erased__two', 'failing__one'])
    jobs.push((await made(`/admin/api/targets/${code}/run`, {})).jobId);
  await failJob(stand, jobs[0]!, 'www.erased.gov.cn');
  await failJob(stand, jobs[2]!, 'www.failing.gov.cn');

  const any = { version: '*' };
  const samples: Record<string, Sample | string> = {
    'GET /healthz': '/healthz',
    'GET /readyz': '/readyz',
    'GET /metrics': '/metrics',
    'GET /admin/api/openapi.json': '/admin/api/openapi.json',
    'GET /api/v1/openapi.json': '/api/v1/openapi.json',
    'GET /api/v1/delivery.proto': '/api/v1/delivery.proto',
    'POST /mcp': { path: '/mcp', body: INITIALIZE, headers: { Accept: 'application/json, text/event-stream' } },

    'POST /admin/api/session': { path: '/admin/api/session', body: { username: USER, password: PASSWORD } },
    'GET /admin/api/session': '/admin/api/session',
    'GET /admin/api/sessions': '/admin/api/sessions',
    'DELETE /admin/api/sessions/:id': `/admin/api/sessions/${session!.id}`,
    'PUT /admin/api/session/password': {
      path: '/admin/api/session/password',
      body: { currentPassword: PASSWORD, newPassword: PASSWORD },
    },
    'GET /admin/api/users': '/admin/api/users',
    'POST /admin/api/users': {
      path: '/admin/api/users',
      body: { username: '契约用户', password: 'a long password', role: 'viewer' },
    },
    'PUT /admin/api/users/:username': {
      path: `/admin/api/users/${encodeURIComponent('契约用户')}`,
      body: { role: 'operator', password: 'another password', disabled: false, ...any },
    },
    'GET /admin/api/keys': '/admin/api/keys',
    'POST /admin/api/keys': {
      path: '/admin/api/keys',
      body: { name: '新密钥', scopes: ['articles:read'], expiresInDays: 30 },
    },
    'GET /admin/api/audit': `/admin/api/audit?actor=${USER}&subjectKind=key&subjectKey=${key}&limit=5&offset=0`,
    'GET /admin/api/settings': '/admin/api/settings',
    'PUT /admin/api/settings': {
      path: '/admin/api/settings',
      body: {
        retention: { jobsPerTarget: 100, crawlLogDays: 90, alertDays: 90 },
        alerts: { ...THRESHOLDS },
        ...any,
      },
    },
    'GET /api/settings': '/api/settings',
    'PUT /api/settings': {
      path: '/api/settings',
      body: {
        rss: {
          fullTextOnOpenEnabled: true,
          fullTextMaxBytes: 2_097_152,
          fullTextBackoffMinutes: 10,
          userAgent: 'Reader/1',
        },
      },
    },

    'GET /admin/api/sites': '/admin/api/sites',
    'POST /admin/api/sites': {
      path: '/admin/api/sites',
      body: {
        ...{ code: 'contract', name: '契约市', baseUrl: 'http://www.contract.gov.cn/', adapter: 'yaml' },
        ...{ adapterParams: {}, fetchStrategy: 'httpx', scheduleCron: '0 8 * * 1-5', respectRobots: true },
        ...{ robotsOnError: 'allow', enabled: true },
      },
    },
    'GET /admin/api/sites/:code': '/admin/api/sites/contract',
    'PUT /admin/api/sites/:code': {
      path: '/admin/api/sites/contract',
      body: {
        ...{ name: '契约', baseUrl: 'http://www.contract.gov.cn/', adapter: 'yaml', adapterParams: {} },
        ...{ fetchStrategy: 'httpx', scheduleCron: null, respectRobots: true, robotsOnError: 'deny' },
        ...{ managedBy: 'admin', ...any },
      },
    },
    'POST /admin/api/sites/:code/toggle': { path: '/admin/api/sites/contract/toggle', body: { enabled: false } },

    'GET /admin/api/targets/lookup': `/admin/api/targets/lookup?siteCode=${site}&deptId=1&q=tzgg&limit=5&offset=0`,
    'POST /admin/api/targets': { path: '/admin/api/targets', body: newTarget('template__made') },
    'POST /admin/api/targets/bulk-create': {
      path: '/admin/api/targets/bulk-create',
      body: { targets: [newTarget('template__bulk')] },
    },
    'POST /admin/api/targets/bulk-create-yaml': {
      path: '/admin/api/targets/bulk-create-yaml',
      body: { siteCode: 'template', columns: [templateColumn()] },
    },
    'GET /admin/api/targets/:code': '/admin/api/targets/template__made',
    'PUT /admin/api/targets/:code': {
      path: '/admin/api/targets/template__made',
      body: { ...CHANNEL, name: '新名', entryUrl: 'http://www.template.gov.cn/y/', managedBy: 'admin', ...any },
    },
    'POST /admin/api/targets/:code/toggle': {
      path: '/admin/api/targets/template__made/toggle',
      body: { enabled: true },
    },
    'GET /admin/api/targets/:code/parser': `/admin/api/targets/${target}/parser`,
    'PUT /admin/api/targets/:code/parser': {
      path: `/admin/api/targets/${target}/parser`,
      body: { override: null, ...any },
    },
    'POST /admin/api/targets/:code/parser/try': {
      path: `/admin/api/targets/${target}/parser/try`,
      body: { override: SELECTORS, articleId: article, inspectionId: inspection },
    },
    'POST /admin/api/targets/:code/parser/compare': {
      path: `/admin/api/targets/${target}/parser/compare`,
      body: { override: SELECTORS },
    },
    'POST /admin/api/targets/:code/run': {
      path: `/admin/api/targets/${target}/run`,
      body: { force: true, maxItems: 7, tick: '2026-01-01T00:00:00Z' },
    },
    'POST /admin/api/targets/bulk-run': {
      path: '/admin/api/targets/bulk-run',
      body: { targetCodes: [target], force: false, maxItems: 3 },
    },
    'POST /admin/api/targets/discover-html': {
      path: '/admin/api/targets/discover-html',
      body: { url: `${NEW}/y/`, hosts: ['zwgk.new.gov.cn'], maxPages: 9, maxDepth: 1, maxMinutes: 1 },
    },
    'GET /admin/api/discoveries': '/admin/api/discoveries',
    'GET /admin/api/discoveries/:id': `/admin/api/discoveries/${discovery}`,
    'POST /admin/api/discoveries/:id/accept': {
      path: `/admin/api/discoveries/${discovery}/accept`,
      body: {
        ...{ siteCode: 'contract_found', siteName: '发现', as: 'yaml' },
        columns: [{ listUrl: column.listUrl, columnId: 'tzgg', name: '通知', category: '公告' }],
      },
    },
    'POST /admin/api/discoveries/:id/cancel': { path: `/admin/api/discoveries/${running}/cancel`, body: {} },
    'POST /admin/api/targets/inspect': { path: '/admin/api/targets/inspect', body: { url: `${NEW}/zcwj/` } },
    'GET /admin/api/inspections/:id': `/admin/api/inspections/${inspection}`,
    'POST /admin/api/inspections/:id/correct': {
      path: `/admin/api/inspections/${inspection}/correct`,
      body: {
        list: { row: 'li', href: 'a::attr(href)', title: 'a::text', date: 'span::text' },
        detail: { title: 'h1', publish_time: '.t', source: '.s', content: 'body', attachment_css: 'a' },
        pointedAt: 1,
      },
    },
    'POST /admin/api/targets/:code/reparse': {
      path: '/admin/api/targets/template__made/reparse',
      body: { override: SELECTORS },
    },
    'GET /admin/api/targets/:code/reparses': `/admin/api/targets/${target}/reparses`,
    'GET /admin/api/reparses/:id': `/admin/api/reparses/${reparse}`,
    'POST /admin/api/reparses/:id/apply': { path: `/admin/api/reparses/${reparse}/apply`, body: {} },
    'POST /admin/api/reparses/:id/cancel': { path: `/admin/api/reparses/${otherReparse}/cancel`, body: {} },
    'POST /admin/api/targets/:code/propose-selectors': {
      path: '/admin/api/targets/template__made/propose-selectors',
      body: {},
    },
    'GET /admin/api/selector-proposals/:id': `/admin/api/selector-proposals/${proposal}`,
    'GET /admin/api/targets/:code/selector-proposals': `/admin/api/targets/${target}/selector-proposals`,

    'GET /admin/api/articles/search': `/admin/api/articles/search?${FILTERS}&limit=5&offset=0&sort=newest&cursor=0-9&exactTotal=true`,
    'GET /admin/api/articles/search/ids': `/admin/api/articles/search/ids?${FILTERS}`,
    'GET /admin/api/articles/export': `/admin/api/articles/export?${FILTERS}&format=jsonl&text=true`,
    'GET /admin/api/articles/:id': `/admin/api/articles/${article}`,
    'GET /admin/api/articles/:id/revisions': `/admin/api/articles/${article}/revisions`,
    'GET /admin/api/articles/:id/revisions/:revision': `/admin/api/articles/${article}/revisions/1`,
    'GET /admin/api/articles/:id/original': `/admin/api/articles/${article}/original?revision=1`,
    'GET /admin/api/articles/:id/attachments': `/admin/api/articles/${article}/attachments`,
    'GET /admin/api/attachments/:id/content': `/admin/api/attachments/${attachment}/content?inline=true`,
    'GET /admin/api/attachments/:id/text': `/admin/api/attachments/${attachment}/text`,
    'POST /admin/api/attachments/:id/retry': { path: `/admin/api/attachments/${lost}/retry` },
    'POST /admin/api/attachments/retry-failed': { path: '/admin/api/attachments/retry-failed' },
    'POST /admin/api/articles/summaries': { path: '/admin/api/articles/summaries', body: { ids: [article] } },
    'GET /api/articles': `/api/articles?${FILTERS}&limit=5&offset=0&sort=relevance&cursor=1-9&exactTotal=false`,
    'GET /api/articles/:id': `/api/articles/${article}`,
    'POST /api/articles/:id/fulltext': { path: `/api/articles/${article}/fulltext`, body: {} },

    'GET /admin/api/local-departments': '/admin/api/local-departments?region=x&category=y',
    'POST /admin/api/local-departments': {
      path: '/admin/api/local-departments',
      body: { fullName: '新设局', shortName: '新', region: '市直', category: '政府部门' },
    },
    'GET /admin/api/local-departments/:id': `/admin/api/local-departments/${department}`,
    'PUT /admin/api/local-departments/:id': {
      path: `/admin/api/local-departments/${department}`,
      body: { fullName: '契约二局', shortName: null, region: '市直', category: null, ...any },
    },

    'GET /admin/api/jobs/queue': '/admin/api/jobs/queue',
    'GET /admin/api/jobs/list': `/admin/api/jobs/list?state=queued&host=${host}&targetCode=${target}&q=x&limit=5&offset=0`,
    'GET /admin/api/jobs/scheduled': `/admin/api/jobs/scheduled?siteCode=${site}&targetCode=${target}&runs=2&limit=5&offset=0`,
    'GET /admin/api/jobs/schedule-preview': '/admin/api/jobs/schedule-preview?cron=30%209%20*%20*%20*&runs=2',
    'GET /admin/api/jobs/:id': `/admin/api/jobs/${jobs[1]}`,
    'POST /admin/api/jobs/:id/retry': { path: `/admin/api/jobs/${jobs[0]}/retry`, body: {} },
    'POST /admin/api/jobs/retry-failed': {
      path: '/admin/api/jobs/retry-failed',
      body: { siteCode: 'failing', hours: 1 },
    },
    'POST /admin/api/jobs/:id/cancel': { path: `/admin/api/jobs/${jobs[1]}/cancel`, body: {} },
    'GET /api/admin/tasks': `/api/admin/tasks?state=queued&source=${target}&limit=5&offset=0`,
    'POST /api/sources/:id/fetch': {
      path: `/api/sources/${target}/fetch`,
      body: { force: true, maxItems: 3 },
    },
    'GET /admin/api/logs/recent': `/admin/api/logs/recent?hours=1&siteCode=${site}&targetCode=${target}&success=true&after=1&q=x&limit=5`,
    'GET /admin/api/stats/overview': '/admin/api/stats/overview',
    'GET /admin/api/stats/by-site': '/admin/api/stats/by-site',
    'GET /admin/api/stats/by-dept': '/admin/api/stats/by-dept',
    'GET /admin/api/stats/by-category': '/admin/api/stats/by-category',
    'GET /admin/api/stats/by-month': '/admin/api/stats/by-month?months=3',
    'GET /admin/api/stats/activity': '/admin/api/stats/activity?days=3',
    'GET /admin/api/adapters': '/admin/api/adapters',
    'GET /admin/api/registry': `/admin/api/registry?siteCode=${site}`,
    'GET /admin/api/model': '/admin/api/model',
    'GET /admin/api/consumers': '/admin/api/consumers',

    'GET /admin/api/hosts': '/admin/api/hosts?q=gov&state=ready&limit=5&offset=0',
    'GET /admin/api/hosts/policies': '/admin/api/hosts/policies',
    'PUT /admin/api/hosts/policies/:domain': {
      path: `/admin/api/hosts/policies/${host}`,
      body: { concurrency: 2, requestsPerSec: 0.5, intervalSec: 30, shared: false, ...any },
    },
    'DELETE /admin/api/hosts/policies/:domain': `/admin/api/hosts/policies/${host}`,
    'GET /admin/api/hosts/:host': `/admin/api/hosts/${host}`,
    'POST /admin/api/hosts/:host/pause': { path: `/admin/api/hosts/${host}/pause`, body: { hours: 2 } },
    'POST /admin/api/hosts/:host/resume': { path: `/admin/api/hosts/${host}/resume`, body: {} },
    'POST /admin/api/hosts/:host/reset': { path: `/admin/api/hosts/${host}/reset`, body: {} },
    'DELETE /admin/api/hosts/:host/cookies': `/admin/api/hosts/${host}/cookies`,

    'GET /admin/api/alerts': '/admin/api/alerts?hours=1',
    'GET /admin/api/alerts/incidents': '/admin/api/alerts/incidents?firing=true&limit=5&offset=0',
    'POST /admin/api/alerts/incidents/:id/ack': { path: `/admin/api/alerts/incidents/${incident!.id}/ack`, body: {} },
    'GET /admin/api/alerts/channels': '/admin/api/alerts/channels',
    'POST /admin/api/alerts/channels': {
      path: '/admin/api/alerts/channels',
      body: {
        ...{ name: '新群', kind: 'webhook', url: 'https://hooks.example.com/x', enabled: false },
        ...{ secret: `whsec_${randomBytes(32).toString('base64')}`, minSeverity: 'critical' },
      },
    },
    'PUT /admin/api/alerts/channels/:id': {
      path: `/admin/api/alerts/channels/${channelId}`,
      body: { ...channel, kind: undefined, secret: null, enabled: true, minSeverity: 'warning' },
    },
    'POST /admin/api/alerts/channels/:id/test': { path: `/admin/api/alerts/channels/${channelId}/test`, body: {} },
    'GET /admin/api/alerts/deliveries': `/admin/api/alerts/deliveries?channelId=${channelId}&limit=5&offset=0`,
    'POST /admin/api/alerts/deliveries/:id/resend': {
      path: `/admin/api/alerts/deliveries/${delivery}/resend`,
      body: {},
    },

    'GET /admin/api/sources': '/admin/api/sources?q=x&kind=rss&state=scheduled&limit=5&offset=0',
    'POST /admin/api/sources': {
      path: '/admin/api/sources',
      body: {
        ...{ url: 'http://feeds.gov.cn/new.xml', name: '新源', adapter: 'rss', params: {}, category: '通知' },
        ...{ subcategory: null, deptId: null, schedule: null, enabled: true },
      },
    },
    'GET /admin/api/sources/summary': '/admin/api/sources/summary',
    'POST /admin/api/sources/discover': { path: '/admin/api/sources/discover', body: { url: `${feedPage}x/` } },
    'GET /admin/api/sources/discover/:id': `/admin/api/sources/discover/${feeds}`,
    'GET /admin/api/sources/opml': '/admin/api/sources/opml',
    'POST /admin/api/sources/opml': { path: '/admin/api/sources/opml', body: { opml: OPML } },
    'GET /admin/api/sources/:code': `/admin/api/sources/${source}`,
    'GET /admin/api/sources/:code/checks': `/admin/api/sources/${source}/checks?limit=5&before=9`,
    'POST /admin/api/sources/:code/resume': { path: `/admin/api/sources/${source}/resume`, body: {} },

    'GET /admin/api/briefings': '/admin/api/briefings?before=9&limit=5',
    'POST /admin/api/briefings': {
      path: '/admin/api/briefings',
      body: {
        ...{ ...order, title: '简报', from: '2026-01-01', to: '2026-01-31', collect: true, maxItems: 9 },
        deliverTo: 'rag',
      },
    },
    'GET /admin/api/briefings/:id': `/admin/api/briefings/${briefing}`,
    'GET /admin/api/briefings/:id/markdown': `/admin/api/briefings/${briefing}/markdown`,
    'POST /admin/api/briefings/:id/cancel': { path: `/admin/api/briefings/${openBriefing}/cancel`, body: {} },
    'POST /admin/api/briefings/:id/deliver': {
      path: `/admin/api/briefings/${briefing}/deliver`,
      body: { consumer: 'rag' },
    },

    'GET /api/v1/articles': `/api/v1/articles?site=${site}&department=1&category=x&include=text&status=ready&from=2026-01-01&to=2026-12-31&limit=5`,
    'GET /api/v1/articles/:id': `/api/v1/articles/${article}?include=text&site=${site}&department=${department}&category=${encodeURIComponent('通知')}`,
    'GET /api/v1/articles/:id/evidence': `/api/v1/articles/${article}/evidence`,
    'GET /api/v1/articles/:id/evidence/raw': `/api/v1/articles/${article}/evidence/raw`,
    'GET /api/v1/attachments/:id': `/api/v1/attachments/${attachment}`,
    'GET /api/v1/attachments/:id/text': `/api/v1/attachments/${attachment}/text`,
    'GET /api/v1/briefings': '/api/v1/briefings?before=99&limit=5',
    'GET /api/v1/briefings/:id': `/api/v1/briefings/${briefing}`,
    'GET /api/v1/briefings/:id/markdown': `/api/v1/briefings/${briefing}/markdown`,
    'GET /api/v1/changes': `/api/v1/changes?site=${site}&department=1&category=x&include=none&limit=5&waitSec=0`,
    'GET /api/v1/consumers': '/api/v1/consumers',
    'POST /api/v1/consumers': {
      path: '/api/v1/consumers',
      body: {
        ...{ name: 'new', from: 'date', date: '2026-01-01T00:00:00Z' },
        filter: { siteCodes: [site], deptIds: [1], categories: ['通知'] },
      },
    },
    'GET /api/v1/consumers/:name': '/api/v1/consumers/rag',
    'POST /api/v1/consumers/:name/ack': { path: '/api/v1/consumers/rag/ack', body: { cursor } },
    'POST /api/v1/consumers/:name/reset': {
      path: '/api/v1/consumers/reset/reset',
      body: { from: 'date', date: '2026-01-01T00:00:00Z' },
    },
    'PUT /api/v1/consumers/:name/webhook': {
      path: '/api/v1/consumers/reset/webhook',
      body: { url: 'https://hooks.example.com/x' },
    },
    'DELETE /api/v1/consumers/:name/webhook': '/api/v1/consumers/reset/webhook',
    'GET /api/v1/exports/warc': `/api/v1/exports/warc?site=${site}&day=2026-03-02`,

    'POST /admin/api/articles/bulk-delete': { path: '/admin/api/articles/bulk-delete', body: { ids: [doomed[0]] } },
    'DELETE /admin/api/articles/:id': `/admin/api/articles/${doomed[1]}`,
    'DELETE /admin/api/local-departments/:id': `/admin/api/local-departments/${lostDepartment}?confirm=x`,
    'DELETE /admin/api/alerts/channels/:id': `/admin/api/alerts/channels/${lostChannel}`,
    'DELETE /admin/api/keys/:id': `/admin/api/keys/${key}`,
    'DELETE /api/v1/consumers/:name': '/api/v1/consumers/gone',
    'DELETE /admin/api/targets/:code': '/admin/api/targets/template__bulk?confirm=template__bulk',
    'DELETE /admin/api/sites/:code': '/admin/api/sites/contract?confirm=contract',
    'DELETE /admin/api/session': '/admin/api/session',
  };
  return Object.fromEntries(
    Object.entries(samples).map(([route, sample]) => [route, typeof sample === 'string' ? { path: sample } : sample]),
  );
}

const FILTERS =
  'siteCode=x&targetCode=y&deptId=1&hasAttachment=true&status=ready&category=z&docNo=1&q=w&from=2026-01-01&to=2026-12-31';
const THRESHOLDS = {
  ...{ leastAttempts: 10, siteFailurePercent: 50, overallFailurePercent: 30, blockedTimes: 3, silentGaps: 5 },
  ...{ leastSilenceHours: 48, leastSample: 5, driftPercent: 50, queueAgeMinutes: 60, diskFreePercent: 5 },
  diskFreeGb: 2,
};
const CHANNEL = {
  ...{ channelName: '通知', channelPath: '首页/通知', contentCategory: '通知', contentSubcategory: '公告' },
  ...{ deptId: null, scheduleCron: '0 8 * * 1-5', intervalSec: 5, intervalJitterSec: 1 },
};

function templateColumn() {
  const entryUrl = 'http://www.template.gov.cn/x/';
  return { ...CHANNEL, columnId: 'made_by_template', name: '栏目', entryUrl, enabled: true, parser: null };
}

function newTarget(code: string) {
  const { columnId: _column, ...rest } = templateColumn();
  return { ...rest, code, siteCode: 'template', parser: SELECTORS };
}

/** What the scheduler writes when the secret of a source was refused: it waits for a person. */
async function stopSource({ database }: GatewayStand, code: string): Promise<void> {
  const { target } = (await database.targets.planFor(code))!;
  const due = { dueReason: 'stopped' as const, dueWhy: null, dueExpected: null, openJobId: null };
  const stats = newSourceStats(sourceIdOf(code), 'rss', new Date());
  await database.sourceSchedule.watch([{ ...stats, targetId: target.id, ...due, nextDueAt: null }]);
}

async function finishBriefing({ database }: GatewayStand, id: number): Promise<void> {
  const hostKey = 'briefings.test';
  const { token } = (await database.leases.acquire(hostKey, 'tester', 60_000))!;
  const usage = {
    ...{ calls: 0, failedCalls: 0, promptTokens: 0, completionTokens: 0, cost: 0, currency: 'CNY' },
    ...{ largestCall: 0, estimatedCalls: 0 },
  };
  const progress = {
    ...{ phase: 'finished' as const, targets: 0, targetsDone: 0, jobId: null, jobs: {}, documentsNew: 0, items: 0 },
    ...{ summarised: 0, summariesFailed: 0, summariesSkipped: 0, usage, booked: usage, notes: [] },
  };
  const outcome = { state: 'done' as const, items: [], rankedBy: 'date' as const, progress, error: null };
  await database.briefings.finish(id, outcome, { hostKey, token });
  await database.leases.release(hostKey, token);
}

async function failJob({ database }: GatewayStand, id: number, hostKey: string): Promise<void> {
  const { token } = (await database.leases.acquire(hostKey, 'tester', 60_000))!;
  await database.jobs.claim(id, { hostKey, token }, 'tester');
  await database.jobs.finish(id, token, { state: 'failed', summary: null, error: 'network_reset' });
  await database.leases.release(hostKey, token);
}

function lostFiles(host: string) {
  return ['lost', 'gone'].map((name) => ({ url: `http://${host}/${name}.pdf`, name: `${name}.pdf` }));
}

/** Two attachments that cannot be downloaded; the id of one. */
async function loseAttachments({ database }: GatewayStand, articleId: number): Promise<number> {
  const files = (await database.delivery.filesOf([articleId])).get(articleId)!;
  const hostKey = 'lost.gov.cn';
  const { token } = (await database.leases.acquire(hostKey, 'test', 60_000))!;
  const failure = { reason: 'http_gone', message: '410', nextTryAt: null };
  for (const { id } of files) await database.attachments.saveFailure(id, failure, { hostKey, token });
  return files[0]!.id;
}
