// Takes the pictures of docs/images: starts the demo on a fresh folder, logs in, visits the console's pages.
// `node tools/dev/screenshots.mjs [folder]` after `npm run build`; CHROMIUM_PATH names the browser. With a folder every
// page is pictured there four times (with data, empty, in trouble, dark), and the alerts as on a phone.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { withConsole } from './console-stand.mjs';
import { root } from './setup.mjs';

const PAGES = {
  dashboard: '/',
  stats: '/stats',
  sites: '/sites',
  targets: '/targets',
  sources: '/sources',
  jobs: '/jobs?tab=history',
  scheduled: '/jobs?tab=scheduled',
  articles: '/articles',
  reader: '/articles?article=1',
  departments: '/departments',
  logs: '/logs',
  alerts: '/alerts',
  settings: '/settings',
  users: '/settings?tab=users',
  audit: '/settings?tab=audit',
};
const IN_DOCS = ['dashboard', 'articles', 'targets'];
const EMPTY = { count: 0, total: 0, limit: 50, offset: 0, items: [] };
const TROUBLE = {
  type: 'about:blank',
  title: '服务器内部错误',
  status: 500,
  code: 'internal_error',
  requestId: 'example',
};

const everywhere = process.argv[2];
const folder = everywhere ?? join(root, 'docs', 'images');
mkdirSync(folder, { recursive: true });

await withConsole(everywhere ? 60 : 600, async ({ browser, base, logIn }) => {
  const picture = async ({ suffix = '', width = 1280, dark = false, names = Object.keys(PAGES), answer }) => {
    const context = await browser.newContext({
      viewport: { width, height: width < 500 ? 812 : 760 },
      locale: 'zh-CN',
      colorScheme: dark ? 'dark' : 'light',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await logIn(page);
    if (answer) {
      await page.route(/\/api\/(?!session$|events$)/, (route) =>
        route.request().method() === 'GET' ? answer(route) : route.continue(),
      );
    }
    for (const name of names) {
      await page.goto(`${base}${PAGES[name]}`);
      await page.getByRole('banner').waitFor();
      await page.waitForFunction(() => !document.querySelector('.ant-spin-spinning, .ant-skeleton-active'));
      // Charts are drawn after the figures.
      await page.waitForTimeout(800);
      await page.screenshot({ path: join(folder, `console-${name}${suffix}.png`) });
    }
    await context.close();
  };
  if (!everywhere) return picture({ names: IN_DOCS });
  await picture({});
  await picture({ suffix: '-dark', dark: true });
  await picture({ suffix: '-phone', width: 390, names: ['alerts', 'dashboard', 'jobs'] });
  await picture({
    suffix: '-empty',
    answer: (route) => (isPaged(route.request().url()) ? route.fulfill({ json: EMPTY }) : route.fulfill({ json: [] })),
    names: ['targets', 'sites', 'jobs', 'scheduled', 'articles', 'departments', 'sources', 'audit'],
  });
  await picture({
    suffix: '-trouble',
    answer: (route) => route.fulfill({ status: 500, contentType: 'application/problem+json', json: TROUBLE }),
  });
});

function isPaged(url) {
  return /\/(search|list|scheduled|sources|audit)(\?|$)/.test(url);
}
