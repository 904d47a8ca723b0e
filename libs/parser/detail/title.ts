import { attribute, oneLine, textContent, type PageElement } from '../dom/page-node.js';
import { type Page } from '../dom/parse-html.js';
import { hintsOf } from './body/zone-hints.js';
import { firstMeta, type MetaTags } from './meta-tags.js';
import { comparable, firstPart, isColumnName, looksLikeSiteName, stripSiteName } from './site-name.js';

/** A headline, and the element that shows it. */
export interface FoundTitle {
  text: string;
  element: PageElement | null;
}

const META_TITLES = ['og:title', 'twitter:title', 'headline', 'title'];
const TITLE_HINT = /title|headline|biaoti|(?:^|[-_\s])(?:tit|bt)(?:$|[-_\s\d])/i;
const HINTED_TAGS = new Set(['div', 'p', 'span', 'td', 'strong', 'font', 'b', 'a', 'em', 'dt', 'section']);
const LARGE_STYLE = /font-size\s*:\s*(\d{2})(?:\.\d+)?\s*(px|pt)/i;
const LARGE_PX = 20;
const LARGE_PT = 15;
const LINE_BREAK = /(?<=[\p{Script=Han}，、：；）》”])[ \t]*\r?\n\s*(?=[\p{Script=Han}（《“])/gu;
const SHORTEST = 2;
const LONGEST = 200;
/** A page with more has none that matters. */
const MOST_HEADINGS = 400;
/** When, by whom, how often read: stands under the headline, in a box with a name like it. */
const INFO_LINE =
  /(?:日期|时间|来源|作者|编辑|浏览|点击|阅读)[^：:]{0,4}[:：]|\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?\s+\d{1,2}:\d{2}|^当前位置|^您(?:现)?在的位置/;
/** A heading that is a smaller part of the page's title is the name of the site or the column. */
const LEAST_SHARE = 0.34;

/** The headline of a page: its headings, meta tags and `<title>` confirm each other. */
export function findTitle(page: Page, meta: MetaTags, body: PageElement | null): FoundTitle | null {
  const documentTitle = pageTitle(page);
  const declared = cleanMeta(meta.get('articletitle') ?? null);
  const shared = cleanMeta(firstMeta(meta, META_TITLES));
  const siteName = meta.get('sitename') ?? meta.get('og:site_name') ?? null;
  const stripped = documentTitle === null ? null : stripSiteName(documentTitle, siteName);
  // The name of the site, or 公示, says nothing of this page: a heading that repeats it is the logo or the column.
  const saysNothing =
    stripped === null || stripped === siteName || looksLikeSiteName(stripped) || isColumnName(stripped);
  const headings = headingsOf(page);
  const own = saysNothing ? [] : [documentTitle, stripped, firstPart(documentTitle)];
  const confirmed = confirmedHeading(headings, [declared, ...own, shared]);
  if (declared !== null && declared.length >= SHORTEST) {
    // An unescaped quote cuts the meta tag short; the heading then has the whole title.
    const isCut = confirmed !== null && comparable(confirmed.text).startsWith(comparable(declared));
    return isCut ? confirmed : { text: declared, element: confirmed?.element ?? null };
  }
  if (confirmed) return confirmed;
  if (saysNothing) {
    const before = headingBefore(headings, body);
    if (before) return before;
  }
  const text = withMeta(stripped, shared === null ? null : stripSiteName(shared, siteName));
  return text === null ? null : { text, element: null };
}

/** Text of the first `<title>`. */
export function pageTitle(page: Page): string | null {
  const element = page.elements.find(({ name, parent }) => name === 'title' && parent?.name !== 'svg');
  return element ? oneLine(textContent(element)) || null : null;
}

function cleanMeta(text: string | null): string | null {
  return text === null
    ? null
    : oneLine(joinLines(text.replace(/<br\s*\/?>/gi, '\n').replace(/<[^>]{1,50}>/g, ' '))) || null;
}

function withMeta(title: string | null, shared: string | null): string | null {
  if (title === null || shared === null) return title ?? shared;
  // A shared title that begins like the page's own is either the same without the site, or the same cut short.
  if (title.startsWith(shared)) return shared.length >= title.length / 2 ? shared : title;
  return looksLikeSiteName(title) ? shared : title;
}

interface Heading {
  text: string;
  plain: string;
  rank: number;
  element: PageElement;
}

function headingsOf(page: Page): Heading[] {
  const headings: Heading[] = [];
  for (const element of page.elements) {
    const rank = headingRank(element);
    if (rank === 0) continue;
    const text = boundedText(element);
    if (text === null || text.length < SHORTEST) continue;
    const plain = comparable(text);
    if (plain.length >= SHORTEST) headings.push({ text, plain, rank, element });
    if (headings.length >= MOST_HEADINGS) break;
  }
  return headings;
}

function headingRank(element: PageElement): number {
  const { name } = element;
  if (name.length === 2 && name.startsWith('h')) {
    const level = name.charCodeAt(1) - 48;
    if (level >= 1 && level <= 6) return level === 1 ? 3 : level <= 3 ? 2 : 1;
  }
  if (element.attributes.length === 0 || !HINTED_TAGS.has(name)) return 0;
  if (TITLE_HINT.test(hintsOf(element))) return 1.5;
  return isWrittenLarge(element) ? 1 : 0;
}

/** Old pages have no headings, only large letters. */
function isWrittenLarge(element: PageElement): boolean {
  if (element.name === 'font' && /^\s*(?:\+[1-4]|[4-7])\s*$/.test(attribute(element, 'size') ?? '')) return true;
  const size = LARGE_STYLE.exec(attribute(element, 'style') ?? '');
  return size !== null && Number(size[1]) >= (size[2] === 'pt' ? LARGE_PT : LARGE_PX);
}

/** Text of a heading; null for an element too large to be one. */
function boundedText(element: PageElement): string | null {
  return roughLength(element, 0) > LONGEST * 4 ? null : limited(oneLine(joinLines(textContent(element))));
}

/** Long headlines are broken into lines; between Han characters that is no space. */
function joinLines(text: string): string {
  return text.trim().replace(LINE_BREAK, '');
}

function limited(text: string): string | null {
  return text.length > LONGEST ? null : text;
}

function roughLength(element: PageElement, known: number): number {
  let length = known;
  for (const child of element.children) {
    if (length > LONGEST * 4) return length;
    if (child.type === 'text') length += child.data.length;
    else length = roughLength(child, length);
  }
  return length;
}

/** The heading that repeats a title of the page; of several the most important, and the one that repeats most of it. */
function confirmedHeading(headings: readonly Heading[], titles: readonly (string | null)[]): FoundTitle | null {
  const wanted = titles.flatMap((title) => (title === null ? [] : [comparable(title)]));
  let best: Heading | null = null;
  let most = 0;
  for (const heading of headings) {
    const share = Math.max(0, ...wanted.map((title) => repeatedShare(title, heading.plain)));
    if (share < LEAST_SHARE) continue;
    const value = heading.rank + share * 4;
    if (value > most) {
      best = heading;
      most = value;
    }
  }
  return best && { text: best.text, element: best.element };
}

function repeatedShare(title: string, heading: string): number {
  const at = title.indexOf(heading);
  if (at >= 0) {
    const share = heading.length / title.length;
    // The end of a title is where the site's name stands.
    return at > 0 && at + heading.length === title.length && share < 0.5 ? 0 : share;
  }
  // Titles are cut too: 关于印发某某办法的通... against the whole headline.
  if (title.length >= 8 && heading.startsWith(title)) return 1;
  // 行政许可公示 against 2026年第10周行政许可公示.
  return title.length >= 5 && heading.endsWith(title) ? 0.6 : 0;
}

/** With no title to go by: the last important heading above the body. */
function headingBefore(headings: readonly Heading[], body: PageElement | null): FoundTitle | null {
  let best: Heading | null = null;
  for (const heading of headings) {
    if (body && heading.element.order > body.order) break;
    if (heading.plain.length < 6 || looksLikeSiteName(heading.text) || INFO_LINE.test(heading.text)) continue;
    if (!best || heading.rank >= best.rank) best = heading;
  }
  return best && { text: best.text, element: best.element };
}
