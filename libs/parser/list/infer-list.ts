import { type ListSelectors } from '@govcrawler/contracts';
import { parseChineseDate } from '../dates/chinese-date.js';
import { dateFromUrl } from '../dates/url-date.js';
import { attribute, oneLine, textContent, type PageElement } from '../dom/page-node.js';
import { baseUrlOf, resolveUrl } from '../dom/page-url.js';
import { parseHtml, type Page } from '../dom/parse-html.js';
import { type BlockRow, splitIntoBlocks } from './list-blocks.js';
import { type ListRow } from './list-row.js';
import { selectorsFor } from './infer-selectors.js';
import { holdsElement } from './page-snapshot.js';
import { rowsOn } from './parse-list.js';
import { buildRow } from './read-row.js';
import { rowDateText } from './row-date.js';
import { showRecords } from './show-records.js';

/** What a list page looks like to someone who knows nothing of its site. */
export interface InferredList {
  rows: ListRow[];
  /** 0 to 1: how sure it is that these rows are the list of the page. */
  confidence: number;
  /** Selectors that give the same rows, or null when no simple ones do. */
  selectors: ListSelectors | null;
  /** How many lists alike the page has: a list page mostly one, an entrance page several. */
  blocks: number;
}

interface Candidate extends BlockRow {
  link: PageElement;
  url: string;
  title: string;
  dateText: string | null;
}

const MIN_ROWS = 3;
const MIN_TITLE = 5;
/** No list page has more links; a page of 20 MB must still be read in time. */
const MAX_LINKS = 20_000;
/** Share of the best list's score that makes another list its equal. */
const RIVAL = 0.7;

/**
 * Finds the repeated rows of a list page with their link, title and date, without any selector. `pointedAt` is the
 * place (PageElement.order) of an element that a person says belongs to a row.
 */
export function inferList(html: string, pageUrl: string, now: Date, pointedAt: number | null = null): InferredList {
  const page = parseHtml(showRecords(html));
  const lists = groupRows(page, baseUrlOf(page, pageUrl), pageUrl, now)
    .filter(({ rows }) =>
      pointedAt === null ? rows.length >= MIN_ROWS : rows.some(({ row }) => holdsElement(row, pointedAt)),
    )
    .map((block) => ({ ...block, score: groupScore(block.rows) }))
    .sort((one, other) => other.score - one.score);
  const [best, ...others] = lists;
  if (!best) return { rows: [], confidence: 0, selectors: null, blocks: 0 };
  const rivals = others.filter(({ score }) => score >= RIVAL * best.score).length;
  const group = withDates(best.rows, now);
  const rows = group.flatMap(
    ({ row, link, url, title, dateText }) => buildRow(row, { url, element: link, title, dateText }, now) ?? [],
  );
  if (rows.length === 0) return { rows, confidence: 0, selectors: null, blocks: 0 };
  const selectors = verifiedSelectors(page, pageUrl, now, group, rows);
  return { rows, confidence: confidenceOf(rows, rivals), selectors, blocks: best.alike };
}

/** Rows of one list, and how many lists like it the page has, itself included. */
interface Block {
  rows: Candidate[];
  alike: number;
}

function groupRows(page: Page, baseUrl: string, pageUrl: string, now: Date): Block[] {
  const links = new Map<PageElement, string>();
  for (const element of page.elements) {
    if (element.name !== 'a') continue;
    if (links.size >= MAX_LINKS) break;
    const url = resolveUrl(attribute(element, 'href'), baseUrl);
    if (url !== null && url.replace(/#.*$/, '') !== pageUrl.replace(/#.*$/, '')) links.set(element, url);
  }
  const counts = countLinks(links);
  const groups = new Map<string, Candidate[]>();
  for (const [link, url] of links) {
    const title = linkTitle(link);
    if (title.length < MIN_TITLE) continue;
    const row = rowOf(link, url, counts);
    const key = pathKey(row);
    const known = groups.get(key);
    const dateText = rowDateText(row, link, now);
    const day = dateText === null ? dateFromUrl(url) : (parseChineseDate(dateText, now)?.date ?? null);
    const candidate = { row, link, url, title, dateText, day };
    if (known) known.push(candidate);
    else groups.set(key, [candidate]);
  }
  return [...groups.values()].flatMap((group) => {
    const blocks = splitIntoBlocks(group);
    return blocks.map((rows) => ({ rows: withoutRepeats(rows), alike: blocks.length }));
  });
}

function linkTitle(link: PageElement): string {
  const shown = oneLine(textContent(link));
  return shown || oneLine(attribute(link, 'title') ?? '');
}

/** How many different addresses are linked below each ancestor, up to two. */
function countLinks(links: ReadonlyMap<PageElement, string>): Map<PageElement, Set<string>> {
  const counts = new Map<PageElement, Set<string>>();
  for (const [link, url] of links) {
    for (let above: PageElement | null = link; above; above = above.parent) {
      const known = counts.get(above);
      if (!known) counts.set(above, new Set([url]));
      else if (known.size < 2) known.add(url);
      else if (above !== link) break;
    }
  }
  return counts;
}

/** The largest element around a link that links nothing else. */
function rowOf(link: PageElement, url: string, counts: ReadonlyMap<PageElement, Set<string>>): PageElement {
  let row = link;
  for (let above = link.parent; above && above.name !== 'body' && above.name !== '#document'; above = above.parent) {
    const linked = counts.get(above);
    if (!linked || linked.size > 1 || !linked.has(url)) break;
    row = above;
    if (above.name === 'li' || above.name === 'tr') break;
  }
  return row;
}

function pathKey(row: PageElement): string {
  const steps: string[] = [];
  for (let element: PageElement | null = row; element && element.name !== '#document'; element = element.parent) {
    steps.push(`${element.name}.${element === row ? '' : (attribute(element, 'class') ?? '').trim()}`);
  }
  return steps.join('<');
}

function withoutRepeats(group: Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return group.filter(({ url }) => !seen.has(url) && seen.add(url));
}

const RAISE_LEVELS = 3;
const ENOUGH_DATED = 0.6;

/** The date may stand beside the box that was taken for the row: looks around it, as long as rows stay apart. */
function withDates(group: Candidate[], now: Date): Candidate[] {
  let rows = group;
  for (let level = 0; level < RAISE_LEVELS; level++) {
    if (rows.filter(({ dateText }) => dateText !== null).length >= ENOUGH_DATED * rows.length) return rows;
    const raised: Candidate[] = [];
    for (const candidate of rows) {
      const row = candidate.row.parent;
      if (!row || row.name === 'body' || row.order < 0) return group;
      raised.push({ ...candidate, row, dateText: rowDateText(row, candidate.link, now) });
    }
    if (new Set(raised.map(({ row }) => row)).size < raised.length) return group;
    rows = raised;
  }
  return rows.filter(({ dateText }) => dateText !== null).length >= ENOUGH_DATED * rows.length ? rows : group;
}

function groupScore(group: readonly Candidate[]): number {
  let score = 0;
  for (const { title, dateText, url } of group) {
    const length = Math.min(title.length, 40);
    score += length * (dateText !== null ? 3 : dateFromUrl(url) !== null ? 1.5 : 0.7);
  }
  return score;
}

/** A page with several lists of the same weight is a home page: any of them may be the one that is meant. */
function confidenceOf(rows: readonly ListRow[], rivals: number): number {
  const dated = rows.filter((row) => row.publishDate !== null).length / rows.length;
  const titles = rows.reduce((sum, row) => sum + Math.min(row.title.length, 20), 0) / rows.length / 20;
  const amount = Math.min(1, rows.length / 8);
  const alone = 0.85 ** Math.min(rivals, 3);
  return Math.round((0.45 * dated + 0.3 * titles + 0.25 * amount) * alone * 100) / 100;
}

function verifiedSelectors(
  page: Page,
  pageUrl: string,
  now: Date,
  group: readonly Candidate[],
  rows: readonly ListRow[],
): ListSelectors | null {
  for (const selectors of selectorsFor(group, now)) {
    if (gives(rowsOn(page, pageUrl, selectors, now), rows)) return selectors;
  }
  return null;
}

/** Looks no further than the first row that differs. */
function gives(found: Iterable<ListRow>, wanted: readonly ListRow[]): boolean {
  let place = 0;
  for (const { url } of found) if (url !== wanted[place++]?.url) return false;
  return place === wanted.length;
}
