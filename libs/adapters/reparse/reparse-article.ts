import {
  type CrawlItem,
  type CrawlPlan,
  type DetailFields,
  type FieldChange,
  type ReparsedArticle,
  type StoredDocument,
} from '@govcrawler/contracts';
import { articleStatus } from '@govcrawler/core';
import { decodePage } from '@govcrawler/parser';
import { adapterById } from '../adapter-registry.js';

/** A page starts like one; a feed's own body does not. */
const WHOLE_PAGE = /<(?:html|body)[\s>]/i;
const SHOWN = 300;
/** Characters before the first difference that are shown with it. */
const SHOWN_BEFORE = 60;
/** What a database keeps of a text: beyond it the stored one says nothing. */
const COMPARED = 13_000;

export interface Reparsed extends ReparsedArticle {
  /** The new reading; null where there is nothing to read. */
  fields: DetailFields | null;
}

/** Reads a stored page again and says what would change. What the new reading does not find stays as it was. */
export function reparseArticle(document: StoredDocument, raw: Uint8Array | null, plan: CrawlPlan, now: Date): Reparsed {
  const { id: articleId, title, url } = document;
  const kept = (reason: ReparsedArticle['kept'], fields: DetailFields | null): Reparsed => ({
    articleId,
    title,
    url,
    changes: [],
    kept: reason,
    fields,
  });
  if (raw === null || isBinary(raw)) return kept('no_raw_page', null);
  const fields = readStored(document, raw, plan, now);
  if (isUsable(storedEvidence(document)) && !isUsable(evidence(fields))) return kept('would_be_empty', fields);
  return { articleId, title, url, changes: changesOf(document, fields), kept: null, fields };
}

/** A stored page by the plan's selectors, with what is known of the document in the place of its list row. */
export function readStored(document: StoredDocument, raw: Uint8Array, plan: CrawlPlan, now: Date): DetailFields {
  const html = decodePage(raw, null).text;
  const item: CrawlItem = {
    siteCode: plan.site.code,
    targetCode: plan.target.code,
    deptId: null,
    url: document.url,
    urlHash: document.urlHash,
    title: document.title,
    publishTime: document.publishTime,
    publishDate: document.publishDate,
    nativePostId: document.nativePostId,
    docNo: document.docNo,
    indexNo: document.indexNo,
    publisher: document.publisher,
    sourceRaw: document.sourceRaw,
    topicWords: document.topicWords,
    openCategory: document.openCategory,
    validity: document.validity,
    channelName: null,
    channelPath: null,
    contentCategory: null,
    contentSubcategory: null,
    attachments: document.attachments,
    pinned: false,
    bodyHtml: WHOLE_PAGE.test(html) ? null : html,
    metadata: {},
  };
  const page = { html, url: document.finalUrl ?? document.url };
  const fields = adapterById(plan.site.adapter).parseDetail(page, item, plan, now);
  return { ...fields, writtenDate: fields.writtenDate ?? document.writtenDate };
}

function changesOf(document: StoredDocument, fields: DetailFields): FieldChange[] {
  const pairs: [string, string | null, string | null][] = [
    ['title', document.title, fields.title ?? document.title],
    ['publishTime', iso(document.publishTime), iso(fields.publishTime ?? document.publishTime)],
    ['source', document.sourceRaw, fields.source],
    ['publisher', document.publisher, fields.publisher],
    ['docNo', document.docNo, fields.docNo],
    ['indexNo', document.indexNo, fields.indexNo],
    ['topicWords', document.topicWords, fields.topicWords],
    ['openCategory', document.openCategory, fields.openCategory],
    ['validity', document.validity, fields.validity],
    ['writtenDate', document.writtenDate, fields.writtenDate],
    ['contentText', document.contentText ?? '', fields.contentText],
    ['contentHtml', document.contentHtml ?? '', fields.contentHtml],
    ['attachments', urlsOf(document.attachments), urlsOf(fields.attachments)],
  ];
  return pairs
    .filter(([, before, after]) => comparable(before) !== comparable(after))
    .map(([field, before, after]) => {
      const from = shownFrom(before ?? '', after ?? '');
      return { field, before: shown(before, from), after: shown(after, from) };
    });
}

/** Stored texts went through the sanitiser and may have been cut. */
function comparable(text: string | null): string {
  return (text ?? '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .trim()
    .slice(0, COMPARED);
}

/** Where two texts begin to be shown: short ones whole, long ones from shortly before they differ. */
function shownFrom(before: string, after: string): number {
  if (Math.max(before.length, after.length) <= SHOWN) return 0;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return Math.max(0, same - SHOWN_BEFORE);
}

function shown(text: string | null, from: number): string | null {
  if (text === null) return null;
  const to = from + SHOWN;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${text.length > to ? '…' : ''}`;
}

function iso(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

function urlsOf(attachments: readonly { url: string }[]): string {
  return attachments
    .map(({ url }) => url)
    .sort()
    .join('\n');
}

function evidence({ contentText, contentHtml, attachments, inlineImageCount }: DetailFields) {
  return {
    textLength: contentText.length,
    htmlLength: contentHtml.length,
    attachmentLinks: attachments.length,
    inlineImages: inlineImageCount,
  };
}

function storedEvidence({ contentText, contentHtml, attachments }: StoredDocument) {
  return {
    textLength: contentText?.length ?? 0,
    htmlLength: contentHtml?.length ?? 0,
    attachmentLinks: attachments.length,
    inlineImages: 0,
  };
}

/** Attachments are the list's as well as the page's: a body that lost all its text is not saved by them. */
function isUsable(found: ReturnType<typeof evidence>): boolean {
  return articleStatus({ ...found, attachmentLinks: 0, attachmentsDownloaded: 0 }) === 'ready';
}

/** Some rows link a file instead of a page. */
function isBinary(raw: Uint8Array): boolean {
  return raw.subarray(0, 1024).includes(0) || Buffer.from(raw.subarray(0, 5)).toString('latin1') === '%PDF-';
}
