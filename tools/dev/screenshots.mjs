// Takes the pictures of docs/images: starts the demo on a fresh folder, logs in, visits the console's pages.
// `node tools/dev/screenshots.mjs` after `npm run build`; CHROMIUM_PATH names the browser.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './setup.mjs';

const folder = mkdtempSync(join(tmpdir(), 'govcrawler-screenshots-'));
const images = join(root, 'docs', 'images');
mkdirSync(images, { recursive: true });

const demo = spawn(process.execPath, ['dist/apps/standalone/main.js', 'demo', '--port', '0', '--data-dir', folder], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const [, address, password] = await announced(demo);
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args });
  const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, locale: 'zh-CN' });
  await page.goto(address);
  await page.getByLabel('用户名').fill('admin');
  await page.getByLabel('密码').fill(password);
  await page.getByRole('button', { name: /登\s*录/ }).click();
  for (const [menu, name] of [
    ['仪表盘', 'console-dashboard'],
    ['文章', 'console-articles'],
  ]) {
    await page.getByRole('menuitem', { name: menu }).click();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(600);
    await page.screenshot({ path: join(images, `${name}.png`) });
  }
  await browser.close();
} finally {
  demo.kill('SIGTERM');
  await new Promise((resolve) => demo.once('exit', resolve));
  rmSync(folder, { recursive: true });
}

function announced(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const match = /Console: (\S+) {2}\(user admin, one-time password (\S+)\)/.exec(output);
      if (match) resolve(match);
    });
    child.once('exit', () => reject(new Error(`The demo ended:\n${output}`)));
  });
}
