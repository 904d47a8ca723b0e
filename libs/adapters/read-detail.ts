import { type AttachmentLink, type CrawlItem, type DetailFields, type DetailSelectors } from '@govcrawler/contracts';
import { parseDetail } from '@govcrawler/parser';
import { type PageText } from './site-adapter.js';

const BODY_ID = 'govcrawler-item-body';
/** A list carries bodies, never pages. */
const WHOLE_PAGE = /<(?:html|body)[\s>]/i;

/** Reads a page by the site's selectors, or an item's own body where the list carried it, and adds what the list told. */
export function readDetail(page: PageText, item: CrawlItem, selectors: DetailSelectors, now: Date): DetailFields {
  const options = { now, expectedTitle: item.title };
  if (item.bodyHtml === null || WHOLE_PAGE.test(page.html)) {
    return withListFacts(parseDetail(page.html, page.url, selectors, options), item);
  }
  const wrapped = `<div id="${BODY_ID}">${item.bodyHtml}</div>`;
  const fields = parseDetail(wrapped, page.url, { content: `#${BODY_ID}` }, options);
  // A body alone says nothing about itself: title and time are the list's.
  const publishTime = publishTimeOf(item) ?? fields.publishTime;
  return withListFacts({ ...fields, title: item.title, publishTime, usedFallback: false, fallbackEngine: null }, item);
}

/** Fills what the page left open from what the list told; files offered by either are offered. */
export function withListFacts(fields: DetailFields, item: CrawlItem): DetailFields {
  return {
    ...fields,
    title: fields.title ?? item.title,
    publishTime: exactTime(fields.publishTime, item),
    publishTimeRaw: fields.publishTimeRaw ?? item.publishDate,
    source: fields.source ?? item.sourceRaw,
    docNo: fields.docNo ?? item.docNo,
    indexNo: fields.indexNo ?? item.indexNo,
    publisher: fields.publisher ?? item.publisher,
    topicWords: fields.topicWords ?? item.topicWords,
    openCategory: fields.openCategory ?? item.openCategory,
    validity: fields.validity ?? item.validity,
    attachments: mergeAttachments(fields.attachments, item.attachments),
  };
}

/** Many pages print only the day; where the list knows the moment of that day, it is the better answer. */
function exactTime(found: Date | null, item: CrawlItem): Date | null {
  if (found === null) return publishTimeOf(item);
  const isDayOnly = found.getTime() === dayOf(found);
  return isDayOnly && item.publishTime !== null && dayOf(item.publishTime) === dayOf(found) ? item.publishTime : found;
}

const DAY_MS = 86_400_000;
const SHANGHAI_OFFSET_MS = 8 * 3_600_000;

/** The start of the day in Shanghai. */
function dayOf(time: Date): number {
  return Math.floor((time.getTime() + SHANGHAI_OFFSET_MS) / DAY_MS) * DAY_MS - SHANGHAI_OFFSET_MS;
}

function publishTimeOf({ publishTime, publishDate }: CrawlItem): Date | null {
  return publishTime ?? (publishDate === null ? null : new Date(`${publishDate}T00:00:00+08:00`));
}

function mergeAttachments(found: readonly AttachmentLink[], listed: readonly AttachmentLink[]): AttachmentLink[] {
  const merged = new Map(found.map((link) => [link.url, link]));
  for (const link of listed) {
    const known = merged.get(link.url);
    merged.set(link.url, { url: link.url, name: link.name ?? known?.name ?? null });
  }
  return [...merged.values()];
}
