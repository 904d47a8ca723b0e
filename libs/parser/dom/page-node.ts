/** A run of characters, entities already decoded. */
export class PageText {
  readonly type = 'text';
  constructor(
    public data: string,
    public parent: PageElement | null,
  ) {}
}

/** An element of a parsed page. The root of a page is an element named `#document`. */
export class PageElement {
  readonly type = 'tag';
  readonly children: PageNode[] = [];
  constructor(
    /** Lower case. */
    readonly name: string,
    /** Name, value, name, value: two lookups in four strings are faster than any map, and no name is special. */
    readonly attributes: readonly string[],
    public parent: PageElement | null,
    /** Place in document order, for tables of figures kept beside the tree; -1 for elements made up later. */
    readonly order = -1,
  ) {}
}

export type PageNode = PageElement | PageText;

/** Nodes under one new element, for functions that take a tree; the nodes stay where they are. */
export function gather(nodes: readonly PageNode[], name = '#document'): PageElement {
  const holder = new PageElement(name, [], null);
  for (const node of nodes) holder.children.push(node);
  return holder;
}

/** Value of an attribute; names are lower case. */
export function attribute(element: PageElement, name: string): string | undefined {
  const { attributes } = element;
  for (let index = 0; index < attributes.length; index += 2) {
    if (attributes[index] === name) return attributes[index + 1];
  }
  return undefined;
}

export function isElement(node: PageNode): node is PageElement {
  return node.type === 'tag';
}

/** Elements whose text is never shown. */
export const INVISIBLE_TAGS: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'head',
  'noscript',
  'iframe',
  'object',
  'embed',
  'noframes',
  'noembed',
  'svg',
  'math',
  'canvas',
  'audio',
  'video',
]);

const BLOCK_TAG_NAMES =
  'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
  'frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol option p plaintext pre search ' +
  'section select summary table tbody thead tfoot tr td th caption ul xmp';

/** Elements that start and end a line of their own. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(BLOCK_TAG_NAMES.split(' '));

/** Visits every element below `root` in document order; a visitor that returns false keeps out of that subtree. */
export function walkElements(root: PageElement, visit: (element: PageElement) => boolean | void): void {
  for (const child of root.children) {
    if (child.type === 'tag' && visit(child) !== false) walkElements(child, visit);
  }
}

/** All text below a node as written, without scripts and other invisible parts. */
export function textContent(node: PageNode): string {
  if (node.type === 'text') return node.data;
  let text = '';
  for (const child of node.children) {
    if (child.type === 'text') text = text === '' ? child.data : joinText(text, child.data);
    else if (child.name === 'br') text += '\n';
    else if (!INVISIBLE_TAGS.has(child.name)) {
      const inner = textContent(child);
      text = text === '' ? inner : joinText(text, inner);
    }
  }
  return text;
}

/** Two pieces of text side by side; numbers of two elements (03 and 2026-02) must not run into each other. */
export function joinText(before: string, after: string): string {
  // What comes first is asked last: it may be the whole page so far.
  const isSplit = isDigit(after.charCodeAt(0)) && isDigit(before.charCodeAt(before.length - 1));
  return isSplit ? `${before} ${after}` : before + after;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Text on one line: every run of white space, no-break and ideographic spaces included, becomes one space. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u200b\ufeff]+/g, ' ').trim();
}

/** Place in document order of the last element inside this one: all between the two places stand inside it. */
export function lastOrder(element: PageElement): number {
  for (let at = element.children.length - 1; at >= 0; at--) {
    const child = element.children[at] as PageNode;
    if (child.type === 'tag') return lastOrder(child);
  }
  return element.order;
}

/** Does `outer` hold `inner`, or are they the same? Both must stand in the tree that was parsed. */
export function holds(outer: PageElement, inner: PageElement): boolean {
  for (let above: PageElement | null = inner; above; above = above.parent) if (above === outer) return true;
  return false;
}
