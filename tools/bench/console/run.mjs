// What the console weighs and how fast it answers, in a real Chromium, after `npm run build`:
// `node tools/bench/console/run.mjs [mysql://user@host:port/database]`.
// Weights are the bytes that crossed the wire; answers are the time from a key or click to the frame that shows its
// result, and how much of it went by while the API was asked. With the database that tools/bench/search or
// tools/bench/api kept, all of it is real; without one, a demo stands for it and the bench itself answers for 5,000
// targets and 1,000,000 articles.
import { withConsole } from '../../dev/console-stand.mjs';
import { withGateway } from '../../dev/gateway-stand.mjs';
import { serveArticles, serveTargets } from './serve-many.mjs';
import { untilShown } from './until-shown.mjs';
import { weighFirstLoad } from './weigh-first-load.mjs';

const LIMIT_KB = 300;
const LIMIT_MS = 100;
const TIMES = 9;
const PAGES = [
  '统计分析',
  '站点',
  '采集目标',
  '信息源',
  '任务',
  '文章',
  '部门',
  '运行监控',
  '主机',
  '告警与通知',
  '设置',
];

const [database] = process.argv.slice(2);
const stand = database ? (use) => withGateway(database, use) : (use) => withConsole(20, use);

await stand(async ({ browser, base, logIn }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await logIn(page);
  const { before, charts } = await weighFirstLoad(context, base);
  console.log(`first load before charts      ${before.toFixed(1)} kB (limit ${LIMIT_KB} kB)`);
  console.log(`charts                        ${charts.toFixed(1)} kB (in their own file, after the figures)`);
  if (before > LIMIT_KB) process.exitCode = 1;

  /** `prepare` before each turn; the first turn warms up and does not count. */
  const measure = async (what, place, act, sign, prepare = async () => {}) => {
    const turns = [];
    for (let turn = 0; turn <= TIMES; turn += 1) {
      await prepare();
      await page.waitForTimeout(200);
      const times = await place.evaluate(untilShown, { ...act(turn), sign });
      if (turn > 0) turns.push(times);
    }
    turns.sort((a, b) => a.ms - b.ms);
    const { ms, api } = turns[Math.floor(TIMES / 2)];
    const over = ms > LIMIT_MS ? '  OVER' : '';
    if (over) process.exitCode = 1;
    console.log(
      `${what.padEnd(32, ' ')} ${ms.toFixed(0).padStart(4)} ms, of it API ${api.toFixed(0)}; worst ${turns.at(-1).ms.toFixed(0)}${over}`,
    );
  };
  const click = () => ({ click: true });
  const firstRow = page.locator('.ant-table-row').first();
  const menu = (label) => page.getByRole('link', { name: label, exact: true });
  const go = async (label, content) => {
    await menu(label).click();
    await page.locator(content).first().waitFor();
  };

  if (!database) {
    await serveTargets(page);
    await serveArticles(page);
  }
  await page.goto(`${base}/targets`);
  await firstRow.waitFor();
  const filter = page.getByLabel('筛选采集目标');
  const [few, many] = database ? ['栏目7', '栏目'] : ['目标 77', '目标'];
  await measure(
    'filter 5,000 targets to few',
    filter,
    () => ({ type: few }),
    '.page-title',
    () => filter.fill(''),
  );
  await measure(
    'filter 5,000 targets to all',
    filter,
    () => ({ type: many }),
    '.page-title',
    () => filter.fill(few),
  );
  await filter.fill('');
  const box = firstRow.locator('input[type=checkbox]');
  await measure('select one of 5,000', box, click, '.selection-bar b');
  if (!(await box.isChecked())) await box.click();
  const all = page.getByRole('button', { name: /选择全部/ });
  await measure('select all 5,000 targets', all, click, '.selection-bar b', async () => {
    await page.getByRole('button', { name: '清除选择' }).click();
    await box.click();
  });
  await page.getByRole('button', { name: '清除选择' }).click();
  await page.keyboard.press('Control+k');
  const command = page.getByLabel('命令', { exact: true });
  await measure(
    'find one by Ctrl+K',
    command,
    (turn) => ({ type: database ? `栏目${turn}` : `目标 4${turn}` }),
    '.commands li',
  );
  await page.keyboard.press('Escape');
  await measure('open Ctrl+K', page.locator('.palette-button'), click, '.commands li', async () => {
    await page.keyboard.press('Escape');
    await page.locator('.commands').waitFor({ state: 'detached' });
  });
  await page.keyboard.press('Escape');

  await go('文章', '.article-title');
  await measure('next of 50,000 pages', page.locator('.ant-pagination-next button'), click, '.ant-table-row');
  const title = page.locator('.article-title').first();
  await measure('open an article', title, click, '.reader h2', async () => {
    await page.keyboard.press('Escape');
    await page.locator('.reader').waitFor({ state: 'detached' });
  });
  const tab = (name) => page.locator('.reader').getByRole('tab', { name });
  const toText = async () => {
    await tab('正文').click();
    await page.locator('.article-text, .reader .ant-tabs-tabpane').first().waitFor();
  };
  await measure('tab of the open article', tab('修订'), click, '.reader .ant-tabs-tabpane-active', toText);
  await page.keyboard.press('Escape');
  await page.locator('.reader').waitFor({ state: 'detached' });
  await firstRow.locator('input[type=checkbox]').click();
  await measure('select all results (10,000)', all, click, '.selection-bar b', async () => {
    await page.getByRole('button', { name: '清除选择' }).click();
    await firstRow.locator('input[type=checkbox]').click();
  });
  await page.getByRole('button', { name: '清除选择' }).click();

  const home = () => go('仪表盘', '.figure-value');
  for (const label of PAGES) await measure(`open ${label}`, menu(label), click, 'h1', home);
});
