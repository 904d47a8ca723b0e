import { type DiscoveredColumn } from '@govcrawler/contracts';
import { dateFromUrl, inferList, inferPagination, type NamedLink, saysMore } from '@govcrawler/parser';

const MIN_CONFIDENCE = 0.55;
const MIN_ROWS = 4;
const SAMPLE_ROWS = 5;
/** An entrance shows some rows of many columns, each with a link to the rest. */
const ENTRANCE_MORE_LINKS = 2;

const FILES = /\.(?:pdf|docx?|xlsx?|pptx?|wps|et|ofd|zip|rar|7z|jpe?g|png|gif|bmp|mp[34]|apk|exe|css|js|ico|xml)$/i;
const DOCUMENT = /(?:^|\/)(?:post|content|art|t)_?\d|\/t20\d{6}_|\/\d{5,}\.s?html?$|[?&](?:id|articleId|newsId)=/i;
const LIKELY =
  /通知|公告|公示|文件|政策|法规|规章|规范|公开|解读|动态|要闻|新闻|资讯|信息|公报|人事|招|采购|规划|计划|财政|统计|督查|回应|办法|决定|意见|栏目|目录/;
const UNLIKELY =
  /登录|注册|搜索|English|手机版|无障碍|关怀版|长者|繁体|简体|邮箱|地图|举报|微博|微信|返回|首页|上一页|下一页|尾页|帮助|隐私|版权/i;

/** How promising a link is as a column; null: it leads to a document or a file. */
export function promiseOf({ url, texts }: NamedLink): number | null {
  const { pathname, search } = new URL(url);
  const path = pathname + search;
  if (FILES.test(pathname) || DOCUMENT.test(path) || dateFromUrl(url) !== null) return null;
  if (/_\d+\.s?html?$/i.test(pathname)) return null; // a later page of a list
  return Math.max(...texts.map(promiseOfText)) + (leadsToFolder(pathname) ? 1 : 0);
}

export function leadsToFolder(pathname: string): boolean {
  return pathname.endsWith('/') || /\/(?:index|list)[\w-]*\.s?html?$/i.test(pathname);
}

function promiseOfText(text: string): number {
  let promise = 0;
  if (LIKELY.test(text)) promise += 3;
  if (saysMore(text)) promise += 2;
  if (UNLIKELY.test(text)) promise -= 4;
  // Titles of documents are long, names of columns are not.
  if (text.length > 16) promise -= 3;
  return promise;
}

/** The page as a column, when its list is one; `names` is what the links to it said. */
export function columnOf(
  page: { html: string; url: string; title: string; links: readonly NamedLink[] },
  names: readonly string[],
  now: Date,
): Omit<DiscoveredColumn, 'columnId'> | null {
  const { rows, confidence, selectors, blocks } = inferList(page.html, page.url, now);
  const moreLinks = page.links.filter(({ texts }) => texts.some((text) => text !== '' && saysMore(text))).length;
  if (confidence < MIN_CONFIDENCE || rows.length < MIN_ROWS) return null;
  if (blocks > 1 && moreLinks >= ENTRANCE_MORE_LINKS) return null;
  const { pagination, totalPages } = inferPagination(page.html, page.url);
  return {
    adapter: 'yaml',
    name: nameOf(page.title, names).slice(0, 60) || page.url,
    listUrl: page.url,
    // Selectors that can be shown and corrected are worth more than rows found in a way nobody sees.
    confidence: selectors === null ? Math.round(confidence * 80) / 100 : confidence,
    listSelectors: selectors,
    pagination,
    totalPages,
    params: {},
    rowCount: rows.length,
    sampleRows: rows.slice(0, SAMPLE_ROWS).map(({ title, url, publishDate }) => ({ title, url, publishDate })),
  };
}

/** What a link and the page itself agree on is the name. */
function nameOf(title: string, names: readonly string[]): string {
  const spoken = names.filter((name) => !saysMore(name) && !UNLIKELY.test(name));
  return spoken.find((name) => title.includes(name)) ?? spoken[0] ?? nameFromTitle(title);
}

/** 通知公告_某市人民政府 names the column first, as a rule. */
export function nameFromTitle(title: string): string {
  return (title.split(/[-_|—–>»]+/)[0] ?? '').trim();
}

/** A slug from the address: its last speaking folder, made unique. */
export function slugOf(listUrl: string, taken: ReadonlySet<string>): string {
  const { pathname, search } = new URL(listUrl);
  const words = `${pathname}${search}`
    .replace(/\.\w+$/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '' && !/^(?:index|list|default|home|node|html?)$/i.test(word))
    .map((word) => word.toLowerCase());
  for (let count = 1; count <= Math.min(words.length, 4); count += 1) {
    const slug = words.slice(-count).join('_').slice(0, 60);
    if (!taken.has(slug)) return slug;
  }
  const stem = words.slice(-1)[0]?.slice(0, 50) ?? 'column';
  for (let number = 2; ; number += 1) if (!taken.has(`${stem}_${number}`)) return `${stem}_${number}`;
}
