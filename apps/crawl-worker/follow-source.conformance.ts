import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostKey } from '@govcrawler/core';
import { openFetchDoor, type FetchDoor } from '@govcrawler/fetch';
import { type Database, FileStore } from '@govcrawler/persistence';
import { startSimWeb, type SimDocument, type SimWeb } from '@govcrawler/testing';
import { CrawlTarget } from './crawl-target.js';
import { DatabaseDocumentStore } from './database-document-store.js';
import { FollowSource } from './follow-source.js';
import { ResolveCrawlPlan } from './resolve-crawl-plan.js';
import { StoreDocument } from './store-document.js';

const SILENT = { info: () => undefined, warn: () => undefined };
const ROBOT = { username: 'test', requestId: null };
const HOUR = 3_600_000;

/** Checks of feeds, as the scheduler asks for them, against the simulated newspaper. */
export function describeFollowSource(openTestDatabase: () => Promise<{ database: Database; close(): Promise<void> }>) {
  describe('a scheduled check', () => {
    let web: SimWeb;
    let stand: { database: Database; close(): Promise<void> };
    let door: FetchDoor;
    let folder: string;
    let now = new Date();
    let copies = 0;
    let site: SimWeb['sites'][number];

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'govcrawler-feeds-'));
      [web, stand] = await Promise.all([startSimWeb({ documents: 60 }), openTestDatabase()]);
      const target = { address: '127.0.0.1', port: web.port };
      const allowedHosts = new Map(web.hosts.map((host) => [host, target]));
      const egress = { allowedHosts, publicSuffixes: ['.test'], ports: [80] };
      door = await openFetchDoor({ egress, honourCrawlDelay: false });
      site = web.sites.find(({ siteFile }) => siteFile.adapter === 'rss')!;
    }, 60_000);
    afterAll(async () => {
      await Promise.all([web.close(), stand.close(), door.close()]);
      rmSync(folder, { recursive: true });
    });

    /** The newspaper's feeds as a site of its own for every test. */
    const newSource = async () => {
      web.setFault(site.hosts[0]!, null);
      web.log.clear();
      copies += 1;
      const code = `feeds${copies}`;
      await stand.database.sites.syncFromFile({ ...site.siteFile, site_id: code }, 'feeds.yaml');
      const [rss, atom] = site.siteFile.columns.map(({ column_id }) => `${code}__${column_id}`) as [string, string];
      return { code, rss, atom };
    };
    const check = async (code: string, mayLeaveUnread = true) => {
      const { articles, pending, listings, targets, leases, sourceStates } = stand.database;
      const clock = () => now;
      const store = new StoreDocument(new DatabaseDocumentStore(stand.database), new FileStore(folder), clock);
      const source = new FollowSource(sourceStates, SILENT, clock);
      const revisit = { everyDays: 7, recentDays: 30 };
      const useCase = new CrawlTarget(door, articles, pending, listings, store, source, revisit, clock);
      const target = (await new ResolveCrawlPlan(targets).resolve(code))!;
      const lane = hostKey(target.plan.site.baseUrl);
      const lease = (await leases.acquire(lane, 'test', 60_000))!;
      const { signal } = new AbortController();
      const { summary } = await useCase.run({
        target,
        force: false,
        maxItems: null,
        mayLeaveUnread,
        fence: { hostKey: lane, token: lease.token },
        stop: signal,
        signal,
        assertHeld: () => undefined,
        onProgress: async () => undefined,
      });
      await leases.release(lane, lease.token);
      return summary;
    };
    const stateOf = async (code: string) => {
      const { target } = (await stand.database.targets.planFor(code))!;
      return stand.database.sourceStates.find(target.id);
    };
    const addressOf = async (code: string) => (await stand.database.targetEdits.find(code))!.entryUrl;
    const pass = (hours: number) => (now = new Date(now.getTime() + hours * HOUR));

    it.each([
      ['an entity tag: the server says 304', 'rss' as const, 304],
      ['its content: the server knows no tags', 'atom' as const, 200],
    ])(
      'leaves a list unread that is the same by %s',
      async (_by, kind, status) => {
        const { [kind]: code } = await newSource();
        expect((await check(code)).itemsSeen).toBeGreaterThan(0);
        web.log.clear();
        expect(await check(code)).toMatchObject({ itemsSeen: 0, pages: 0, nothingNewReason: 'unchanged' });
        const lists = web.log.records.filter(({ path }) => path.endsWith('.xml'));
        expect(lists.map((record) => record.status)).toEqual([status]);
        expect(await stateOf(code)).toMatchObject({ unchangedCount: 1, missingCount: 0 });
        // Who asks in person gets a reading, and so does whoever changed how the list is read.
        expect((await check(code, false)).nothingNewReason).toBe('all_known');
        await stand.database.targetEdits.setParser(code, null, { params: { full_text: 'never' } }, ROBOT);
        expect((await check(code)).nothingNewReason).toBe('all_known');
        expect((await check(code)).nothingNewReason).toBe('unchanged');
        pass(21); // about once a day it is read whatever it answers
        expect((await check(code)).nothingNewReason).toBe('all_known');
      },
      60_000,
    );

    it('finds what came since, takes up what is pending although the list is the same, and keeps the TTL', async () => {
      const { rss } = await newSource();
      await check(rss);
      expect((await stateOf(rss))?.freshUntil).toEqual(new Date(now.getTime() + HOUR / 2));
      await check(rss);
      const fresh = web.publish(site.code, 4).filter((d) => d.listings.some((l) => rss.endsWith(`__${l.column}`)));
      const [broken] = fresh as [SimDocument];
      const path = new RegExp(new URL(broken.url).pathname);
      web.setFault(site.hosts[0]!, { fault: { kind: 'server-error', status: 503 }, path });
      expect(await check(rss)).toMatchObject({ itemsNew: fresh.length - 1, itemsFailed: 1 });
      web.setFault(site.hosts[0]!, null);
      pass(1);
      expect(await check(rss)).toMatchObject({ itemsSeen: 0, itemsNew: 1 });
    }, 60_000);

    it('follows a permanent redirect once it has held for a day, with an audit entry', async () => {
      const { code, rss } = await newSource();
      const entryUrl = await addressOf(rss);
      const old = entryUrl.replace('.xml', '-old.xml');
      await stand.database.siteEdits.update(code, null, { managedBy: 'admin' }, ROBOT);
      await stand.database.targetEdits.update(rss, null, { managedBy: 'admin', entryUrl: old }, ROBOT);
      const redirect = (status: 301 | 302) =>
        web.setFault(site.hosts[0]!, { fault: { kind: 'redirect', to: entryUrl, status }, path: /-old\.xml/ });
      redirect(302);
      await check(rss);
      expect(await stateOf(rss)).toMatchObject({ movedTo: null });
      redirect(301);
      for (const hours of [0, 10, 10]) {
        pass(hours);
        await check(rss);
      }
      expect(await stateOf(rss)).toMatchObject({ movedTo: entryUrl, movedCount: 3 });
      expect(await addressOf(rss)).toBe(old);
      pass(5);
      await check(rss);
      expect(await addressOf(rss)).toBe(entryUrl);
      expect(await stateOf(rss)).toMatchObject({ movedTo: null, movedCount: 0 });
      const { items } = await stand.database.audit.list({ subjectKey: rss, limit: 1, offset: 0 });
      expect(items[0]).toMatchObject({ actor: 'crawl-worker', action: 'target.moved', afterJson: { entryUrl } });
    }, 60_000);

    it('counts a missing list and switches off one that is gone', async () => {
      const { rss } = await newSource();
      await check(rss);
      const strike = (fault: Parameters<SimWeb['setFault']>[1]) => web.setFault(site.hosts[0]!, fault);
      strike({ fault: { kind: 'redirect', to: '/nowhere', status: 302 }, path: /\.xml/ });
      await check(rss);
      await check(rss);
      expect(await stateOf(rss)).toMatchObject({ missingCount: 2, goneAt: null });
      strike(null);
      await check(rss);
      expect(await stateOf(rss)).toMatchObject({ missingCount: 0 });
      strike({ fault: { kind: 'gone' }, path: /\.xml/ });
      expect(await check(rss)).toMatchObject({ failures: { http_gone: 1 } });
      expect(await stateOf(rss)).toMatchObject({ goneAt: now });
      expect(await stand.database.targetEdits.find(rss)).toMatchObject({ enabled: false, disabledBy: 'gone' });
    }, 60_000);
  });
}
