// What the console weighs and how fast it answers, in a real Chromium: `node tools/bench/console/run.mjs` after
// `npm run build`. Weights are the bytes that crossed the wire; answers are the time from a key or click to the frame
// that shows its result, with 5,000 targets and a list of 1,000,000 articles that the bench itself serves: what the
// console adds to the API, whose own times tools/bench/api and tools/bench/search measure.
import { withConsole } from '../../dev/console-stand.mjs';

const LIMIT_KB = 300;
const LIMIT_MS = 100;
const TIMES = 7;
const SITES = 100;
const TARGETS = 5_000;
const ARTICLES = 1_000_000;
const KINDS = ['通知公告', '政策文件', '公示公告', '发展规划', '财政信息'];

await withConsole(20, async ({ browser, base, logIn }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await logIn(page);
  const { before, charts } = await weighFirstLoad(context, base);
  console.log(`first load before charts      ${before.toFixed(1)} kB (limit ${LIMIT_KB} kB)`);
  console.log(`charts                        ${charts.toFixed(1)} kB (in their own file, after the figures)`);

  const medians = [];
  const measure = async (what, place, act, sign, prepare = async () => {}) => {
    const times = [];
    for (let turn = 0; turn < TIMES; turn += 1) {
      await prepare();
      await page.waitForTimeout(300);
      times.push(await place.evaluate(untilShown, { ...act(turn), sign }));
    }
    times.sort((a, b) => a - b);
    const median = times[Math.floor(TIMES / 2)];
    medians.push(median);
    console.log(`${what.padEnd(29)} ${median.toFixed(0)} ms, worst ${times.at(-1).toFixed(0)} (limit ${LIMIT_MS} ms)`);
  };
  const click = () => ({ click: true });
  const firstRow = page.locator('.ant-table-row').first();

  await serveTargets(page);
  await serveArticles(page);
  await page.goto(`${base}/targets`);
  await firstRow.waitFor();
  const filter = page.getByLabel('筛选采集目标');
  await measure('filter 5,000 targets', filter, (turn) => ({ type: KINDS[(turn + 1) % 5] }), '.ant-table-row');
  const box = firstRow.locator('input[type=checkbox]');
  await measure('select one of 5,000', box, click, '.selection-bar');
  await page.keyboard.press('Control+k');
  const command = page.getByLabel('命令', { exact: true });
  await measure('find one by Ctrl+K', command, (turn) => ({ type: `目标 4${turn}` }), '.commands li');
  await page.keyboard.press('Escape');

  const targets = page.getByRole('link', { name: '采集目标', exact: true });
  const toArticles = async () => {
    await page.getByRole('link', { name: '文章', exact: true }).click();
    await page.locator('.article-title').first().waitFor();
  };
  await measure('open the 5,000 targets', targets, click, 'h1', toArticles);
  await toArticles();
  await measure('next of 50,000 pages', page.locator('.ant-pagination-next button'), click, '.ant-table-row');
  const title = page.locator('.article-title').first();
  await measure('open an article', title, click, '.reader', async () => {
    await page.keyboard.press('Escape');
    await page.locator('.reader').waitFor({ state: 'detached' });
  });
  if (before > LIMIT_KB || medians.some((ms) => ms > LIMIT_MS)) process.exitCode = 1;
});

/** In the page: acts, then waits for the frame in which what `sign` finds first is another than before. */
function untilShown(element, { click, type, sign }) {
  const look = () => {
    const found = document.querySelector(sign);
    return found && (found.getAttribute('data-row-key') ?? found.textContent);
  };
  return new Promise((resolve) => {
    const was = look();
    const start = performance.now();
    if (click) element.click();
    if (type !== undefined) {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, type);
      element.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const check = () => {
      if (look() === was) return requestAnimationFrame(check);
      // The task after the frame: by then it was painted.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
    };
    check();
  });
}

/** Everything that a browser with an empty cache loads until the dashboard shows its figures. */
async function weighFirstLoad(context, base) {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const urls = new Map();
  const sizes = new Map();
  client.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? '';
    if (!url.includes('/admin/api/')) sizes.set(url, encodedDataLength);
  });
  await page.goto(base);
  await page.locator('.figure-value').first().waitFor();
  await page.locator('canvas').first().waitFor();
  await page.waitForLoadState('load');
  await page.close();
  let [before, charts] = [0, 0];
  for (const [url, bytes] of sizes) {
    if (url.includes('echarts')) charts += bytes / 1000;
    else before += bytes / 1000;
  }
  return { before, charts };
}

async function serveTargets(page) {
  const [site] = await (await page.request.get(new URL('/admin/api/sites', page.url()).href)).json();
  const each = TARGETS / SITES;
  const sites = Array.from({ length: SITES }, (_, s) => ({
    ...site,
    code: `site_${s}`,
    name: `第 ${s} 个市人民政府门户网站`,
    targets: Array.from({ length: each }, (_, t) => ({
      ...site.targets[0],
      code: `site_${s}__${t}`,
      name: `${KINDS[t % KINDS.length]} 目标 ${s * each + t}`,
      siteCode: `site_${s}`,
      siteName: `第 ${s} 个市人民政府门户网站`,
    })),
  }));
  await page.route('**/admin/api/sites', (route) => route.fulfill({ json: sites }));
}

async function serveArticles(page) {
  const url = new URL('/admin/api/articles/search?limit=20', page.url()).href;
  const found = await (await page.request.get(url)).json();
  const ids = found.items.map(({ id }) => id);
  await page.route('**/admin/api/articles/search?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset') ?? 0)];
    const items = Array.from({ length: limit }, (_, i) => ({
      ...found.items[i % ids.length],
      id: offset + i + 1,
      title: `关于印发第 ${offset + i + 1} 号文件的通知`,
    }));
    return route.fulfill({ json: { ...found, count: limit, total: ARTICLES, limit, offset, items } });
  });
  // Whichever is opened, it is one of those that are there.
  const article = await (await page.request.get(new URL(`/api/articles/${ids[0]}`, page.url()).href)).json();
  await page.route(/\/api\/articles\/\d+$/, (route) => route.fulfill({ json: article }));
}
