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
const ITEM = words('li');
const DEFINITION = words('dd dt');
const ROW_PARTS = words('td th tr');
const GROUP_PARTS = words('td th tr tbody thead tfoot');
const TABLE_PARTS = words('td th tr tbody thead tfoot caption colgroup');

/**
 * Browsers stop nesting at 512; content below this depth is kept, flat. Bounds every recursion over the tree.
 */
const MAX_DEPTH = 256;
/** More nodes than any real page; keeps hostile pages inside time and memory. */
const MAX_NODES = 300_000;
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
  /** How many elements of a name are open: most questions about the stack end here. */
  private readonly openCounts = new Map<string, number>();
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
      this.cut(this.stack.length - 1);
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
    else {
      this.stack.push(element);
      this.openCounts.set(name, (this.openCounts.get(name) ?? 0) + 1);
    }
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
    if (!this.isOpen(name)) return;
    const { stack } = this;
    const inTable = TABLE_PARTS.has(name) || name === 'table';
    const formatting = FORMATTING_TAGS.has(name);
    let crossesBlock = false;
    for (let index = stack.length - 1; index > 0; index--) {
      const open = (stack[index] as PageElement).name;
      if (open === name) {
        // A formatting element that was closed below an open block ends there, without closing the block.
        if (crossesBlock) this.remove(index);
        else this.cut(index);
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

  private isOpen(name: string): boolean {
    return (this.openCounts.get(name) ?? 0) > 0;
  }

  /** Closes the open elements from `index` on. */
  private cut(index: number): void {
    const { stack, openCounts } = this;
    while (stack.length > index) {
      const { name } = stack.pop() as PageElement;
      openCounts.set(name, (openCounts.get(name) ?? 1) - 1);
    }
  }

  private remove(index: number): void {
    for (const { name } of this.stack.splice(index, 1)) this.openCounts.set(name, (this.openCounts.get(name) ?? 1) - 1);
  }

  private closeImplied(name: string): void {
    if (this.isOpen('p') && CLOSES_PARAGRAPH.has(name)) this.closeParagraph();
    if (name === 'li') this.popItem(ITEM);
    else if (name === 'dd' || name === 'dt') this.popItem(DEFINITION);
    else if (name === 'option' || name === 'optgroup') {
      if (this.current.name === 'option') this.cut(this.stack.length - 1);
      if (name === 'optgroup' && this.current.name === 'optgroup') this.cut(this.stack.length - 1);
    } else if (HEADINGS.has(name) && HEADINGS.has(this.current.name)) this.cut(this.stack.length - 1);
    else if (name === 'a' && this.isOpen('a')) this.closeOpenLink();
    else if (CELLS.has(name)) this.popTablePart(CELLS);
    else if (name === 'tr') this.popTablePart(ROW_PARTS);
    else if (ROW_GROUPS.has(name)) this.popTablePart(GROUP_PARTS);
  }

  /** Pops the nearest open item of the list that `name` belongs to, with everything unclosed inside it. */
  private popItem(items: ReadonlySet<string>): void {
    const { stack } = this;
    for (let index = stack.length - 1; index > 0; index--) {
      const open = (stack[index] as PageElement).name;
      if (items.has(open)) {
        this.cut(index);
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
    if (cut > 0) this.cut(cut);
  }

  /** Links do not nest: an unclosed one ends where the next begins, if no block lies between. */
  private closeOpenLink(): void {
    const { stack } = this;
    for (let index = stack.length - 1; index > 0; index--) {
      const open = (stack[index] as PageElement).name;
      if (open === 'a') {
        this.cut(index);
        return;
      }
      if (!FORMATTING_TAGS.has(open)) return;
    }
  }

  private closeParagraph(): void {
    const { stack } = this;
    for (let index = stack.length - 1; index > 0; index--) {
      const open = (stack[index] as PageElement).name;
      if (open === 'p') {
        this.cut(index);
        return;
      }
      if (SCOPE_TAGS.has(open)) return;
    }
  }

  private popThrough(name: string): void {
    const index = this.stack.findIndex((element) => element.name === name);
    if (index > 0) this.cut(index);
  }
}
