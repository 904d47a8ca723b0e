import { BLOCK_TAGS, INVISIBLE_TAGS, oneLine, PageElement, textContent } from '../../dom/page-node.js';
import { comparable } from '../site-name.js';

/*
 * Plain pages put headline, the line under it (when, by whom, how often read) and text into one element. The line under
 * the headline tells such a page: without one, a heading that opens the text is part of the document.
 */

const LONGEST_LINE = 160;
const MOST_LINES = 5;
const DAY = '\\d{4}\\s*[-/.年]\\s*\\d{1,2}\\s*[-/.月]\\s*\\d{1,2}\\s*日?(?:\\s*\\d{1,2}:\\d{2}(?::\\d{2})?)?';
const LABEL =
  '(?:信息|稿件|文章|内容)?来\\s*源|稿源|(?:发布|发表|更新|发稿|公开)(?:时间|日期)|(?:浏览|点击|阅读|访问)(?:次数|量|数|率)?|责任编辑|字体|字号';
/** 时间： alone may open the text of an invitation; beside a source or a counter it does not. */
const INFO_LINE = new RegExp(
  `^[\\s[【(（]*(?:(?:(?:时间|日期)\\s*[:：]\\s*)?${DAY}[\\s|｜]*)?(?:作者\\s*[:：]\\s*\\S{1,12}\\s+)?(?:${LABEL})\\s*[:：][^。；]*$`,
);

export interface CutBody {
  body: PageElement;
  /** What stood above the text, for those who look for labels. */
  head: readonly PageElement[];
}

/** The body without the head of the page, where it holds that too. */
export function cutHead(body: PageElement, title: string | null): CutBody {
  const lines: PageElement[] = [];
  let cut = 0;
  for (const line of leadingLines(body)) {
    const text = line === null || lines.length >= MOST_LINES ? null : oneLine(textContent(line));
    if (line === null || text === null || text.length > LONGEST_LINE) break;
    const isInfo = INFO_LINE.test(text);
    const isTitle = title !== null && comparable(text) === comparable(title);
    if (text && !isInfo && !isTitle) break;
    lines.push(line);
    if (isInfo) cut = lines.length;
  }
  const head = lines.slice(0, cut);
  return head.length === 0 ? { body, head } : { body: without(body, new Set(head)), head };
}

/** Elements without blocks inside, in document order; null for text that has no element of its own. */
function* leadingLines(element: PageElement): Generator<PageElement | null> {
  for (const child of element.children) {
    if (child.type === 'text') {
      if (child.data.trim()) yield null;
    } else if (INVISIBLE_TAGS.has(child.name) || child.name === 'br') continue;
    else if (holdsBlock(child)) yield* leadingLines(child);
    else yield child;
  }
}

function holdsBlock(element: PageElement): boolean {
  return element.children.some((child) => child.type === 'tag' && (BLOCK_TAGS.has(child.name) || holdsBlock(child)));
}

/** A copy of the elements around those that go; everything else stays what it is. */
function without(element: PageElement, gone: ReadonlySet<PageElement>): PageElement {
  const copy = new PageElement(element.name, element.attributes, element.parent, element.order);
  let left = gone.size;
  for (const child of element.children) {
    if (child.type === 'tag' && gone.has(child)) left -= 1;
    else if (child.type === 'tag' && left > 0 && holdsOne(child, gone)) copy.children.push(without(child, gone));
    else copy.children.push(child);
  }
  return copy;
}

function holdsOne(element: PageElement, wanted: ReadonlySet<PageElement>): boolean {
  return element.children.some((child) => child.type === 'tag' && (wanted.has(child) || holdsOne(child, wanted)));
}
