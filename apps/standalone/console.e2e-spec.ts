import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startProgram, type RunningProgram } from '@govcrawler/testing';

const DOCUMENTS = 60;
const FLAGS = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** A person at the console of the running demo, in a real browser. */
describe('the console of the demo', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-console-'));
  let demo: RunningProgram;
  let address: string;
  let password: string;
  let browser: Browser;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    const args = ['demo', '--port', '0', '--data-dir', folder, '--documents', String(DOCUMENTS)];
    demo = startProgram(['dist/apps/standalone/main.js', ...args]);
    const announced = await demo.waitFor(/Console: (\S+) {2}\(user admin, one-time password (\S+)\)/);
    [address, password] = [announced[1]!, announced[2]!];
    const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'], args: [...FLAGS, ...root] });
    page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
    page.on('request', (request) => requested.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    demo.child.kill('SIGTERM');
    const { code } = await demo.ended;
    rmSync(folder, { recursive: true });
    expect(code).toBe(0);
  }, 60_000);

  it('answers /healthz, and shows nothing to strangers', async () => {
    expect((await fetch(new URL('/healthz', address))).status).toBe(200);
    expect((await fetch(new URL('/admin/api/articles/search', address))).status).toBe(401);
  });

  it('lets a person in with the one-time password and shows the crawled articles', async () => {
    await page.goto(address);
    await page.getByLabel('用户名').fill('admin');
    await page.getByLabel('密码').fill(password);
    await page.getByRole('button', { name: /登\s*录/ }).click();
    await page.getByRole('menuitem', { name: '文章' }).click();
    await page
      .getByText(new RegExp(`共 ${DOCUMENTS} `))
      .first()
      .waitFor();
    expect(await page.locator('tbody tr[data-row-key]').count()).toBeGreaterThan(5);

    await page.locator('tbody tr[data-row-key] a, tbody tr[data-row-key] button').first().click();
    await page.getByText('原文').first().waitFor();
  });

  it('asked no other origin, and nothing broke', () => {
    const { origin } = new URL(address);
    expect(requested.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([]);
    expect(requested.length).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
  });
});
