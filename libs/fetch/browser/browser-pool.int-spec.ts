import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FetchLogger, silentLogger } from '../fetch-logger.js';
import { type FetchDoor, openFetchDoor } from '../fetch-door.js';
import { type BrowserSettings } from './browser-tier.js';
import { groupMembers } from './chromium-process.js';

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
/** The full run has 500 pages (tools/stress/fetch.mjs). */
const PAGES = Number(process.env['STRESS_PAGES'] ?? 50);
const PACE = { intervalSec: 0, jitterSec: 0 };
const PAGE = (title: string) =>
  `<html><head><title>${title}</title></head><body>${'公开信息'.repeat(200)}</body></html>`;

/** Grows by one row whenever its end comes into view, as lists without pages do. */
const GROWS = `<div id="rows" style="height: 5000px"></div><script>
  let rows = 0;
  addEventListener('scroll', () => {
    if (scrollY + innerHeight < document.body.scrollHeight - 10) return;
    fetch('/row/' + rows).then(() => {
      document.getElementById('rows').insertAdjacentHTML('beforeend', '<p style="height: 5000px">row-' + rows++ + '</p>');
      document.getElementById('rows').style.height = 'auto';
    });
  });
</script>`;

describe('browser pool', () => {
  let origin: Server;
  let port: number;
  let door: FetchDoor;
  let started: number[];
  let seen: string[];
  const logger: FetchLogger = {
    ...silentLogger,
    info: (fields, message) => void (message === 'browser started' && started.push(Number(fields['pid']))),
  };

  beforeAll(async () => {
    origin = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://x');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      if (pathname.startsWith('/silent')) return;
      if (pathname.startsWith('/half')) return void response.write('<html><body>');
      if (pathname.startsWith('/endless')) return void response.end(`${PAGE('endless')}<script>for (;;) {}</script>`);
      if (pathname.startsWith('/memory')) {
        return void response.end(
          `${PAGE('memory')}<script>const hold = []; for (;;) hold.push(new Array(1e6).fill(hold.length));</script>`,
        );
      }
      if (pathname.startsWith('/dialog'))
        return void response.end(`${PAGE('dialog')}<script>for (;;) alert(1)</script>`);
      seen.push(pathname);
      if (pathname.startsWith('/pictures')) return void response.end(`${PAGE('pictures')}<img src="/seal.png?v=1">`);
      if (pathname.startsWith('/long')) return void response.end(`${PAGE('long')}${GROWS}`);
      response.end(PAGE(pathname));
    });
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    port = (origin.address() as AddressInfo).port;
  });
  beforeEach(() => {
    started = [];
    seen = [];
  });
  afterEach(() => door.close());
  afterAll(() => {
    origin.closeAllConnections();
    origin.close();
  });

  const open = async (browser: Partial<BrowserSettings> = {}) => {
    const healthy = Array.from({ length: 9 }, (_, index) => `h${index}.gov.cn`);
    const sick = Array.from({ length: PAGES }, (_, index) => `s${index}.gov.cn`);
    door = await openFetchDoor({
      egress: {
        allowedHosts: new Map([...healthy, ...sick].map((name) => [name, { address: '127.0.0.1', port }])),
        publicSuffixes: ['.gov.cn'],
        ports: [80, 443],
        resolver: async () => [],
      },
      logger,
      browser: { executablePath: CHROMIUM, ...browser },
    });
  };
  const get = (url: string, timeoutMs = 10_000) =>
    door.fetch({ url, purpose: 'detail', strategy: 'browser', pace: PACE, timeoutMs });
  const nothingLeft = () => {
    expect(started.flatMap((pid) => groupMembers(pid))).toEqual([]);
  };

  it(`serves every healthy page among ${PAGES} of which some hang, and leaves nothing behind`, async () => {
    await open({ maxPages: 4 });
    const bad = ['/silent', '/half', '/endless', '/memory', '/dialog'];
    const sickReasons = new Set<string>();
    let slowest = 0;
    let sickPages = 0;
    const failures: unknown[] = [];
    let next = 0;
    const visitor = async () => {
      for (let index = next++; index < PAGES; index = next++) {
        const sick = index % 12 === 5; // 8 %
        // A host of its own for each sick page: a cooling host would keep the next one from ever reaching the browser.
        const host = sick ? `s${index}.gov.cn` : `h${index % 9}.gov.cn`;
        const path = sick ? bad[Math.floor(index / 12) % bad.length] : '/page';
        const began = Date.now();
        const result = await get(`http://${host}${path}/${index}`);
        if (sick) sickPages += 1;
        if (sick) slowest = Math.max(slowest, Date.now() - began);
        else if (!result.ok) failures.push(result);
        if (sick && !result.ok) sickReasons.add(result.reason);
      }
    };
    await Promise.all([visitor(), visitor(), visitor(), visitor()]);
    process.stderr.write(
      `browser pages: ${PAGES}, ${sickPages} sick (${[...sickReasons].join(', ')}), healthy ones lost ${failures.length}, ` +
        `slowest sick page ${slowest} ms, browsers ${started.length}\n`,
    );
    expect(failures).toEqual([]);
    expect(slowest).toBeLessThan(15_000);
    expect(sickReasons).not.toContain('cooling_host');
    expect(sickReasons).toContain('network_timeout');
    await door.close();
    nothingLeft();
    expect(ownProfiles()).toEqual([]);
  }, 900_000);

  it('kills a stopped browser, its group and its profile, and goes on with a new one', async () => {
    await open();
    expect(await get('http://h0.gov.cn/a')).toMatchObject({ ok: true });
    const [pid = 0] = started;
    const profile = profileOf(pid);
    expect(existsSync(profile)).toBe(true);
    process.kill(-pid, 'SIGSTOP'); // the whole group at once: its members come and go
    expect(await get('http://h0.gov.cn/b', 3000)).toMatchObject({ ok: false, reason: 'network_timeout' });
    expect(groupMembers(pid)).toEqual([]);
    expect(existsSync(profile)).toBe(false);
    expect(await get('http://h0.gov.cn/c')).toMatchObject({ ok: true });
    expect(started).toHaveLength(2);
  });

  it('opens a page again when the browser is killed under it', async () => {
    await open();
    expect(await get('http://h0.gov.cn/a')).toMatchObject({ ok: true });
    const under = get('http://h0.gov.cn/half/b', 8000);
    const healthy = get('http://h1.gov.cn/c');
    await new Promise((resolve) => setTimeout(resolve, 300));
    process.kill(started[0] ?? 0, 'SIGKILL');
    expect(await healthy).toMatchObject({ ok: true });
    await under;
    expect(started.length).toBeGreaterThan(1);
  });

  it('replaces a browser after the set number of pages', async () => {
    await open({ recyclePages: 2 });
    for (const page of ['a', 'b', 'c', 'd', 'e'])
      expect(await get(`http://h0.gov.cn/${page}`)).toMatchObject({ ok: true });
    expect(started).toHaveLength(3);
  });

  it('replaces a browser that got old, and lets its open page end first', async () => {
    await open({ recycleAgeMs: 6000 });
    expect(await get('http://h0.gov.cn/a')).toMatchObject({ ok: true });
    const [first = 0] = started;
    const under = get('http://h1.gov.cn/half/b', 12_000);
    await new Promise((resolve) => setTimeout(resolve, 6000));
    expect(await get('http://h0.gov.cn/c')).toMatchObject({ ok: true });
    expect(groupMembers(first).length).toBeGreaterThan(0);
    expect(await get('http://h0.gov.cn/d')).toMatchObject({ ok: true });
    expect(started).toHaveLength(2);
    await under;
    expect(groupMembers(first)).toEqual([]);
  });

  it('replaces a browser that takes too much memory', async () => {
    await open({ recycleRssBytes: 1, recyclePages: 1000 });
    // Memory is looked at every 20 pages.
    for (let page = 0; page < 21; page += 1)
      expect(await get(`http://h${page % 9}.gov.cn/${page}`)).toMatchObject({ ok: true });
    expect(started).toHaveLength(2);
    expect(groupMembers(started[0] ?? 0)).toEqual([]);
  });

  it('loads pictures only when asked', async () => {
    await open();
    expect(await get('http://h0.gov.cn/pictures')).toMatchObject({ ok: true });
    expect(seen).toEqual(['/pictures']);
    const wishes = { purpose: 'detail', strategy: 'browser', pace: PACE, browser: { images: true } } as const;
    expect(await door.fetch({ url: 'http://h1.gov.cn/pictures', ...wishes })).toMatchObject({ ok: true });
    expect(seen.filter((path) => path !== '/favicon.ico')).toEqual(['/pictures', '/pictures', '/seal.png']);
  });

  it('scrolls as often as asked, so that lists without pages load', async () => {
    await open();
    const rows = async (url: string, scrolls?: number) => {
      const wishes = { purpose: 'list', strategy: 'browser', pace: PACE, browser: { scrolls } } as const;
      const result = await door.fetch({ url, ...wishes });
      return result.ok
        ? Buffer.from(result.body)
            .toString()
            .match(/>row-\d+</g)
        : result.reason;
    };
    expect(await rows('http://h0.gov.cn/long')).toBeNull();
    expect(await rows('http://h1.gov.cn/long', 3)).toEqual(['>row-0<', '>row-1<', '>row-2<']);
  });
});

/** Profile folders of browsers that this process started; other tests have theirs in the same place. */
function ownProfiles(): string[] {
  return readdirSync(tmpdir()).filter((name) => {
    const file = join(tmpdir(), name, 'owner.json');
    return (
      name.startsWith('govcrawler-chromium-') &&
      existsSync(file) &&
      readFileSync(file, 'utf8').includes(`${process.pid}`)
    );
  });
}

function profileOf(pid: number): string {
  return /--user-data-dir=(\S+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '))?.[1] ?? '';
}
