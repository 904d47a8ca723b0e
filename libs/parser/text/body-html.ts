import { attribute, INVISIBLE_TAGS, type PageElement, type PageNode } from '../dom/page-node.js';
import { imageSource, resolveUrl } from '../dom/page-url.js';

const KEPT_TAGS = new Set(
  (
    'p div br hr h1 h2 h3 h4 h5 h6 strong b em i u s del ins sub sup blockquote pre code ul ol li dl dt dd table caption ' +
    'thead tbody tfoot tr td th a img figure figcaption section article center'
  ).split(' '),
);
const VOID_TAGS = new Set(['br', 'hr', 'img']);
/** Form controls are page furniture, not text. */
const DROPPED_TAGS = new Set(['button', 'input', 'select', 'textarea', 'label', 'form']);

/**
 * Writes nodes as clean HTML: only tags and attributes that carry meaning, links and images absolute, everything else
 * unwrapped. What is not on the list cannot come out, so the result holds no script, style, handler or frame.
 */
export function writeBodyHtml(nodes: readonly PageNode[], baseUrl: string): string {
  let html = '';
  for (const node of nodes) html += writeNode(node, baseUrl);
  return html.trim();
}

function writeNode(node: PageNode, baseUrl: string): string {
  if (node.type === 'text') return escapeText(node.data);
  const { name } = node;
  if (INVISIBLE_TAGS.has(name) || (DROPPED_TAGS.has(name) && name !== 'form' && name !== 'label')) return '';
  let inner = '';
  for (const child of node.children) inner += writeNode(child, baseUrl);
  if (!KEPT_TAGS.has(name)) return inner;
  const attributes = keptAttributes(node, baseUrl);
  if (VOID_TAGS.has(name)) return name === 'img' && attributes === '' ? '' : `<${name}${attributes}>`;
  if (name === 'a' && attributes === '') return inner;
  return `<${name}${attributes}>${inner}</${name}>`;
}

function keptAttributes(element: PageElement, baseUrl: string): string {
  if (element.name === 'a') return oneAttribute('href', resolveUrl(attribute(element, 'href'), baseUrl));
  if (element.name === 'img') {
    const source = resolveUrl(imageSource(element), baseUrl);
    return source === null ? '' : oneAttribute('src', source) + oneAttribute('alt', attribute(element, 'alt') || null);
  }
  if (element.name === 'td' || element.name === 'th') return span(element, 'colspan') + span(element, 'rowspan');
  return '';
}

function span(cell: PageElement, name: string): string {
  const value = Number.parseInt(attribute(cell, name) ?? '', 10);
  return value > 1 && value <= 1_000 ? ` ${name}="${value}"` : '';
}

function oneAttribute(name: string, value: string | null): string {
  return value === null ? '' : ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;
}

function escapeText(text: string): string {
  return /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;
}
