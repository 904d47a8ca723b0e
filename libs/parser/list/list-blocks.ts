import {
  attribute,
  holds,
  INVISIBLE_TAGS,
  oneLine,
  textContent,
  type PageElement,
  type PageNode,
} from '../dom/page-node.js';

/** Fewer rows are no list of their own. */
const LEAST_ROWS = 3;
/** Lists of years are cut into parts by the years, and stay one list. */
const PERIOD = /^[\s—\-·]*(?:19|20)\d{2}\s*(?:年|[-./])?\s*(?:\d{1,2}\s*月?)?(?:份)?[\s—\-·]*$/;
const HIDDEN = /display\s*:\s*none/i;

export interface BlockRow {
  row: PageElement;
  /** The day that the row shows, if any. */
  day: string | null;
}

/**
 * Rows that look alike may belong to several lists, as on home pages. A list is what stands in one container; parts of
 * one list in containers side by side stay together, unless words stand between them or the dates begin anew.
 */
export function splitIntoBlocks<Row extends BlockRow>(rows: readonly Row[]): Row[][] {
  const counts = new Map<PageElement, number>();
  for (const { row } of rows) {
    for (let above = row.parent; above; above = above.parent) counts.set(above, (counts.get(above) ?? 0) + 1);
  }
  const blocks = new Map<PageElement | null, Row[]>();
  for (const candidate of rows) {
    let container = candidate.row.parent;
    while (container?.parent && (counts.get(container) ?? 0) < LEAST_ROWS) container = container.parent;
    const known = blocks.get(container);
    if (known) known.push(candidate);
    else blocks.set(container, [candidate]);
  }
  const places: Places = new Map();
  const merged: { container: PageElement | null; rows: Row[] }[] = [];
  for (const [container, block] of blocks) {
    const before = merged.at(-1);
    if (before && goesOn(before, { container, rows: block }, places)) {
      before.rows.push(...block);
      before.container = container;
    } else merged.push({ container, rows: block });
  }
  return merged.map(({ rows: block }) => block);
}

/** Where each child of an element stands: a page may have a hundred thousand lists side by side. */
type Places = Map<PageElement, Map<PageNode, number>>;

/** The words between two children of one element. */
function between(one: PageElement, other: PageElement, places: Places): string[] {
  const siblings = one.parent?.children ?? [];
  let known = one.parent ? places.get(one.parent) : undefined;
  if (!known && one.parent) places.set(one.parent, (known = new Map(siblings.map((node, place) => [node, place]))));
  const nodes = siblings.slice((known?.get(one) ?? 0) + 1, known?.get(other) ?? 0);
  return nodes.map((node) => oneLine(textContent(node))).filter((text) => text !== '');
}

interface Block {
  container: PageElement | null;
  rows: readonly BlockRow[];
}

function goesOn(before: Block, next: Block, places: Places): boolean {
  if (!before.container || !next.container) return false;
  const [one, other] = holds(next.container, before.container)
    ? [branchTo(before.container, next.container), shortRest(next)]
    : [widest(before.container), widest(next.container)];
  if (!one || !other || one === other || !one.parent || one.parent !== other.parent) return false;
  if (HIDDEN.test(attribute(other, 'style') ?? '')) return false;
  if (!between(one, other, places).every((text) => PERIOD.test(text))) return false;
  return inOneOrder(before.rows.at(-2)?.day, before.rows.at(-1)?.day, next.rows[0]?.day);
}

/** Whether the day of the next row goes on where the rows before it were heading: to the past, mostly. */
function inOneOrder(
  before: string | null | undefined,
  last: string | null | undefined,
  next: string | null | undefined,
): boolean {
  if (!before || !last || !next) return true;
  return before >= last ? next <= last : next >= last;
}

/** The last part of a list may be too short to be known for one: its rows then stand in one branch beside the others. */
function shortRest({ container, rows }: Block): PageElement | null {
  const branches = new Set(rows.map(({ row }) => container && branchTo(row, container)));
  const [branch] = branches;
  return branches.size === 1 ? (branch ?? null) : null;
}

/** The child of `outer` that holds `inner`. */
function branchTo(inner: PageElement, outer: PageElement): PageElement | null {
  let element: PageElement | null = inner;
  while (element && element.parent !== outer) element = element.parent;
  return element;
}

/** The largest element around a container that holds nothing else. */
function widest(container: PageElement): PageElement {
  let element = container;
  for (let above = container.parent; above?.parent && above.name !== 'body'; above = above.parent) {
    const inner = element;
    if (above.children.some((node) => node !== inner && showsText(node))) break;
    element = above;
  }
  return element;
}

function showsText(node: PageNode): boolean {
  if (node.type === 'text') return /[^\s\u200b\ufeff]/.test(node.data);
  return !INVISIBLE_TAGS.has(node.name) && node.children.some(showsText);
}
