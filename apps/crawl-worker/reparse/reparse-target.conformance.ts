import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { siteFileSchema, type ReparseReport } from '@govcrawler/contracts';
import { type Database, type Errand, FileStore } from '@govcrawler/persistence';
import { createLogger } from '@govcrawler/platform';
import { type ErrandHandlers } from '../errands/errand-handler.js';
import { RunErrand } from '../errands/run-errand.js';
import { ResolveCrawlPlan } from '../resolve-crawl-plan.js';
import { RawPages, ReparseTarget } from './reparse-target.js';

const TARGET = 'kept__tzgg';
const DOCUMENTS = 45;
const BODY = '各单位要认真组织实施，确保各项工作落实到位。'.repeat(6);

/** Pages as they lie in the data folder; from one of them on, reading waits until it is let go. */
class GatedPages extends RawPages {
  reads = 0;
  private open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
  private arrived: () => void = () => undefined;
  readonly reached = new Promise<void>((resolve) => (this.arrived = resolve));

  constructor(
    private readonly files: FileStore,
    private readonly gate: number,
  ) {
    super();
  }

  letGo(): void {
    this.open();
  }

  async read(path: string): Promise<Buffer | null> {
    this.reads += 1;
    if (this.reads === this.gate) {
      this.arrived();
      await this.opened;
    }
    return this.files.read(path);
  }

  saveText: FileStore['saveText'] = (place, text) => this.files.saveText(place, text);
}

/** A re-parse that loses its worker in the middle, or is told to stop there; the judge is what is stored. */
export function describeReparse(
  name: string,
  openTestDatabase: () => Promise<{ database: Database; close(): Promise<void> }>,
): void {
  describe(`a re-parse on ${name}`, () => {
    let stand: { database: Database; close(): Promise<void> };
    let folder: string;
    let files: FileStore;

    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'govcrawler-reparse-'));
      files = new FileStore(folder);
      stand = await openTestDatabase();
      await fill(stand.database, files);
    }, 120_000);
    afterEach(async () => {
      await stand.close();
      rmSync(folder, { recursive: true });
    });

    const order = async () => {
      const payload = { targetCode: TARGET, override: { detail: { content: '#body' } }, apply: true };
      const place = { subject: TARGET, place: TARGET, createdBy: 'tester', single: true };
      return (await stand.database.errands.create({ kind: 'target.reparse', payload, ...place })).errand;
    };
    /** One attempt of one worker, as the dispatcher of the lanes starts it once the lease is free. */
    const work = async (errand: Errand, pages: RawPages, leaseMs = 60_000) => {
      const { leases, errands, reparses, targets } = stand.database;
      let lease = await leases.acquire(errand.leaseKey, 'worker', leaseMs);
      for (; lease === null; lease = await leases.acquire(errand.leaseKey, 'worker', leaseMs)) await sleep(50);
      const reparse = new ReparseTarget(reparses, pages, new ResolveCrawlPlan(targets));
      const handlers = { 'target.reparse': reparse } as unknown as ErrandHandlers;
      const never = new AbortController().signal;
      const { token } = lease;
      const run = { jobId: errand.id, hostKey: errand.lane, token, signal: never, lost: never, isHeld: () => true };
      return new RunErrand(errands, handlers, 'worker', createLogger('reparse-test', 'silent')).run(run);
    };
    const written = async () => {
      const { items } = await stand.database.articles.search({ targetCode: TARGET, limit: 200, offset: 0 });
      const changes = (await stand.database.changes.read(0, 10_000)).length;
      return { once: items.filter(({ revision }) => revision === 2).length, documents: items.length, changes };
    };
    const ended = async ({ id }: Errand) => {
      const { state, crashes, resultJson } = (await stand.database.errands.find('target.reparse', id))!;
      return { state, crashes, report: resultJson as unknown as ReparseReport };
    };

    it('goes on where a worker died, and one that wakes up late writes nothing more', async () => {
      const errand = await order();
      const frozen = new GatedPages(files, 30);
      const first = work(errand, frozen, 1_000);
      await frozen.reached;
      expect(await written()).toEqual({ once: 29, documents: DOCUMENTS, changes: DOCUMENTS + 29 });
      const next = new GatedPages(files, Infinity);
      // Its lease runs out; then it is anybody's.
      expect(await work(errand, next)).toBe('finished');
      const all = { once: DOCUMENTS, documents: DOCUMENTS, changes: 2 * DOCUMENTS };
      expect(await written()).toEqual(all);
      expect(await ended(errand)).toMatchObject({ state: 'done', crashes: 1, report: { read: DOCUMENTS } });
      // The report of the first attempt tells what need not be read twice: two batches are behind it, not the third.
      expect(next.reads).toBe(DOCUMENTS - 20);
      frozen.letGo();
      expect(await first).toEqual({ retryInMs: 0 });
      expect(await written()).toEqual(all);
      expect(await ended(errand)).toMatchObject({ state: 'done' });
    }, 60_000);

    it('stops when it is told to, and says what it wrote until then', async () => {
      const errand = await order();
      const pages = new GatedPages(files, 12);
      const running = work(errand, pages);
      await pages.reached;
      expect(await stand.database.errands.requestStop('target.reparse', errand.id)).toBe('stopping');
      // The worker asks once a second; until it has asked, it goes on.
      await sleep(1_500);
      pages.letGo();
      expect(await running).toBe('finished');
      const { state, report } = await ended(errand);
      const { once } = await written();
      expect([state, report.applied, report.read]).toEqual(['cancelled', once, once]);
      expect(once).toBe(12);
      expect(await stand.database.errands.unfinished()).toEqual([]);
    }, 60_000);
  });
}

async function fill(database: Database, files: FileStore): Promise<void> {
  const base_url = 'http://www.kept.gov.cn/';
  const columns = [{ column_id: 'tzgg', name: '通知', list_url: `${base_url}tzgg/` }];
  await database.sites.syncFromFile(
    siteFileSchema.parse({ site_id: 'kept', site_name: '某市', base_url, columns }),
    'k',
  );
  const { site, target } = (await database.targets.planFor(TARGET))!;
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const url = `${base_url}tzgg/${n}.html`;
    const html = `<html><body><h1>关于第${n}项工作的通知</h1><div id="body"><p>${BODY}第${n}项。</p></div></body></html>`;
    const place = { siteCode: 'kept', targetCode: TARGET, date: new Date('2026-03-01T00:00:00Z'), name: `p${n}` };
    await database.articles.store({
      ...{ siteId: site.id, targetId: target.id, deptId: null, url, finalUrl: url, urlHash: sha256(url) },
      ...{ nativePostId: null, title: `关于第${n}项工作的通知`, publishTime: null, publishDate: null },
      ...{ writtenDate: null, sourceRaw: null, publisher: null, channelName: null, channelPath: null },
      ...{ contentCategory: null, contentSubcategory: null, indexNo: null, docNo: null, topicWords: null },
      ...{ openCategory: null, validity: null, metadata: {}, contentText: '旧的正文', contentHtml: '<p>旧的正文</p>' },
      ...{ markdown: '旧的正文', contentHash: sha256(`old ${n}`), rawSha256: null, textPath: null },
      rawHtmlPath: await files.saveRaw(place, Buffer.from(html)),
      ...{ status: 'ready', fetchStrategy: 'httpx', httpStatus: 200, durationMs: 1, fetchedAt: new Date() },
      ...{ attachments: [], fence: null },
    });
  }
}
