import { PageElement, PageText } from './page-node.js';
import { KNOWN_TAGS, tagRules, type TagRules } from './tag-rules.js';

/** Browsers stop nesting at 512; content below this depth is kept, flat. Bounds every recursion over the tree. */
const MAX_DEPTH = 256;
/** More nodes than any real page; keeps hostile pages inside time and memory. */
const MAX_NODES = 300_000;
/** How far back an end tag looks among the elements that were too deep to be nested. */
const FLATTENED_LOOKBACK = 32;

const P = tagRules('p').id;
const A = tagRules('a').id;
const BR = tagRules('br');
const LISTS = new Set(['ul', 'ol', 'dl', 'menu']);

/** Builds the tree with the implied end tags of HTML, forgiving what old content systems produce. */
export class TreeBuilder {
  readonly root = new PageElement('#document', [], null);
  /** Every element in document order. */
  readonly elements: PageElement[] = [];
  private readonly stack: PageElement[] = [this.root];
  private readonly rules: TagRules[] = [tagRules('#document')];
  /** How many elements of a tag are open: most questions about the stack end here. */
  private readonly openCounts = new Int32Array(KNOWN_TAGS);
  /** Names of open elements beyond MAX_DEPTH. */
  private readonly flattened: string[] = [];
  private readonly frames = new Set<string>();
  private nodes = 0;

  get full(): boolean {
    return this.nodes >= MAX_NODES;
  }

  /** White space at this place is only there to indent the source. */
  get dropsSpace(): boolean {
    return this.top().isStructure;
  }

  text(data: string): void {
    const parent = this.stack[this.stack.length - 1] as PageElement;
    const { children } = parent;
    this.nodes++;
    const last = children[children.length - 1];
    if (last?.type === 'text') last.data += data;
    else children.push(new PageText(data, parent));
  }

  /** Returns the new element, or null for a repeated html, head or body tag (pages glued from includes have many). */
  open(rules: TagRules, attributes: readonly string[]): PageElement | null {
    const { stack } = this;
    if (rules.isFrame) {
      if (this.frames.has(rules.name)) return null;
      this.frames.add(rules.name);
      if (rules.name === 'body') {
        this.frames.add('head');
        this.closeHead();
      }
    } else if (!rules.isHead && this.top().name === 'head') this.cut(stack.length - 1);
    this.closeImplied(rules);
    const parent = stack[stack.length - 1] as PageElement;
    const element = new PageElement(rules.name, attributes, parent, this.elements.length);
    parent.children.push(element);
    this.elements.push(element);
    this.nodes++;
    if (rules.isVoid) return element;
    if (stack.length >= MAX_DEPTH) this.flattened.push(rules.name);
    else {
      stack.push(element);
      this.rules.push(rules);
      this.count(rules.id, 1);
    }
    return element;
  }

  close(rules: TagRules): void {
    const { name } = rules;
    // Glued pages close html and body in their middle: the end of the input is the only end that counts.
    if (rules.isFrame) {
      if (name === 'head') this.closeHead();
      return;
    }
    if (rules === BR) {
      this.open(BR, []);
      return;
    }
    if (this.flattened.length > 0 && this.closeFlattened(name)) return;
    if (this.openCounts[rules.id] === 0) return;
    let crossesBlock = false;
    for (let index = this.stack.length - 1; index > 0; index--) {
      const open = this.rules[index] as TagRules;
      if (open.name === name) {
        // A formatting element that was closed below an open block ends there, without closing the block.
        if (crossesBlock) this.remove(index);
        else this.cut(index);
        return;
      }
      if (rules.isTablePart ? open.name === 'table' : open.isScope) return;
      if (rules.isFormatting && !open.isFormatting) crossesBlock = true;
    }
  }

  private top(): TagRules {
    return this.rules[this.rules.length - 1] as TagRules;
  }

  private count(id: number, change: 1 | -1): void {
    this.openCounts[id] = (this.openCounts[id] ?? 0) + change;
  }

  /** Closes the open elements from `index` on. */
  private cut(index: number): void {
    const { rules, stack } = this;
    while (rules.length > index) {
      stack.pop();
      this.count((rules.pop() as TagRules).id, -1);
    }
  }

  private remove(index: number): void {
    this.stack.splice(index, 1);
    for (const { id } of this.rules.splice(index, 1)) this.count(id, -1);
  }

  private closeHead(): void {
    const index = this.rules.findIndex(({ name }) => name === 'head');
    if (index > 0) this.cut(index);
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

  private closeImplied(rules: TagRules): void {
    const { openCounts } = this;
    if (rules.closesParagraph && (openCounts[P] ?? 0) > 0) this.closeParagraph();
    if (rules.replaces !== null) {
      if (rules.isTablePart) this.closeTableParts(rules.replaces);
      else this.closeItem(rules.replaces);
    } else if (rules.id === A) {
      if ((openCounts[A] ?? 0) > 0) this.closeLink();
    } else if (rules.isHeading) {
      if (this.top().isHeading) this.cut(this.stack.length - 1);
    } else if (rules.name === 'option' || rules.name === 'optgroup') this.closeOption(rules.name);
  }

  private closeParagraph(): void {
    for (let index = this.rules.length - 1; index > 0; index--) {
      const open = this.rules[index] as TagRules;
      if (open.id === P) {
        this.cut(index);
        return;
      }
      if (open.isScope) return;
    }
  }

  /** Closes the nearest open item of the same list, with everything unclosed inside it. */
  private closeItem(items: ReadonlySet<string>): void {
    for (let index = this.rules.length - 1; index > 0; index--) {
      const open = this.rules[index] as TagRules;
      if (items.has(open.name)) {
        this.cut(index);
        return;
      }
      if (LISTS.has(open.name) || open.isScope) return;
    }
  }

  private closeTableParts(parts: ReadonlySet<string>): void {
    let outermost = -1;
    for (let index = this.rules.length - 1; index > 0; index--) {
      const open = this.rules[index] as TagRules;
      if (open.name === 'table') break;
      if (parts.has(open.name)) outermost = index;
    }
    if (outermost > 0) this.cut(outermost);
  }

  /** Links do not nest: an unclosed one ends where the next begins, if no block lies between. */
  private closeLink(): void {
    for (let index = this.rules.length - 1; index > 0; index--) {
      const open = this.rules[index] as TagRules;
      if (open.id === A) {
        this.cut(index);
        return;
      }
      if (!open.isFormatting) return;
    }
  }

  private closeOption(name: string): void {
    if (this.top().name === 'option') this.cut(this.stack.length - 1);
    if (name === 'optgroup' && this.top().name === 'optgroup') this.cut(this.stack.length - 1);
  }
}
