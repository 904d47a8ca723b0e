import {
  holds,
  INVISIBLE_TAGS,
  joinText,
  lastOrder,
  oneLine,
  textContent,
  type PageElement,
  type PageNode,
} from '../dom/page-node.js';
import { type Page } from '../dom/parse-html.js';
import { labelKey, type LabelKey } from './label-names.js';

export type Labels = ReadonlyMap<LabelKey, string>;

const HOLDERS = new Set('td th dt dd li p span div b strong label em i font h3 h4 h5 section'.split(' '));
const CELLS = new Set(['td', 'th', 'dt']);
/** Indentation counts too, so this is generous. */
const LONGEST_TEXT = 600;
const LONGEST_VALUE = 300;
/** No table of facts has rows this long. */
const MOST_SIBLINGS = 500;
/** A label with its colon, or in brackets: 索引号：, 【索引号】 */
const COLON = /[：:】]/;
const LABEL = /(?<![\u4e00-\u9fa5])((?:[\u4e00-\u9fa5]\s*){2,8})(?:[：:]|】\s*[：:]?)\s*/g;

/**
 * Values that a page prints beside their labels (索引号：…, 文号：…), in tables, lists or one line, outside of the body:
 * there the same words speak of other documents. The first filled value of a label counts, read from the innermost
 * element that holds both.
 */
export function readLabels(page: Page, bodies: readonly PageElement[], head: readonly PageElement[] = []): Labels {
  const values = new Map<LabelKey, { value: string; element: PageElement }>();
  for (const element of [...possibleHolders(page, bodyTest(bodies)), ...head]) {
    for (const [key, value] of labelsIn(element)) {
      const known = values.get(key);
      if (key === 'docNo' && LETTER_SIZE.test(value)) continue;
      if (value && (!known || holds(known.element, element))) values.set(key, { value, element });
    }
  }
  return new Map([...values].map(([key, { value }]) => [key, value]));
}

/** Elements around a colon, and short cells, in document order. */
function possibleHolders(page: Page, inBody: (element: PageElement) => boolean): PageElement[] {
  const found = new Set<PageElement>();
  const visit = (element: PageElement): void => {
    for (const child of element.children) {
      if (child.type === 'text') {
        if (COLON.test(child.data)) addHolders(element, found);
      } else if (child.name !== 'a' && !INVISIBLE_TAGS.has(child.name) && !inBody(child)) {
        if (CELLS.has(child.name)) found.add(child);
        visit(child);
      }
    }
  };
  visit(page.root);
  return [...found].sort((a, b) => a.order - b.order);
}

/** 字号 is also the size of letters: 字号：[大 中 小]. */
const LETTER_SIZE = /^[\s[【(（]*(?:特大|超大|大|中|小|默认|标准)(?:[\s\]】)）|]|$)/;

/** A label, its value and what holds both lie at most this deep in each other. */
const LEVELS = 4;

function addHolders(inner: PageElement, found: Set<PageElement>): void {
  let element: PageElement | null = inner;
  for (let level = 0; element && level < LEVELS; level++) {
    if (HOLDERS.has(element.name)) found.add(element);
    element = element.parent;
  }
}

/** More elements than any label and value have: tables nested without end are not read again from every cell. */
const MOST_ELEMENTS = 500;

/** All text of an element on one line, or null when it is too long to be label and value. */
function shortText(element: PageElement): string | null {
  if (lastOrder(element) - element.order > MOST_ELEMENTS) return null;
  const text = boundedText(element, '');
  return text.length > LONGEST_TEXT ? null : oneLine(text);
}

function boundedText(element: PageElement, before: string): string {
  let text = before;
  for (const child of element.children) {
    if (text.length > LONGEST_TEXT) return text;
    if (child.type === 'text') text = joinText(text, child.data);
    else if (child.name === 'br') text += ' ';
    else if (!INVISIBLE_TAGS.has(child.name)) text = boundedText(child, text);
  }
  return text;
}

/** Elements stand in document order: a body is a stretch of it. */
function bodyTest(bodies: readonly PageElement[]): (element: PageElement) => boolean {
  const stretches = bodies.filter(({ order }) => order >= 0).map((body) => [body.order, lastOrder(body)] as const);
  const [only] = stretches;
  if (!only) return () => false;
  if (stretches.length === 1) return ({ order }) => order >= only[0] && order <= only[1];
  return ({ order }) => stretches.some(([first, last]) => order >= first && order <= last);
}

function* labelsIn(element: PageElement): Generator<[LabelKey, string]> {
  const text = shortText(element);
  if (text === null) return;
  if (!COLON.test(text)) {
    // Without a colon only a cell of its own is a label: running text may well contain the word.
    const key = CELLS.has(element.name) ? labelKey(text) : undefined;
    if (key !== undefined) yield [key, valueBeside(element)];
    return;
  }
  const found = [...text.matchAll(LABEL)].map(readLabel);
  for (const [at, { key, start, end }] of found.entries()) {
    if (key === undefined) continue;
    const inside = cleanValue(text.slice(end, found[at + 1]?.start ?? text.length));
    const isAlone = found.length === 1 && start === 0 && !inside && element.name !== 'li';
    yield [key, inside || (isAlone ? valueBeside(element) : '')];
  }
}

interface FoundLabel {
  key: LabelKey | undefined;
  start: number;
  end: number;
}

/**
 * A label may be justified with spaces inside (来　源：), or follow the Han characters of another value after a space or
 * a date (沙澜县教育局 文号：, 2026年2月3日来源：): then only its last part is the label.
 */
function readLabel(match: RegExpExecArray): FoundLabel {
  const written = match[1] ?? '';
  const end = match.index + match[0].length;
  const whole = labelKey(written);
  if (whole !== undefined) return { key: whole, start: match.index, end };
  const last = /(?:\s|[日时分秒])([\u4e00-\u9fa5]+)\s*$/.exec(written);
  const tail = last?.[1] ?? written.trim();
  return { key: labelKey(tail), start: match.index + written.lastIndexOf(tail), end };
}

function cleanValue(text: string): string {
  return text
    .slice(0, LONGEST_VALUE)
    .replace(/[\s|｜(（[【]+$/, '')
    .trim();
}

/** The value stands in the next cell, in the next element, or in the text right behind the label. */
function valueBeside(label: PageElement): string {
  let holder: PageElement | null = label;
  for (let climbed = 0; holder && climbed < 3; climbed++) {
    const value = valueAfter(holder);
    if (value !== null) return value;
    if (CELLS.has(holder.name) || holder.name === 'li' || holder.name === 'p') return '';
    holder = holder.parent;
  }
  return '';
}

function valueAfter(holder: PageElement): string | null {
  const siblings: readonly PageNode[] = holder.parent?.children ?? [];
  if (siblings.length > MOST_SIBLINGS) return '';
  for (let at = siblings.indexOf(holder) + 1; at < siblings.length; at++) {
    const next = siblings[at] as PageNode;
    if (next.type === 'tag' && (INVISIBLE_TAGS.has(next.name) || next.name === 'br')) continue;
    const text = cleanValue(oneLine(textContent(next)));
    if (next.type === 'tag') return isLabel(text) ? '' : text;
    if (text) return text;
  }
  return null;
}

function isLabel(text: string): boolean {
  return labelKey(text.replace(/[：:】].*$/, '').replace(/^【/, '')) !== undefined;
}
