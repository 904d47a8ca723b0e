// What the console weighs and how fast it answers, in a real Chromium: `node tools/bench/console/run.mjs` after
// `npm run build`. Weights are the bytes that crossed the wire; answers are the time from a key or click to the frame
// that shows its result, with 5,000 targets and a list of 1,000,000 articles that the test itself serves.
import { withConsole } from '../../dev/console-stand.mjs';

const LIMIT_KB = 300;
const LIMIT_MS = 100;
const TIMES = 7;

await withConsole(20, async ({ browser, base, logIn }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(() => {
    globalThis.nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });
  await logIn(page);

  const weigh = await weighFirstLoad(context, base);
  console.log(`first load before charts  ${weigh.before.toFixed(1)} kB  (limit ${LIMIT_KB} kB)`);
  console.log(`charts                    ${weigh.charts.toFixed(1)} kB  (in their own file)`);

  await serveTargets(page, 5_000);
  await page.goto(`${base}/targets`);
  await page.locator('.ant-table-row').first().waitFor();
  const typing = await median(page, (turn) =>
    page.getByLabel('筛选采集目标').evaluate(async (input, words) => {
      const start = performance.now();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, words);
      input.dispatchEvent(new Event('input', { bubbles: true }));
      await globalThis.nextFrame();
      return performance.now() - start;
    }, ['通知', '政策', '', '公示', '目标 49', '规划', ''][turn]),
  );
  const ticking = await median(page, () => clicked(page.locator('.ant-table-row input[type=checkbox]').first()));
  console.log(`filter 5,000 targets      ${typing.toFixed(0)} ms  (limit ${LIMIT_MS} ms)`);
  console.log(`select one of 5,000       ${ticking.toFixed(0)} ms  (limit ${LIMIT_MS} ms)`);

  await serveArticles(page, 1_000_000);
  await page.goto(`${base}/articles`);
  await page.locator('.ant-table-row').first().waitFor();
  const paging = await median(page, () => clicked(page.locator('.ant-pagination-next button')));
  console.log(`next of 50,000 pages      ${paging.toFixed(0)} ms  (limit ${LIMIT_MS} ms)`);

  const slow = [typing, ticking, paging].filter((ms) => ms > LIMIT_MS);
  if (weigh.before > LIMIT_KB || slow.length > 0) process.exitCode = 1;
});

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
  await page.waitForTimeout(3_000);
  await page.close();
  let [before, charts] = [0, 0];
  for (const [url, bytes] of sizes) {
    if (url.includes('echarts')) charts += bytes / 1000;
    else before += bytes / 1000;
  }
  return { before, charts };
}

/** Milliseconds from a click to the end of the frame that follows it. */
function clicked(locator) {
  return locator.evaluate(async (element) => {
    const start = performance.now();
    element.click();
    await globalThis.nextFrame();
    return performance.now() - start;
  });
}

async function median(page, measure) {
  const all = [];
  for (let turn = 0; turn < TIMES; turn += 1) {
    await page.waitForTimeout(250);
    all.push(await measure(turn));
  }
  return all.sort((a, b) => a - b)[Math.floor(TIMES / 2)];
}

async function serveTargets(page, count) {
  const [site] = await (await page.request.get(new URL('/admin/api/sites', page.url()).href)).json();
  const words = ['通知公告', '政策文件', '公示公告', '发展规划', '财政信息'];
  const sites = Array.from({ length: 100 }, (_, s) => ({
    ...site,
    code: `site_${s}`,
    name: `第 ${s} 个市人民政府门户网站`,
    targets: Array.from({ length: count / 100 }, (_, t) => ({
      ...site.targets[0],
      code: `site_${s}__${t}`,
      name: `${words[t % words.length]} 目标 ${s * 50 + t}`,
      siteCode: `site_${s}`,
      siteName: `第 ${s} 个市人民政府门户网站`,
    })),
  }));
  await page.route('**/admin/api/sites', (route) => route.fulfill({ json: sites }));
}

async function serveArticles(page, total) {
  const url = new URL('/admin/api/articles/search?limit=20', page.url()).href;
  const { items } = await (await page.request.get(url)).json();
  await page.route('**/admin/api/articles/search?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset') ?? 0)];
    const rows = Array.from({ length: limit }, (_, i) => ({ ...items[i % items.length], id: offset + i + 1 }));
    return route.fulfill({ json: { count: limit, total, limit, offset, items: rows } });
  });
}
