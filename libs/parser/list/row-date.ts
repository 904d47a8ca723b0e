import { parseChineseDate } from '../dates/chinese-date.js';
import { oneLine, textContent, type PageElement } from '../dom/page-node.js';

const LONGEST_DATE = 30;
const LONGEST_BESIDE = 300;

/** The element of a row that shows nothing but its date. */
export function dateElement(row: PageElement, link: PageElement | null, now: Date): PageElement | null {
  for (const child of row.children) {
    if (child.type === 'text' || child === link) continue;
    const text = oneLine(textContent(child));
    if (text.length <= LONGEST_DATE && /\d|[昨前今]天/.test(text) && parseChineseDate(text, now)) return child;
    const inner = dateElement(child, link, now);
    if (inner) return inner;
  }
  return null;
}

/** The words that date a row: those of its date element, else the text beside its link; null when they name no day. */
export function rowDateText(row: PageElement, link: PageElement | null, now: Date): string | null {
  const element = dateElement(row, link, now);
  if (element) return oneLine(textContent(element));
  const all = oneLine(textContent(row));
  const own = link ? oneLine(textContent(link)) : '';
  const beside = all === own ? all : all.replace(own, ' ').slice(0, LONGEST_BESIDE);
  return parseChineseDate(beside, now) ? beside : null;
}
