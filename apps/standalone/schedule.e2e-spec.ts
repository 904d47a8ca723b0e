import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProgram } from '@govcrawler/testing';

/** A site on this machine's own network: the guard refuses it, so the crawl ends without a single request. */
const SITE = `site_id: nowhere
site_name: 不可访问的站点
base_url: http://127.0.0.1:9/
columns:
  - column_id: tzgg
    name: 通知公告
    list_url: http://127.0.0.1:9/tzgg/
    schedule: "* * * * *"
    list_selector: { row: li, href: "a::attr(href)", title: "a::text" }
`;

describe('npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'govcrawler-schedule-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('runs a target by its cron, and the guard keeps the crawl out of our own network', async () => {
    mkdirSync(join(folder, 'sites'));
    writeFileSync(join(folder, 'sites', 'nowhere.yaml'), SITE);
    const args = ['dist/apps/standalone/main.js', 'start', '--port', '0', '--data-dir', join(folder, 'data')];
    const env = { SITES_DIR: join(folder, 'sites'), ADMIN_PASSWORD: 'a good password' };
    const platform = startProgram(args, env);
    const [, address] = (await platform.waitFor(/Console: (\S+)/)) as unknown as [string, string];
    const authorization = `Basic ${Buffer.from('admin:a good password').toString('base64')}`;
    const finishedJobs = async () => {
      const answer = await fetch(new URL('/admin/api/jobs/list?state=failed', address), { headers: { authorization } });
      return ((await answer.json()) as { items: { trigger: string; targetCode: string; error: string }[] }).items;
    };
    let jobs = await finishedJobs();
    for (let second = 0; jobs.length === 0 && second < 80; second++) {
      await sleep(1000);
      jobs = await finishedJobs();
    }
    platform.child.kill('SIGTERM');
    expect(await platform.ended).toMatchObject({ code: 0 });
    expect(jobs[0]).toMatchObject({
      trigger: 'cron',
      targetCode: 'nowhere__tzgg',
      error: expect.stringMatching(/^refused_/),
    });
  }, 150_000);
});
