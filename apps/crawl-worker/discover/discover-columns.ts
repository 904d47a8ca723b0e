import { type ModelCalls } from '@govcrawler/agents';
import { readFeed, readGkmlptConfig } from '@govcrawler/adapters';
import {
  type DiscoveredColumn,
  type DiscoveryOrder,
  type DiscoveryResult,
  type FetchedPage,
  PageFetcher,
} from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import { decodePage, siteLinks, type SiteLinks } from '@govcrawler/parser';
import { type AgentRuns } from '../agents/agent-runs.js';
import { findListSelectors } from '../agents/find-list-selectors.js';
import { type ErrandOutcome, ErrandHandler, type ErrandRun } from '../errands/errand-handler.js';
import { columnOf, leadsToFolder, nameFromTitle, promiseOf, slugOf } from './column-candidates.js';

interface Waiting {
  url: string;
  names: string[];
  depth: number;
  promise: number;
}

const MAX_PAGE_BYTES = 3 * 1024 * 1024;
const MAX_COLUMNS = 300;
const MAX_WAITING = 5000;
const MAX_SITEMAPS = 5;
const MAX_SITEMAP_LINKS = 300;
const SAMPLE_ROWS = 5;
/** Columns of one discovery that a model is asked about. */
const MAX_ASKED = 20;

/**
 * Walks through a site from its home page, the most promising links first, and keeps the pages that are lists. It
 * runs under the lease of the host's crawls, one request at a time; the fetch door keeps pace and robots.txt.
 */
export class DiscoverColumns extends ErrandHandler<'site.discover'> {
  constructor(
    private readonly door: PageFetcher,
    private readonly agents: Pick<AgentRuns, 'start'> | null = null,
    private readonly now: () => Date = () => new Date(),
  ) {
    super();
  }

  async run(run: ErrandRun<'site.discover'>): Promise<ErrandOutcome> {
    return new Walk(this.door, this.agents, this.now, run).walk();
  }
}

/** One discovery on its way. */
class Walk {
  private readonly order: DiscoveryOrder;
  private readonly hosts: ReadonlySet<string>;
  private readonly seen = new Set<string>();
  private waiting: Waiting[] = [];
  private readonly columns = new Map<string, DiscoveredColumn>();
  private readonly slugs = new Set<string>();
  private readonly feeds = new Map<string, string>();
  private readonly deadline: number;
  private pagesFetched = 0;
  private pagesFailed = 0;
  private lastFailure = '';
  private asked = 0;
  private readonly startCalls: (() => ModelCalls) | null;

  constructor(
    private readonly door: PageFetcher,
    agents: Pick<AgentRuns, 'start'> | null,
    private readonly now: () => Date,
    private readonly run: ErrandRun<'site.discover'>,
  ) {
    this.order = run.payload;
    this.hosts = new Set([hostKey(this.order.url), ...this.order.hosts.map((host) => host.toLowerCase())]);
    this.deadline = now().getTime() + this.order.maxMinutes * 60_000;
    // One run for all columns: its ceiling holds for the whole discovery.
    let calls: ModelCalls | null = null;
    this.startCalls = agents && (() => (calls ??= agents.start({ errandId: run.errandId })));
  }

  async walk(): Promise<ErrandOutcome> {
    const home = await this.page(this.order.url);
    if (!home) return { result: null, error: this.lastFailure };
    const siteName = nameFromTitle(home.links.title) || hostKey(this.order.url);
    this.follow(home.links, 1);
    if (this.mayGoOn()) await this.readSitemaps(home.url);
    if (this.mayGoOn()) await this.readCatalogue(home);
    while (this.mayGoOn()) {
      const next = this.takeNext();
      if (!next) break;
      await this.visit(next);
    }
    await this.readFeeds();
    const result: DiscoveryResult = {
      siteName,
      baseUrl: home.url,
      pagesFetched: this.pagesFetched,
      pagesFailed: this.pagesFailed,
      endedBy: this.endedBy(),
      columns: [...this.columns.values()].sort((a, b) => b.confidence - a.confidence),
    };
    return { result, error: null };
  }

  private async visit({ url, names, depth }: Waiting): Promise<void> {
    const page = await this.page(url);
    if (!page) return;
    const column = columnOf({ ...page, title: page.links.title, links: page.links.links }, names, this.now());
    if (column) this.keep(await this.withSelectors(column, page));
    // A list leads to documents; what leads on to further columns are menus, which every page shows.
    if (depth < this.order.maxDepth) this.follow(page.links, depth + 1);
  }

  /** Rows that no selector reads cannot be collected later: a model may know one, and it is tried on the page. */
  private async withSelectors(column: Omit<DiscoveredColumn, 'columnId'>, page: { html: string; url: string }) {
    if (column.listSelectors !== null || !this.startCalls || this.asked >= MAX_ASKED) return column;
    this.asked += 1;
    const found = await findListSelectors(page, this.startCalls, this.now(), this.run.signal);
    return found ? { ...column, listSelectors: found.selectors } : column;
  }

  private follow({ links, feeds }: SiteLinks, depth: number): void {
    for (const { url, texts } of feeds) if (this.isOurs(url)) this.feeds.set(url, texts[0] ?? '');
    for (const link of links) {
      if (this.seen.has(link.url) || !this.isOurs(link.url)) continue;
      const promise = promiseOf(link);
      if (promise === null || promise < -2 || this.waiting.length >= MAX_WAITING) continue;
      this.seen.add(link.url);
      this.waiting.push({ url: link.url, names: link.texts, depth, promise: promise - depth });
    }
  }

  private takeNext(): Waiting | undefined {
    let best = 0;
    this.waiting.forEach((one, index) => {
      if (one.promise > this.waiting[best]!.promise) best = index;
    });
    return this.waiting.splice(best, 1)[0];
  }

  /** Folders that a sitemap names are columns more often than not; an index of sitemaps leads to further ones. */
  private async readSitemaps(homeUrl: string): Promise<void> {
    const waiting = [new URL('/sitemap.xml', homeUrl).href];
    for (let read = 0; read < MAX_SITEMAPS && waiting.length > 0 && this.mayGoOn(); read += 1) {
      const page = await this.fetch(waiting.shift()!, 'feed', true);
      if (!page) continue;
      const text = decodePage(page.body, page.charsetHint).text;
      const places = [...text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/gi)]
        .map(([, place = '']) => place.replaceAll('&amp;', '&'))
        .filter((place) => /^https?:/.test(place) && URL.canParse(place) && this.isOurs(place));
      if (/<sitemapindex[\s>]/i.test(text)) {
        waiting.push(...places.slice(0, MAX_SITEMAPS));
        continue;
      }
      const links = places.filter((place) => leadsToFolder(new URL(place).pathname)).slice(0, MAX_SITEMAP_LINKS);
      this.follow({ title: '', links: links.map((url) => ({ url, texts: [''] })), feeds: [] }, this.order.maxDepth);
    }
  }

  /** The catalogue of the disclosure platform names all its columns on one page. */
  private async readCatalogue(home: { url: string; html: string; links: SiteLinks }): Promise<void> {
    const linked = home.links.links.find(({ url }) => /\/gkmlpt\/(?:index|#|$)/.test(url) && this.isOurs(url));
    let { html, url } = home;
    if (!/\bTREE["']?\s*[:=]/.test(html)) {
      if (!linked) return;
      const page = await this.page(linked.url);
      if (!page) return;
      ({ html, url } = page);
    }
    const { sid, columns } = readGkmlptConfig(html);
    const base = new URL(/^(.*?)gkmlpt\//.exec(url)?.[1] ?? url).href;
    for (const column of columns) {
      this.keep({
        adapter: 'gkmlpt',
        name: column.name,
        listUrl: new URL(`gkmlpt/index#${column.id}`, base).href,
        confidence: 0.95,
        listSelectors: null,
        pagination: { type: 'none' },
        totalPages: null,
        params: { dialect: 'articles', column_id: column.id, ...(sid === null ? {} : { sid }) },
        rowCount: column.postCount ?? 0,
        sampleRows: [],
      });
    }
  }

  private async readFeeds(): Promise<void> {
    for (const [url, name] of this.feeds) {
      if (!this.mayGoOn()) return;
      const page = await this.fetch(url, 'feed');
      const entries = (page && readFeed(decodePage(page.body, page.charsetHint).text)?.entries) ?? [];
      if (!page || entries.length === 0) continue;
      const dated = entries.filter(({ date }) => date !== undefined).length / entries.length;
      this.keep({
        adapter: 'rss',
        name: name || `订阅源 ${new URL(url).pathname}`,
        listUrl: page.finalUrl,
        confidence: Math.round((0.7 + 0.25 * dated) * 100) / 100,
        listSelectors: null,
        pagination: { type: 'none' },
        totalPages: 1,
        params: {},
        rowCount: entries.length,
        sampleRows: entries
          .slice(0, SAMPLE_ROWS)
          .map(({ title, link, date }) => ({ title: title ?? '', url: link ?? url, publishDate: dayOf(date) })),
      });
    }
  }

  private keep(column: Omit<DiscoveredColumn, 'columnId'>): void {
    if (this.columns.has(column.listUrl) || this.columns.size >= MAX_COLUMNS) return;
    const columnId = slugOf(column.listUrl.replace(/.*#(\d+)$/, 'http://c/column_$1'), this.slugs);
    this.slugs.add(columnId);
    this.columns.set(column.listUrl, { ...column, columnId });
  }

  private async page(url: string): Promise<{ url: string; html: string; links: SiteLinks } | null> {
    this.seen.add(url);
    const page = await this.fetch(url, 'list');
    if (!page || !/html|^$/i.test(page.headers['content-type'] ?? '')) return null;
    this.seen.add(page.finalUrl);
    const html = decodePage(page.body, page.charsetHint).text;
    return { url: page.finalUrl, html, links: siteLinks(html, page.finalUrl) };
  }

  private async fetch(url: string, purpose: 'list' | 'feed', mayBeAbsent = false): Promise<FetchedPage | null> {
    this.run.assertHeld();
    await this.run.saveProgress({
      pagesFetched: this.pagesFetched,
      pagesWaiting: this.waiting.length,
      columnsFound: this.columns.size,
      currentUrl: url,
    });
    const page = await this.door.fetch({
      url,
      purpose,
      robots: { onError: 'allow' },
      maxBytes: MAX_PAGE_BYTES,
      signal: this.run.signal,
    });
    if (page.ok) {
      this.pagesFetched += 1;
      // A redirect may lead to a stranger.
      return this.isOurs(page.finalUrl) || url === this.order.url ? page : null;
    }
    this.lastFailure = `${page.reason}: ${page.message}`;
    if (!mayBeAbsent) this.pagesFailed += 1;
    return null;
  }

  private isOurs(url: string): boolean {
    return this.hosts.has(hostKey(url));
  }

  private mayGoOn(): boolean {
    return (
      this.pagesFetched + this.pagesFailed < this.order.maxPages &&
      this.now().getTime() < this.deadline &&
      !this.run.stop.aborted
    );
  }

  private endedBy(): DiscoveryResult['endedBy'] {
    if (this.run.stop.aborted) return 'cancelled';
    if (this.now().getTime() >= this.deadline) return 'max_minutes';
    return this.pagesFetched + this.pagesFailed >= this.order.maxPages && this.waiting.length > 0
      ? 'max_pages'
      : 'nothing_left';
  }
}

function dayOf(date: string | undefined): string | null {
  const time = date === undefined ? NaN : Date.parse(date);
  return Number.isNaN(time) ? null : new Date(time + 8 * 3_600_000).toISOString().slice(0, 10);
}
