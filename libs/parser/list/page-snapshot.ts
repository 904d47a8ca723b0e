import {
  attribute,
  INVISIBLE_TAGS,
  lastOrder,
  type PageElement,
  type PageNode,
  walkElements,
} from '../dom/page-node.js';
import { parseHtml } from '../dom/parse-html.js';
import { compileSelector } from '../selectors/compile-selector.js';
import { showRecords } from './show-records.js';

/*
 * A page for people to point at. It consists of a few tags without any attribute of the page's own, so there is
 * nothing in it that could run, load or lead anywhere; `data-gc` names each element by its place in the page, and
 * `data-css` by its id and classes, as far as they are plain words: a selector can be made of what was pointed at.
 */

const KEPT = new Set(
  (
    'div span p br hr h1 h2 h3 h4 h5 h6 strong b em i u ul ol li dl dt dd table caption thead tbody tfoot tr td th a ' +
    'section article header footer nav main aside blockquote pre'
  ).split(' '),
);
const VOID = new Set(['br', 'hr']);
const MAX_CHARACTERS = 500_000;

/** The page as harmless HTML, cut where it gets too long to look at. */
export function snapshotPage(html: string): { html: string; truncated: boolean } {
  const writer = new SnapshotWriter();
  for (const node of parseHtml(showRecords(html)).root.children) writer.write(node);
  return { html: writer.html, truncated: writer.isFull };
}

class SnapshotWriter {
  html = '';

  get isFull(): boolean {
    return this.html.length >= MAX_CHARACTERS;
  }

  write(node: PageNode): void {
    if (this.isFull) return;
    if (node.type === 'text') {
      this.html += escapeText(node.data);
      return;
    }
    const { name } = node;
    if (INVISIBLE_TAGS.has(name)) return;
    if (name === 'img') this.html += `<span data-gc="${node.order}">▨</span>`;
    const kept = KEPT.has(name);
    if (kept) this.html += `<${name} data-gc="${node.order}"${wordsOf(node)}>`;
    for (const child of node.children) this.write(child);
    if (kept && !VOID.has(name)) this.html += `</${name}>`;
  }
}

const PLAIN_WORD = /^[a-z_][\w-]{0,60}$/i;
const SHOWN_CLASSES = 3;

function wordsOf(element: PageElement): string {
  const id = attribute(element, 'id') ?? '';
  const classes = (attribute(element, 'class') ?? '').split(/\s+/).filter((word) => PLAIN_WORD.test(word));
  const words = [
    PLAIN_WORD.test(id) ? `#${id}` : '',
    ...classes.slice(0, SHOWN_CLASSES).map((word) => `.${word}`),
  ].join('');
  return words === '' ? '' : ` data-css="${words}"`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Elements by their places (`data-gc`), for highlighting. */
export interface ListMarks {
  row: number[];
  href: number[];
  title: number[];
  date: number[];
}

/** Where the selectors of a list match. Throws SelectorError for one that cannot be used. */
export function markList(
  html: string,
  selectors: { row: string; href: string; title: string; date?: string },
): ListMarks {
  const page = parseHtml(showRecords(html));
  const rows = compileSelector(selectors.row).allMatches(page.elements, page.root);
  const inRows = (selector: string | undefined): number[] => {
    if (selector === undefined) return [];
    const compiled = compileSelector(selector);
    return rows.flatMap((row) =>
      compiled
        .firstMatches(page.elements.slice(row.order, lastOrder(row) + 1), row)
        .slice(0, 1)
        .map(({ order }) => order),
    );
  };
  return {
    row: rows.map(({ order }) => order),
    href: inRows(selectors.href),
    title: inRows(selectors.title),
    date: inRows(selectors.date),
  };
}

/** Where one selector matches on a page, in document order, with how many matches there are. */
export function markSelector(html: string, selector: string): { count: number; elements: number[] } {
  const page = parseHtml(html);
  const found = compileSelector(selector).firstMatches(page.elements, page.root);
  return { count: found.length, elements: found.slice(0, 500).map(({ order }) => order) };
}

/** Whether the element of that place lies in the tree of `root`, or is it. */
export function holdsElement(root: PageElement, order: number): boolean {
  let holds = root.order === order;
  walkElements(root, (element) => {
    if (element.order === order) holds = true;
  });
  return holds;
}
