import { parseChineseDate } from '../dates/chinese-date.js';
import { dateFromUrl } from '../dates/url-date.js';
import { isFileUrl } from '../detail/attachments.js';
import { attribute, oneLine, textContent, walkElements, type PageElement } from '../dom/page-node.js';
import { type ListRow } from './list-row.js';

const ELLIPSIS = /(?:\.{2,}|…+|。。+|···)\s*$/;
const PINNED_TEXT = /[[【(（〔]\s*(?:置\s*顶|顶|TOP)\s*[\]】)）〕]|^置顶/i;
const PINNED_CLASS = /(?:^|[\s_-])(?:zhiding|zhi-ding|istop|is-top|stick(?:y)?|pinned|settop|zd)(?:$|[\s_-])/i;

/** Puts a row together from the raw values found in it; null when it has no title. */
export function buildRow(
  row: PageElement,
  link: { url: string; element: PageElement | null; title: string; dateText: string | null },
  now: Date,
): ListRow | null {
  const title = cleanTitle(fullTitle(link.title, link.element));
  if (!title) return null;
  const printed = link.dateText === null ? null : parseChineseDate(link.dateText, now);
  return {
    url: link.url,
    title,
    publishDate: printed?.date ?? dateFromUrl(link.url),
    publishTime: printed?.time ?? null,
    pinned: isPinned(row),
    isFile: isFileUrl(link.url),
  };
}

/** Lists cut long titles; the link's `title` attribute then holds all of it. */
function fullTitle(shown: string, link: PageElement | null): string {
  const attributeTitle = oneLine((link && attribute(link, 'title')) ?? '').replace(/<[^>]{1,100}>/g, '');
  if (!attributeTitle) return shown;
  const stem = shown.replace(ELLIPSIS, '').trim();
  if (!stem) return attributeTitle;
  const cut = ELLIPSIS.test(shown) || attributeTitle.length > shown.length;
  return cut && comparable(attributeTitle).startsWith(comparable(stem).slice(0, 8)) ? attributeTitle : shown;
}

function comparable(text: string): string {
  return text.replace(/[\s\p{P}\p{S}]+/gu, '');
}

/** A title that consists of decoration alone stays as it is: a row without a title would be lost. */
function cleanTitle(title: string): string {
  const clean = title
    .replace(/^[\s·•●▪■◆○*>»-]+/, '')
    .replace(PINNED_TEXT, '')
    .trim();
  return clean || title.trim();
}

function isPinned(row: PageElement): boolean {
  if (PINNED_TEXT.test(oneLine(textContent(row)).slice(0, 400))) return true;
  if (PINNED_CLASS.test(attribute(row, 'class') ?? '')) return true;
  let marked = false;
  walkElements(row, (element) => {
    const hints = `${attribute(element, 'class') ?? ''} ${element.name === 'img' ? (attribute(element, 'alt') ?? '') : ''}`;
    if (PINNED_CLASS.test(hints) || /置顶/.test(hints)) marked = true;
  });
  return marked;
}
