import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@govcrawler/persistence';
import { loadConfig } from '@govcrawler/platform';
import { Clock } from '@govcrawler/scheduler';
import { countySites, openClusterStand, type SimWeb, startSimWeb } from '@govcrawler/testing';
import request from 'supertest';
import { standaloneConfigSchema } from './config.js';
import { openPlatform, type Platform } from './open-platform.js';

const PASSWORD = 'live edits password';
const TARGET = 'sim_county_1__tzgg';
/** Reconcile time of a second, a look each second, and what the rows take. */
const LIVE_WITHIN_MS = 3_500;

class MovedClock extends Clock {
  constructor(private at: number) {
    super();
  }

  override now(): Date {
    // It stands still between moves, but for the seconds that a reconcile waits for.
    return new Date(this.at + (performance.now() - this.movedAt));
  }

  private movedAt = performance.now();

  moveTo(time: string): void {
    this.at = Date.parse(time);
    this.movedAt = performance.now();
  }
}

async function clusterServers() {
  const stand = await openClusterStand();
  const database = await openDatabase({ kind: 'mysql', url: stand.env.DATABASE_URL }, { warn: () => undefined });
  await database.migrate();
  await database.close();
  return { env: stand.env, close: () => stand.close() };
}

/** The whole platform over HTTP; judged by the jobs that exist and by what the simulated web was asked. */
describe.each([
  ['embedded', async () => ({ env: {}, close: async () => undefined })],
  ['on MariaDB and Redis', clusterServers],
] as [string, () => Promise<{ env: Record<string, string>; close(): Promise<void> }>][])(
  'an edit of an operator, %s',
  (_mode, openServers) => {
    const clock = new MovedClock(Date.parse('2026-11-16T12:20:00+08:00'));
    const folder = mkdtempSync(join(tmpdir(), 'govcrawler-live-edits-'));
    let web: SimWeb;
    let platform: Platform;
    let servers: Awaited<ReturnType<typeof clusterServers>>;

    beforeAll(async () => {
      servers = (await openServers()) as typeof servers;
      web = await startSimWeb({ definitions: countySites(1), documents: 4 });
      const [county] = web.sites;
      const columns = county!.siteFile.columns.map((column) => ({ ...column, schedule: '30 12 * * *' }));
      const target = { address: '127.0.0.1', port: web.port };
      platform = await openPlatform({
        config: loadConfig(standaloneConfigSchema, {
          ...servers.env,
          PORT: '0',
          ADMIN_PASSWORD: PASSWORD,
          LOG_LEVEL: 'silent',
          SCHEDULER_RECONCILE_SEC: '1',
        }),
        dataDir: folder,
        sites: [{ site: { ...county!.siteFile, columns }, path: 'county.yaml' }],
        fetch: {
          egress: {
            allowedHosts: new Map(web.hosts.map((host) => [host, target])),
            publicSuffixes: ['.test'],
            ports: [80],
          },
          honourCrawlDelay: false,
        },
        schedule: true,
        clock,
      });
    }, 120_000);
    afterAll(async () => {
      await platform?.close();
      await Promise.all([web?.close(), servers?.close()]);
      rmSync(folder, { recursive: true, force: true });
    }, 60_000);

    const api = (method: 'get' | 'post' | 'put', path: string, body?: object) => {
      const call = request(new URL(platform.url).origin)[method](`/admin/api${path}`).auth('admin', PASSWORD);
      return body ? call.send(body) : call;
    };
    const jobs = async () => {
      const { items } = await platform.database.jobs.list({ limit: 50, offset: 0 });
      return items.map(({ triggerKind, tick, state }) => [triggerKind, tick?.toISOString(), state].join(' '));
    };
    /** All jobs once so many of them are done. */
    const jobsOnceDone = async (count: number) => {
      for (let left = 150; left > 0; left -= 1) {
        if ((await jobs()).filter((job) => job.endsWith('done')).length >= count) break;
        await sleep(100);
      }
      return (await jobs()).toSorted();
    };
    const edit = async (change: object) => {
      const { body } = await api('get', `/targets/${TARGET}`);
      const answer = await api('put', `/targets/${TARGET}`, { ...change, version: body.version as string });
      expect(answer.status).toBe(200);
    };
    const toggle = async (enabled: boolean) => {
      expect((await api('post', `/targets/${TARGET}/toggle`, { enabled })).status).toBe(200);
    };

    it('is live within the reconcile time, without a restart: cron, toggle, interval', async () => {
      const [host] = web.hosts;
      const first = 'cron 2026-11-16T04:25:00.000Z done';
      const second = 'cron 2026-11-16T05:40:00.000Z done';

      await sleep(LIVE_WITHIN_MS);
      await edit({ scheduleCron: '25 * * * *' });
      await sleep(LIVE_WITHIN_MS);
      clock.moveTo('2026-11-16T12:25:00+08:00');
      expect(await jobsOnceDone(1)).toEqual([first]);
      expect(web.log.of(host!).filter(({ path }) => path.startsWith('/zwgk/tzgg/')).length).toBeGreaterThan(4);
      expect(Math.min(...web.log.gaps(host!))).toBeLessThan(1_000);

      await toggle(false);
      await sleep(LIVE_WITHIN_MS);
      web.log.clear();
      clock.moveTo('2026-11-16T12:30:00+08:00'); // its old cron
      await sleep(LIVE_WITHIN_MS);
      clock.moveTo('2026-11-16T13:25:00+08:00'); // its new one
      await sleep(LIVE_WITHIN_MS);
      expect(await jobs()).toEqual([first]);
      expect(web.log.length).toBe(0);

      await toggle(true);
      await edit({ managedBy: 'admin', scheduleCron: '40 * * * *', intervalSec: 2, intervalJitterSec: 0 });
      await sleep(LIVE_WITHIN_MS);
      web.publish('sim_county_1', 2);
      clock.moveTo('2026-11-16T13:40:00+08:00');
      expect(await jobsOnceDone(2)).toEqual([first, second]);
      const gaps = web.log.gaps(host!);
      expect(gaps.length).toBeGreaterThan(1);
      expect(Math.min(...gaps)).toBeGreaterThan(1_900);
    }, 120_000);
  },
);
