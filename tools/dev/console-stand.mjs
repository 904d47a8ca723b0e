// Starts the demo on a fresh folder and a browser logged in to its console; for tools that look at the console.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './setup.mjs';

/** Needs `npm run build` before; Calls `use` with { browser, base, password, logIn }. */
export async function withConsole(documents, use) {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-console-'));
  const flags = ['demo', '--port', '0', '--data-dir', folder, '--documents', String(documents)];
  const demo = spawn(process.execPath, ['dist/apps/standalone/main.js', ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [, address, password] = await announced(demo);
    const browser = await openBrowser();
    const base = address.replace(/\/$/, '');
    const logIn = (page, username = 'admin', secret = password) => logInWith(page, base, username, secret);
    await use({ browser, base, password, logIn });
    await browser.close();
  } finally {
    demo.kill('SIGTERM');
    await new Promise((resolve) => (demo.exitCode === null ? demo.once('exit', resolve) : resolve()));
    rmSync(folder, { recursive: true });
  }
}

/** CHROMIUM_PATH names it. */
export function openBrowser() {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...args, '--lang=zh-CN'],
    // The browser's own fields, such as dates, speak this language.
    env: { ...process.env, LANGUAGE: 'zh_CN' },
  });
}

export async function logInWith(page, base, username, password) {
  await page.goto(base);
  await page.getByLabel('用户名').fill(username);
  await page.getByLabel('密码').fill(password);
  await page.getByRole('button', { name: /登\s*录/ }).click();
  await page.getByRole('heading', { name: '仪表盘' }).waitFor();
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
