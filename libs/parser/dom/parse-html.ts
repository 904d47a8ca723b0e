import { decodeEntities } from './decode-entities.js';
import { PageText, type PageElement } from './page-node.js';
import { tagRules } from './tag-rules.js';
import { TreeBuilder } from './tree-builder.js';

/*
 * Government pages are HTML of every age: this tokenizer skips from `<` to `<` instead of stepping through characters,
 * which makes it several times faster than a specification-complete one, and it never gives up: what is not a tag is text.
 */

const NO_ATTRIBUTES: readonly string[] = [];
const MAX_ATTRIBUTES = 256;
/** Several times the largest page worth reading; what follows is not looked at. */
const MAX_CHARACTERS = 6_000_000;

const enum Char {
  Space = 32,
  Bang = 33,
  Quote = 34,
  Apostrophe = 39,
  Slash = 47,
  Equals = 61,
  Greater = 62,
  Question = 63,
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/** White space, and with it all control characters: none of them belongs in a tag. */
function isSpace(code: number): boolean {
  return code <= Char.Space;
}

/** A parsed page or fragment. */
export interface Page {
  /** The `#document` element. */
  root: PageElement;
  /** Every element in document order. */
  elements: readonly PageElement[];
}

/** Parses a page or a fragment; any input gives a tree. */
export function parseHtml(html: string): Page {
  return new HtmlReader(html.length > MAX_CHARACTERS ? html.slice(0, MAX_CHARACTERS) : html).read();
}

class HtmlReader {
  private position = 0;
  /** Where the open CDATA section ends, or -1. */
  private sectionEnd = -1;
  private readonly tree = new TreeBuilder();
  /** Closing marks known not to come any more, so that a page of openings is not searched to its end each time. */
  private readonly absent = new Set<string>();

  constructor(private readonly html: string) {}

  read(): Page {
    const { html, tree } = this;
    const { length } = html;
    let textStart = 0;
    while (this.position < length && !tree.full) {
      const open = html.indexOf('<', this.position);
      if (open < 0) break;
      const next = html.charCodeAt(open + 1);
      const isTag = isLetter(next) || (next === Char.Slash && isLetter(html.charCodeAt(open + 2)));
      if (!isTag && next !== Char.Bang && next !== Char.Question && next !== Char.Slash) {
        this.position = open + 1;
        continue;
      }
      if (open > textStart) this.addText(textStart, open);
      if (!isTag) this.skipMarkup(open);
      else if (next === Char.Slash) this.readEndTag(open + 2);
      else this.readStartTag(open + 1);
      textStart = this.position;
    }
    if (textStart < length && !tree.full) this.addText(textStart, length);
    return { root: tree.root, elements: tree.elements };
  }

  private addText(from: number, to: number): void {
    // Indentation between the items of a list or the cells of a table is a third of all text nodes, and says nothing.
    if (this.tree.dropsSpace && this.isBlank(from, to)) return;
    const end = this.sectionEnd;
    if (end < from || end >= to) {
      this.tree.text(decodeEntities(this.html.slice(from, to)));
      return;
    }
    const text = this.html.slice(from, end) + this.html.slice(end + 3, to);
    if (text) this.tree.text(decodeEntities(text));
  }

  private isBlank(from: number, to: number): boolean {
    const { html } = this;
    let at = from;
    while (at < to && isSpace(html.charCodeAt(at))) at++;
    return at === to;
  }

  /** Comments, doctypes, processing instructions; the content of a CDATA section stays visible. */
  private skipMarkup(open: number): void {
    const { html } = this;
    if (html.startsWith('<![CDATA[', open)) {
      this.position = open + 9;
      this.sectionEnd = this.find(']]>', open + 9);
      return;
    }
    if (html.startsWith('<!--', open)) {
      // `<!-->` and `<!--->` are complete comments; an unclosed one must not hide the rest of the page.
      const empty = html.charCodeAt(open + 4) === Char.Greater || html.startsWith('->', open + 4);
      const end = empty ? html.indexOf('>', open) - 2 : this.find('-->', open + 4);
      if (end >= 0) {
        this.position = end + 3;
        return;
      }
    }
    this.skipToGreater(open + 1);
  }

  private skipToGreater(from: number): void {
    const end = this.find('>', from);
    this.position = end < 0 ? this.html.length : end + 1;
  }

  private find(mark: string, from: number): number {
    if (this.absent.has(mark)) return -1;
    const found = this.html.indexOf(mark, from);
    if (found < 0) this.absent.add(mark);
    return found;
  }

  private nameEnd(from: number): number {
    const { html } = this;
    let end = from;
    for (; end < html.length; end++) {
      const code = html.charCodeAt(end);
      if (isSpace(code) || code === Char.Greater || code === Char.Slash) break;
    }
    return end;
  }

  private readEndTag(nameStart: number): void {
    const end = this.nameEnd(nameStart);
    const name = this.html.slice(nameStart, end).toLowerCase();
    this.skipToGreater(end);
    this.tree.close(tagRules(name));
  }

  private readStartTag(nameStart: number): void {
    const { html } = this;
    const end = this.nameEnd(nameStart);
    const name = html.slice(nameStart, end).toLowerCase();
    this.position = end;
    const attributes = this.readAttributes();
    const rules = tagRules(name);
    const element = this.tree.open(rules, attributes);
    if (rules.isRawText && element) this.readRawText(element);
  }

  /** Reads up to and past the `>` of the tag. */
  private readAttributes(): readonly string[] {
    const { html } = this;
    const { length } = html;
    let attributes: string[] | null = null;
    let at = this.position;
    while (at < length) {
      const code = html.charCodeAt(at);
      if (code === Char.Greater) {
        at++;
        break;
      }
      if (isSpace(code) || code === Char.Slash) {
        at++;
        continue;
      }
      const nameStart = at;
      at++;
      for (; at < length; at++) {
        const inName = html.charCodeAt(at);
        if (inName === Char.Equals || inName === Char.Greater || inName === Char.Slash || isSpace(inName)) break;
      }
      const nameStop = at;
      while (at < length && isSpace(html.charCodeAt(at))) at++;
      let value = '';
      if (html.charCodeAt(at) === Char.Equals) {
        at++;
        while (at < length && isSpace(html.charCodeAt(at))) at++;
        const quote = html.charCodeAt(at);
        if (quote === Char.Quote || quote === Char.Apostrophe) {
          const close = html.indexOf(quote === Char.Quote ? '"' : "'", at + 1);
          const stop = close < 0 ? this.unquotedEnd(at + 1) : close;
          value = html.slice(at + 1, stop);
          at = close < 0 ? stop : close + 1;
        } else {
          const stop = this.unquotedEnd(at);
          value = html.slice(at, stop);
          at = stop;
        }
      }
      attributes ??= [];
      if (attributes.length < MAX_ATTRIBUTES) {
        attributes.push(html.slice(nameStart, nameStop).toLowerCase(), decodeEntities(value));
      }
    }
    this.position = at;
    return attributes ?? NO_ATTRIBUTES;
  }

  private unquotedEnd(from: number): number {
    const { html } = this;
    let at = from;
    for (; at < html.length; at++) {
      const code = html.charCodeAt(at);
      if (code === Char.Greater || isSpace(code)) break;
    }
    return at;
  }

  /** Script, style and the like end at their own end tag only. Without one, a title or textarea is taken as empty. */
  private readRawText(element: PageElement): void {
    const { html } = this;
    const { name } = element;
    const start = this.position;
    let stop = -1;
    if (!this.absent.has(name)) {
      const endTag = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
      endTag.lastIndex = start;
      stop = endTag.exec(html)?.index ?? -1;
      if (stop < 0) this.absent.add(name);
    }
    const decoded = name === 'title' || name === 'textarea';
    if (stop < 0 && !decoded) stop = html.length;
    if (stop >= 0) {
      const data = html.slice(start, stop);
      if (data) element.children.push(new PageText(decoded ? decodeEntities(data) : data, element));
      this.position = stop;
      if (stop < html.length) this.skipToGreater(stop);
    }
    this.tree.close(tagRules(name));
  }
}
