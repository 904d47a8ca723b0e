import { type PageElement } from '../dom/page-node.js';

const INNER_BLOCKS = new Set([
  'p',
  'div',
  'ul',
  'ol',
  'dl',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'section',
]);
const MAX_CELL_BLOCKS = 6;

/** Cells of a row. */
export function cellsOf(row: PageElement): PageElement[] {
  return row.children.filter(
    (child): child is PageElement => child.type === 'tag' && (child.name === 'td' || child.name === 'th'),
  );
}

/**
 * Does a row hold data, and not the layout of a page? Data has several cells, no table inside and no cell with the
 * many blocks of running text.
 */
export function isDataRow(row: PageElement): boolean {
  const cells = cellsOf(row);
  return cells.length > 1 && cells.every((cell) => countBlocks(cell, 0) <= MAX_CELL_BLOCKS);
}

function countBlocks(element: PageElement, found: number): number {
  let count = found;
  for (const child of element.children) {
    if (count > MAX_CELL_BLOCKS) return count;
    if (child.type === 'text') continue;
    if (child.name === 'table') return MAX_CELL_BLOCKS + 1;
    if (INNER_BLOCKS.has(child.name)) count++;
    count = countBlocks(child, count);
  }
  return count;
}
