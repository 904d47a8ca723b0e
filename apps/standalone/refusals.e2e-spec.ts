import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClusterStand, runProgram, startProgram } from '@govcrawler/testing';

const MAIN = 'dist/apps/standalone/main.js';

describe('the platform refuses to start, with one clear message,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-refusal-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // No site at all: a platform that does start must have nothing to crawl.
  const noSites = join(folder, 'no-sites');
  mkdirSync(noSites);
  const start = (env: Record<string, string>, ...args: string[]) =>
    runProgram([MAIN, 'start', '--port', '0', '--data-dir', join(folder, 'data'), ...args], {
      SITES_DIR: noSites,
      ...env,
    });

  it('on wrong settings, all of them at once', async () => {
    const result = await start({
      WORKER_CONCURRENCY: 'many',
      ADMIN_PASSWORD: 'short',
      DATABASE_URL: 'mysql://127.0.0.1/gc',
    });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/^Configuration is wrong:\n/);
    for (const name of ['WORKER_CONCURRENCY', 'ADMIN_PASSWORD', 'VALKEY_URL'])
      expect(result.stderr).toContain(`- ${name}: `);
    expect(result.stderr).not.toContain('    at ');
  });

  it('on a wrong site file, with file and line', async () => {
    const sites = join(folder, 'sites');
    mkdirSync(sites);
    writeFileSync(join(sites, 'a.yaml'), 'site_id: a\nsite_name: 甲\nbase_url: https://a.gov.cn\ncolums: []\n');
    const result = await start({ SITES_DIR: sites });
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('a.yaml:4: colums: unknown key') });
  });

  it('on a busy port', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const result = await start({}, '--port', String(port));
    server.close();
    expect(result.code).toBe(1);
    expect(result.stderr).toContain(String(port));
    expect(result.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('on a folder that it cannot write', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    chmodSync(file, 0o444);
    const result = await start({}, '--data-dir', join(file, 'data'));
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining(`Cannot create the data folder ${file}`) });
  });

  it('on a browser that is not there', async () => {
    const result = await start({ CHROMIUM_PATH: '/nowhere/chromium' });
    expect(result).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('CHROMIUM_PATH: there is no /nowhere/chromium'),
    });
  });

  it('on a folder that another process uses', async () => {
    const shared = join(folder, 'shared');
    const first = startProgram([MAIN, 'start', '--port', '0', '--data-dir', shared], { SITES_DIR: noSites });
    await first.waitFor(/Console: /);
    const second = await start({}, '--data-dir', shared);
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining(`in use by process ${first.child.pid}`) });
    first.child.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0 });
  });

  it('on an old schema, and says what to run', async () => {
    const stand = await openClusterStand();
    const result = await start(stand.env);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('run: npx govcrawler migrate') });
    expect((await runProgram([MAIN, 'migrate'], stand.env)).code).toBe(0);
    const ready = startProgram([MAIN, 'start', '--port', '0', '--data-dir', join(folder, 'cluster')], {
      SITES_DIR: noSites,
      ...stand.env,
    });
    await ready.waitFor(/Console: /);
    ready.child.kill('SIGTERM');
    expect(await ready.ended).toMatchObject({ code: 0 });
    await stand.close();
  });

  it('on servers that cannot be reached, naming them', async () => {
    const env = { DATABASE_URL: 'mysql://u:secret@127.0.0.1:1/gc', VALKEY_URL: 'redis://127.0.0.1:1' };
    const result = await start(env);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('127.0.0.1:1') });
    expect(result.stderr).not.toContain('secret');
  });
});
