import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CrawlSummary } from '@govcrawler/contracts';
import { hostKey, urlHash } from '@govcrawler/core';
import { openFetchDoor, type FetchDoor } from '@govcrawler/fetch';
import { type Database, FileStore } from '@govcrawler/persistence';
import { type FaultPlan, startSimWeb, type SimDocument, type SimWeb } from '@govcrawler/testing';
import { CrawlTarget } from './crawl-target.js';
import { DatabaseDocumentStore } from './database-document-store.js';
import { FollowSource } from './follow-source.js';
import { ResolveCrawlPlan } from './resolve-crawl-plan.js';
import { StoreDocument } from './store-document.js';

const SITE = 'sim_yunlan';
const SILENT = { info: () => undefined, warn: () => undefined };

/** The crawl of one target against the simulated web, on a real database; the judge is the web's request log. */
export function describeCrawlTarget(
  openTestDatabase: () => Promise<{ database: Database; close(): Promise<void> }>,
): void {
  describe('CrawlTarget', () => {
    let web: SimWeb;
    let stand: { database: Database; close(): Promise<void> };
    let door: FetchDoor;
    let folder: string;
    let column: string;
    let now = new Date();

    beforeEach(async () => {
      now = new Date();
      folder = mkdtempSync(join(tmpdir(), 'govcrawler-crawl-'));
      [web, stand] = await Promise.all([startSimWeb({ documents: 300 }), openTestDatabase()]);
      const target = { address: '127.0.0.1', port: web.port };
      door = await openFetchDoor({
        egress: {
          allowedHosts: new Map(web.hosts.map((host) => [host, target])),
          publicSuffixes: ['.test'],
          ports: [80],
        },
        honourCrawlDelay: false,
      });
      const site = web.sites.find(({ code }) => code === SITE)!.siteFile;
      column = site.columns[0]!.column_id;
      await stand.database.sites.syncFromFile(site, 'simulated.yaml');
    }, 60_000);
    afterEach(async () => {
      await Promise.all([web.close(), stand.close(), door.close()]);
      rmSync(folder, { recursive: true });
    });

    const crawl = async (
      options: { force?: boolean; maxItems?: number; stopAfter?: number } = {},
    ): Promise<CrawlSummary> => {
      const { database } = stand;
      const clock = () => now;
      const store = new StoreDocument(new DatabaseDocumentStore(database), new FileStore(folder), clock);
      const source = new FollowSource(database.sourceStates, SILENT, clock);
      const { articles, pending, listings } = database;
      const useCase = new CrawlTarget(
        door,
        articles,
        pending,
        listings,
        store,
        source,
        { everyDays: 7, recentDays: 30 },
        clock,
      );
      const target = (await new ResolveCrawlPlan(database.targets).resolve(`${SITE}__${column}`))!;
      const lane = hostKey(target.plan.site.baseUrl);
      const lease = (await database.leases.acquire(lane, 'test', 60_000))!;
      const stop = new AbortController();
      const { summary } = await useCase.run({
        target,
        force: options.force ?? false,
        maxItems: options.maxItems ?? null,
        mayLeaveUnread: false,
        fence: { hostKey: lane, token: lease.token },
        stop: stop.signal,
        signal: stop.signal,
        assertHeld: () => undefined,
        onProgress: async ({ article }) => {
          if (options.stopAfter !== undefined && article >= options.stopAfter) stop.abort();
        },
      });
      await database.leases.release(lane, lease.token);
      return summary;
    };
    const listed = () => web.documents(SITE).filter((d) => !d.withdrawn && d.listings.some((l) => l.column === column));
    const stored = async () => (await stand.database.articles.search({ limit: 200, offset: 0 })).items;
    const asked = (pattern: RegExp) => web.log.records.filter(({ path }) => pattern.test(path)).map(({ path }) => path);
    /** Retried documents wait 15 minutes. */
    const later = () => (now = new Date(now.getTime() + 3_600_000));

    it('stores every listed document once, and a second crawl asks for no document again', async () => {
      const first = await crawl();
      expect(first).toMatchObject({ itemsNew: listed().length, itemsFailed: 0, nothingNewReason: null });
      web.log.clear();
      expect(await crawl()).toMatchObject({ itemsNew: 0, nothingNewReason: 'all_known' });
      expect(asked(/post_/)).toEqual([]);
      expect(await stored()).toHaveLength(listed().length);
      // One line for each crawl's list, and one for each document.
      const lines = await stand.database.logs.recent({ hours: 1, limit: 1000 });
      const ofLists = lines.filter(({ articleId }) => articleId === null);
      expect(ofLists).toMatchObject(Array(2).fill({ success: true, httpStatus: 200, errorMsg: null }));
      expect(lines.length - ofLists.length).toBe(listed().length);
    });

    it('reads one list page when nothing but a few new documents came, pinned rows or not', async () => {
      await crawl();
      const fresh = web.publish(SITE, 2).filter((d) => d.listings.some((l) => l.column === column));
      web.log.clear();
      expect(await crawl()).toMatchObject({ itemsNew: fresh.length, pages: 1 });
      const hashes = new Set((await stored()).map(({ url }) => urlHash(url)));
      expect(fresh.every(({ url }) => hashes.has(urlHash(url)))).toBe(true);
    });

    it('finds new documents below an old one that was listed again on top', async () => {
      await crawl();
      const fresh = web.publish(SITE, 2).filter((d) => d.listings.some((l) => l.column === column));
      web.update(listed().at(-1)!.id, { relist: true });
      expect(await crawl()).toMatchObject({ itemsNew: fresh.length });
    });

    it('takes up after a stop in the middle: nothing is lost although newer rows are known', async () => {
      const total = listed().length;
      const first = await crawl({ stopAfter: 5 });
      expect(first.itemsNew).toBe(5);
      expect(first.itemsNew).toBeLessThan(total);
      await crawl();
      expect(await stored()).toHaveLength(total);
    });

    it('retries a document that failed, and asks again for one that was not there only by force', async () => {
      const [broken, gone] = listed().slice(3, 5) as [SimDocument, SimDocument];
      web.setFault(new URL(broken.url).host, {
        fault: { kind: 'server-error', status: 503 },
        path: new RegExp(new URL(broken.url).pathname),
      });
      web.withdraw(gone.id, { keepListed: true });
      const first = await crawl();
      expect(first.itemsFailed).toBe(2);
      expect(first.failures).toMatchObject({ http_not_found: 1 });

      web.setFault(new URL(broken.url).host, null);
      later();
      web.log.clear();
      expect(await crawl()).toMatchObject({ itemsNew: 1, itemsFailed: 0 });
      expect(asked(/post_/)).toEqual([new URL(broken.url).pathname]);

      web.republish(gone.id);
      later();
      expect(await crawl()).toMatchObject({ itemsNew: 0, itemsFailed: 0 });
      expect(await crawl({ force: true })).toMatchObject({ itemsNew: 1, itemsFailed: 0 });
    });

    it('does not stop early after a listing that broke off', async () => {
      const host = web.sites.find(({ code }) => code === SITE)!.hosts[0]!;
      web.setFault(host, { fault: { kind: 'server-error', status: 500 }, path: /index_2\.html/ });
      const first = await crawl();
      expect(first.failures).toMatchObject({ http_server_error: 1 });
      web.setFault(host, null);
      later();
      await crawl();
      expect(await stored()).toHaveLength(listed().length);
    });

    it('goes on where max_items cut it short', async () => {
      expect(await crawl({ maxItems: 4 })).toMatchObject({ itemsNew: 4 });
      await crawl();
      expect(await stored()).toHaveLength(listed().length);
    });

    it('leaves out what people deleted and says so, until a forced crawl brings it back', async () => {
      await crawl();
      const [inFront, further] = [listed()[0]!, listed()[4]!];
      const idOf = async ({ url }: SimDocument) =>
        (await stored()).find((row) => urlHash(row.url) === urlHash(url))?.id ?? null;
      const ids = [(await idOf(inFront))!, (await idOf(further))!];
      await stand.database.articleDeletions.remove(ids, { username: 'tester', requestId: null });
      web.log.clear();
      const incremental = await crawl();
      expect(incremental).toMatchObject({ itemsNew: 0, itemsDeleted: 2, pages: 1, nothingNewReason: 'all_known' });
      expect(incremental.itemsKnown).toBe(incremental.itemsSeen - 2);
      nextWeek();
      expect(await crawl()).toMatchObject({ itemsNew: 0, itemsDeleted: 2 });
      const path = new URL(inFront.url).pathname;
      expect(asked(/post_/)).not.toContain(path);
      expect(await crawl({ force: true })).toMatchObject({ itemsNew: 2, itemsDeleted: 0 });
      expect(asked(/post_/)).toContain(path);
      expect(await stored()).toHaveLength(listed().length);
      expect(await crawl()).toMatchObject({ itemsNew: 0, itemsDeleted: 0 });
    });

    it('finds a changed document with force, as a new revision', async () => {
      await crawl();
      const changed = listed()[6]!;
      web.update(changed.id);
      expect(await crawl()).toMatchObject({ itemsNew: 0, itemsUpdated: 0 });
      expect(await crawl({ force: true })).toMatchObject({ itemsNew: 0, itemsUpdated: 1 });
      const row = (await stored()).find(({ url }) => urlHash(url) === urlHash(changed.url));
      expect(row?.revision).toBe(2);
    });

    /** Both withdrawn and changed documents are found by walks of the whole list: a week makes the next crawl one. */
    const nextWeek = () => (now = new Date(now.getTime() + 8 * 86_400_000));
    const changesOf = async (document: SimDocument) => {
      const row = (await stored()).find(({ url }) => urlHash(url) === urlHash(document.url))!;
      const changes = await stand.database.changes.read(0, 10_000);
      const kinds = changes.filter(({ articleId }) => articleId === row.id).map(({ kind }) => kind);
      return { kinds, withdrawn: row.withdrawnAt !== null, revision: row.revision };
    };

    it('finds changed recent documents on its weekly walk of the whole list', async () => {
      const [old, recent] = [listed()[2]!, listed().at(-2)!];
      expect(Date.parse(recent.publishDate) - Date.parse(old.publishDate)).toBeGreaterThan(31 * 86_400_000);
      now = new Date(`${recent.publishDate}T12:00:00Z`);
      await crawl();
      for (const document of [recent, old]) web.update(document.id);
      nextWeek();
      web.log.clear();
      expect(await crawl()).toMatchObject({ itemsNew: 0, itemsUpdated: 1 });
      expect(await changesOf(recent)).toMatchObject({ kinds: ['UPSERT', 'UPSERT'], revision: 2 });
      expect(asked(/post_/)).not.toContain(new URL(old.url).pathname);
      web.log.clear();
      await crawl();
      expect(asked(/post_/)).toEqual([]);
    });

    it('marks a document as withdrawn after two whole listings without it, and takes it back', async () => {
      await crawl();
      const gone = listed()[5]!;
      web.withdraw(gone.id);
      await crawl(); // incremental: sees the first rows only
      expect(await crawl({ force: true })).toMatchObject({ itemsWithdrawn: 0 });
      expect(await changesOf(gone)).toMatchObject({ kinds: ['UPSERT'], withdrawn: false });
      nextWeek();
      expect(await crawl()).toMatchObject({ itemsWithdrawn: 1 });
      expect(await changesOf(gone)).toMatchObject({ kinds: ['UPSERT', 'WITHDRAWN'], withdrawn: true });
      expect(await crawl({ force: true })).toMatchObject({ itemsWithdrawn: 0 });

      web.republish(gone.id);
      nextWeek();
      expect(await crawl()).toMatchObject({ itemsNew: 0, itemsUpdated: 1, itemsWithdrawn: 0 });
      expect(await changesOf(gone)).toMatchObject({
        kinds: ['UPSERT', 'WITHDRAWN', 'UPSERT'],
        withdrawn: false,
        revision: 1,
      });
      // Counting starts anew.
      web.withdraw(gone.id);
      expect(await crawl({ force: true })).toMatchObject({ itemsWithdrawn: 0 });
    });

    it('never takes an error, a limit or a strange page for a withdrawal', async () => {
      web.publish(SITE, 20);
      expect(await crawl()).toMatchObject({ pages: 2 });
      const host = web.sites.find(({ code }) => code === SITE)!.hosts[0]!;
      const gone = listed().at(-2)!;
      web.withdraw(gone.id);
      const secondPage = { path: /index_2\.html/ };
      const faults: FaultPlan[] = [
        { fault: { kind: 'server-error', status: 503 }, ...secondPage },
        { fault: { kind: 'reset', afterBytes: 3000 }, ...secondPage },
        { fault: { kind: 'soft-404' }, ...secondPage },
        { fault: { kind: 'challenge' }, ...secondPage },
      ];
      for (const fault of faults) {
        web.setFault(host, fault);
        web.log.clear();
        await crawl({ force: true });
        expect(asked(secondPage.path)).not.toEqual([]);
        later();
      }
      web.setFault(host, null);
      await crawl({ force: true, maxItems: 3 });
      // Whatever else was missing or cut short, this is the first whole listing without it.
      expect(await crawl({ force: true })).toMatchObject({ itemsWithdrawn: 0 });
      expect(await changesOf(gone)).toMatchObject({ kinds: ['UPSERT'], withdrawn: false });
      expect(await crawl({ force: true })).toMatchObject({ itemsWithdrawn: 1 });
    });

    it('says that a list was unreachable, and keeps robots.txt', async () => {
      const host = web.sites.find(({ code }) => code === SITE)!.hosts[0]!;
      web.setRobots(host, 'User-agent: *\nDisallow: /\n');
      const summary = await crawl();
      expect(summary).toMatchObject({
        itemsSeen: 0,
        nothingNewReason: 'list_unreachable',
        failures: { refused_robots: 1 },
      });
      expect(asked(/^(?!\/robots\.txt)/)).toEqual([]);
      expect(
        (await stand.database.logs.recent({ hours: 1, limit: 10 })).map(({ articleId, success, errorMsg }) => ({
          articleId,
          success,
          errorMsg,
        })),
      ).toEqual([{ articleId: null, success: false, errorMsg: expect.stringMatching(/^refused_robots: /) }]);
    });
  });
}
