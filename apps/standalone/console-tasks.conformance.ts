import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type ArticleRow, type JobView, type PageOf, type SourceView, type TargetView } from '@govcrawler/contracts';
import { type Page } from 'playwright-core';
import { type ConsolePerson } from './console-person.conformance.js';

/** Somewhere alerts are sent to: counts what arrives. */
export async function openReceiver() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(request.url ?? '');
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { received, host: `127.0.0.1:${port}`, close: () => server.close() };
}

interface Framed {
  contentDocument: { querySelector: (selector: string) => unknown };
  contentWindow: { getComputedStyle: (element: unknown) => { backgroundColor: string } };
}

/** In the page: how the first such element of a frame is marked. Nothing runs in the frame itself. */
function colourOf(frame: unknown, selector: string): string {
  const { contentDocument, contentWindow } = frame as Framed;
  return contentWindow.getComputedStyle(contentDocument.querySelector(selector)).backgroundColor;
}

interface Desk {
  admin: ConsolePerson;
  page: Page;
  receiver: Awaited<ReturnType<typeof openReceiver>>;
}

/** What an administrator does beside looking: one after the other, on the platform of the suite. */
export function describeConsoleTasks(desk: () => Desk): void {
  const said = (text: string | RegExp) => desk().page.getByText(text).first().waitFor();
  const press = (name: string | RegExp, place: { getByRole: Page['getByRole'] } = desk().page) =>
    place
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  const dialogue = () => desk().page.getByRole('dialog').last();

  it('shows the last thirty days by site, and hands months and categories over to their articles', async () => {
    const { admin, page } = desk();
    await admin.visit('/', '仪表盘');
    await page.getByRole('img', { name: /最近 30 天每天的新增文章/ }).waitFor();
    const map = page.getByRole('region', { name: '各站点每日新增' });
    expect(await map.locator('thead th').count()).toBe(32);
    const [first] = await map.locator('tbody tr').all();
    const today = await first!.locator('td').nth(29).innerText();
    expect(Number(today)).toBeGreaterThan(0);
    for (const [by, asks] of [
      ['month', /from=\d{4}-\d\d-01&to=\d{4}-\d\d-\d\d/],
      ['category', /category=/],
    ] as const) {
      await admin.visit(`/stats?by=${by}`, '统计分析');
      const line = page.locator('tbody tr[data-row-key]', { has: page.getByRole('link', { name: '看文章' }) }).first();
      const articles = (await line.locator('td').nth(1).innerText()).trim();
      await line.getByRole('link', { name: '看文章' }).click();
      await page.waitForURL(asks);
      await page.getByText(`共 ${articles} 篇`, { exact: true }).waitFor();
    }
  }, 300_000);

  it('tries selectors on a stored page, compares, saves, and writes new revisions after a preview', async () => {
    const { admin, page } = desk();
    await admin.visit('/workbench?target=sim_lingdong__tzgg', '选择器工作台');
    const frame = page.frameLocator('iframe[title="保存的页面"]');
    await page.getByLabel('来源').click();
    await frame.locator('h1, h2, h3').first().click();
    expect(await page.getByLabel('来源').inputValue()).toMatch(/^\S.*::text$/);
    await page.getByLabel('正文').fill('p[');
    await page.getByRole('alert').getByText('请求编号').waitFor();
    await page.getByLabel('正文').fill('p');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    const line = page.locator('.selector-line', { hasText: '正文' });
    await line.getByText(/^([2-9]|\d\d+) 处$/).waitFor();
    // The paragraphs are marked on the page, and read at once.
    const colour = await page.locator('iframe[title="保存的页面"]').evaluate(colourOf, 'p');
    expect(colour).toBe('rgb(219, 234, 254)');
    const newest = page.getByRole('region', { name: '最近十页' });
    await press('比较', newest);
    await newest.getByRole('status').getByText('页会有变化').waitFor();
    const again = page.getByRole('region', { name: '重新解析' });
    await press('预览变化', again);
    await again.getByText('先保存选择器，才能写入').waitFor();
    expect(await again.getByRole('button', { name: /^写入/ }).isEnabled()).toBe(false);
    expect(await again.locator('ins, del').count()).toBeGreaterThan(0);
    await press('保存选择器');
    await said('选择器已保存，下次采集起生效');
    await press(/^写入 \d+ 篇$/, again);
    await press('写入', page.getByRole('tooltip'));
    await again.getByText(/已写入 [1-9]\d* 篇的新修订/).waitFor();
    await again.locator('.article-changes a').first().click();
    await page.getByRole('tab', { name: '修订' }).click();
    await page.getByLabel('旧版本').waitFor();
    await page.keyboard.press('Escape');
  }, 300_000);

  it('makes a site, changes it and deletes it', async () => {
    const { admin, page } = desk();
    await admin.visit('/sites', '站点');
    await press('新增站点');
    await page.getByLabel('名称').fill('试验市人民政府');
    await page.getByLabel('编码').fill('sim_trial');
    await page.getByLabel('首页地址').fill('http://www.trial.sim-cn.test/');
    await page.getByLabel('适配器参数（JSON）').fill('{');
    await press('保存', dialogue());
    await said(/必须是 JSON 对象/);
    await page.getByLabel('适配器参数（JSON）').fill('{}');
    await press('保存', dialogue());
    await said('站点“试验市人民政府”已保存');
    const row = page.locator('tbody tr[data-row-key="sim_trial"]');
    await press('编辑', row);
    await page.getByLabel('名称').fill('试验市政府门户');
    await press('保存', dialogue());
    await row.getByText('试验市政府门户').waitFor();
    await press('编辑', row);
    await press('删除', dialogue());
    await press('删除', dialogue());
    await said('站点“试验市政府门户”已删除');
    await row.waitFor({ state: 'detached' });

    // What is full is deleted only by those who read what goes with it.
    await press('编辑', page.locator('tbody tr[data-row-key="sim_yunlan"]'));
    await press('删除', dialogue());
    await press('删除', dialogue());
    await dialogue().getByText('删除后无法恢复').waitFor();
    await dialogue()
      .getByText(/将删除 \d+ 个采集目标、\d+ 篇文章/)
      .waitFor();
    await press('取消', dialogue());
    await page.keyboard.press('Escape');
  }, 300_000);

  it('runs several targets at once in full, and says the request id of a refusal', async () => {
    const { admin, page } = desk();
    const { body } = await admin.api<PageOf<TargetView>>('GET', '/targets/lookup?siteCode=sim_netease');
    const [first, second] = body.items.map(({ code }) => code);
    const row = (code?: string) => page.locator(`.ant-table-row[data-row-key="${code}"]`);
    await admin.visit('/targets?site=sim_netease', '采集目标');
    await admin.api('POST', `/targets/${first}/toggle`, { enabled: false });
    await press('运行', row(first));
    await page.locator('.ant-message').getByText('请求编号').waitFor();
    await admin.api('POST', `/targets/${first}/toggle`, { enabled: true });
    await admin.visit('/targets?site=sim_netease', '采集目标');
    await row(second).getByRole('checkbox').check();
    const bar = page.getByRole('region', { name: '批量操作' });
    await press(`选择全部 ${body.items.length} 个结果`, bar);
    await bar.getByRole('checkbox', { name: '全量抓取' }).check();
    await press('运行所选', bar);
    await press(/确\s*定/, page.getByRole('tooltip'));
    await said(`${body.items.length} 个任务已加入队列`);
    const { body: jobs } = await admin.api<PageOf<JobView>>('GET', '/jobs/list?limit=200');
    const bulk = jobs.items.filter(({ trigger, force }) => trigger === 'bulk' && force).map((job) => job.targetCode);
    expect(bulk.sort()).toEqual([first, second].sort());
  }, 300_000);

  it('makes a key that is shown once, revokes it, and finds both in the audit log', async () => {
    const { admin, page } = desk();
    await admin.visit('/settings?tab=keys', '设置');
    await press('新建密钥');
    await page.getByLabel('名称').fill('试用密钥');
    await press(/创\s*建/, dialogue());
    const key = await page.locator('.secret').innerText();
    expect(key).toMatch(/^gck_\w{20,}/);
    await page.reload();
    const row = page.locator('tbody tr[data-row-key]', { hasText: '试用密钥' });
    await row.waitFor();
    expect(await page.getByText(key).count()).toBe(0);
    await press(/吊\s*销/, row);
    await said('使用它的系统将立即无法读取数据，且不能恢复');
    await press(/吊\s*销/, page.getByRole('tooltip'));
    await row.getByText('已吊销').waitFor();
    await admin.visit('/settings?tab=audit&kind=key', '设置');
    await said('吊销密钥');
    await said('新增密钥');
  }, 300_000);

  it('adds a channel for alerts, tries it, and sends a message again', async () => {
    const { admin, page, receiver } = desk();
    await admin.visit('/alerts?tab=channels', '告警与通知');
    await press('新增通道');
    await page.getByLabel('名称').fill('值班');
    await page.getByLabel('类型').click();
    await page.getByTitle('Webhook', { exact: true }).click();
    await page.getByLabel('地址').fill(`http://${receiver.host}/alerts?token=secret`);
    await press(/保\s*存/, dialogue());
    await said('通道“值班”已保存');
    expect(await page.getByText('token=secret').count()).toBe(0);
    await press('发送测试');
    const delivery = page.locator('tbody tr[data-row-key]').first();
    await delivery.getByText('已送达').waitFor();
    expect(receiver.received).toEqual(['/alerts?token=secret']);
    await press('重新发送', delivery);
    await delivery.getByText('尝试 1 次').waitFor({ state: 'detached' });
    await delivery.getByText('已送达').waitFor();
    expect(receiver.received).toHaveLength(2);
  }, 300_000);

  it('acknowledges what the rules found', async () => {
    const { admin, page } = desk();
    const incident = {
      id: 7,
      rule: 'site_failing',
      subject: 'sim_yunlan',
      severity: 'critical',
      state: 'firing',
      title: '云澜市人民政府门户网站采集失败',
      message: '最近 20 次抓取失败 19 次',
      seen: 3,
      firstAt: '2026-11-18T01:00:00.000Z',
      lastAt: '2026-11-18T01:05:00.000Z',
      recoveredAt: null,
      acknowledgedAt: null as string | null,
      acknowledgedBy: null as string | null,
    };
    await page.route(/\/alerts\/incidents/, (route) => {
      if (route.request().method() === 'POST') {
        Object.assign(incident, { acknowledgedAt: incident.lastAt, acknowledgedBy: 'admin' });
        return route.fulfill({ json: incident });
      }
      return route.fulfill({ json: { count: 1, total: 1, limit: 50, offset: 0, items: [incident] } });
    });
    await admin.visit('/alerts?tab=incidents', '告警与通知');
    await said('2026-11-18 09:00');
    await press('确认');
    await said('admin 已确认');
    await page.unroute(/\/alerts\/incidents/);
  }, 300_000);

  it('imports, exports and finds feeds', async () => {
    const { admin, page } = desk();
    const { body } = await admin.api<PageOf<SourceView>>('GET', '/sources');
    const known = body.items[0]!.url;
    const fresh = new URL('/rss/another.xml', known).href;
    const opml = `<opml version="2.0"><body>${[known, fresh, 'ftp://x']
      .map((url, n) => `<outline type="rss" text="订阅 ${n}" xmlUrl="${url}"/>`)
      .join('')}</body></opml>`;
    await admin.visit('/sources', '信息源');
    await press('导入 OPML');
    await page
      .getByLabel('OPML 文件')
      .setInputFiles({ name: 'feeds.opml', mimeType: 'text/xml', buffer: Buffer.from(opml) });
    await dialogue().getByRole('status').getByText('新增 1 个，跳过重复 1 个，未能导入 1 个').waitFor();
    await press(/完\s*成/, dialogue());
    const href = await page.getByRole('link', { name: '导出 OPML' }).getAttribute('href');
    expect(await (await page.request.get(new URL(href!, admin.address).href)).text()).toContain(fresh);
    await press('查找订阅源');
    await page.getByLabel('网页地址').fill(known);
    await press(/查\s*找/, dialogue());
    await dialogue().getByText('已是信息源').waitFor();
    await page.keyboard.press('Escape');
  }, 300_000);

  it('sets how politely a domain is asked, and takes it back', async () => {
    const { admin, page } = desk();
    await admin.visit('/hosts', '主机');
    await press('礼貌策略');
    await press('新增规则');
    await page.getByLabel('域名', { exact: true }).fill('polite.sim-cn.test');
    await page.getByLabel('两次请求的间隔（秒）').fill('12');
    await press(/保\s*存/, dialogue());
    const rule = page.locator('tr', { hasText: 'polite.sim-cn.test' });
    await rule.getByText('12', { exact: true }).waitFor();
    await press('删除', rule);
    await press(/删\s*除/, page.getByRole('tooltip'));
    await rule.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');

    const host = page.locator('tbody tr[data-row-key]').first();
    await press('暂停', host);
    await press(/暂\s*停/, page.getByRole('tooltip'));
    await host.getByText('已暂停').waitFor();
    await press('恢复', host);
    await host.getByText('已暂停').waitFor({ state: 'detached' });
  }, 300_000);

  it('exports what the filters find, and marks what the site has withdrawn', async () => {
    const { admin, page } = desk();
    await page.route(/\/articles\/search\?/, async (route) => {
      const answer = await route.fetch();
      const found = (await answer.json()) as PageOf<ArticleRow>;
      found.items[0]!.withdrawnAt = '2026-11-18T01:00:00.000Z';
      return route.fulfill({ response: answer, json: found });
    });
    await admin.visit('/articles?site=sim_yunlan', '文章');
    await page.locator('tbody tr[data-row-key]').first().getByText('已撤回').waitFor();
    await page.unroute(/\/articles\/search\?/);
    const total = Number(/共 (\d+) 篇/.exec(await page.locator('.page-note').innerText())![1]);
    await press('导出');
    const link = page.getByRole('link', { name: 'JSONL（含正文）' });
    await link.waitFor();
    const file = await page.request.get(new URL((await link.getAttribute('href'))!, admin.address).href);
    expect(file.headers()['content-disposition']).toContain('attachment');
    const lines = (await file.text()).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as ArticleRow).siteCode)).toEqual(Array(total).fill('sim_yunlan'));
    await page.keyboard.press('Escape');
  }, 300_000);

  it('shows how far each consumer is behind', async () => {
    const { admin, page } = desk();
    const consumer = { name: 'rag-main', from: 'beginning', filter: { siteCodes: ['sim_yunlan'] } };
    const made = await page.request.post(new URL('/api/v1/consumers', admin.address).href, { data: consumer });
    expect(made.status()).toBe(201);
    const { lag } = (await made.json()) as { lag: { entries: number } };
    await admin.visit('/delivery', '下游交付');
    const row = page.locator('tbody tr[data-row-key="rag-main"]');
    await row.getByText(`${lag.entries} 条`).waitFor();
    await row.getByText('站点 sim_yunlan').waitFor();
  }, 300_000);

  it('deletes what is selected after saying what goes with it', async () => {
    const { admin, page } = desk();
    await admin.visit('/articles?site=sim_netease', '文章');
    const row = page.locator('tbody tr[data-row-key]').first();
    const id = await row.getAttribute('data-row-key');
    await row.getByRole('checkbox').check();
    await press('删除所选');
    await said('正文、修订记录、附件和保存的文件会一起删除，无法恢复');
    await press('删除 1 篇', page.getByRole('tooltip'));
    await said(/已删除 1 篇文章和 \d+ 个文件/);
    expect((await admin.api('GET', `/articles/${id}`)).status).toBe(404);
  }, 300_000);
}
