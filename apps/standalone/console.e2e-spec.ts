import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ArticleDetail, type JobView, type PageOf, type TargetView } from '@govcrawler/contracts';
import { type Browser, type Page } from 'playwright-core';
import { type ModelServer, type RunningProgram, startModelServer, startProgram } from '@govcrawler/testing';
import { ConsolePerson, openBrowser } from './console-person.conformance.js';
import { describeConsoleTasks, openReceiver } from './console-tasks.conformance.js';
import { xssStrings } from './xss-strings.conformance.js';

const DOCUMENTS = 60;

/** Every page with its heading; the walk visits them all. */
const PAGES: [string, string][] = [
  ['/', '仪表盘'],
  ['/stats', '统计分析'],
  ['/stats?by=dept', '统计分析'],
  ['/stats?by=category', '统计分析'],
  ['/stats?by=month', '统计分析'],
  ['/sites', '站点'],
  ['/targets', '采集目标'],
  ['/workbench?target=sim_yunlan__zfwj', '选择器工作台'],
  ['/sources', '信息源'],
  ['/jobs', '任务'],
  ['/jobs?tab=history', '任务'],
  ['/jobs?tab=scheduled', '任务'],
  ['/articles', '文章'],
  ['/articles?article=1', '文章'],
  ['/briefings', '简报'],
  ['/departments', '部门'],
  ['/wizard', '添加栏目'],
  ['/hosts', '主机'],
  ['/logs', '运行监控'],
  ['/delivery', '下游交付'],
  ['/alerts', '告警与通知'],
  ['/alerts?tab=incidents', '告警与通知'],
  ['/alerts?tab=channels', '告警与通知'],
  ['/alerts?tab=deliveries', '告警与通知'],
  ['/settings', '设置'],
  ['/settings?tab=system', '设置'],
  ['/settings?tab=account', '设置'],
  ['/settings?tab=users', '设置'],
  ['/settings?tab=keys', '设置'],
  ['/settings?tab=audit', '设置'],
];

/** People at the console of the running demo, in a real browser. One platform for all of it. */
describe('the console of the demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-console-'));
  let demo: RunningProgram;
  let model: ModelServer;
  let address: string;
  let password: string;
  let browser: Browser;
  let admin: ConsolePerson;
  let page: Page;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;

  beforeAll(async () => {
    const args = ['demo', '--port', '0', '--data-dir', folder, '--documents', String(DOCUMENTS)];
    [model, receiver] = [await startModelServer(), await openReceiver()];
    demo = startProgram(['dist/apps/standalone/main.js', ...args], {
      MODEL_BASE_URL: model.baseUrl,
      WEBHOOK_INTERNAL_RECEIVERS: receiver.host,
    });
    browser = await openBrowser();
    const announced = await demo.waitFor(/Console: (\S+) {2}\(user admin, one-time password (\S+)\)/);
    [address, password] = [announced[1]!, announced[2]!];
    admin = await ConsolePerson.sitDown(browser, address);
    page = admin.page;
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    receiver?.close();
    demo.child.kill('SIGTERM');
    const { code } = await demo.ended;
    await model.close();
    rmSync(folder, { recursive: true });
    expect(code).toBe(0);
  }, 60_000);

  /** Takes a target of one site over from its file and changes it; answers its code. */
  const edit = async (which: number, changes: object): Promise<string> => {
    const { body } = await admin.api<PageOf<TargetView>>('GET', '/targets/lookup?siteCode=sim_yunlan');
    const { code, version } = body.items[which]!;
    const answer = await admin.api('PUT', `/targets/${code}`, { version, managedBy: 'admin', ...changes });
    expect([answer.status, answer.body]).toMatchObject([200, { code }]);
    return code;
  };

  it('answers /healthz, and shows nothing to strangers', async () => {
    expect((await fetch(new URL('/healthz', address))).status).toBe(200);
    expect((await fetch(new URL('/admin/api/articles/search', address))).status).toBe(401);
  });

  it('lets a person in with the one-time password', async () => {
    await admin.logIn('admin', password);
    await page.getByRole('heading', { name: '仪表盘' }).waitFor();
  });

  it('shows every page by day and by night, without barriers for weak eyes and screen readers', async () => {
    await admin.api('POST', '/local-departments', { fullName: '岭东省财政局', shortName: '财政局', region: '岭东省' });
    const barriers: string[] = [];
    for (const [path, heading] of PAGES) {
      await admin.walk(path, heading);
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
        barriers.push(...(await admin.barriers()).map((barrier) => `${path} ${colorScheme} ${barrier}`));
      }
    }
    expect(barriers).toEqual([]);
  }, 600_000);

  it('orders a briefing, shows how far it is, and reads it; without a model it says so', async () => {
    const status = await admin.api<object>('GET', '/model');
    await page.route('**/admin/api/model', (route) => route.fulfill({ json: { ...status.body, configured: false } }));
    await admin.visit('/briefings', '简报');
    await page.getByText('没有配置大模型服务，智能体采集、摘要和简报不可用').waitFor();
    expect(await page.getByRole('button', { name: '生成简报' }).count()).toBe(0);
    await page.unroute('**/admin/api/model');

    await admin.visit('/briefings', '简报');
    await page.getByRole('button', { name: '生成简报' }).click();
    const form = page.getByRole('dialog', { name: '生成简报' });
    await form.getByLabel('标题').fill('测试简报');
    await form.getByLabel('采集目标').fill('云澜市人民政府门户网站');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await form.getByLabel('开始日期').fill('2020-01-01');
    await form.getByRole('button', { name: /开\s*始/ }).click();
    const reader = page.getByRole('dialog', { name: '测试简报' });
    await reader.getByText('已完成').waitFor();
    await reader.getByText(/费用 .* 次调用/).waitFor();
    const entries = await reader.locator('.briefing-items li').count();
    expect(entries).toBeGreaterThan(0);
    const { body } = await admin.api<{ items: { itemCount: number; order: { title: string } }[] }>('GET', '/briefings');
    expect(body.items[0]).toMatchObject({ itemCount: entries, order: { title: '测试简报' } });
    expect(await admin.barriers()).toEqual([]);
    await reader.locator('.briefing-items h3 a').first().click();
    await page.waitForURL(/\/articles\?article=\d+/);
  }, 120_000);

  it('searches all articles from anywhere by / and Enter, and walks the list by j and k', async () => {
    await admin.visit('/departments', '部门');
    await page.keyboard.press('/');
    await page.keyboard.type('通知');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/articles\?q=/);
    await admin.settle();
    expect(new URL(page.url()).searchParams.get('q')).toBe('通知');
    await page.getByRole('heading', { name: '文章' }).click();
    const titles = await page.locator('.article-title').allInnerTexts();
    for (const [key, row] of [
      ['j', 0],
      ['j', 1],
      ['k', 0],
    ] as const) {
      await page.keyboard.press(key);
      expect(await page.evaluate('document.activeElement.innerText')).toBe(titles[row]);
    }
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('heading', { name: titles[0] }).waitFor();
    await page.keyboard.press('Escape');
  }, 300_000);

  it('goes anywhere by Ctrl+K', async () => {
    await page.keyboard.press('Control+k');
    await page.getByLabel('命令', { exact: true }).fill('部门');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '部门' }).waitFor();
  });

  it('keeps a selection over pages, and selects everything that was found', async () => {
    await admin.visit('/articles', '文章');
    const tick = (row: number) => page.locator('tbody tr[data-row-key] input[type=checkbox]').nth(row).check();
    const bar = page.getByRole('region', { name: '批量操作' });
    await tick(0);
    await tick(1);
    const [first] = await page.locator('tbody tr[data-row-key]').all();
    const seen = await first!.getAttribute('data-row-key');
    await page.getByRole('listitem', { name: '2' }).click();
    await page.waitForURL(/page=2/);
    // The rows of the first page stay until those of the second are there.
    await page.locator(`tbody tr[data-row-key="${seen}"]`).waitFor({ state: 'detached' });
    await tick(0);
    await bar.getByText('已选 3 篇').waitFor();
    await page.getByRole('listitem', { name: '1' }).click();
    await page.locator(`tbody tr[data-row-key="${seen}"]`).waitFor();
    expect(await page.locator('tbody tr[data-row-key] input:checked').count()).toBe(2);
    await bar.getByRole('button', { name: `选择全部 ${DOCUMENTS} 篇` }).click();
    await bar.getByText(`已选 ${DOCUMENTS} 篇`).waitFor();
  }, 300_000);

  it('hands a figure of the statistics over to its articles', async () => {
    await admin.visit('/stats', '统计分析');
    const first = page.locator('tbody tr[data-row-key]').first();
    const articles = (await first.locator('td').nth(2).innerText()).trim();
    await first.getByRole('link', { name: '看文章' }).click();
    await page.waitForURL(/\/articles\?site=/);
    await page.getByText(`共 ${articles} 篇`, { exact: true }).waitFor();
  }, 300_000);

  it('finds a department by a part of its name', async () => {
    await page.getByRole('combobox', { name: '部门' }).fill('财政');
    await page.getByTitle('岭东省财政局（财政局）').click();
    await page.waitForURL(/dept=/);
    await page.getByText('没有符合这些条件的文章').waitFor();
  }, 300_000);

  it('follows a running crawl without a reload, and stops it at once', async () => {
    const slow = await edit(0, { intervalSec: 2, intervalJitterSec: 0 });
    await admin.visit('/jobs', '任务');
    await admin.api('POST', `/targets/${slow}/run`, { force: true });
    const row = page.locator('tbody tr[data-row-key]').first();
    await row.getByText(/\d+ \/ \d+ 篇/).waitFor();
    await row.getByRole('button', { name: '取消' }).click();
    await page.getByRole('button', { name: '取消任务' }).click();
    await page.getByText(/任务 #\d+ (正在停止|已取消)/).waitFor();
    await page.getByText('现在没有任务在运行或排队').waitFor();
    await admin.visit('/jobs?tab=history&state=cancelled', '任务');
    await page.getByText('任务被取消').waitFor();
  }, 300_000);

  it('says why a crawl brought nothing new, and explains failures where they are shown', async () => {
    await edit(0, { intervalSec: 0 });
    const gone = await edit(1, {
      name: '已撤销的栏目',
      entryUrl: 'http://www.yunlan.sim-cn.test/no-such-column/index.html',
    });
    await admin.visit('/targets?q=sim_yunlan', '采集目标');
    await page.getByRole('button', { name: '运行', exact: true }).first().click();
    await admin.api('POST', `/targets/${gone}/run`, {});
    await admin.visit('/jobs?tab=history', '任务');
    await page.getByText('列表中的文章此前都已采集').first().waitFor();
    const failed = page.locator('tbody tr[data-row-key]', { hasText: '已撤销的栏目' }).first();
    await failed.getByText('页面不存在').waitFor();
    await failed.getByRole('button', { name: '页面不存在：原因与处理' }).click();
    await page.getByText('请修改采集目标的入口地址').waitFor();
    await page.getByRole('button', { name: '重试失败任务' }).click();
    await page.getByRole('button', { name: /确\s*定/ }).click();
    await page.getByText(/个任务已加入队列/).waitFor();
  }, 300_000);

  it('sets how long history is kept, at once', async () => {
    await admin.visit('/settings?tab=system', '设置');
    const days = page.getByLabel('抓取日志保留（天）');
    await days.fill('30');
    await page.getByRole('button', { name: /保\s*存/ }).click();
    await page.getByText('设置已保存，立即生效').waitFor();
    await page.reload();
    await days.waitFor();
    expect(await days.inputValue()).toBe('30');
  }, 300_000);

  it('shows a feed article at once and its full text as soon as it is there', async () => {
    await admin.visit('/settings', '设置');
    await page.getByRole('switch', { name: '打开文章时抓取全文' }).click();
    await page.getByText('打开文章时会抓取全文').waitFor();
    await admin.visit('/articles?site=sim_daily', '文章');
    await page.locator('.article-title').first().click();
    await page.locator('.reader-text').waitFor();
    await page.getByText('抓取自').waitFor();
    await page.getByText('采集到的内容', { exact: true }).click();
    await page.locator('.reader-text').waitFor();
  }, 300_000);

  it('shows the stored page in a frame that may do nothing', async () => {
    await page.getByRole('tab', { name: '原始页面' }).click();
    const frame = page.locator('iframe.original-page');
    await frame.waitFor();
    expect(await frame.getAttribute('sandbox')).toBe('');
    const body = await page.request.get(new URL((await frame.getAttribute('src'))!, address).href);
    expect(body.headers()['content-security-policy']).toContain('sandbox');
    await page.getByRole('tab', { name: '修订' }).click();
    await page.getByText('采集以来内容没有变化').waitFor();
  }, 300_000);

  it('adds a column from its address alone, without anybody typing a selector', async () => {
    const { body } = await admin.api<PageOf<TargetView>>('GET', '/targets/lookup?siteCode=sim_lingdong');
    await admin.visit('/wizard', '添加栏目');
    // As browsers show it.
    await page.getByLabel('栏目地址').fill(body.items[0]!.entryUrl.replace('http://', ''));
    await page.getByRole('button', { name: '开始' }).click();
    await page.getByRole('button', { name: '列表正确，下一步' }).click();
    await page.getByRole('button', { name: '不对，点选纠正' }).click();
    await page.getByLabel('标题').click();
    await page.frameLocator('iframe[title="文章页面"]').locator('h1, h2, h3').first().click();
    await page.getByText('1 处').waitFor();
    await page.getByRole('button', { name: '文章正确，下一步' }).click();
    await page.getByLabel('栏目名称').fill('由向导添加');
    await page.getByText('每天 08:30').waitFor();
    await page.getByText(/接下来五次（北京时间）：(\d{4}-\d\d-\d\d 08:30，?){5}$/).waitFor();
    await page.getByRole('button', { name: '保存并运行' }).click();
    await page.getByText('栏目已添加，第一次采集已开始').waitFor();
  }, 300_000);

  describeConsoleTasks(() => ({ admin, page, receiver }));

  it('says that the connection is lost, and heals when it is back', async () => {
    await page.route('**/admin/api/events', (route) => route.abort());
    await admin.visit('/jobs', '任务');
    await page.getByText('与服务器的实时连接已断开').waitFor();
    await page.unroute('**/admin/api/events');
    await page.getByText('与服务器的实时连接已断开').waitFor({ state: 'detached' });
  }, 300_000);

  it('lets a viewer look at everything and change nothing', async () => {
    const body = { username: '查看员', password: 'view-only-2026' };
    await admin.visit('/settings?tab=users', '设置');
    await page.getByRole('button', { name: '新增用户' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('用户名').fill(body.username);
    await form.getByText('查看者', { exact: true }).click();
    await form.getByLabel('初始密码').fill('short');
    await form.getByRole('button', { name: /保\s*存/ }).click();
    await form.getByText(/密码 长度必须/).waitFor();
    await form.getByLabel('初始密码').fill(body.password);
    await form.getByRole('button', { name: /保\s*存/ }).click();
    await page.getByText('用户“查看员”已保存').waitFor();
    const viewer = await ConsolePerson.sitDown(browser, address);
    await viewer.logIn('查看员', body.password);
    const changing =
      /^(删除|编辑|新增|新建|取消|重试|全量|运行|保存|吊销|导入|查找|发送|重新发送|确认|写入|预览|暂停|恢复)/;
    for (const [path, heading] of PAGES) {
      await viewer.walk(path, heading);
      const offered = (await viewer.page.locator('button:enabled').allInnerTexts()).filter((text) =>
        changing.test(text.trim()),
      );
      expect([path, offered]).toEqual([path, []]);
      expect([path, await viewer.page.getByRole('switch', { name: /启用/ }).count()]).toEqual([path, 0]);
    }
    expect((await viewer.api('POST', '/targets/sim_yunlan__any/run', {})).status).toBe(403);
    await viewer.page.context().close();
  }, 600_000);

  it('leads to the login when the session ends, and back to the same page', async () => {
    const operator = await ConsolePerson.sitDown(browser, address);
    await operator.logIn('admin', password);
    await operator.visit('/departments?q=财政', '部门');
    await operator.page.context().clearCookies();
    await operator.page.getByRole('link', { name: '站点' }).click();
    await operator.page.getByText('登录已过期，请重新登录').waitFor();
    await operator.logIn('admin', password);
    await operator.page.getByRole('heading', { level: 1, name: '站点' }).waitFor();
    await operator.page.context().close();
  }, 300_000);

  it('reads on a phone', async () => {
    const phone = await ConsolePerson.sitDown(browser, address, { width: 390 });
    await phone.logIn('admin', password);
    await phone.visit('/alerts', '告警与通知');
    const overflow = await phone.page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    await phone.page.getByRole('button', { name: '菜单' }).click();
    await phone.page.getByRole('link', { name: '运行监控' }).click();
    await phone.page.getByRole('heading', { level: 1, name: '运行监控' }).waitFor();
    await phone.page.context().close();
  }, 300_000);

  it('shows 9,000 hostile titles and bodies as text: nothing runs, and the content policy has nothing to report', async () => {
    const strings = xssStrings();
    expect(strings).toHaveLength(9_000);
    const reader = await ConsolePerson.sitDown(browser, address);
    await reader.logIn('admin', password);
    const ran: string[] = [];
    await reader.page.exposeFunction('ran', () => ran.push('ran'));
    const { body: found } = await reader.api<PageOf<{ id: number }>>('GET', '/articles/search?limit=1');
    const { body: like } = await reader.api<ArticleDetail>('GET', `/articles/${found.items[0]!.id}`);
    await reader.page.route(/\/admin\/api\/articles\/search\?/, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset') ?? 0)];
      const items = strings
        .slice(offset, offset + limit)
        .map((text, i) => ({ ...like, id: offset + i + 1, title: text, docNo: text, siteName: text, url: text }));
      return route.fulfill({ json: { count: items.length, total: strings.length, limit, offset, items } });
    });
    await reader.page.route(/\/api\/articles\/\d+$/, (route) => {
      const at = Number(route.request().url().split('/').at(-1)) - 1;
      const text = strings[at]!;
      const body = strings.slice(at, at + 200).join('\n');
      const file = { id: 1, url: text, filename: text, mime: text, sizeBytes: 1, sha256: null, status: 'downloaded' };
      return route.fulfill({
        json: {
          ...like,
          status: 'ready',
          id: at + 1,
          title: text,
          url: text,
          publisher: text,
          topicWords: text,
          contentText: body,
          // Every other page as markup, which must come out as elements of our own.
          contentHtml: null,
          contentFullHtml: (at / 200) % 2 === 1 ? body : null,
          contentFullFetchedAt: like.fetchedAt,
          contentFullSourceUrl: text,
          contentFullError: null,
          attachments: [file],
        },
      });
    });
    for (let at = 0; at < strings.length; at += 200) {
      await reader.go(`/articles?size=200&page=${at / 200 + 1}&article=${at + 1}`);
      await reader.page.locator(`tbody tr[data-row-key="${at + 1}"]`).waitFor();
      // Markup may come to nothing at all.
      await reader.page.locator(`[data-article="${at + 1}"] .reader-text`).waitFor({ state: 'attached' });
      expect(await reader.page.locator('tbody tr[data-row-key]').count()).toBe(200);
      if ((at / 200) % 2 === 1) continue;
      const shown = await reader.page.locator('.reader-text').textContent();
      // The browser's own transport replaces what is no character.
      expect(shown?.length).toBeGreaterThan(strings.slice(at, at + 200).join('\n').length * 0.99);
    }
    expect([ran, reader.seen.complaints, reader.seen.blocked]).toEqual([[], [], []]);
    await reader.page.context().close();
  }, 300_000);

  it('asked no other origin, and nothing broke', async () => {
    const { origin } = new URL(address);
    expect(admin.seen.requested.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
    expect(admin.seen.requested.length).toBeGreaterThan(100);
    expect(admin.seen.complaints).toEqual([]);
    expect(admin.seen.blocked).toEqual([]);
    const { body: jobs } = await admin.api<PageOf<JobView>>('GET', '/jobs/list');
    expect(jobs.total).toBeGreaterThan(0);
  });
});
