import {
  attribute,
  BLOCK_TAGS,
  gather,
  INVISIBLE_TAGS,
  oneLine,
  type PageElement,
  type PageNode,
} from '../dom/page-node.js';
import { imageSource, resolveUrl } from '../dom/page-url.js';
import { parseHtml } from '../dom/parse-html.js';
import { cellsOf, isDataRow } from './table-shape.js';
import { collapseSpaces, trimLine } from './white-space.js';

/** Clean Markdown of a piece of HTML, for reading and for splitting by headings: links and images absolute. */
export function htmlToMarkdown(html: string, baseUrl: string): string {
  return nodesToMarkdown(parseHtml(html).root.children, baseUrl);
}

/** `htmlToMarkdown` of nodes that are parsed already. */
export function nodesToMarkdown(nodes: readonly PageNode[], baseUrl: string): string {
  return writeMarkdown(nodes, baseUrl, 0);
}

const DEEPEST_QUOTE = 4;

function writeMarkdown(nodes: readonly PageNode[], baseUrl: string, quoteDepth: number): string {
  const writer = new MarkdownWriter(baseUrl, quoteDepth);
  writer.writeAll(nodes);
  return writer.finish();
}

class MarkdownWriter {
  private readonly blocks: string[] = [];
  private line = '';
  private inCell = false;

  constructor(
    private readonly baseUrl: string,
    private readonly quoteDepth: number,
  ) {}

  writeAll(nodes: readonly PageNode[]): void {
    for (const node of nodes) this.write(node);
  }

  finish(): string {
    this.endBlock();
    return this.blocks.join('\n\n');
  }

  private write(node: PageNode): void {
    if (node.type === 'text') {
      this.line += escapeMarkdown(collapseSpaces(node.data));
      return;
    }
    const { name } = node;
    if (INVISIBLE_TAGS.has(name)) return;
    if (name === 'br') this.line += this.inCell ? ' ' : '\n';
    else if (name === 'hr') this.addBlock('---');
    else if (name === 'img') this.writeImage(node);
    else if (name === 'a') this.writeLink(node);
    else if (name === 'strong' || name === 'b') this.writeMarked(node, '**');
    else if (name === 'em' || name === 'i') this.writeMarked(node, '*');
    else if (this.inCell) this.writeInCell(node);
    else if (/^h[1-6]$/.test(name)) this.writeHeading(node);
    else if (name === 'ul' || name === 'ol') this.writeList(node, 0);
    else if (name === 'blockquote' && this.quoteDepth < DEEPEST_QUOTE) this.writeQuote(node);
    else if (name === 'pre') this.writePreformatted(node);
    else if (name === 'table' && isDataTable(node)) this.writeTable(node);
    else if (BLOCK_TAGS.has(name)) {
      this.endBlock();
      this.writeAll(node.children);
      this.endBlock();
    } else this.writeAll(node.children);
  }

  private writeInCell(element: PageElement): void {
    const isBlock = BLOCK_TAGS.has(element.name);
    if (isBlock) this.line += ' ';
    this.writeAll(element.children);
    if (isBlock) this.line += ' ';
  }

  private addBlock(text: string): void {
    this.endBlock();
    if (text) this.blocks.push(text);
  }

  private endBlock(): void {
    if (!this.line) return;
    const text = this.line.includes('\n') ? trimLines(this.line) : cleanLine(this.line);
    this.line = '';
    if (text) this.blocks.push(text);
  }

  /** Text of a subtree on one line, marks included. */
  private inline(element: PageElement): string {
    const { line, inCell } = this;
    this.line = '';
    this.inCell = true;
    this.writeAll(element.children);
    const text = oneLine(this.line);
    this.line = line;
    this.inCell = inCell;
    return text;
  }

  private writeMarked(element: PageElement, mark: string): void {
    if (!this.inCell && hasBlockInside(element)) {
      this.writeAll(element.children);
      return;
    }
    const text = this.inline(element);
    if (text) this.line += text.includes(mark) ? text : `${mark}${text}${mark}`;
  }

  private writeLink(element: PageElement): void {
    const url = resolveUrl(attribute(element, 'href'), this.baseUrl);
    if (url === null || (!this.inCell && hasBlockInside(element))) {
      this.writeAll(element.children);
      return;
    }
    const text = this.inline(element);
    if (text) this.line += `[${text}](${markdownUrl(url)})`;
  }

  private writeImage(element: PageElement): void {
    const url = resolveUrl(imageSource(element), this.baseUrl);
    if (url !== null)
      this.line += `![${escapeMarkdown(oneLine(attribute(element, 'alt') ?? ''))}](${markdownUrl(url)})`;
  }

  private writeHeading(element: PageElement): void {
    const text = this.inline(element).replace(/^\*\*(.*)\*\*$/, '$1');
    if (text) this.addBlock(`${'#'.repeat(Number(element.name[1]))} ${text}`);
  }

  private writeQuote(element: PageElement): void {
    const inner = writeMarkdown(element.children, this.baseUrl, this.quoteDepth + 1);
    if (inner) this.addBlock(inner.replace(/^/gm, '> ').replace(/^> $/gm, '>'));
  }

  private writePreformatted(element: PageElement): void {
    const text = rawText(element).replace(/^\n|\s+$/g, '');
    if (text) this.addBlock(`\`\`\`\n${text.replaceAll('```', '` ` `')}\n\`\`\``);
  }

  private writeList(list: PageElement, depth: number): void {
    if (depth === 0) this.endBlock();
    const lines = this.listLines(list, depth);
    if (lines.length > 0) this.blocks.push(lines.join('\n'));
  }

  private listLines(list: PageElement, depth: number): string[] {
    const lines: string[] = [];
    let number = 1;
    for (const item of list.children) {
      if (item.type === 'text') continue;
      const nested = item.children.filter((child): child is PageElement => child.type === 'tag' && isList(child));
      const own = this.inline(
        nested.length === 0 ? item : gather(item.children.filter((child) => !nested.includes(child as PageElement))),
      );
      if (own) lines.push(`${'  '.repeat(depth)}${list.name === 'ol' ? `${number++}.` : '-'} ${own}`);
      if (depth < 8) for (const inner of nested) for (const line of this.listLines(inner, depth + 1)) lines.push(line);
    }
    return lines;
  }

  private writeTable(table: PageElement): void {
    const rows = rowsOf(table).map((row) =>
      cellsOf(row).flatMap((cell) => {
        const text = this.inline(cell).replaceAll('|', '\\|');
        const width = Math.min(Number.parseInt(attribute(cell, 'colspan') ?? '1', 10) || 1, 50);
        return [text, ...Array<string>(Math.max(0, width - 1)).fill('')];
      }),
    );
    const filled = rows.filter((row) => row.some(Boolean));
    const width = filled.reduce((widest, row) => Math.max(widest, row.length), 0);
    const [head, ...body] = filled;
    if (!head) return;
    const write = (row: string[]): string =>
      `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`;
    const rule = `|${' --- |'.repeat(width)}`;
    this.addBlock([write(head), rule, ...body.map(write)].join('\n'));
  }
}

function isList(element: PageElement): boolean {
  return element.name === 'ul' || element.name === 'ol';
}

function rowsOf(table: PageElement): PageElement[] {
  const rows: PageElement[] = [];
  for (const child of table.children) {
    if (child.type === 'text') continue;
    if (child.name === 'tr') rows.push(child);
    else if (child.name !== 'table') for (const row of rowsOf(child)) rows.push(row);
  }
  return rows;
}

function isDataTable(table: PageElement): boolean {
  const rows = rowsOf(table);
  return (
    rows.length > 1 &&
    rows.filter((row) => isDataRow(row) || cellsOf(row).length === 1).length === rows.length &&
    rows.some(isDataRow)
  );
}

function hasBlockInside(element: PageElement): boolean {
  return element.children.some(
    (child) => child.type === 'tag' && (BLOCK_TAGS.has(child.name) || hasBlockInside(child)),
  );
}

function trimLines(text: string): string {
  return text.split('\n').map(cleanLine).filter(Boolean).join('\n');
}

function cleanLine(line: string): string {
  const clean = trimLine(line.includes('  ') ? line.replace(/ {2,}/g, ' ') : line).trim();
  return LINE_MARK.test(clean) ? `\\${clean}` : clean;
}

/** A heading, quote or list item to a reader of Markdown, but not on the page. */
const LINE_MARK = /^(?:#{1,6}|[-+>])\s/;
const SPECIAL = /[\\`*_[\]<]/;

function escapeMarkdown(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[\\`*_[\]<]/g, '\\$&') : text;
}

function markdownUrl(url: string): string {
  return url.replace(/[()\s]/g, (char) => encodeURIComponent(char).replace('(', '%28').replace(')', '%29'));
}

function rawText(node: PageNode): string {
  if (node.type === 'text') return node.data;
  if (node.name === 'br') return '\n';
  return node.children.map(rawText).join('');
}
