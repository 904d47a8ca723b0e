// Takes the pictures of docs/images: starts the demo on a fresh folder, gives it something of everything, and visits
// every page of the console four times: with data, empty, in trouble and in the dark; the alerts also as on a phone.
// `node tools/dev/screenshots.mjs [folder]` after `npm run build`; CHROMIUM_PATH names the browser.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withConsole } from './console-stand.mjs';
import { root } from './setup.mjs';

const PAGES = {
  dashboard: '/',
  stats: '/stats',
  'stats-month': '/stats?by=month',
  sites: '/sites',
  wizard: '/wizard',
  targets: '/targets',
  workbench: '/workbench?target=sim_yunlan__zfwj',
  sources: '/sources',
  queue: '/jobs',
  jobs: '/jobs?tab=history',
  scheduled: '/jobs?tab=scheduled',
  articles: '/articles',
  reader: '/articles?article=1',
  departments: '/departments',
  briefings: '/briefings',
  delivery: '/delivery',
  logs: '/logs',
  hosts: '/hosts',
  alerts: '/alerts',
  channels: '/alerts?tab=channels',
  incidents: '/alerts?tab=incidents',
  settings: '/settings',
  system: '/settings?tab=system',
  users: '/settings?tab=users',
  keys: '/settings?tab=keys',
  audit: '/settings?tab=audit',
};
/** Pages that have nothing to be empty of. */
const NEVER_EMPTY = ['wizard', 'wizard-list', 'reader', 'settings', 'system', 'users'];
const TROUBLE = {
  type: 'about:blank',
  title: '服务器内部错误',
  status: 500,
  code: 'internal_error',
  requestId: '5f0c2a7e-example',
};
const NOTHING = { count: 0, total: 0, limit: 50, offset: 0, items: [] };
/** What a platform without anything answers, where that is neither a page of nothing nor an empty list. */
const EMPTY = [
  [/\/stats\/overview$/, { articlesByStatus: {}, jobs: {}, bySite: [] }],
  [/\/stats\/activity/, quietDays(30)],
  [/\/(session|events|settings|adapters|parser|summary)(\/|\?|$)/, null],
  [
    /\/(search|list|scheduled|sources|audit|hosts|alerts|incidents|channels|deliveries|consumers|recent)(\?|$)/,
    NOTHING,
  ],
];

const folder = process.argv[2] ?? join(root, 'docs', 'images');
mkdirSync(folder, { recursive: true });

await withConsole(120, async ({ browser, base, logIn }) => {
  const first = await browser.newContext({ locale: 'zh-CN' });
  const page = await first.newPage();
  await logIn(page);
  await fill(page, new URL(base).origin);
  PAGES['wizard-list'] = `/wizard?look=${await lookAtColumn(page, new URL(base).origin)}`;
  const storageState = await first.storageState();

  const picture = async ({ suffix = '', width = 1280, dark = false, names = Object.keys(PAGES), answer }) => {
    const context = await browser.newContext({
      viewport: { width, height: width < 500 ? 812 : 800 },
      deviceScaleFactor: width < 500 ? 1 : 0.75,
      locale: 'zh-CN',
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      storageState,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    if (answer) {
      await page.route(/\/api\/(?!session$|events$)/, (route) =>
        route.request().method() === 'GET' ? answer(route) : route.continue(),
      );
    }
    for (const name of names) {
      await page.goto(`${base}${PAGES[name]}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.ant-spin-spinning, .ant-skeleton-active').first().waitFor({ state: 'detached' });
      // Charts are drawn after the figures, and drawers slide in.
      await page.waitForTimeout(600);
      await page.screenshot({ path: join(folder, `console-${name}${suffix}.jpg`), type: 'jpeg', quality: 62 });
    }
    await context.close();
  };
  await picture({});
  await picture({ suffix: '-dark', dark: true });
  await picture({
    suffix: '-empty',
    names: Object.keys(PAGES).filter((name) => !NEVER_EMPTY.includes(name)),
    answer: (route) => {
      const found = EMPTY.find(([pattern]) => pattern.test(route.request().url()));
      if (found) return found[1] === null ? route.continue() : route.fulfill({ json: zeros(found[1]) });
      return route.fulfill({ json: [] });
    },
  });
  await picture({
    suffix: '-trouble',
    answer: (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', json: TROUBLE }),
  });
  await picture({ suffix: '-phone', width: 390, names: ['alerts', 'dashboard'] });
});

function quietDays(number) {
  const day = (n) => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10);
  const none = Array(number).fill(0);
  const days = none.map((_, n) => day(number - 1 - n));
  return { days, articles: none, attempts: none, failures: none, sites: [] };
}

/** Every figure that an answer lacks is 0. */
function zeros(answer) {
  const figures = ['articles', 'newToday', 'attachments', 'sites', 'targets', 'targetsEnabled'];
  const counted = { ready: 0, failed: 0, raw: 0, queued: 0, running: 0, done: 0, cancelled: 0 };
  if (!('bySite' in answer)) return answer;
  return {
    ...Object.fromEntries(figures.map((name) => [name, 0])),
    ...answer,
    articlesByStatus: counted,
    jobs: counted,
  };
}

function asker(page, origin) {
  return async (method, path, data) => {
    const answer = await page.request.fetch(`${origin}${path}`, { method, ...(data ? { data } : {}) });
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
}

/** What the wizard found on the page of a column. */
async function lookAtColumn(page, origin) {
  const ask = asker(page, origin);
  const { items } = await ask('GET', '/admin/api/targets/lookup?siteCode=sim_lingdong');
  const { id } = await ask('POST', '/admin/api/targets/inspect', { url: items[0].entryUrl });
  for (let state = 'queued'; state !== 'failed' && state !== 'done';) {
    await page.waitForTimeout(500);
    ({ state } = await ask('GET', `/admin/api/inspections/${id}`));
  }
  return id;
}

/** Something of everything: people, keys, departments, channels, consumers, and a column that can no longer be read, and a slow crawl. */
async function fill(page, origin) {
  const ask = asker(page, origin);
  for (const [fullName, shortName] of [
    ['岭东省财政厅', '财政厅'],
    ['岭东省发展和改革委员会', '省发改委'],
    ['云澜市自然资源和规划局（云澜市林业局、云澜市海洋与渔业局）', '自然资源局'],
  ]) {
    await ask('POST', '/admin/api/local-departments', { fullName, shortName, region: '岭东省' });
  }
  await ask('POST', '/admin/api/users', { username: '值班员', role: 'operator', password: 'on-duty-2026' });
  await ask('POST', '/admin/api/keys', { name: '政策问答知识库', scopes: ['articles:read', 'changes:read'] });
  await ask('POST', '/admin/api/alerts/channels', {
    name: '采集值班群',
    kind: 'dingtalk',
    url: 'https://oapi.dingtalk.com/robot/send?access_token=example',
    enabled: false,
  });
  await ask('POST', '/api/v1/consumers', { name: 'policy-rag', from: 'beginning' });
  await ask('POST', '/api/v1/consumers', { name: 'search-index', from: 'now', filter: { siteCodes: ['sim_yunlan'] } });
  const { items } = await ask('GET', '/admin/api/targets/lookup?siteCode=sim_shalan');
  const { code, version } = items[0];
  await ask('PUT', `/admin/api/targets/${code}`, {
    version,
    managedBy: 'admin',
    entryUrl: 'http://www.shalan.sim-cn.test/no-such-column/index.html',
  });
  const { jobId } = await ask('POST', `/admin/api/targets/${code}/run`, {});
  for (let state = 'queued'; state !== 'failed' && state !== 'done';) {
    await page.waitForTimeout(500);
    ({ state } = await ask('GET', `/admin/api/jobs/${jobId}`));
  }
  // One crawl so slow that it is under way on every picture.
  const { items: slow } = await ask('GET', '/admin/api/targets/lookup?siteCode=sim_yunlan');
  await ask('PUT', `/admin/api/targets/${slow[0].code}`, {
    version: slow[0].version,
    managedBy: 'admin',
    intervalSec: 20,
  });
  await ask('POST', `/admin/api/targets/${slow[0].code}/run`, { force: true });
}
