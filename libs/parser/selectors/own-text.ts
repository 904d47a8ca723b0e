import { INVISIBLE_TAGS, joinText, textContent, type PageElement, type PageNode } from '../dom/page-node.js';

const INLINE = new Set([
  'b',
  'strong',
  'em',
  'i',
  'u',
  'font',
  'sub',
  'sup',
  'span',
  'small',
  'big',
  'a',
  'bdo',
  'nobr',
  'mark',
]);
const DATE_ONLY =
  /^[\s[(（【]*(?:\d{4}\s*[-/.年]\s*)?\d{1,2}\s*[-/.月]\s*\d{1,2}\s*日?(?:\s*\d{1,2}:\d{2}(?::\d{2})?)?[\s\])）】]*$/;

/**
 * What `::text` reads. Strictly it is the element's own text nodes, but titles are often wrapped in font or span tags:
 * inline children count as own text unless they are a date beside a title; an element without own text gives all of it.
 */
export function ownText(element: PageElement): string {
  const own = collect(element);
  return own.trim() ? own : textContent(element);
}

function collect(element: PageElement): string {
  let text = '';
  for (const child of element.children) text = joinText(text, part(child));
  return text;
}

function part(node: PageNode): string {
  if (node.type === 'text') return node.data;
  if (node.name === 'br') return ' ';
  if (!INLINE.has(node.name) || INVISIBLE_TAGS.has(node.name)) return '';
  const text = collect(node);
  return DATE_ONLY.test(text) ? ' ' : text;
}
