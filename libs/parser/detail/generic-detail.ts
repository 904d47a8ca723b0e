import { type DetailFields, type FallbackEngine } from '@govcrawler/contracts';
import { attribute, type PageElement, type PageNode } from '../dom/page-node.js';
import { parseHtml, type Page } from '../dom/parse-html.js';
import { nodesToText } from '../text/html-to-text.js';
import { IMPRINT } from './body/measure-page.js';
import { cutHead } from './body/cut-head.js';
import { pruneBody } from './body/prune-body.js';
import { findBody } from './body/find-body.js';
import { isFileUrl } from './attachments.js';
import { assembleDetail } from './assemble-detail.js';
import { readMetaTags } from './meta-tags.js';
import { readabilityBody } from './readability-engine.js';
import { scriptedBody } from './scripted-body.js';
import { findTitle } from './title.js';

/** A body found without selectors. */
export interface GenericBody {
  nodes: readonly PageNode[];
  /** The element it was taken from, in the page's own tree. */
  element: PageElement | null;
  /** What was cut off above the text: headline and the line under it. */
  head: readonly PageElement[];
  engine: FallbackEngine;
}

const ENOUGH_CHARACTERS = 50;

/**
 * Finds the body with our own scorer; where that gives next to nothing, a body that the page carries in a script, then
 * Readability.
 */
export function genericBody(html: string, page: Page): GenericBody {
  const title = findTitle(page, readMetaTags(page), null);
  const element = findBody(page, title?.element ?? null);
  const cut = element && cutHead(pruneBody(element, title?.text ?? null), title?.text ?? null);
  const nodes = cut ? [cut.body] : [];
  const own: GenericBody = { nodes, element, head: cut?.head ?? [], engine: 'generic' };
  const length = nodesToText(nodes).length;
  const scripted = scriptedBody(page);
  if (scripted !== null) {
    const scriptedNodes = parseHtml(scripted).root.children;
    const isFuller = nodesToText(scriptedNodes).length > length || (showsMedia(scriptedNodes) && !showsMedia(nodes));
    if (isFuller) return { nodes: scriptedNodes, element: null, head: [], engine: 'generic' };
  }
  // Below headline and date even one sentence is a document.
  const isWhole = own.head.length > 0 && length > 0;
  if (isWhole || length >= ENOUGH_CHARACTERS || showsMedia(nodes)) return own;
  const second = readabilityBody(html);
  if (second === null) return own;
  const { body: secondBody, head } = cutHead(parseHtml(second).root, title?.text ?? null);
  const secondNodes = secondBody.children;
  const secondText = nodesToText(secondNodes);
  const isBetter = secondText.length > 2 * length && !IMPRINT.test(secondText.slice(0, 200));
  return isBetter ? { nodes: secondNodes, element: null, head, engine: 'readability' } : own;
}

/** A notice may be an image, a table or a file and have no words. */
function showsMedia(nodes: readonly PageNode[]): boolean {
  return nodes.some(
    (node) =>
      node.type === 'tag' &&
      (node.name === 'img' ||
        node.name === 'table' ||
        (node.name === 'a' && isFileUrl(attribute(node, 'href') ?? '')) ||
        showsMedia(node.children)),
  );
}

/** Reads a detail page of an unknown site. */
export function extractDetail(html: string, pageUrl: string, now: Date): DetailFields & { engine: FallbackEngine } {
  const page = parseHtml(html);
  const body = genericBody(html, page);
  const fields = assembleDetail(
    page,
    pageUrl,
    { nodes: body.nodes, elements: body.element ? [body.element] : [], head: body.head, chosenAttachments: [] },
    {},
    { now },
  );
  return { ...fields, usedFallback: true, fallbackEngine: body.engine, engine: body.engine };
}
