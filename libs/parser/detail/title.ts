import { attribute, oneLine, textContent, type PageElement } from '../dom/page-node.js';
import { type Page } from '../dom/parse-html.js';
import { firstMeta, type MetaTags } from './meta-tags.js';

const META_TITLES = ['articletitle', 'og:title', 'twitter:title', 'title', 'headline'];
const SEPARATOR = /\s*(?:[_|｜]+|\s[-–—·]{1,2}\s|[-–—]{1,3}|»|>>|::)\s*/;
const SITE_WORDS =
  /(?:网|网站|政府|门户|频道|客户端|新闻|中心|委员会|平台|在线|公众号|日报|晚报|局|厅|部|委|办|资讯|首页|\.com|\.cn|news)$/i;
const TITLE_HINT = /title|headline|(?:^|[-_\s])(?:tit|bt|biaoti)(?:$|[-_\s])/i;

/** The headline of a page, from its headings, meta tags and `<title>`, which confirm each other. */
export function findTitle(page: Page, meta: MetaTags): string | null {
  const documentTitle = pageTitle(page);
  const metaTitle = cleanMetaTitle(firstMeta(meta, META_TITLES));
  const heading = bestHeading(
    page,
    [documentTitle, metaTitle].filter((text): text is string => text !== null),
  );
  if (heading !== null) return heading;
  if (metaTitle !== null && documentTitle?.startsWith(metaTitle) && metaTitle.length >= 4) return metaTitle;
  const stripped = documentTitle === null ? null : stripSiteName(documentTitle, meta.get('sitename') ?? null);
  if (metaTitle !== null)
    return stripped !== null && stripped.startsWith(metaTitle) ? stripped : stripSiteName(metaTitle, null);
  return stripped || firstHeading(page);
}

/** Text of the first `<title>`. */
export function pageTitle(page: Page): string | null {
  const element = page.elements.find(({ name, parent }) => name === 'title' && parent?.name !== 'svg');
  return element ? oneLine(textContent(element)) || null : null;
}

function cleanMetaTitle(text: string | null): string | null {
  return text === null ? null : oneLine(text.replace(/<[^>]{1,50}>/g, ' ')) || null;
}

/** Drops what sites append to their titles: _栏目_中国政府网, - 新华网, | Site. */
export function stripSiteName(title: string, siteName: string | null): string {
  let rest = title;
  for (;;) {
    const cut = lastSeparator(rest);
    if (cut === null) return rest;
    const [head, tail] = cut;
    const isUnderscore = rest.slice(head.length, rest.length - tail.length).includes('_');
    const isSite = tail === siteName || SITE_WORDS.test(tail) || (isUnderscore && tail.length <= 12);
    if (!isSite || head.length < 4 || head.length < tail.length / 2) return rest;
    rest = head;
  }
}

function lastSeparator(title: string): [string, string] | null {
  let found: [string, string] | null = null;
  const pattern = new RegExp(SEPARATOR, 'g');
  for (const match of title.matchAll(pattern)) {
    const head = title.slice(0, match.index).trim();
    const tail = title.slice(match.index + match[0].length).trim();
    if (head && tail) found = [head, tail];
  }
  return found;
}

function comparable(text: string): string {
  return text.replace(/[\s\p{P}\p{S}]+/gu, '').toLowerCase();
}

/** The heading that the page's own title repeats; of several the most important and longest. */
function bestHeading(page: Page, titles: readonly string[]): string | null {
  const wanted = titles.map(comparable);
  let best: { text: string; rank: number } | null = null;
  for (const element of page.elements) {
    const level = headingRank(element);
    if (level === 0) continue;
    const text = oneLine(textContent(element));
    if (text.length < 4 || text.length > 200) continue;
    const plain = comparable(text);
    if (plain.length < 4 || !wanted.some((title) => title.includes(plain) || plain === title)) continue;
    const share = Math.max(...wanted.map((title) => (title.includes(plain) ? plain.length / title.length : 0)));
    const rank = level + share * 4;
    if (best === null || rank > best.rank) best = { text, rank };
  }
  return best?.text ?? null;
}

function headingRank(element: PageElement): number {
  if (element.name === 'h1') return 3;
  if (element.name === 'h2' || element.name === 'h3') return 2;
  if (/^h[456]$/.test(element.name)) return 1;
  if (!/^(?:div|p|span|td|strong|font|b)$/.test(element.name)) return 0;
  const hints = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`;
  return TITLE_HINT.test(hints) ? 1.5 : 0;
}

function firstHeading(page: Page): string | null {
  for (const name of ['h1', 'h2']) {
    const heading = page.elements.find((element) => element.name === name && oneLine(textContent(element)).length >= 4);
    if (heading) return oneLine(textContent(heading));
  }
  return null;
}
