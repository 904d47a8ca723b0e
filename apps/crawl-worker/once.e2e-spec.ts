import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostKey } from '@govcrawler/core';
import { openFetchDoor, serveFetchDoor, silentLogger } from '@govcrawler/fetch';
import { type Database, openDatabase } from '@govcrawler/persistence';
import { HostLanes, openQueueBackend, type QueueBackend } from '@govcrawler/queue';
import {
  type ClusterStand,
  openClusterStand,
  runProgram,
  type SimWeb,
  startProgram,
  startSimWeb,
} from '@govcrawler/testing';

const MAIN = 'dist/apps/crawl-worker/main.js';
const SITE = 'sim_yunlan';

describe('the crawl-worker as a command and as a service', () => {
  const closers: (() => Promise<unknown> | void)[] = [];
  let stand: ClusterStand;
  let web: SimWeb;
  let database: Database;
  let queue: QueueBackend;
  let env: Record<string, string>;
  let target: string;
  let host: string;

  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'govcrawler-once-'));
    closers.push(() => rmSync(folder, { recursive: true }));
    stand = await openClusterStand();
    closers.push(() => stand.close());
    web = await startSimWeb({ documents: 300, latencyMs: 100 });
    closers.push(() => web.close());
    const address = { address: '127.0.0.1', port: web.port };
    const door = await openFetchDoor({
      egress: {
        allowedHosts: new Map(web.hosts.map((name) => [name, address])),
        publicSuffixes: ['.test'],
        ports: [80],
      },
      honourCrawlDelay: false,
    });
    closers.push(() => door.close());
    const token = randomBytes(16).toString('hex');
    const service = await serveFetchDoor({ door, token, address: '127.0.0.1:0', logger: silentLogger });
    closers.push(() => service.close(1000));
    database = await openDatabase({ kind: 'mysql', url: stand.env.DATABASE_URL }, { warn: () => undefined });
    closers.push(() => database.close());
    await database.migrate();
    queue = await openQueueBackend({ kind: 'redis', url: stand.env.VALKEY_URL });
    closers.push(() => queue.close());
    const site = siteFile();
    await database.sites.syncFromFile(site, 'simulated.yaml');
    target = `${SITE}__${site.columns[0]!.column_id}`;
    host = hostKey(site.base_url);
    env = {
      ...stand.env,
      DATA_DIR: folder,
      FETCH_SERVICE_ADDRESS: `127.0.0.1:${service.port}`,
      FETCH_TOKEN: token,
      WORKER_HEALTH_PORT: '0',
      LOG_LEVEL: 'info',
    };
  });
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  const siteFile = () => web.sites.find(({ code }) => code === SITE)!.siteFile;
  const once = (...words: string[]) => [MAIN, '--target', target, '--once', ...words];
  const jobs = async () => (await database.jobs.list({ limit: 200, offset: 0 })).items;
  const articles = async () => (await database.articles.search({ limit: 200, offset: 0 })).total;
  const isDocument = ({ path }: { path: string }) => /post_/.test(path);
  const until = async (condition: () => boolean | Promise<boolean>) => {
    for (const end = Date.now() + 30_000; !(await condition());) {
      if (Date.now() > end) throw new Error(`Not within 30 s: ${condition}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  it('crawls a target once without any worker, and says what came of it', async () => {
    const limited = await runProgram(once('--max-items', '4', '--json'), env);
    expect(limited.code).toBe(0);
    expect(JSON.parse(limited.stdout)).toMatchObject({ target, state: 'done', exitCode: 0, summary: { itemsNew: 4 } });
    const again = await runProgram(once('--force'), env);
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^Job \d+ of sim_yunlan__\S+: done\nnew \d+, updated 0, known \d+, failed 0/);
    const rows = await jobs();
    expect(rows.map(({ triggerKind, state, forceFull }) => [triggerKind, state, forceFull])).toEqual([
      ['cli', 'done', true],
      ['cli', 'done', false],
    ]);
  });

  it('says by its exit code what is wrong: usage, unknown or disabled target, failure, cooling host', async () => {
    expect((await runProgram([MAIN, '--target', target], env)).code).toBe(2);
    expect((await runProgram([MAIN, '--target', 'nobody__nothing', '--once'], env)).code).toBe(2);
    web.setFault(host, { fault: { kind: 'reset' } });
    const first = await runProgram(once('--json'), env);
    expect([1, 75]).toContain(first.code);
    let last = first;
    // Three network errors in a row start the cooldown, however many of them one crawl makes.
    for (let tries = 0; last.code === 1 && tries < 3; tries++) last = await runProgram(once('--json'), env);
    expect(last.code).toBe(75);
    expect(JSON.parse(last.stdout)).toMatchObject({ state: 'failed', error: expect.stringMatching(/^cooling_/) });
    const asked = web.log.length;
    expect((await runProgram(once(), env)).code).toBe(75);
    expect(web.log.length).toBe(asked);
    await database.sites.syncFromFile({ ...siteFile(), enabled: false }, 'simulated.yaml');
    expect((await runProgram(once(), env)).code).toBe(3);
  });

  it('waits while somebody else has the host', async () => {
    const lease = (await database.leases.acquire(host, 'somebody', 60_000))!;
    const program = startProgram(once('--max-items', '1'), env);
    await until(async () => (await jobs()).length === 1);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await jobs())[0]?.state).toBe('queued');
    expect(web.log.length).toBe(0);
    await database.leases.release(host, lease.token);
    expect((await program.ended).code).toBe(0);
  });

  it('finishes its article on SIGTERM and leaves the job in the queue', async () => {
    const program = startProgram(once('--json'), env);
    await until(() => web.log.records.filter(isDocument).length >= 3);
    const told = Date.now();
    program.child.kill('SIGTERM');
    const { code, stdout } = await program.ended;
    expect(code).toBe(75);
    expect(Date.now() - told).toBeLessThan(25_000);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'queued' });
    expect((await jobs())[0]).toMatchObject({ state: 'queued', crashes: 0 });
    // Every document that was asked for is stored: none was broken off.
    expect(await articles()).toBe(web.log.records.filter(isDocument).length);
    const depth = (await new HostLanes(queue).depthByHost([host])).get(host);
    expect(depth?.waiting).toBe(1);
    const next = await runProgram(once('--max-items', '1'), env);
    expect(next.code).toBe(0);
    expect((await jobs()).map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('fails no job when workers are replaced under load, and goes within 25 s', async () => {
    const lanes = new HostLanes(queue);
    const sites = web.sites.slice(0, 6);
    for (const { siteFile: site } of sites) {
      await database.sites.syncFromFile(site, 'simulated.yaml');
      const plan = (await database.targets.planFor(`${site.site_id}__${site.columns[0]!.column_id}`))!;
      const wanted = { targetId: plan.target.id, hostKey: plan.hostKey, trigger: 'manual' as const, tick: null };
      const { job } = await database.jobs.create({ ...wanted, force: false, maxItems: null });
      await lanes.enqueue(plan.hostKey, job.id);
    }
    let worker = startProgram([MAIN], env);
    await worker.waitFor(/takes jobs/);
    for (let round = 0; round < 3; round++) {
      const seen = web.log.length;
      await until(() => web.log.length > seen + 5);
      const told = Date.now();
      worker.child.kill('SIGTERM');
      const next = startProgram([MAIN], env);
      expect((await worker.ended).code).toBe(0);
      expect(Date.now() - told).toBeLessThan(25_000);
      worker = next;
    }
    await until(async () => (await jobs()).every(({ state }) => state !== 'queued' && state !== 'running'));
    worker.child.kill('SIGTERM');
    await worker.ended;
    expect((await jobs()).map(({ state, crashes }) => [state, crashes])).toEqual(sites.map(() => ['done', 0]));
  });
});
