import { type Block } from '../text/document-body.js';
import { type SimResponse } from './dialect.js';

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** Opening tags by block type; every CMS has its own habit. */
export interface BodyStyle {
  paragraph: string;
  heading: string;
  signature: string;
  table: string;
  /** HTML of an image with this name. */
  image(name: string): string;
}

export const PLAIN_STYLE: BodyStyle = {
  paragraph: '<p style="text-indent: 2em;">',
  heading: '<p style="text-indent: 2em; font-weight: bold;">',
  signature: '<p style="text-align: right;">',
  table: '<table border="1" cellspacing="0" cellpadding="4" style="border-collapse: collapse; width: 100%;">',
  image: (name) => `<p style="text-align: center;"><img src="./${name}" alt="" width="480"></p>`,
};

export function renderBlocks(blocks: readonly Block[], style: BodyStyle = PLAIN_STYLE): string {
  return blocks.map((block) => renderBlock(block, style)).join('\n');
}

function renderBlock(block: Block, style: BodyStyle): string {
  switch (block.type) {
    case 'table':
      return `${style.table}<tbody>${block.rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`).join('\n')}</tbody></table>`;
    case 'image':
      return style.image(block.name);
    case 'addressee':
      return `<p>${escapeHtml(block.text)}</p>`;
    case 'heading':
      return closed(style.heading, `<strong>${escapeHtml(block.text)}</strong>`);
    case 'paragraph':
    case 'signature':
      return closed(style[block.type], escapeHtml(block.text));
  }
}

function closed(openTag: string, inner: string): string {
  return `${openTag}${inner}</${/^<(\w+)/.exec(openTag)?.[1] ?? 'p'}>`;
}

/** Lists cut long titles; the full one stays in the `title` attribute. */
export function truncateTitle(title: string, length = 38): string {
  return title.length > length ? `${title.slice(0, length)}...` : title;
}

export function html(body: string, status = 200): SimResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

export function json(value: unknown, status = 200): SimResponse {
  return { status, headers: { 'content-type': 'application/json;charset=UTF-8' }, body: JSON.stringify(value) };
}
