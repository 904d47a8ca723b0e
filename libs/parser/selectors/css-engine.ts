import { _compileUnsafe, type Options } from 'css-select';
import { attribute, isElement, textContent, type PageElement, type PageNode } from '../dom/page-node.js';

export type ElementTest = (element: PageElement) => boolean;

function removeSubsets(nodes: PageNode[]): PageNode[] {
  const kept = new Set(nodes);
  return nodes.filter((node) => {
    for (let above = node.parent; above; above = above.parent) if (kept.has(above)) return false;
    return true;
  });
}

const OPTIONS: Options<PageNode, PageElement> = {
  // Old pages write id="Zoom" and ID="zoom" for the same thing.
  quirksMode: true,
  cacheResults: false,
  adapter: {
    isTag: isElement,
    getAttributeValue: attribute,
    hasAttrib: (element, name) => attribute(element, name) !== undefined,
    getChildren: (node) => (isElement(node) ? node.children : []),
    getName: (element) => element.name,
    // The document root is no element to a selector: `html` is the topmost thing that matches.
    getParent: (node) => (node.parent && node.parent.name !== '#document' ? node.parent : null),
    getSiblings: (node) => node.parent?.children ?? [node],
    getText: textContent,
    removeSubsets,
  },
};

/** Compiles plain CSS into a test; throws css-what's error when it is malformed. `scope` is what `:scope` means. */
export function compileCss(css: string, scope?: PageElement): ElementTest {
  return _compileUnsafe<PageNode, PageElement>(css, OPTIONS, scope);
}
