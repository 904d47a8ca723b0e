import { PageElement, PageText } from './page-node.js';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const VOID_TAGS = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
const RAW_TEXT_TAGS = words('script style textarea title xmp iframe noembed noframes');
const HEAD_TAGS = words('base basefont bgsound link meta noframes script style template title noscript');
const FORMATTING_TAGS = words(
  'a abbr acronym b big cite code del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup tt u var',
);
/** An end tag never reaches through these: a stray `</div>` in a table cell leaves the cell open. */
const SCOPE_TAGS = words('table td th caption object template marquee applet html #document');
const CLOSES_PARAGRAPH = words(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup hr li dd dt main menu nav ol p pre section summary table ul listing plaintext xmp',
);
const HEADINGS = words('h1 h2 h3 h4 h5 h6');
const CELLS = words('td th');
const ROW_GROUPS = words('tbody thead tfoot');
const TABLE_PARTS = words('td th tr tbody thead tfoot caption colgroup');

/**
 * Browsers stop nesting at 512; content below this depth is kept, flat. Bounds every recursion over the tree.
 */
const MAX_DEPTH = 300;
/** More nodes than any real page; keeps hostile pages inside time and memory. */
const MAX_NODES = 1_000_000;
/** How far back an end tag looks among the elements that were too deep to be nested. */
const FLATTENED_LOOKBACK = 32;

export function isRawText(name: string): boolean {
  return RAW_TEXT_TAGS.has(name);
}

/** Builds the tree with the implied end tags of HTML, forgiving what old content systems produce. */
export class TreeBuilder {
  readonly root = new PageElement('#document', [], null);
  /** Every element in document order. */
  readonly elements: PageElement[] = [];
  private readonly stack: PageElement[] = [this.root];
  /** Names of open elements beyond MAX_DEPTH. */
  private readonly flattened: string[] = [];
  private readonly seen = new Map<string, PageElement>();
  private nodes = 0;

  get full(): boolean {
    return this.nodes >= MAX_NODES;
  }

  private get current(): PageElement {
    return this.stack[this.stack.length - 1] as PageElement;
  }

  text(data: string): void {
    const parent = this.current;
    this.nodes++;
    const last = parent.children[parent.children.length - 1];
    if (last?.type === 'text') last.data += data;
    else parent.children.push(new PageText(data, parent));
  }

  /** Returns the new element, or null for a repeated html, head or body tag (pages glued from includes have many). */
  open(name: string, attributes: readonly string[]): PageElement | null {
    if (name === 'html' || name === 'head' || name === 'body') {
      if (this.seen.has(name)) return null;
      if (name === 'body') this.popThrough('head');
    } else if (this.current.name === 'head' && !HEAD_TAGS.has(name)) {
      this.stack.pop();
    }
    this.closeImplied(name);
    const parent = this.current;
    const element = new PageElement(name, attributes, parent, this.elements.length);
    parent.children.push(element);
    this.elements.push(element);
    this.nodes++;
    if (name === 'html' || name === 'head' || name === 'body') this.seen.set(name, element);
    if (VOID_TAGS.has(name)) return element;
    if (this.stack.length >= MAX_DEPTH) this.flattened.push(name);
    else this.stack.push(element);
    return element;
  }

  close(name: string): void {
    // Glued pages close html and body in their middle: the end of the input is the only end that counts.
    if (name === 'html' || name === 'body') return;
    if (name === 'br') {
      this.open('br', []);
      return;
    }
    if (this.flattened.length > 0 && this.closeFlattened(name)) return;
    if (name === 'head') {
      if (this.seen.has('head')) this.popThrough('head');
      return;
    }
    const { stack } = this;
    const inTable = TABLE_PARTS.has(name) || name === 'table';
    const formatting = FORMATTING_TAGS.has(name);
    let crossesBlock = false;
    for (let index = stack.length - 1; index > 0; index--) {
      const open = (stack[index] as PageElement).name;
      if (open === name) {
        // A formatting element that was closed below an open block ends there, without closing the block.
        if (crossesBlock) stack.splice(index, 1);
        else stack.length = index;
        return;
      }
      if (inTable ? open === 'table' : SCOPE_TAGS.has(open)) return;
      if (formatting && !FORMATTING_TAGS.has(open)) crossesBlock = true;
    }
  }

  private closeFlattened(name: string): boolean {
    const { flattened } = this;
    const stop = Math.max(0, flattened.length - FLATTENED_LOOKBACK);
    for (let index = flattened.length - 1; index >= stop; index--) {
      if (flattened[index] === name) {
        flattened.length = index;
        return true;
      }
    }
    return false;
  }

  private closeImplied(name: string): void {
    const { stack } = this;
    if (CLOSES_PARAGRAPH.has(name)) this.popUpTo('p', SCOPE_TAGS);
    if (name === 'li') this.popItem(words_li);
    else if (name === 'dd' || name === 'dt') this.popItem(words_dl);
    else if (name === 'option' || name === 'optgroup') {
      if (this.current.name === 'option') stack.pop();
      if (name === 'optgroup' && this.current.name === 'optgroup') stack.pop();
    } else if (HEADINGS.has(name) && HEADINGS.has(this.current.name)) stack.pop();
    else if (name === 'a') this.closeOpenLink();
    else if (CELLS.has(name)) this.popTablePart(CELLS);
    else if (name === 'tr') this.popTablePart(words_row);
    else if (ROW_GROUPS.has(name)) this.popTablePart(words_group);
  }

  /** Pops the nearest open item of the list that `name` belongs to, with everything unclosed inside it. */
  private popItem(items: ReadonlySet<string>): void {
    const { stack } = this;
    for (let index = stack.length - 1; index > 0; index--) {
      const open = (stack[index] as PageElement).name;
      if (items.has(open)) {
        stack.length = index;
        return;
      }
      if (open === 'ul' || open === 'ol' || open === 'dl' || open === 'menu' || SCOPE_TAGS.has(open)) return;
    }
  }

  private popTablePart(parts: ReadonlySet<string>): void {
    const { stack } = this;
    let cut = -1;
    for (let index = stack.length - 1; index > 0; index--) {
      const open = (stack[index] as PageElement).name;
      if (open === 'table') break;
      if (parts.has(open)) cut = index;
    }
    if (cut > 0) stack.length = cut;
  }

  /** Links do not nest: an unclosed one ends where the next begins, if no block lies between. */
  private closeOpenLink(): void {
    const { stack } = this;
    for (let index = stack.length - 1; index > 0; index--) {
      const open = (stack[index] as PageElement).name;
      if (open === 'a') {
        stack.length = index;
        return;
      }
      if (!FORMATTING_TAGS.has(open)) return;
    }
  }

  private popUpTo(name: string, barriers: ReadonlySet<string>): void {
    const { stack } = this;
    for (let index = stack.length - 1; index > 0; index--) {
      const open = (stack[index] as PageElement).name;
      if (open === name) {
        stack.length = index;
        return;
      }
      if (barriers.has(open)) return;
    }
  }

  private popThrough(name: string): void {
    const index = this.stack.findIndex((element) => element.name === name);
    if (index > 0) this.stack.length = index;
  }
}

const words_li = words('li');
const words_dl = words('dd dt');
const words_row = words('td th tr');
const words_group = words('td th tr tbody thead tfoot');
