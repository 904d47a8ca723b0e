import { type FetchFailure, type ListSelectors } from '@govcrawler/contracts';
import { hostKey } from '@govcrawler/core';
import {
  dateFromUrl,
  decodePage,
  htmlToText,
  inferList,
  inferPagination,
  pageLinks,
  parseList,
} from '@govcrawler/parser';
import { fetchFor } from '../listing/list-request.js';
import { type AdapterContext } from '../site-adapter.js';
import { listPageUrl } from '../yaml/list-page-url.js';

/** A document that a page offers. Title and date are the page's own, never a model's. */
export interface Collectable {
  title: string;
  url: string;
  /** YYYY-MM-DD as the page or the address shows it. */
  date: string | null;
  isFile: boolean;
}

export interface BrowsedPage {
  url: string;
  title: string;
  text: string;
  items: Collectable[];
  /** Links with words that could name a column. */
  columns: { name: string; url: string }[];
  nextUrl: string | null;
}

interface ListPlace {
  firstUrl: string;
  /** Of the first page, which shows how the list goes on. */
  html: string;
  pageNo: number;
  selectors: ListSelectors | null;
}

export type Browsing = { ok: true; page: BrowsedPage } | { ok: false; reason: string; failure: FetchFailure | null };

/** Pages of one source in one crawl; a model that goes in circles costs the site nothing more. */
const MAX_PAGES = 100;
const MAX_PROVEN = 10;
const LONGEST_COLUMN_NAME = 20;
const MIN_CONFIDENCE = 0.35;
const NEXT = /^(?:下一页|下页|后一页|后页|next|>|»|›|下一页\s*[>»›])$/i;

/**
 * Reads pages of one source for its agents. Only addresses that stood on a page of the source, on one of its hosts,
 * are asked for: what a model makes up or is talked into goes nowhere.
 */
export class SourceBrowser {
  private readonly hosts: ReadonlySet<string>;
  private readonly known = new Set<string>();
  private readonly pages = new Map<string, Browsing>();
  /** Pages that go on a list: what is known of it from its first page. */
  private readonly furtherPages = new Map<string, ListPlace>();
  /** Selectors that gave a list somewhere on the source. */
  private readonly proven: ListSelectors[] = [];

  constructor(
    private readonly context: AdapterContext,
    sourceUrl: string,
    moreHosts: readonly string[],
  ) {
    this.hosts = new Set([hostKey(sourceUrl), ...moreHosts.map((host) => host.toLowerCase())]);
    this.known.add(addressOf(sourceUrl) ?? sourceUrl);
  }

  /** Whether an address stood on a page of the source and lies on one of its hosts. */
  mayVisit(url: string): boolean {
    const address = addressOf(url);
    return address !== null && this.known.has(address) && this.hosts.has(hostKey(address));
  }

  async browse(url: string): Promise<Browsing> {
    const address = addressOf(url);
    if (address === null || !this.mayVisit(address)) {
      return { ok: false, reason: '该地址不在已浏览的页面中，或不属于本站，不能访问', failure: null };
    }
    const before = this.pages.get(address);
    if (before) return before;
    if (this.pages.size >= MAX_PAGES) return { ok: false, reason: '浏览页数已达上限', failure: null };
    const result = await this.load(address);
    this.pages.set(address, result);
    return result;
  }

  private async load(address: string): Promise<Browsing> {
    const answer = await fetchFor(this.context, { url: address, purpose: 'list' });
    if (!answer.ok) return { ok: false, reason: `页面加载失败：${answer.reason}`, failure: answer };
    if (!this.hosts.has(hostKey(answer.finalUrl))) return { ok: false, reason: '页面跳转到了站外', failure: null };
    const html = decodePage(answer.body, answer.charsetHint).text;
    return { ok: true, page: this.read(address, answer.finalUrl, html) };
  }

  private read(address: string, finalUrl: string, html: string): BrowsedPage {
    const now = this.context.now();
    const links = pageLinks(html, finalUrl).filter(({ element }) => element === 'a');
    for (const { url } of links) this.remember(url);
    const place = this.furtherPages.get(address) ?? { firstUrl: finalUrl, html, pageNo: 1, selectors: null };
    const { rows, selectors } = this.rowsOf(html, finalUrl, place.selectors, now);
    const items = rows
      .filter(({ url }) => this.hosts.has(hostKey(url)))
      .map(({ title, url, publishDate, isFile }) => ({ title, url, date: publishDate, isFile }));
    // Rows of script-made lists are no links of the page.
    for (const { url } of items) this.remember(url);
    const documents = new Set(items.map(({ url }) => url));
    const columns = uniqueBy(
      links.flatMap(({ url, text, title }) => {
        const name = text || title;
        const isColumn = name !== '' && name.length <= LONGEST_COLUMN_NAME && !documents.has(url) && !dateFromUrl(url);
        return isColumn && this.hosts.has(hostKey(url)) && !NEXT.test(name)
          ? [{ name, url: addressOf(url) ?? url }]
          : [];
      }),
      ({ name, url }) => `${name}\n${url}`,
    );
    const nextUrl = nextPage(
      address,
      place,
      links.filter(({ url }) => this.hosts.has(hostKey(url))),
    );
    if (nextUrl !== null) {
      this.remember(nextUrl);
      this.furtherPages.set(nextUrl, { ...place, selectors, pageNo: place.pageNo + 1 });
    }
    const title = /<title[^>]{0,200}>([^<]{0,200})/i.exec(html)?.[1]?.trim() ?? '';
    return { url: finalUrl, title, text: htmlToText(html), items, columns, nextUrl };
  }

  /** Rows of a list page. A last page with two rows is no list to somebody who knows no other page of it. */
  private rowsOf(html: string, url: string, ofList: ListSelectors | null, now: Date) {
    const by = (selectors: ListSelectors) => ({ rows: parseList(html, url, selectors, now), selectors });
    const known = ofList && by(ofList);
    if (known && known.rows.length > 0) return known;
    const { rows, confidence, selectors } = inferList(html, url, now);
    if (confidence >= MIN_CONFIDENCE) {
      if (selectors && this.proven.length < MAX_PROVEN) this.proven.push(selectors);
      return { rows, selectors };
    }
    const elsewhere = this.proven.map(by).find((one) => one.rows.some(({ publishDate }) => publishDate !== null));
    return elsewhere ?? { rows: [], selectors: null };
  }

  private remember(url: string): void {
    const address = addressOf(url);
    if (address !== null) this.known.add(address);
  }
}

/** By the link that says so; else by the numbering that the first page shows. */
function nextPage(address: string, place: ListPlace, links: readonly { url: string; text: string }[]): string | null {
  const linked = links.find(({ text }) => NEXT.test(text));
  if (linked) return addressOf(linked.url);
  const { pagination, totalPages } = inferPagination(place.html, place.firstUrl);
  if (pagination.type === 'none' || totalPages === null || place.pageNo >= totalPages) return null;
  const next = addressOf(listPageUrl(place.firstUrl, pagination, place.pageNo + 1));
  return next === address ? null : next;
}

/** An address as it is compared: absolute, of the web, without a fragment. */
export function addressOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (!/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password) return null;
  parsed.hash = '';
  return parsed.href;
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(key(item)) && seen.add(key(item)));
}
