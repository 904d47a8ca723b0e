import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser, type Page } from 'playwright-core';

const FLAGS = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// Runs in the page: as text, because this side knows nothing of documents and windows.
const REPORT_BLOCKED = `document.addEventListener('securitypolicyviolation', (event) =>
  reportBlocked([event.violatedDirective, event.blockedURI, event.sample].join(' ')))`;

interface Violation {
  id: string;
  nodes: { target: unknown[]; failureSummary: string }[];
}

/** A real Chromium, as a Chinese operator has it. */
export function openBrowser(): Promise<Browser> {
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'],
    args: [...FLAGS, ...root, '--lang=zh-CN'],
  });
}

/** What a page did beside showing itself. */
export interface Observations {
  requested: string[];
  complaints: string[];
  /** Violations of the content policy, as the page itself sees them. */
  blocked: string[];
}

/** Somebody at the console, in a browser profile of their own. */
export class ConsolePerson {
  private constructor(
    readonly page: Page,
    readonly address: string,
    readonly seen: Observations,
  ) {}

  static async sitDown(browser: Browser, address: string, options: { width?: number } = {}) {
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1280, height: 800 },
      locale: 'zh-CN',
      colorScheme: 'light',
      // Nothing slides or fades: what is there is there at once.
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(90_000);
    const seen: Observations = { requested: [], complaints: [], blocked: [] };
    page.on('request', (request) => seen.requested.push(request.url()));
    page.on('pageerror', (error) => seen.complaints.push(error.message));
    page.on('dialog', (dialog) => {
      seen.complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.exposeFunction('reportBlocked', (what: string) => seen.blocked.push(what));
    await page.addInitScript(REPORT_BLOCKED);
    return new ConsolePerson(page, address.replace(/\/$/, ''), seen);
  }

  async logIn(username: string, password: string): Promise<void> {
    if (!this.page.url().startsWith(this.address)) await this.page.goto(this.address);
    await this.page.getByLabel('用户名').fill(username);
    await this.page.getByLabel('密码').fill(password);
    await this.page.getByRole('button', { name: /登\s*录/ }).click();
    await this.page.getByRole('banner').waitFor();
  }

  /** Opens a page of the console and waits until its heading is there and nothing spins. */
  async visit(path: string, heading: string): Promise<void> {
    await this.page.goto(`${this.address}${path}`);
    await this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await this.settle();
  }

  /** Goes to a page of the console as its links do, without loading the console again. */
  async walk(path: string, heading: string): Promise<void> {
    await this.go(path);
    await this.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    await this.settle();
  }

  async go(path: string): Promise<void> {
    await this.page.evaluate(`history.pushState(null, '', ${JSON.stringify(new URL(this.address).pathname + path)})`);
  }

  async settle(): Promise<void> {
    // Not waitForFunction: it evaluates text in the page, which the console's content policy forbids.
    await this.page.locator('.ant-spin-spinning, .ant-skeleton-active').first().waitFor({ state: 'detached' });
  }

  /** Asks the API in this person's session. */
  async api<T>(method: string, path: string, data?: unknown): Promise<{ status: number; body: T }> {
    const answer = await this.page.request.fetch(`${this.address}/api${path}`, {
      method,
      ...(data === undefined ? {} : { data }),
    });
    const text = await answer.text();
    return { status: answer.status(), body: (text === '' ? null : JSON.parse(text)) as T };
  }

  /** What a screen reader or weak eyes would stumble over, as axe sees it. */
  async barriers(): Promise<string[]> {
    // A colour on its way from night to day is neither.
    await this.page.evaluate(
      `Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))`,
    );
    await this.page.evaluate(AXE);
    const violations = await this.page.evaluate<Violation[]>(
      `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then(({ violations }) => violations)`,
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary.split('\n')[1] ?? ''}`),
    );
  }
}
