import { BLOCK_TAGS, INVISIBLE_TAGS, type PageElement, type PageNode } from '../dom/page-node.js';
import { parseHtml } from '../dom/parse-html.js';
import { isDataRow } from './table-shape.js';
import { collapseSpaces, trimLine } from './white-space.js';

/**
 * Readable text of a piece of HTML: one line per block, one line per table row with tabs between its cells, scripts
 * and styles left out, no runs of blank lines. Raw no-break spaces stay (tables are aligned with them).
 */
export function htmlToText(html: string): string {
  return nodesToText(parseHtml(html).root.children);
}

/** `htmlToText` of nodes that are parsed already. */
export function nodesToText(nodes: readonly PageNode[]): string {
  const writer = new TextWriter();
  for (const node of nodes) writer.write(node);
  return writer.finish();
}

const VISIBLE = /[^\s\u200b\ufeff]/;

class TextWriter {
  private text = '';
  private line = '';
  /** The line has several pieces, with spaces where they meet. */
  private isJoined = false;
  /** Inside a data row, blocks and breaks do not end the line. */
  private rowDepth = 0;

  write(node: PageNode): void {
    if (node.type === 'text') {
      const text = collapseSpaces(node.data);
      this.isJoined ||= this.line !== '';
      this.line += text;
      return;
    }
    const { name } = node;
    if (INVISIBLE_TAGS.has(name)) return;
    if (name === 'br' || name === 'hr') this.breakLine();
    else if (name === 'pre' && this.rowDepth === 0) this.writePreformatted(node);
    else if (name === 'tr' && this.rowDepth === 0 && isDataRow(node)) this.writeRow(node);
    else if (BLOCK_TAGS.has(name)) {
      this.breakLine();
      for (const child of node.children) this.write(child);
      this.breakLine();
    } else for (const child of node.children) this.write(child);
  }

  finish(): string {
    this.breakLine();
    return this.text.trimEnd();
  }

  private writeRow(row: PageElement): void {
    this.breakLine();
    this.rowDepth++;
    const cells: string[] = [];
    for (const cell of row.children) {
      if (cell.type === 'text') continue;
      this.line = '';
      this.write(cell);
      cells.push(trimLine(collapseSpaces(this.line)));
    }
    this.rowDepth--;
    this.line = cells.join('\t').trimEnd();
    this.endLine();
  }

  private writePreformatted(element: PageElement): void {
    this.breakLine();
    const lines = rawText(element)
      .replace(/\r\n?/g, '\n')
      .replace(/[^\S\n]+$/gm, '')
      .replace(/\n{2,}/g, '\n')
      .replace(/^\n|\n$/g, '');
    if (lines) this.text += `${lines}\n`;
  }

  private breakLine(): void {
    if (this.rowDepth > 0) {
      this.line += ' ';
      return;
    }
    this.line = trimLine(this.isJoined ? collapseSpaces(this.line) : this.line);
    this.endLine();
  }

  private endLine(): void {
    if (this.line && VISIBLE.test(this.line)) this.text += this.line + '\n';
    this.line = '';
    this.isJoined = false;
  }
}

function rawText(node: PageNode): string {
  if (node.type === 'text') return node.data;
  if (node.name === 'br') return '\n';
  return node.children.map(rawText).join('');
}
