import { type DetailFields } from '@govcrawler/contracts';
import { parseChineseDate } from '../dates/chinese-date.js';
import { dateFromUrl } from '../dates/url-date.js';
import { attribute, gather, oneLine, type PageElement, type PageNode } from '../dom/page-node.js';
import { baseUrlOf } from '../dom/page-url.js';
import { type Page } from '../dom/parse-html.js';
import { writeBodyHtml } from '../text/body-html.js';
import { nodesToMarkdown } from '../text/html-to-markdown.js';
import { nodesToText } from '../text/html-to-text.js';
import { collectAttachments, neighbouringFiles } from './attachments.js';
import { docNoInBody, signedDate } from './body-facts.js';
import { normalizeDocNo } from './doc-no.js';
import { readLabels, type Labels } from './label-table.js';
import { firstMeta, readMetaTags, type MetaTags } from './meta-tags.js';
import { findPublishTime, readTime, type FoundTime } from './publish-time.js';
import { isColumnName, looksLikeSiteName } from './site-name.js';
import { findTitle, pageTitle } from './title.js';
import { parseValidity } from './validity.js';

export interface DetailBody {
  nodes: readonly PageNode[];
  /** Where the body stands in the page, if it is a part of it. */
  elements: readonly PageElement[];
  /** What was cut off above the text; its labels count. */
  head?: readonly PageElement[];
  /** Elements that the site's selector names as attachments. */
  chosenAttachments: readonly PageElement[];
}

/** What selectors found; everything left out is looked for. */
export interface SelectedFields {
  title?: string | null;
  publishTime?: string | null;
  source?: string | null;
}

export interface DetailOptions {
  /** The clock: dates without a year and relative ones depend on it. */
  now: Date;
  /** The title as the list showed it. */
  expectedTitle?: string | null;
}

/** Puts all fields of a document together from its page, its body and what selectors found. */
export function assembleDetail(
  page: Page,
  pageUrl: string,
  body: DetailBody,
  selected: SelectedFields,
  options: DetailOptions,
): DetailFields {
  const { now } = options;
  const baseUrl = baseUrlOf(page, pageUrl);
  const meta = readMetaTags(page);
  const labels = readLabels(page, body.elements, body.head);
  const contentText = nodesToText(body.nodes);
  const holder = gather(body.nodes);
  const firstBody = body.elements[0] ?? null;
  const found = findTitle(page, meta, firstBody);
  const labelled = labelledTime(labels, now);
  const unlabelled = () =>
    findPublishTime(page, meta, { title: found?.element ?? null, body: firstBody }, now) ??
    readTime(dateFromUrl(pageUrl), now);
  const time = readTime(selected.publishTime, now) ?? (labelled ? withTimeOfDay(labelled, unlabelled) : unlabelled());
  const named = labels.get('title');
  const shown = chosenTitle(page, selected.title, found?.text);
  const isNoTitle = !selected.title && shown !== null && (isColumnName(shown) || looksLikeSiteName(shown));
  const title = (isNoTitle ? (named ?? shown) : (shown ?? named)) ?? options.expectedTitle ?? null;
  return {
    title: wholeTitle(title, options.expectedTitle),
    publishTimeRaw: time?.raw ?? (selected.publishTime || null),
    publishTime: time === null ? null : (time.parsed.time ?? shanghaiMidnight(time.parsed.date)),
    source: cleanSource(
      selected.source || firstMeta(meta, ['contentsource', 'source']) || labels.get('source') || null,
    ),
    contentHtml: writeBodyHtml(unwrapped(body.nodes), baseUrl),
    contentText,
    markdown: nodesToMarkdown(body.nodes, baseUrl),
    attachments: collectAttachments(holder, baseUrl, [
      ...body.chosenAttachments,
      ...(firstBody ? neighbouringFiles(firstBody, baseUrl) : []),
    ]),
    inlineImageCount: countImages(holder),
    docNo: docNumber(labels, title, contentText),
    indexNo: labels.get('indexNo') ?? null,
    publisher: labels.get('publisher') ?? null,
    writtenDate: parseChineseDate(labels.get('writtenDate') ?? '', now)?.date ?? signedDate(contentText, now),
    topicWords: labels.get('topicWords') ?? declaredKeywords(meta),
    openCategory: labels.get('openCategory') ?? null,
    validity: parseValidity(labels.get('validity')),
    usedFallback: false,
    fallbackEngine: null,
  };
}

/** A selector that ends at `<title>` finds the headline with the names of column and site behind it. */
function chosenTitle(page: Page, selected: string | null | undefined, found: string | undefined): string | null {
  if (!selected) return found ?? null;
  return selected === pageTitle(page) ? (found ?? selected) : selected;
}

/** Pages cut long titles too; the list may have had all of it. */
function wholeTitle(title: string | null, listed: string | null | undefined): string | null {
  const stem = title === null ? null : /^(.{6,}?)\s*(?:\.{2,}|…+)$/.exec(title)?.[1];
  return stem && listed?.startsWith(stem) && !/(?:\.\.|…)$/.test(listed) ? listed : title;
}

/** Tables of labels show the day; the line under the headline may show the minute of the same day. */
function withTimeOfDay(labelled: FoundTime, look: () => FoundTime | null): FoundTime {
  if (labelled.parsed.time) return labelled;
  const other = look();
  return other?.parsed.time && other.parsed.date === labelled.parsed.date ? other : labelled;
}

function labelledTime(labels: Labels, now: Date): FoundTime | null {
  const text = labels.get('publishDate');
  return text !== undefined && text.length < 60 ? readTime(text, now) : null;
}

function docNumber(labels: Labels, title: string | null, contentText: string): string | null {
  const printed = labels.get('docNo');
  if (printed) return normalizeDocNo(printed) ?? (/[\d〔[]/.test(printed) ? printed : null);
  return (
    (title !== null && /[〔[［【（(﹝](?:19|20)\d{2}[〕\]］】）)﹞]/.test(title) ? normalizeDocNo(title) : null) ??
    docNoInBody(contentText)
  );
}

/** Keywords mean something only where the page follows the standard for government sites; elsewhere they advertise. */
function declaredKeywords(meta: MetaTags): string | null {
  return meta.has('articletitle') ? (meta.get('keywords') ?? null) : null;
}

function shanghaiMidnight(date: string): Date {
  return new Date(`${date}T00:00:00+08:00`);
}

/** What pages put behind the source on the same line. */
const BUTTONS_BEHIND =
  /\s+(?:[[【(（]?\s*(?:举报|分享|打印|关闭|收藏|点击|浏览|阅读|字体|字号|评论|作者|编辑|责编|大\s*中\s*小|\d{4}-\d))[\s\S]*$/;

function cleanSource(source: string | null): string | null {
  if (source === null) return null;
  const bare = source.replace(/^\s*(?:信息|稿件|文章)?来\s*源\s*[:：]\s*/, '').replace(BUTTONS_BEHIND, '');
  return oneLine(bare).slice(0, 200) || null;
}

const WRAPPERS = new Set('div td th section article main body span center font form'.split(' '));

/** The element around the body says nothing; a cell or the page itself would even be wrong markup. */
function unwrapped(nodes: readonly PageNode[]): readonly PageNode[] {
  const [only] = nodes;
  return nodes.length === 1 && only?.type === 'tag' && WRAPPERS.has(only.name) ? unwrapped(only.children) : nodes;
}

/** Editors put the icon of its file type before a link to a file. */
const FILE_ICON = /fileTypeImages|icon_(?:pdf|docx?|xlsx?|pptx?|rar|zip|txt|jpg|default)\.(?:gif|png)/i;

function countImages(root: PageElement): number {
  let count = 0;
  for (const child of root.children) {
    if (child.type === 'text') continue;
    if (child.name === 'img' && !FILE_ICON.test(attribute(child, 'src') ?? '')) count++;
    count += countImages(child);
  }
  return count;
}
